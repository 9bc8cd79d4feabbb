"""What the page of a division's standings shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from leagues.access import Visitor
from leagues.models import Division, DivisionStandings, Entry, Season, Standing
from leagues.seasons import promotion
from leagues.standings.number_format import as_text, span


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A member's result in one round."""

    text: str
    is_counted: bool = True
    title: str = ""
    """An explanation, for a result that does not come from a table."""


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A member's line."""

    entry: Entry
    place: int | None
    points: str
    played: int
    cells: list[RoundCell]
    adjusted: str
    reach: str
    """The range of points that the member can still reach; empty once it is settled."""
    places: str
    """The range of places that the member can still reach."""
    is_me: bool
    is_cut: bool
    """Promotion or relegation draws a line below this member."""
    has_left: bool


@dataclass(frozen=True, slots=True)
class StandingsContext:
    lines: list[StandingsLine]
    mine: StandingsLine | None
    """The reader's own line."""
    rounds: list[int]
    is_provisional: bool
    rounds_over: int
    has_ranges: bool
    has_unplaced: bool
    has_adjusted: bool


def standings_context(division: Division, user: Visitor) -> StandingsContext:
    """Takes two queries."""
    state = DivisionStandings.objects.filter(division=division).first()
    found = Standing.objects.filter(division=division).select_related("entry__user")
    standings = list(found.order_by("position"))
    rounds = sorted({result["round"] for one in standings for result in one.results_json})
    cuts = _cuts(division, standings)
    is_provisional = state is None or state.is_provisional
    shows_ranges = is_provisional and division.season.state == Season.State.RUNNING
    lines = [_line(one, rounds, user, cuts, shows_ranges) for one in standings]
    return StandingsContext(
        lines=lines,
        mine=next((line for line in lines if line.is_me), None),
        rounds=rounds,
        is_provisional=is_provisional,
        rounds_over=state.rounds_over if state else 0,
        has_ranges=any(line.reach for line in lines),
        has_unplaced=any(line.place is None for line in lines),
        has_adjusted=any(line.adjusted for line in lines),
    )


def _line(
    one: Standing, rounds: Sequence[int], user: Visitor, cuts: set[int], shows_ranges: bool
) -> StandingsLine:
    results = {result["round"]: result for result in one.results_json}
    least, most = one.reach
    return StandingsLine(
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


def _cell(result: dict[str, str | int | bool] | None) -> RoundCell:
    if result is None:
        return RoundCell("")
    how = {
        "bye": pgettext("a result", "bye"),
        "void": pgettext("a result", "void table"),
        "absent": pgettext("a result", "no table in this round"),
    }
    title = how.get(str(result["how"]), "")
    is_counted = bool(result["counted"])
    if not is_counted:
        title = ", ".join(filter(None, (title, _("does not count"))))
    return RoundCell(as_text(str(result["points"])), is_counted, title)


def _cuts(division: Division, standings: Sequence[Standing]) -> set[int]:
    """The positions of the last member promoted and of the last member who stays."""
    steps = promotion.steps(division, standings)
    return {
        line.position
        for line, step, next_step in zip(standings, steps, steps[1:], strict=False)
        if step != next_step
    }
