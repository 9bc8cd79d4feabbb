"""The input of a draw: the members of a division, earlier rounds, and the settings of the season."""

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from typing import Final

from django.db.models import QuerySet

from leagues import seating
from leagues.draws.readiness import smallest_table, why_decided, why_no_round_is_due, why_too_few
from leagues.locks import ClubError
from leagues.models import MOST_ENTRIES, Attendance, Bye, Division, Entry, Season, Standing, TableSeat
from leagues.seasons.table_sizes import ANY_SIZE
from leagues.standings.core import KnockOut, SeasonIndex
from leagues.standings.division_input import read_division, season_input
from leagues.standings.store import update_standings

REPEAT_PRICE: Final = 20
"""Places that a second meeting is worth in a Swiss round (docs/seating.md)."""


def request_of(division: Division, first: int) -> seating.SeatingRequest:
    """The request for the rounds from `first` on, for the present members of the division."""
    season = division.season
    if season.is_knock_out and first > 1:
        update_standings(division.pk)
    entries = to_draw(season, first).filter(division=division)
    members = tuple(entries.order_by("order").values_list("pk", flat=True))
    if reason := why_no_round_is_due(season, first):
        raise ClubError(reason, *(("round", first - 1) if first else ("season",)))
    if reason := why_decided(season, first, len(members)):
        raise ClubError(reason, "season")
    if reason := why_too_few(season, len(members)):
        raise ClubError(reason, *(("attendance", first) if season.takes_attendance else ("entries",)))
    return seating.SeatingRequest(
        members=members,
        rounds=1 if season.is_drawn_by_round else season.rounds_planned - first + 1,
        size=season.rules.players,
        other=season.other_size or None,
        any_of=season.table_sizes if season.other_size == ANY_SIZE else (),
        gap=_gap(season, len(members), is_running=season.state == Season.State.RUNNING),
        apart=frozenset(
            seating.pair(one, other)
            for one, other in (*season.apart.values_list("one", "other"), *_team_mates(season))
            if one in members and other in members
        ),
        past=rounds_drawn(division, 1, first - 1),
        places=_ranks(division, members, first),
        repeat_price=REPEAT_PRICE if season.pairing == Season.Pairing.SWISS else 0,
        is_knock_out=season.is_knock_out,
    )


def _team_mates(season: Season) -> Iterator[tuple[int, int]]:
    """The pairs of members of one team."""
    if not season.team_size:
        return
    rows = season.entries.filter(team__isnull=False).order_by("team", "pk").values_list("team", "pk")
    for _, those in groupby(rows, key=lambda row: row[0]):
        yield from combinations([entry for _team, entry in those], 2)


def to_draw(season: Season, first: int) -> QuerySet[Entry]:
    """The members who are drawn to the rounds from `first` on: all, those still in, or those present in that round."""
    entered = season.entries.filter(state=Entry.State.ENTERED)
    if season.is_knock_out and first > 1:
        return entered.filter(standing__next_round=first)
    if not season.takes_attendance:
        return entered
    return entered.filter(attendances__round__number=first, attendances__answer=Attendance.Answer.COMES)


def rounds_to_final(season: Season, members: int) -> int:
    """How many rounds a knock-out of so many members takes."""
    any_of = season.table_sizes if season.other_size == ANY_SIZE else ()

    def tables(number: int) -> seating.Cut:
        gap = _gap(season, number, is_running=True)
        return seating.cut(number, season.rules.players, season.other_size or None, gap, any_of)

    return len(seating.field_sizes(members, season.advancing, tables))


def _gap(season: Season, members: int, *, is_running: bool) -> seating.Gap:
    """What fills a table. A running season is played to its end, with bots if too few members are left."""
    if season.takes_attendance:
        return "byes"
    is_short = is_running and members < smallest_table(season)
    return "bots" if season.gap == Season.Gap.BOTS or is_short else "byes"


def _ranks(division: Division, members: Sequence[int], first: int) -> tuple[int, ...]:
    """What a draw by results goes by; nothing for other draws."""
    season = division.season
    if season.is_swiss:
        return _places(division, members, first)
    if not season.is_knock_out:
        return ()
    if first == 1:
        # Those of a later stage are seeded by the places that brought them there, in whose order they were entered.
        is_seeded = season.is_seeded or season.stage_after_id is not None
        return tuple(range(1, len(members) + 1)) if is_seeded else (1,) * len(members)
    order = KnockOut(SeasonIndex(season_input(read_division(division)))).to_draw
    rank = {member: number for number, member in enumerate(order, start=1)}
    return tuple(rank[member] for member in members)


def _places(division: Division, members: Sequence[int], first: int) -> tuple[int, ...]:
    """Their ranks before that round: none before the first, and late entrants rank last."""
    if first == 1:
        return (1,) * len(members)
    before = division.season.rounds.filter(number__lt=first)
    update_standings(division.pk)
    ranks = dict(Standing.objects.filter(division=division).values_list("entry", "position"))
    been = {
        *TableSeat.objects.filter(entry__in=members, table__round__in=before).values_list("entry", flat=True),
        *Bye.objects.filter(entry__in=members, round__in=before).values_list("entry", flat=True),
    }
    # A late entrant has a line in the standings, whose points say nothing yet.
    order = sorted(members, key=lambda key: (key not in been, ranks.get(key, MOST_ENTRIES), key))
    place = {member: number for number, member in enumerate(order, start=1)}
    return tuple(place[member] for member in members)


def rounds_drawn(division: Division, first: int, last: int | None = None) -> tuple[seating.SeatingRound, ...]:
    """The drawn rounds of the division, read from its tables."""
    tables = division.tables.filter(round__number__gte=first)
    byes = Bye.objects.filter(entry__division=division, round__number__gte=first)
    if last is not None:
        tables, byes = tables.filter(round__number__lte=last), byes.filter(round__number__lte=last)
    seats: dict[int, dict[int, list[int | None]]] = {}
    rows = TableSeat.objects.filter(table__in=tables).order_by("table__round__number", "table__number", "number")
    for number, table, entry in rows.values_list("table__round__number", "table__number", "entry"):
        seats.setdefault(number, {}).setdefault(table, []).append(entry)
    free: dict[int, list[int]] = {}
    for number, entry in byes.order_by("pk").values_list("round__number", "entry"):
        free.setdefault(number, []).append(entry)
    return tuple(
        seating.SeatingRound(
            tuple(seating.SeatingTable(tuple(own)) for own in seats.get(number, {}).values()),
            tuple(free.get(number, [])),
        )
        for number in sorted(seats.keys() | free.keys())
    )
