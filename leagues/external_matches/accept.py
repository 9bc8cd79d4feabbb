"""Accepts an external match for a table of a season, and takes it back.

The table's own game, if it has one, is stopped. The audit log has both.
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Game
from infrastructure.task_queue import enqueue_on_commit
from leagues.clubs.audit_log import record_in_audit_log
from leagues.external_matches import notifications
from leagues.external_matches.readiness import why_table_is_closed
from leagues.external_matches.search import seen_by, with_seats_and_table
from leagues.external_matches.table_game import get_table, set_game, stop_own_game
from leagues.external_matches.validate import validate
from leagues.locks import ClubError, lock_as_organiser, lock_for_correction
from leagues.models import ExternalMatch, Round, Season, Table
from leagues.rounds.closing import finish_table
from leagues.rounds.results import read_deals
from leagues.rounds.titles import fixture_of
from leagues.standings.store import correct_standings_later, divisions_of
from leagues.statistics.services import add_match, remove_match
from leagues.substitutes.services import delete_offers
from players.models import User

State, Outcome = Table.State, Table.Outcome


@transaction.atomic
def accept_match(*, club_id: int, user: User, season_id: int, table_id: int, slug: str, seats: Sequence[int]) -> None:
    """Let the match count. ``seats`` has, for each seat of the table, its seat in the record."""
    season = lock_as_organiser(club_id, user, season_id)
    table = get_table(season, table_id)
    if table.is_external and table.game and table.game.slug == slug:
        return  # The button was pressed twice.
    if reason := why_table_is_closed(table):
        raise ClubError(reason)
    match = _match(user, slug)
    fit = validate(table, match)
    if fit.problems:
        raise ClubError(" ".join(fit.problems))
    if fit.refuses(seats):
        raise ClubError(_("Every seat needs a different player."))
    replaced = table.game
    set_game(table, match)
    if replaced is not None and table.state == State.RUNNING:
        stop_own_game(replaced)
    external = ExternalMatch.objects.create(
        table=table, seats_json=list(seats), replaced=replaced, accepted_at=timezone.now(), accepted_by=user
    )
    read_deals(table)
    add_match(match, season.pk)
    finish_table(table, State.FINISHED, Outcome.EXTERNAL)
    record_in_audit_log(season.club, "match_counted", actor=user, table=fixture_of(table))
    notifications.ExternalMatchCounts.notify(external, counts=True)


def _match(user: User, slug: str) -> Game:
    """The match, locked so that it counts only once."""
    seen = seen_by(user).filter(slug=slug)
    if not Game.objects.select_for_update(of=("self",)).filter(pk__in=seen.values("pk")).first():
        raise ClubError(_("There is no such external match."))
    return with_seats_and_table(seen).get()


@transaction.atomic
def take_back_match(*, club_id: int, user: User, season_id: int, table_id: int, reason: str = "") -> None:
    """Let the match, or the results that were entered, no longer count; also after the season is over."""
    season = lock_for_correction(club_id, user, season_id)
    table = get_table(season, table_id)
    external = ExternalMatch.objects.select_related("replaced").filter(table=table).first()
    if external is None:
        raise ClubError(_("No external match counts for this table now."))
    external.table = table
    divisions = divisions_of(table)
    if table.game is not None:
        remove_match(Game.objects.select_for_update().get(pk=table.game.pk), season.pk)
    external.delete()
    if will_be_replayed(table):
        _return_to_draw(table)
    else:
        _leave_void(table, external.replaced)
    correct_standings_later(*divisions)
    record_in_audit_log(season.club, "match_taken_back", actor=user, table=fixture_of(table), reason=reason)
    external.table = table
    notifications.ExternalMatchCounts.notify(external, counts=False)


def will_be_replayed(table: Table) -> bool:
    """Whether the table will be played on the site. If its round is over, it is void instead."""
    season_runs = table.round.season.state == Season.State.RUNNING
    return season_runs and table.round.state == Round.State.RUNNING


def _return_to_draw(table: Table) -> None:
    """Restore the table as drawn, without substitutes. Its game begins like every other."""
    delete_offers(table)
    table.game, table.deals_json, table.deals_seq = None, [], 0
    table.state, table.outcome = State.DRAWN, ""
    table.opened_at = table.ended_at = None
    table.save()
    enqueue_on_commit("leagues.tasks.advance_season", table.round.season_id)


def _leave_void(table: Table, game: Game | None) -> None:
    """Close the table as void, with its former game if it had one."""
    set_game(table, game)
    table.state, table.outcome = State.VOID, Outcome.VOID
    table.save(update_fields=["state", "outcome"])
    read_deals(table)
