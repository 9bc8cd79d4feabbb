"""What each line of a list of divisions and seeds would do to a season that has not begun. Nothing is stored here."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from leagues.entries import services as entries
from leagues.models import Division, Entry, Membership, Season
from leagues.people_import.division_lines import DivisionLine
from leagues.people_import.services import checked, with_person
from leagues.seasons.promotion import steps_of
from players.models import User
from players.profiles.find_people import called

LARGEST_RANK: Final = 999
UNRANKED: Final = LARGEST_RANK + 1


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line of the list with what it does."""

    line: DivisionLine
    entry: Entry | None = None
    """Their entry in the season, if they have one."""
    to: Division | None = None
    """The division that they play in."""
    last: Division | None = None
    """By the table of the last season: the division from which they come."""
    rank: int | None = None
    """The seed or place that the list gives."""
    order: tuple[int, ...] | None = None
    """Sorts the members of a division by their seeds; None: the line gives none."""
    seed: int | None = None
    """Their seed among all of the division."""

    @property
    def to_id(self) -> int | None:
        return self.to.pk if self.to else None

    @property
    def enters(self) -> bool:
        return not self.line.error and self.line.person is not None and self.entry is None

    @property
    def is_left_out(self) -> bool:
        """Whether a member of the last season does not play in this one."""
        return not self.line.error and self.line.person is None

    @property
    def what(self) -> str:
        """What it does, in words."""
        if self.is_left_out:
            return _("not in this season: left out")
        told = [_("enters the season")] if self.enters else []
        told += filter(None, [self._division_in_words()])
        if self.seed is not None:
            told.append(_("seed %(n)s") % {"n": self.seed})
        return _(", ").join(told) or _("nothing changes")

    def _division_in_words(self) -> str:
        if self.to is None or not self.line.division:
            return ""
        before = self.last or (self.entry.division if self.entry else None)
        if self.last is not None and self.to != self.last:
            goes_up = self.to.number < self.last.number
            text = _("goes up to %(division)s") if goes_up else _("goes down to %(division)s")
        elif before is None:
            text = _("plays in %(division)s")
        else:
            text = _("stays in %(division)s") if before == self.to else _("moves from %(before)s to %(division)s")
        return text % {"division": self.to, "before": before}


class DivisionPlan(NamedTuple):
    lines: list[PlannedLine]
    seeds: dict[int | None, list[PlannedLine | Entry]]
    """By division, for those in which the list gives seeds: all of its members in the order of their seeds."""
    unnamed: int
    """The members of the season whom the list does not name; they keep their divisions."""

    @property
    def has_errors(self) -> bool:
        return any(planned.line.error for planned in self.lines)

    @property
    def digest(self) -> str:
        """Tells whether the list would still do what somebody has seen."""
        told = [
            (
                planned.line.number,
                planned.line.error,
                planned.line.person and planned.line.person.pk,
                planned.entry and planned.entry.division_id,
                planned.to_id,
                planned.seed,
            )
            for planned in self.lines
        ]
        return sha256(repr((told, self.unnamed)).encode()).hexdigest()[:16]


def plan_of(season: Season, lines: Sequence[DivisionLine], *, is_last_table: bool) -> DivisionPlan:
    """Takes three queries, however long the list is."""
    divisions = list(season.divisions.order_by("number"))
    active = list(season.entries.filter(state__in=Entry.ACTIVE).select_related("user", "division").order_by("order"))
    entry_of = {entry.user_id: entry for entry in active if entry.user_id}
    people = checked(lines, _finder(season, entry_of, is_last_table=is_last_table))
    found = [
        _planned(line, entry_of.get(line.person.pk) if line.person else None, divisions, is_last_table=is_last_table)
        for line in people
    ]
    found = _after_last_table(found, divisions) if is_last_table else _with_seeds_once(found)
    found = _with_room(season, found)
    entered = [entry for entry in active if entry.state == Entry.State.ENTERED]
    return _seeded(found, entered)


# --- People ---


def _finder(
    season: Season, entry_of: Mapping[int, Entry], *, is_last_table: bool
) -> Callable[[DivisionLine], DivisionLine]:
    members = Membership.objects.filter(club=season.club, ended_at=None, user__isnull=False)
    people = [member.user for member in members.select_related("user") if member.user]
    nobody = _("No member of the club is called “%(name)s”.")
    if is_last_table:
        # Who does not come back is no error.
        people = [person for person in people if person.pk in entry_of]

    def why_not(person: User) -> str:
        state = entry_of[person.pk].state if person.pk in entry_of else ""
        if state == Entry.State.APPLIED:
            return _("This entry waits for approval.")
        if state == Entry.State.WAITING:
            return _("%(name)s is on the waiting list.") % {"name": person}
        return _("This season is for people: bots can’t enter.") if season.refuses(person) else ""

    def find(line: DivisionLine) -> DivisionLine:
        if is_last_table and not called(line.who, people):
            return line
        return with_person(line, people, nobody, why_not)

    return find


