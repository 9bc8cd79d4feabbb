"""Matches that were played elsewhere, for the tables of seasons: which there are, and which tables wait for one.

Nothing is written here; `leagues.seasons.counting` lets a match count.
"""

from __future__ import annotations

from typing import Final

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from games.models import Game, GameQuerySet, Seat
from leagues.models import Membership, Role, Round, Season, Table, TableSeat
from leagues.seasons.fitting import Fit, fit
from players.models import User

MOST_SHOWN: Final = 20
OPEN: Final = (Table.State.DRAWN, Table.State.RUNNING, Table.State.VOID)


def seen_by(user: User) -> GameQuerySet:
    """The matches played elsewhere that the person may look at."""
    mine = Seat.objects.filter(user=user).values("game")
    found = Game.objects.filter(Q(is_listed=True) | Q(host=user) | Q(pk__in=mine))
    return found.filter(is_imported=True)


def read(matches: GameQuerySet) -> GameQuerySet:
    """With their seats, and the table for which each counts already."""
    return matches.with_seats().select_related("league_table")


def candidates(table: Table, user: User) -> list[Fit]:
    """The latest that may be meant: with somebody of the table, or brought by the reader. What fits comes first."""
    people = [seat.entry for seat in table.seats.all() if seat.entry]
    users = [entry.user_id for entry in people if entry.user_id]
    names = [entry.name for entry in people]
    seats = Seat.objects.filter(Q(user__in=users) | Q(given_name__in=names, user=None))
    meant = seen_by(user).filter(Q(host=user) | Q(pk__in=seats.values("game")))
    fresh = read(meant.filter(league_table=None)).order_by("-created_at", "-pk")
    return sorted((fit(table, match) for match in fresh[:MOST_SHOWN]), key=lambda one: not one.fits)


def tables_for(match: Game, user: User) -> list[Fit]:
    """The tables without a result at which somebody of the match sits, in seasons that the person organises."""
    users = [seat.user_id for seat in match.seats.all() if seat.user_id]
    names = [seat.name for seat in match.seats.all() if not seat.user_id]
    seats = TableSeat.objects.filter(Q(entry__user__in=users) | Q(entry__user__name__in=names))
    tables = open_tables(user).filter(pk__in=seats.values("table"))
    latest = with_people(tables).order_by("-round__season", "-round__number", "number")
    return sorted(
        (fit(table, match) for table in latest[:MOST_SHOWN]), key=lambda one: not one.fits
    )


def open_tables(user: User) -> QuerySet[Table]:
    """Those for which the person may let a match count."""
    return Table.objects.filter(
        round__season__club__in=_organised_by(user).values("club"),
        round__season__state=Season.State.RUNNING,
        round__state__in=(Round.State.RUNNING, Round.State.FINISHED),
        state__in=OPEN,
    )


def why_closed(table: Table) -> str:
    """Why no match can count for the table; empty if one can."""
    season = table.round.season
    if season.is_over:
        return _("This season is over.")
    if season.state != Season.State.RUNNING or table.round.state == Round.State.PLANNED:
        return _("This round has not been opened yet.")
    if table.outcome == Table.Outcome.RECORDED:
        return _("A match played elsewhere counts for this table already.")
    if table.state == Table.State.FINISHED:
        return _("This table has a result of its own.")
    if table.state == Table.State.RUNNING and table.outcome:
        return _("This table is being brought to its end.")
    return ""


def organises(user: User) -> bool:
    """Whether the person organises a club."""
    return _organised_by(user).exists()


def _organised_by(user: User) -> QuerySet[Membership]:
    roles = (Role.ORGANISER, Role.OWNER)
    return Membership.objects.filter(user=user, ended_at=None, role__in=roles, club__closed_at=None)


def with_people(tables: QuerySet[Table]) -> QuerySet[Table]:
    seats = TableSeat.objects.select_related("entry__user").order_by("number")
    related = tables.select_related("round__season__club", "division", "game")
    return related.prefetch_related(Prefetch("seats", seats))
