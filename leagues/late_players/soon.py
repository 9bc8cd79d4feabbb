"""Forecasts who will be late: whose allowance ends within a day, and who goes on vacation before the round closes.

A vacation stops its person's clocks, so nobody is late in it; but it may last beyond the closing date.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Final

from django.db.models import OuterRef, Q, QuerySet, Subquery

from games.models import Seat, Turn
from games.presentation.table_titles import title
from games.presentation.times import Until, until
from leagues.models import Club, Season, Table
from leagues.rounds.sealed import sealed_from
from players.models import User, Vacation
from players.vacations.services import next_vacation

SOON: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SoonLate:
    """Somebody who is not late at a table, but may be soon."""

    user: User
    table: Table
    due: datetime | None
    until: Until | None
    """When their time for a move ends, if it is their turn."""
    vacation: Vacation | None
    """The one under way or the next, if it begins before the table closes."""

    @property
    def title(self) -> str:
        return title(self.table.game) if self.table.game else ""

    @property
    def closes_at(self) -> datetime | None:
        return self.table.closes_at or self.table.round.closes_at

    @property
    def outlasts_round(self) -> bool:
        """Whether they are still on vacation when the table is closed."""
        return self.vacation is not None and self.closes_at is not None and self.vacation.end >= self.closes_at


def late_soon(club: Club, now: datetime, season: Season | None = None, reader: User | None = None) -> list[SoonLate]:
    """First whose allowance ends, then who goes on vacation. Takes one query."""
    found = [_soon_late(seat, seat.user, now) for seat in _seats(club, now, season, reader) if seat.user]
    late = [(one.due, one) for one in found if one.due is not None]
    away = [(one.vacation.start, one) for one in found if one.due is None and one.vacation is not None]
    return [one for group in (late, away) for _moment, one in sorted(group, key=itemgetter(0))]


def _seats(club: Club, now: datetime, season: Season | None, reader: User | None) -> QuerySet[Seat]:
    """Those at running tables whose players have little time left, or have planned a vacation."""
    turns = Turn.objects.filter(game=OuterRef("game"), user=OuterRef("user"), times_out_at__isnull=False)
    first = turns.filter(due__lte=now + SOON).order_by("due")
    dates = {name: Subquery(first.values(name)[:1]) for name in ("due", "times_out_at")}
    seats = Seat.objects.annotate(**dates, **next_vacation("user", now)).filter(
        Q(due__gt=now) | Q(user__vacations_until__gt=now),
        autopilot=False,
        game__league_table__state=Table.State.RUNNING,
        game__league_table__round__season__club=club,
        game__league_table__round__season__state=Season.State.RUNNING,
    )
    if season is not None:
        seats = seats.filter(game__league_table__round__season=season)
    if reader is not None:
        seats = seats.exclude(game__league_table__in=sealed_from(reader))
    return seats.select_related("user", "game__league_table__round__season").order_by("pk")


def _soon_late(seat: Seat, user: User, now: datetime) -> SoonLate:
    table, noted = seat.game.league_table, vars(seat)
    # An earlier turn is late already: the list of late players has it.
    due = noted["due"] if noted["due"] and noted["due"] > now else None
    closes = table.closes_at or table.round.closes_at
    start = noted["away_from"]
    goes = start is not None and (closes is None or start < closes)
    return SoonLate(
        user=user,
        table=table,
        due=due,
        until=until(due, noted["times_out_at"], now) if due else None,
        vacation=Vacation(user=user, start=start, end=noted["away_until"]) if goes else None,
    )
