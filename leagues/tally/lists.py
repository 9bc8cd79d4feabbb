"""The lines of a division's standings, as their page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from leagues.access import Visitor
from leagues.models import Division, Entry, Season, Standing, Tally
from leagues.seasons import promoting
from leagues.tally.figures import as_text, span


@dataclass(frozen=True, slots=True)
class Cell:
    """A member's result of one round."""

    text: str
    is_counted: bool = True
    title: str = ""
    """What it is, if it does not come from a table."""


@dataclass(frozen=True, slots=True)
class Line:
    """A member in the standings."""

    entry: Entry
    place: int | None
    points: str
    played: int
    cells: list[Cell]
    adjusted: str
    reach: str
    """The points that he can still have in the end; empty when that is settled."""
    places: str
    """The places that he can still have."""
    is_me: bool
    is_cut: bool
    """Below it begins what promotion or relegation divides."""
    has_left: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    lines: list[Line]
    mine: Line | None
    """The reader's."""
    rounds: list[int]
    is_provisional: bool
    rounds_over: int
    has_ranges: bool
    has_unplaced: bool
    has_adjusted: bool


def sheet(division: Division, user: Visitor) -> Sheet:
    """In two queries."""
    tally = Tally.objects.filter(division=division).first()
    found = Standing.objects.filter(division=division).select_related("entry__user")
    standings = list(found.order_by("position"))
    rounds = sorted({result["round"] for one in standings for result in one.results_json})
    cuts = _cuts(division, standings)
    is_provisional = tally is None or tally.is_provisional
    shows_ranges = is_provisional and division.season.state == Season.State.RUNNING
    lines = [_line(one, rounds, user, cuts, shows_ranges) for one in standings]
    return Sheet(
        lines=lines,
        mine=next((line for line in lines if line.is_me), None),
        rounds=rounds,
        is_provisional=is_provisional,
        rounds_over=tally.rounds_over if tally else 0,
        has_ranges=any(line.reach for line in lines),
        has_unplaced=any(line.place is None for line in lines),
        has_adjusted=any(line.adjusted for line in lines),
    )


def _line(
    one: Standing, rounds: Sequence[int], user: Visitor, cuts: set[int], shows_ranges: bool
) -> Line:
    results = {result["round"]: result for result in one.results_json}
    least, most = one.reach
    return Line(
        entry=one.entry,
        place=one.place,
        points=as_text(one.points),
        played=one.played,
        cells=[_cell(results.get(number)) for number in rounds],
        adjusted=as_text(one.adjusted, signed=True) if Fraction(one.adjusted) else "",
        reach=span(least, most) if shows_ranges and least != most else "",
        places=span(one.best_place, one.worst_place) if shows_ranges else "",
        is_me=user.pk is not None and one.entry.user_id == user.pk,
        is_cut=one.position in cuts,
        has_left=one.entry.state != Entry.State.ENTERED,
    )


def _cell(result: dict[str, str | int | bool] | None) -> Cell:
    if result is None:
        return Cell("")
    how = {
        "bye": pgettext("a result", "bye"),
        "void": pgettext("a result", "void table"),
        "absent": pgettext("a result", "no place in this round"),
    }
    title = how.get(str(result["how"]), "")
    is_counted = bool(result["counted"])
    if not is_counted:
        title = ", ".join(filter(None, (title, _("does not count"))))
    return Cell(as_text(str(result["points"])), is_counted, title)


def _cuts(division: Division, standings: Sequence[Standing]) -> set[int]:
    """The lines after which others begin: those who stay after those who go up, those who go down after both."""
    steps = promoting.steps(division, standings)
    return {
        line.position
        for line, step, next_step in zip(standings, steps, steps[1:], strict=False)
        if step != next_step
    }
