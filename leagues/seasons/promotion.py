"""Promotion and relegation: the division of each member in the next season, by the final standings of the last one.

Each division promotes its first and relegates its last members, in its own numbers; members without a place rank last.
The place of a member who does not return stays empty; new members start in the lowest division.

If this splits tied members, the page names them and their tie-break. Organisers can decide otherwise, with a reason
that the audit log keeps.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, Literal, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ClubError, lock_as_organiser, refuse_drawn
from leagues.models import Division, Entry, Season, Standing
from leagues.seasons.divisions import entered_in_order
from leagues.standings.core import TieBreak
from players.models import User

How = Literal["up", "down", "stays", "new"]
UP: Final = -1
DOWN: Final = 1
LAST: Final = 1000
"""Sorts behind every division."""


class SplitTie(NamedTuple):
    """Tied members of a division, of whom only some go up, or only some go down."""

    division: Division
    step: int
    """`UP` or `DOWN`."""
    lines: list[Standing]
    moving: list[Standing]
    """Those who move by the rule."""
    rule: TieBreak
    """The tie-break that separates them, or `registration` if none does: the order of the list."""

    @property
    def key(self) -> str:
        return f"{self.division.number}-{'up' if self.step == UP else 'down'}"

    @property
    def names(self) -> str:
        return _(", ").join(line.entry.name for line in self.lines)

    @property
    def is_shared(self) -> bool:
        """Whether even the places are the same."""
        return self.rule == "registration"


class DivisionMove(NamedTuple):
    """A member's division in the last season, and in the new one."""

    entry: Entry
    line: Standing | None
    """In the last season's standings; None for a new member."""
    to: Division
    how: How
    tie: SplitTie | None = None
    """The split tie that they are in."""

    @property
    def before(self) -> Division | None:
        return self.line.division if self.line else None


class TieDecision(NamedTuple):
    """The members of a tie whom an organiser chose to move."""

    entries: frozenset[int]
    """The entries of the last season."""
    reason: str


DivisionStandings = tuple[Division, list[Standing]]
Decisions = Mapping[str, TieDecision]
"""By the key of the tie."""


def moves(season: Season, decisions: Decisions | None = None) -> list[DivisionMove]:
    """The moves of all members, by the standings of the season before; the highest division first."""
    divisions = list(season.divisions.order_by("number"))
    last = last_standings(season)
    by_user = {
        line.entry.user_id: (line, step)
        for division, lines in last
        for line, step in zip(lines, decided_steps(division, lines, decisions or {}), strict=True)
        # Guests and deleted accounts are nobody in particular.
        if line.entry.user_id is not None
    }
    tied = {line.pk: tie for tie in _that_matter(last, len(divisions)) for line in tie.lines}
    all_moves = []
    for entry in entered_in_order(season):
        if entry.user_id not in by_user:
            all_moves.append(DivisionMove(entry, None, divisions[-1], "new"))
            continue
        line, step = by_user[entry.user_id]
        before = line.division
        to = divisions[max(1, min(before.number + step, len(divisions))) - 1]
        how: How = "up" if to.number < before.number else "down" if to.number > before.number else "stays"
        all_moves.append(DivisionMove(entry, line, to, how, tied.get(line.pk)))
    return sorted(
        all_moves,
        key=lambda move: (
            move.to.number,
            move.line.division.number if move.line else LAST,
            move.line.position if move.line else 0,
            move.entry.order,
        ),
    )


def last_standings(season: Season) -> list[DivisionStandings]:
    """The standings of the season before, by division; none without such a season."""
    if season.follows_id is None:
        return []
    rows = (
        Standing.objects.filter(division__season=season.follows_id)
        .select_related("division", "entry__user")
        .order_by("division__number", "position")
    )
    return [(division, list(lines)) for division, lines in groupby(rows, key=lambda row: row.division)]


def steps(division: Division, lines: Sequence[Standing]) -> list[int]:
    """The step of each line of the division's standings: `UP`, `DOWN`, or 0.

    Members without a place are ranked last, so they are relegated first; they are never promoted.
    """
    return steps_of(division, [line.place is not None for line in lines])


def steps_of(division: Division, placed: Sequence[bool]) -> list[int]:
    """The same by whether each line has a place."""
    stay = len(placed) - division.relegated
    return [
        UP if at < division.promoted and has_place else DOWN if at >= stay else 0 for at, has_place in enumerate(placed)
    ]


