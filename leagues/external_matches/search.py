"""Finds external matches that a table could accept, and tables that could accept a match. It writes nothing."""

from collections.abc import Iterable
from typing import Final

from django.db.models import Q, QuerySet

from games.models import Game, GameQuerySet, Seat
from leagues.external_matches.validate import Fit, validate
from leagues.locks import ORGANISERS
from leagues.models import Membership, Round, Season, Table, TableQuerySet, TableSeat
from players.models import User

MOST_SHOWN: Final = 20
OPEN: Final = (Table.State.DRAWN, Table.State.RUNNING, Table.State.VOID)


def seen_by(user: User) -> GameQuerySet:
    """The external matches that the person may see."""
    mine = Seat.objects.filter(user=user).values("game")
    found = Game.objects.filter(Q(is_listed=True) | Q(host=user) | Q(pk__in=mine))
    return found.filter(is_imported=True)


def with_seats_and_table(matches: GameQuerySet) -> GameQuerySet:
    """The same matches, with their seats and the table for which each one already counts."""
    return matches.with_seats().select_related("league_table")


def matches_for_table(table: Table, user: User) -> list[Fit]:
    """The latest matches with a player of the table, or imported by the reader. Those that fit come first."""
    people = [seat.entry for seat in table.seats.all() if seat.entry]
    users = [entry.user_id for entry in people if entry.user_id]
    names = [entry.name for entry in people]
    seats = Seat.objects.filter(Q(user__in=users) | Q(given_name__in=names, user=None))
    meant = seen_by(user).filter(Q(host=user) | Q(pk__in=seats.values("game")))
    fresh = with_seats_and_table(meant.filter(league_table=None)).order_by("-created_at", "-pk")
    return _fitting_first(validate(table, match) for match in fresh[:MOST_SHOWN])


def tables_that_may_accept(match: Game, user: User) -> list[Fit]:
    """The tables without a result that share a player with the match, in seasons that the person organises."""
    users = [seat.user_id for seat in match.seats.all() if seat.user_id]
    names = [seat.name for seat in match.seats.all() if not seat.user_id]
    seats = TableSeat.objects.filter(Q(entry__user__in=users) | Q(entry__user__name__in=names))
    tables = open_tables(user).filter(pk__in=seats.values("table"))
    latest = with_people(tables).order_by("-round__season", "-round__number", "number")
    return _fitting_first(validate(table, match) for table in latest[:MOST_SHOWN])


def _fitting_first(fits: Iterable[Fit]) -> list[Fit]:
    return sorted(fits, key=lambda one: not one.fits)


def open_tables(user: User) -> TableQuerySet:
    """The tables for which the person may accept a match."""
    return Table.objects.filter(
        round__season__club__in=_organised_by(user).values("club"),
        round__season__state=Season.State.RUNNING,
        round__state__in=(Round.State.RUNNING, Round.State.FINISHED),
        state__in=OPEN,
    )


def organises(user: User) -> bool:
    """Whether the person organises a club."""
    return _organised_by(user).exists()


def _organised_by(user: User) -> QuerySet[Membership]:
    mine = Membership.objects.filter(user=user, ended_at=None, club__closed_at=None)
    return mine.filter(role__in=ORGANISERS)


def with_people(tables: TableQuerySet) -> TableQuerySet:
    return tables.select_related("round__season__club", "division", "game").with_seats()
