"""Finds the late players of a club: those whose turn has lasted longer than its allowance, and those who are gone.

For the latter a bot plays (`leagues.rounds.gone`), so it is never their turn, and nothing else would show them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import OuterRef, Prefetch, Subquery

from games.models import Seat, Turn
from games.presentation.table_titles import title
from games.presentation.times import Until, until
from leagues.clubs.attendance import last_seen, shares_shown
from leagues.models import Club, Membership, Season, Table, TableSeat
from leagues.rounds.gone import seats_gone
from leagues.rounds.sealed import sealed_from
from players.models import Notification, User

WRITTEN: Final = "season_chased"
"""The kind of the organisers' messages."""
REMINDED: Final = "reminder"
"""The kind of the site's own reminders."""
WRITE_AGAIN: Final = timedelta(hours=12)
"""The wait before the same person is written to about the same table."""
GONE_LATELY: Final = timedelta(days=7)
"""For so long the list shows that organisers have written to somebody who is gone."""
GRACE: Final = timedelta(days=1)
"""Where a turn has no allowance of its own, only the bank, nobody is late before."""


@dataclass(frozen=True, slots=True)
class LatePlayer:
    """Somebody who is late at a table, or gone."""

    user: User
    table: Table
    turns: Sequence[Turn]
    """Their late turns there, the one that times out first before the others; none of somebody who is gone."""
    is_gone: bool
    until: Until | None
    """None for somebody who is gone."""
    seen: str
    """When they were last here, as the list of members says it; empty for people outside the club."""
    reminders: int
    """How often the site has reminded them of these turns."""
    written: Sequence[datetime]
    """When organisers have written to them, the earliest first: since the first of these turns, or in the last days."""
    may_write: bool
    replaceable: int | None
    """The key of their seat in the season's table; None if nobody can be asked to take it now."""
    in_time: str
    """The share of all their turns that they took in time; empty where it is not known."""

    @property
    def season(self) -> Season:
        return self.table.round.season

    @property
    def since(self) -> datetime | None:
        return min((turn.opened_at for turn in self.turns), default=None)

    @property
    def title(self) -> str:
        assert self.table.game is not None  # noqa: S101 (it is being played)
        return title(self.table.game)

    @property
    def key(self) -> str:
        """What names them in a form."""
        return f"one:{self.table.pk}:{self.user.pk}"

    @property
    def keys(self) -> tuple[str, ...]:
        """Everything in a form that includes them."""
        of = self.table
        return "all", f"season:{self.season.pk}", f"round:{of.round_id}", f"table:{of.pk}", self.key


def late_players(
    club: Club, now: datetime, season: Season | None = None, reader: User | None = None
) -> list[LatePlayer]:
    """Who is late in the running seasons of the club, or in one of them, the nearest time-out first; then who is gone.

    A reader learns nothing of tables that play the same deals as they do. Takes six queries.
    """
    turns = _late_turns(club, now, season, reader)
    gone = [seat for seat in _seats_gone(club, season, reader) if (seat.person.pk, seat.table.game_id) not in turns]
    users = {user_id for user_id, _game in turns} | {seat.person.pk for seat in gone}
    if not users:
        return []
    opened = [turn.opened_at for late in turns.values() for turn in late]
    told = _told(users, min([now - GONE_LATELY, *opened]), now)
    members = set(Membership.objects.filter(club=club, ended_at=None, user__in=users).values_list("user", flat=True))
    people = [late[0].user for late in turns.values()] + [seat.person for seat in gone]
    known = _Known(told, members, shares_shown(people), now)
    return [_late(late, known) for late in turns.values()] + [_gone(seat, known) for seat in gone]


