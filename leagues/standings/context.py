"""What the page of a division's standings shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.access import Visitor
from leagues.models import Division, DivisionStandings, Season, Standing
from leagues.seasons import promotion
from leagues.standings.number_format import as_text


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

    standing: Standing
    cells: list[RoundCell]
    is_me: bool
    is_cut: bool
    """Promotion or relegation draws a line below this member."""


@dataclass(frozen=True, slots=True)
class StandingsContext:
    lines: list[StandingsLine]
    rounds: list[int]
    is_provisional: bool
    rounds_over: int
    shows_ranges: bool
    """Below each name stands what the member can still reach."""

    @property
    def mine(self) -> Standing | None:
        """The reader's own line."""
        return next((line.standing for line in self.lines if line.is_me), None)

    @property
    def has_ranges(self) -> bool:
        return self.shows_ranges and any(line.standing.is_open for line in self.lines)

    @property
    def has_unplaced(self) -> bool:
        return any(line.standing.place is None for line in self.lines)

    @property
    def has_adjusted(self) -> bool:
        return any(line.standing.is_adjusted for line in self.lines)


def standings_context(division: Division, user: Visitor) -> StandingsContext:
    """Takes two queries."""
    state = DivisionStandings.objects.filter(division=division).first()
    found = Standing.objects.filter(division=division).select_related("entry__user")
    standings = list(found.order_by("position"))
    rounds = sorted({result["round"] for one in standings for result in one.results_json})
    cuts = _cuts(division, standings)
    is_provisional = state is None or state.is_provisional
    return StandingsContext(
        lines=[
            StandingsLine(
                standing=one,
                cells=_cells(one, rounds),
                is_me=user.pk is not None and one.entry.user_id == user.pk,
                is_cut=one.position in cuts,
            )
            for one in standings
        ],
        rounds=rounds,
        is_provisional=is_provisional,
        rounds_over=state.rounds_over if state else 0,
        shows_ranges=is_provisional and division.season.state == Season.State.RUNNING,
    )


def _cells(standing: Standing, rounds: Sequence[int]) -> list[RoundCell]:
    results = {result["round"]: result for result in standing.results_json}
    return [_cell(results.get(number)) for number in rounds]


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
