"""Enters the results of a table that was played at a real one, deal by deal, and corrects them.

The table's own game, if it has one, is stopped. The audit log has both.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.clubs.audit_log import record_in_audit_log
from leagues.external_matches import notifications
from leagues.external_matches.entered_deals import Json, all_figures
from leagues.external_matches.readiness import entered_results, may_confirm, may_enter_results, why_table_is_closed
from leagues.external_matches.table_game import get_table, set_game, stop_own_game
from leagues.locks import ClubError, lock_for_results
from leagues.models import Correction, ExternalMatch, Table
from leagues.rounds.closing import finish_table
from leagues.rounds.notifications import TableOver
from leagues.rounds.opening import player_of
from leagues.rounds.titles import fixture_of
from leagues.standings.store import correct_standings_later, divisions_of
from players.models import User


@transaction.atomic
def enter_results(
    *, club_id: int, user: User, season_id: int, table_id: int, deals: Sequence[Json], seen: str, reason: str = ""
) -> None:
    """Let these deals be the table's result (`entered_deals`).

    ``seen`` is the `version_of` the results that the form was filled from; a correction needs a ``reason``.
    """
    season, me = lock_for_results(club_id, user, season_id)
    table = get_table(season, table_id)
    if not may_enter_results(table, user, organises=me.organises):
        raise ClubError(_("Organisers and the players at the table can enter its results."))
    found = entered_results(table)
    if found is not None and found.deals_json == list(deals):
        return  # The button was pressed twice.
    if version_of(found) != seen:
        raise _changed_since(table)
    if found is None:
        _enter(table, user, deals)
    else:
        _correct(found, table, user, deals, reason)


def version_of(entered: ExternalMatch | None) -> str:
    """Tells entered results from those that replace them; empty without any."""
    return entered.accepted_at.isoformat() if entered else ""


def _changed_since(table: Table) -> ClubError:
    text = _("Somebody has changed the results since. Check them first.")
    return ClubError(text, "results", table.round.number, table.pk)


def _enter(table: Table, user: User, deals: Sequence[Json]) -> None:
    if reason := why_table_is_closed(table):
        raise ClubError(reason)
    replaced = table.game
    set_game(table, None)
    if replaced is not None and table.state == Table.State.RUNNING:
        stop_own_game(replaced)
    entered = ExternalMatch.objects.create(
        table=table,
        seats_json=[],
        deals_json=list(deals),
        replaced=replaced,
        accepted_at=timezone.now(),
        accepted_by=user,
        **_confirmed(table, user),
    )
    _store_deals(table, deals)
    finish_table(table, Table.State.FINISHED, Table.Outcome.EXTERNAL)
    _tell(entered, user, "results_entered")


def _correct(entered: ExternalMatch, table: Table, user: User, deals: Sequence[Json], reason: str) -> None:
    if not reason:
        raise ClubError(_("Give a reason, please."))
    entered.table, before = table, {"deals_json": table.deals_json}
    entered.deals_json = list(deals)
    entered.accepted_at, entered.accepted_by = timezone.now(), user
    confirmed = _confirmed(table, user)
    entered.confirmed_at, entered.confirmed_by = confirmed["confirmed_at"], confirmed["confirmed_by"]
    entered.save(update_fields=["deals_json", "accepted_at", "accepted_by", "confirmed_at", "confirmed_by"])
    _store_deals(table, deals)
    Correction.objects.create(
        table=table,
        kind=Correction.Kind.CORRECTED,
        at=entered.accepted_at,
        by=user,
        reason=reason,
        before_json=before,
        after_json=table.deals_json,
    )
    correct_standings_later(*divisions_of(table))
    TableOver.notify_of_correction(table, entered.accepted_at)
    _tell(entered, user, "results_corrected", reason)


def _confirmed(table: Table, user: User) -> dict[str, Any]:
    """Results need no second pair of eyes if an organiser enters them who does not sit at the table."""
    plays = any(player_of(seat) == user for seat in table.seats.all())
    return {"confirmed_at": None if plays else timezone.now(), "confirmed_by": None if plays else user}


@transaction.atomic
def confirm_results(*, club_id: int, user: User, season_id: int, table_id: int, seen: str) -> None:
    """Confirm the results that another player has entered, as ``seen`` (`version_of`)."""
    season, me = lock_for_results(club_id, user, season_id)
    table = get_table(season, table_id)
    found = entered_results(table)
    if found is None or version_of(found) != seen:
        raise _changed_since(table)
    if found.confirmed_at is not None:
        return
    if not may_confirm(found, table, user, organises=me.organises):
        raise ClubError(_("Another player of the table confirms the results."))
    found.confirmed_at, found.confirmed_by = timezone.now(), user
    found.save(update_fields=["confirmed_at", "confirmed_by"])
    record_in_audit_log(season, "results_confirmed", actor=user, table=fixture_of(table))


def _store_deals(table: Table, deals: Sequence[Json]) -> None:
    """Store what the deals bring, for the standings."""
    table.deals_json = all_figures(table.rules, deals)
    table.save(update_fields=["deals_json"])


def _tell(entered: ExternalMatch, user: User, entry: str, reason: str = "") -> None:
    """Tell the audit log, and those at the table."""
    table = entered.table
    record_in_audit_log(table.round.season.club, entry, actor=user, table=fixture_of(table), reason=reason)
    notifications.ExternalMatchCounts.notify(entered, counts=True)