def _late_turns(
    club: Club, now: datetime, season: Season | None, reader: User | None
) -> dict[tuple[int, int], list[Turn]]:
    """The late turns by person and game, the nearest time-out first; each knows whether its seat can be replaced."""
    late = Turn.objects.filter(
        user__isnull=False,
        due__lte=now,
        times_out_at__isnull=False,
        game__league_table__state=Table.State.RUNNING,
        game__league_table__outcome="",
        game__league_table__round__season__club=club,
        game__league_table__round__season__state=Season.State.RUNNING,
    )
    if season is not None:
        late = late.filter(game__league_table__round__season=season)
    if reader is not None:
        late = late.exclude(game__league_table__in=sealed_from(reader))
    free = TableSeat.objects.filter(entry__isnull=False, sought_at=None, number=OuterRef("seat"))
    own = free.filter(table=OuterRef("game__league_table"))
    related = late.annotate(replaceable=Subquery(own.values("pk"))).select_related(
        "user", "game__league_table__round__season"
    )
    found: dict[tuple[int, int], list[Turn]] = {}
    for turn in related.order_by("times_out_at", "pk"):
        if turn.user_id and (turn.game.clock.move or turn.opened_at <= now - GRACE):
            found.setdefault((turn.user_id, turn.game_id), []).append(turn)
    return found


class GoneSeat(NamedTuple):
    seat: TableSeat
    person: User

    @property
    def table(self) -> Table:
        return self.seat.table


def _seats_gone(club: Club, season: Season | None, reader: User | None) -> list[GoneSeat]:
    """The seats of people who are gone, the earliest round first."""
    of_season = {} if season is None else {"table__round__season": season}
    found = seats_gone(table__round__season__club=club, **of_season).select_related("table__round__season")
    if reader is not None:
        found = found.exclude(table__in=sealed_from(reader))
    seats = found.prefetch_related(Prefetch("table__game__seats", Seat.objects.select_related("user")))
    people = [(seat, _person_in(seat)) for seat in seats.order_by("table__round__number", "table", "number")]
    return [GoneSeat(seat, person) for seat, person in people if person is not None]


def _person_in(seat: TableSeat) -> User | None:
    there = seat.table.game.seats.all() if seat.table.game else ()
    return next((sitting.user for sitting in there if sitting.number == seat.number), None)


class _Known(NamedTuple):
    """What is known of all these people."""

    told: Sequence[Notification]
    members: set[int]
    in_time: Mapping[int, str]
    now: datetime

    def written(self, user: User, table: Table) -> list[datetime]:
        """When organisers have written to them about the table."""
        own = [one for one in self.told if one.user_id == user.pk and one.kind == WRITTEN]
        return [one.at for one in own if one.data.get("table") == table.pk]

    def of(self, user: User, table: Table, replaceable: int | None) -> dict[str, Any]:
        written = self.written(user, table)
        return {
            "user": user,
            "table": table,
            "seen": last_seen(user.last_visit, self.now) if user.pk in self.members else "",
            "may_write": not written or written[-1] <= self.now - WRITE_AGAIN,
            "replaceable": replaceable,
            "in_time": self.in_time.get(user.pk, ""),
        }


def _told(users: Iterable[int], since: datetime, now: datetime) -> list[Notification]:
    """What these people have been reminded of, by the site and by organisers."""
    found = Notification.objects.filter(
        user__in=users, kind__in=(WRITTEN, REMINDED), at__gte=min(since, now - WRITE_AGAIN)
    )
    return list(found.order_by("at"))


def _late(turns: Sequence[Turn], known: _Known) -> LatePlayer:
    first = turns[0]
    user, table = first.user, first.game.league_table
    shown = until(first.due, first.times_out_at, known.now)
    assert user is not None  # noqa: S101 (the query asks for a person)
    assert shown is not None  # noqa: S101 (and for a clock that runs)
    opened = {turn.opened_at.isoformat() for turn in turns}
    since = min(turn.opened_at for turn in turns)
    reminders = sum(
        one.kind == REMINDED and one.data.get("game") == first.game_id and one.data.get("opened") in opened
        for one in known.told
        if one.user_id == user.pk
    )
    return LatePlayer(
        turns=turns,
        is_gone=False,
        until=shown,
        reminders=reminders,
        written=[at for at in known.written(user, table) if at >= since],
        **known.of(user, table, vars(first)["replaceable"]),
    )


def _gone(gone: GoneSeat, known: _Known) -> LatePlayer:
    is_free = gone.seat.entry_id is not None and gone.seat.sought_at is None
    return LatePlayer(
        turns=(),
        is_gone=True,
        until=None,
        reminders=0,
        written=known.written(gone.person, gone.table),
        **known.of(gone.person, gone.table, gone.seat.pk if is_free else None),
    )
