"""What the page of a division's standings shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.access import Visitor
from games.statistics.luck import AboveExpectation
from leagues.models import Division, DivisionStandings, Season, Standing
from leagues.seasons import promotion
from leagues.standings.number_format import as_text, decimals_of
from leagues.standings.tie_break_texts import TIE_BREAK_TEXTS

PODIUM: Final = 3


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A member's result in one round."""

    text: str
    is_counted: bool = True
    title: str = ""
    """An explanation, for a result that does not come from a table or may still change."""
    is_running: bool = False


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A member's line."""

    standing: Standing
    points: str
    adjusted: str
    cells: list[RoundCell]
    is_me: bool
    is_cut: bool
    """Promotion or relegation draws a line below this member."""
    is_shared: bool
    """Another member has the same place; not said before anybody has a result, when all have."""
    has_few_rounds: bool
    """The member has played too few rounds so far to keep a place."""
    tie_breaks: str
    """The tie-breaks that were computed among members with the same points, with their values; none without results."""
    can_take_any_place: bool
    """So far the rounds that are left may still bring any place."""
    luck: AboveExpectation | None = None
    """Points above expectation, where the reader has asked for them and may see them."""

    @property
    def so_far(self) -> str:
        """The points that come from tables that still run."""
        found = [one for one in self.standing.results_json if one["how"] == "running"]
        # Another table of the same round may be over.
        points = [Fraction(one.get("running", one["points"])) for one in found if one["counted"]]
        return as_text(sum(points, Fraction())) if points else ""


class PodiumStep(NamedTuple):
    """A place from 1 to 3, and who shares it."""

    place: int
    names: list[str]


@dataclass(frozen=True, slots=True)
class StandingsContext:
    lines: list[StandingsLine]
    rounds: list[int]
    is_provisional: bool
    rounds_over: int
    shows_ranges: bool
    """Below each name stands what the member can still reach."""
    podium: list[PodiumStep]
    """The first places of a season that is over."""
    split: list[promotion.SplitTie]
    """The ties that promotion or relegation cuts."""
    shows_luck: bool = False
    """Whether the reader has asked for points above expectation."""

    @property
    def mine(self) -> Standing | None:
        """The reader's own line."""
        return next((line.standing for line in self.lines if line.is_me), None)

    @property
    def has_open(self) -> bool:
        """Whether a line says with how many points the member can still finish."""
        return self.shows_ranges and any(line.standing.is_open for line in self.lines)

    @property
    def has_unplaced(self) -> bool:
        return any(line.standing.place is None for line in self.lines)

    @property
    def has_few_rounds(self) -> bool:
        return any(line.has_few_rounds for line in self.lines)

    @property
    def has_running(self) -> bool:
        return any(cell.is_running for line in self.lines for cell in line.cells)

    @property
    def has_adjusted(self) -> bool:
        return any(line.standing.is_adjusted for line in self.lines)


def with_luck(sheet: StandingsContext, luck: Mapping[int, AboveExpectation]) -> StandingsContext:
    """The same with points above expectation, which are by person."""
    lines = [replace(line, luck=luck.get(line.standing.entry.user_id or 0)) for line in sheet.lines]
    return replace(sheet, lines=lines, shows_luck=True)


def standings_context(division: Division, user: Visitor) -> StandingsContext:
    """Takes two queries."""
    state = DivisionStandings.objects.filter(division=division).first()
    found = Standing.objects.filter(division=division).select_related("entry__user")
    standings = list(found.order_by("position"))
    is_provisional = state is None or state.is_provisional
    rounds = sorted({result["round"] for one in standings for result in one.results_json})
    return StandingsContext(
        lines=_lines(division, standings, rounds, user),
        rounds=rounds,
        is_provisional=is_provisional,
        rounds_over=state.rounds_over if state else 0,
        shows_ranges=is_provisional and division.season.state == Season.State.RUNNING,
        podium=[] if is_provisional else podium_of(division.season, standings),
        split=promotion.split_ties(division, standings),
    )


def podium_of(season: Season, standings: Sequence[Standing]) -> list[PodiumStep]:
    """The first three places of a finished season, each with all who share it."""
    if season.state != Season.State.FINISHED:
        return []
    first = [one for one in standings if one.place is not None and one.place <= PODIUM]
    return [
        PodiumStep(place, [one.entry.name for one in those])
        for place, those in groupby(first, key=lambda one: one.place or 0)
    ]


def _lines(
    division: Division, standings: Sequence[Standing], rounds: Sequence[int], user: Visitor
) -> list[StandingsLine]:
    by_round = [{result["round"]: result for result in one.results_json} for one in standings]
    decimals = {
        number: decimals_of(str(own[number]["points"]) for own in by_round if number in own)
        for number in rounds
    }
    of_points = decimals_of(one.points for one in standings)
    of_adjusted = decimals_of(one.adjusted for one in standings)
    sharing = Counter(one.place for one in standings)
    cuts = _cuts(division, standings)
    minimum = division.season.scheme.minimum
    return [
        StandingsLine(
            standing=one,
            points=as_text(one.points, places=of_points),
            adjusted=as_text(one.adjusted, signed=True, places=of_adjusted),
            cells=[_cell(own.get(number), decimals[number]) for number in rounds],
            is_me=user.pk is not None and one.entry.user_id == user.pk,
            is_cut=one.position in cuts,
            is_shared=bool(rounds) and one.place is not None and sharing[one.place] > 1,
            has_few_rounds=one.place is not None and one.played < minimum,
            tie_breaks=tie_breaks_of(one) if rounds else "",
            can_take_any_place=one.places == (1, len(standings)),
        )
        for one, own in zip(standings, by_round, strict=True)
    ]


def tie_breaks_of(standing: Standing) -> str:
    """The tie-breaks that were computed for the member, with their values: `Head to head +1, Points per deal 2`."""
    return _(", ").join(_tie_break(tie) for tie in standing.ties_json)


def _tie_break(tie: dict[str, Any]) -> str:
    name = str(TIE_BREAK_TEXTS[tie["by"]].heading)
    if tie["by"] == "registration":
        # Its value is a number in a list that nobody sees.
        return name
    return f"{name} {as_text(tie['value'], signed=tie['by'] == 'head_to_head')}"


def _cell(result: dict[str, str | int | bool] | None, places: int) -> RoundCell:
    if result is None:
        return RoundCell("")
    how = {
        "running": pgettext("a result", "so far, the table still runs"),
        "bye": pgettext("a result", "bye"),
        "void": pgettext("a result", "void table"),
        "replaced": pgettext("a result", "others played in this seat"),
        "absent": pgettext("a result", "no table in this round"),
    }
    title = how.get(str(result["how"]), "")
    is_counted = bool(result["counted"])
    if not is_counted:
        title = ", ".join(filter(None, (title, _("does not count"))))
    text = as_text(str(result["points"]), places=places)
    return RoundCell(text, is_counted, title, result["how"] == "running")


def _cuts(division: Division, standings: Sequence[Standing]) -> set[int]:
    """The positions of the last member promoted and of the last member who stays."""
    steps = promotion.steps(division, standings)
    return {
        line.position
        for line, step, next_step in zip(standings, steps, steps[1:], strict=False)
        if step != next_step
    }
