"""Where a round or one of its tables is played: on this site or at a real table, whatever the season says."""

from django.db import transaction
from django.utils.translation import gettext as _

from infrastructure.task_queue import enqueue_on_commit
from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ClubError, lock_as_organiser
from leagues.models import Round, Season, Table
from leagues.rounds.opening import begin_at_real_table
from leagues.rounds.titles import fixture_of
from players.models import User

REAL = Season.Venue.REAL_TABLES


@transaction.atomic
def set_venue_of_round(*, club_id: int, user: User, season_id: int, number: int, venue: str) -> None:
    """Let a round to come be played there; its tables follow it, but for those with a place of their own."""
    season = lock_as_organiser(club_id, user, season_id)
    round_ = season.rounds.filter(number=number).first()
    if round_ is None or round_.state != Round.State.PLANNED:
        raise ClubError(_("This round has been opened already."))
    if round_.place == venue:
        return
    if reason := why_not_there(season, venue, has_bots=has_bots(round_)):
        raise ClubError(reason, "season" if season.started_at else "edit_season")
    round_.venue = "" if venue == season.venue else venue
    round_.save(update_fields=["venue"])
    record_in_audit_log(season, _entry("round", venue), actor=user, round=number)


@transaction.atomic
def set_venue_of_table(*, club_id: int, user: User, season_id: int, table_id: int, venue: str) -> None:
    """Let a table that nobody has begun to play be played there; in a running round it begins there."""
    season = lock_as_organiser(club_id, user, season_id)
    tables = Table.objects.filter(pk=table_id, round__season=season).select_related("round", "division").with_seats()
    table = tables.first()
    if table is None or table.state != Table.State.DRAWN:
        raise ClubError(_("This table has already begun."))
    table.round.season = season
    if (venue == REAL) == table.is_at_real_table:
        return
    empty = any(seat.entry_id is None for seat in table.seats.all())
    if reason := why_not_there(season, venue, has_bots=empty):
        raise ClubError(reason)
    table.venue = "" if venue == table.round.place else venue
    table.save(update_fields=["venue"])
    record_in_audit_log(season, _entry("table", venue), actor=user, table=fixture_of(table))
    if table.round.state != Round.State.RUNNING:
        return
    if venue == REAL:
        begin_at_real_table(table)
    else:
        enqueue_on_commit("leagues.tasks.advance_season", season.pk)


def has_bots(round_: Round) -> bool:
    """Whether bots are drawn to the round."""
    return round_.tables.filter(seats__entry=None, seats__isnull=False).exists()


def why_not_there(season: Season, venue: str, *, has_bots: bool) -> str:
    """Why tables of the season cannot be played there; empty if they can."""
    if venue != REAL:
        return ""
    if season.is_duplicate:
        return _("At real tables nobody can deal the same cards.")
    if not has_bots:
        return ""
    if season.started_at:
        return _("Bots can’t sit at a real table.")
    return _("Bots can’t sit at a real table. Draw again with byes.")


def _entry(what: str, venue: str) -> str:
    return f"{what}_to_real_table" if venue == REAL else f"{what}_to_site"