def split_ties(division: Division, lines: Sequence[Standing]) -> list[SplitTie]:
    """The ties that promotion or relegation splits, in the order of the standings."""
    by_rule = steps(division, lines)
    ties = []
    groups = groupby(zip(lines, by_rule, strict=True), key=lambda each: _height(each[0]))
    for _same, group in groups:
        tied = list(group)
        for step in (UP, DOWN):
            going = [line for line, own in tied if own == step]
            others = [line for line, own in tied if own != step]
            if going and others:
                # Members who go up come first in the tie, those who go down last.
                at_cut = (going[-1], others[0]) if step == UP else (others[-1], going[0])
                everybody = [line for line, _own in tied]
                ties.append(SplitTie(division, step, everybody, going, _separating(*at_cut)))
    return ties


def ties(season: Season) -> list[SplitTie]:
    """The ties in the last season's standings that promotion and relegation would split."""
    return _that_matter(last_standings(season), season.divisions.count())


def _that_matter(last: Sequence[DivisionStandings], lowest: int) -> list[SplitTie]:
    """Nobody goes up from the highest division, nor down from the lowest."""
    every = [tie for division, lines in last for tie in split_ties(division, lines)]
    return [tie for tie in every if (tie.division.number > 1 if tie.step == UP else tie.division.number < lowest)]


def _height(line: Standing) -> tuple[bool, str]:
    """Equal for members with the same points. Nobody is tied with a member who has no place."""
    return line.place is None, line.points


def _separating(upper: Standing, lower: Standing) -> TieBreak:
    """The first tie-break with different values for both, or else registration."""
    for own, others in zip(upper.ties_json, lower.ties_json, strict=False):
        if own != others and own["by"] != "registration":
            tie_break: TieBreak = own["by"]
            return tie_break
    return "registration"


UP_AND_DOWN: Final = gettext_lazy("The same member can’t go both up and down.")


def decided_steps(division: Division, lines: Sequence[Standing], decisions: Decisions) -> list[int]:
    """The steps of the lines, where an organiser has decided ties."""
    by_line = dict(zip([line.pk for line in lines], steps(division, lines), strict=True))
    # One tie may be split by both lines.
    chosen: defaultdict[tuple[int, ...], dict[int, int]] = defaultdict(dict)
    for tie in split_ties(division, lines):
        decision = decisions.get(tie.key)
        if decision is None:
            continue
        tied = tuple(line.pk for line in tie.lines)
        if len(decision.entries) != len(tie.moving) or not decision.entries.issubset(tied):
            raise ClubError(_("The standings have changed since. Please check them again."), "promotion")
        if not decision.entries.isdisjoint(chosen[tied]):
            raise ClubError(UP_AND_DOWN)
        chosen[tied].update(dict.fromkeys(decision.entries, tie.step))
    for tied, own in chosen.items():
        left = [by_line[pk] for pk in tied]
        for step in own.values():
            left.remove(step)
        for pk in tied:
            by_line[pk] = own[pk] if pk in own else left.pop(0)
    return list(by_line.values())


@transaction.atomic
def promote(*, club_id: int, user: User, season_id: int, decisions: Decisions | None = None) -> None:
    """Apply promotion and relegation to all members."""
    season = lock_as_organiser(club_id, user, season_id)
    refuse_drawn(season)
    decisions = decisions or {}
    _apply(moves(season, decisions))
    record_in_audit_log(season, "shared_out", actor=user, by="last_season")
    for tie in ties(season):
        if tie.key in decisions:
            _record(season, user, tie, decisions[tie.key])


def _record(season: Season, user: User, tie: SplitTie, decision: TieDecision) -> None:
    """Record in the audit log who moves by an organiser's choice against the rule."""
    by_rule = {line.pk for line in tie.moving}
    for line in tie.lines:
        if line.pk in decision.entries - by_rule:
            record_in_audit_log(
                season,
                "tie_decided_up" if tie.step == UP else "tie_decided_down",
                actor=user,
                subject=line.entry.user,
                division=tie.division.logged,
                reason=decision.reason,
            )


def _apply(wanted: Sequence[DivisionMove]) -> None:
    for move in wanted:
        move.entry.division = move.to
    Entry.objects.bulk_update([move.entry for move in wanted], ["division"])