# --- Divisions and ranks ---


def _planned(
    line: DivisionLine, entry: Entry | None, divisions: Sequence[Division], *, is_last_table: bool
) -> PlannedLine:
    """The line with the division and the rank that it names, or with what is wrong with them."""
    if line.error:
        return PlannedLine(line)
    rank = int(line.rank) if line.rank.isdecimal() and len(line.rank) <= len(str(LARGEST_RANK)) else 0
    if line.rank and not rank:
        text = _("“%(rank)s” is no seed or place: a whole number from 1 to %(most)s.")
        return PlannedLine(replace(line, error=text % {"rank": line.rank, "most": LARGEST_RANK}))
    to = _named(line.division, divisions)
    if line.division and to is None:
        text = _("This season has no division “%(name)s”. It has: %(all)s.")
        words = {"name": line.division, "all": _(", ").join(map(str, divisions))}
        return PlannedLine(replace(line, error=text % words))
    if to is None and len(divisions) == 1:
        to = divisions[0]
    if to is None and is_last_table:
        return PlannedLine(replace(line, error=_("No division is named here.")))
    if to is None and entry is not None:
        to = entry.division
    return PlannedLine(line, entry, to, rank=rank or None)


def _named(name: str, divisions: Sequence[Division]) -> Division | None:
    """The division of that name or number."""
    wanted = name.casefold()
    by_name = next((one for one in divisions if wanted in (one.name.casefold(), str(one).casefold())), None)
    return (by_name or next((one for one in divisions if wanted == str(one.number)), None)) if wanted else None


def _with_seeds_once(found: Iterable[PlannedLine]) -> list[PlannedLine]:
    """The lines in the order of the seeds that they give; each only once in a division."""
    first_at, lines = dict[tuple[int | None, int], int](), []
    for planned in found:
        rank, line = planned.rank, planned.line
        if rank is None:
            lines.append(planned)
            continue
        earlier = first_at.setdefault((planned.to_id, rank), line.number)
        if earlier != line.number:
            text = _("Seed %(n)s of this division is in line %(line)s already.")
            line = replace(line, error=text % {"n": rank, "line": earlier})
        lines.append(replace(planned, line=line, order=(rank,)))
    return lines


def _after_last_table(found: Sequence[PlannedLine], divisions: Sequence[Division]) -> list[PlannedLine]:
    """The lines with the divisions after promotion and relegation. In each, those who come down are seeded first."""
    by_division = defaultdict[int, list[int]](list)
    for at, planned in enumerate(found):
        if planned.to is not None:
            by_division[planned.to.number].append(at)
    lines = list(found)
    for number, those in by_division.items():
        those.sort(key=lambda at: found[at].rank or UNRANKED)
        placed = [found[at].rank is not None for at in those]
        for place, (at, step) in enumerate(zip(those, steps_of(divisions[number - 1], placed), strict=True)):
            to = divisions[max(1, min(number + step, len(divisions))) - 1]
            lines[at] = replace(found[at], to=to, last=found[at].to, order=(number, place))
    return lines


# --- Entries and seeds ---


def _with_room(season: Season, found: Iterable[PlannedLine]) -> list[PlannedLine]:
    """The lines, with an error where the season has no room for somebody who would enter it."""
    room, lines = entries.room_left(season), []
    for planned in found:
        if planned.enters:
            room -= 1
            if room < 0:
                planned = replace(planned, line=replace(planned.line, error=_("The season is full.")))
        lines.append(planned)
    return lines


def _seeded(found: Sequence[PlannedLine], entered: Sequence[Entry]) -> DivisionPlan:
    """Members without a seed in the list come after those with one, in the order that they had."""
    named = {planned.entry.pk for planned in found if planned.entry}
    good = [planned for planned in found if not planned.line.error and not planned.is_left_out]
    unnamed = [entry for entry in entered if entry.pk not in named]
    everybody: dict[int | None, list[PlannedLine | Entry]] = defaultdict(list)
    for planned in good:
        everybody[planned.to_id].append(planned)
    for entry in unnamed:
        everybody[entry.division_id].append(entry)
    given = {planned.to_id for planned in good if planned.order is not None}
    seeds = {key: sorted(those, key=_seed_key) for key, those in everybody.items() if key in given}
    seed_of = {
        planned.line.number: number
        for those in seeds.values()
        for number, planned in enumerate(those, start=1)
        if isinstance(planned, PlannedLine)
    }
    lines = [
        replace(planned, seed=seed_of.get(planned.line.number) if planned.order is not None else None)
        for planned in found
    ]
    return DivisionPlan(lines, seeds, len(unnamed))


def _seed_key(member: PlannedLine | Entry) -> tuple[bool, tuple[int, ...]]:
    if isinstance(member, PlannedLine) and member.order is not None:
        return False, member.order
    entry = member.entry if isinstance(member, PlannedLine) else member
    return True, (entry.order if entry else UNRANKED,)
