"""Voids a finished match, has it replayed, and undoes both. Standings, ratings and statistics follow."""

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Game
from infrastructure.task_queue import enqueue_on_commit
from leagues.clubs.audit_log import record_in_audit_log
from leagues.corrections.notifications import MatchCorrected
from leagues.external_matches.table_game import get_table, stop_own_game
from leagues.locks import ClubError, lock_as_organiser, lock_for_correction
from leagues.models import Correction, Offer, Round, Season, Table
from leagues.rounds.closing import finish_round_if_over
from leagues.rounds.notifications import TableOver
from leagues.rounds.titles import fixture_of
from leagues.seasons.dates import days_after
from leagues.standings.store import correct_standings_later, divisions_of
from leagues.statistics.services import add_match, remove_match
from leagues.substitutes.services import end_search
from players.models import User

Kind, State = Correction.Kind, Table.State
BEFORE: Final = ("outcome", "deals_json", "deals_seq")
"""The columns of a finished table that a correction replaces."""
DAYS: Final = 7
"""For a replayed match, where the season gives its rounds no length."""


def correctable(table: Table) -> str:
    """Why the match at the table cannot be voided; empty if it can."""
    if table.is_external:
        return _("An external match counts for this table. Undo that one instead.")
    if table.state != State.FINISHED or table.game is None:
        return _("No finished match counts for this table now.")
    if table.game.is_sealed:
        return _("Other tables still play the same deals.")
    return ""


def replayable(table: Table) -> str:
    """Why it cannot be replayed; empty if it can."""
    if table.round.season.state != Season.State.RUNNING:
        return _("This season is over. A match can still be voided.")
    if table.round.season.is_duplicate:
        return _("All tables of this round play the same deals, and everybody knows them by now.")
    return correctable(table)


@transaction.atomic
def void_match(*, club_id: int, user: User, season_id: int, table_id: int, reason: str) -> None:
    """Let the finished match no longer count; also after the season is over."""
    season = lock_for_correction(club_id, user, season_id)
    table = get_table(season, table_id)
    if refusal := correctable(table):
        raise ClubError(refusal)
    correction = _correct(table, user, Kind.VOIDED, reason)
    table.state, table.outcome = State.VOID, Table.Outcome.VOIDED
    table.save(update_fields=["state", "outcome"])
    _tell(correction, user, "match_voided")


@transaction.atomic
def replay_match(*, club_id: int, user: User, season_id: int, table_id: int, reason: str) -> None:
    """Void the finished match and let the table start again, with the members who were drawn to it."""
    season = lock_as_organiser(club_id, user, season_id)
    table = get_table(season, table_id)
    if refusal := replayable(table):
        raise ClubError(refusal)
    correction = _correct(table, user, Kind.REPLAYED, reason)
    # Who was asked for the former match may be asked for this one.
    Offer.objects.filter(seat__table=table).exclude(state=Offer.State.ACCEPTED).delete()
    round_, now = table.round, timezone.now()
    table.game, table.deals_json, table.deals_seq = None, [], 0
    table.state, table.outcome, table.opened_at, table.ended_at = State.DRAWN, "", None, None
    if round_.closes_at is not None:
        table.closes_at = max(round_.closes_at, days_after(season, now, season.round_days or DAYS))
    table.save()
    _reopen(round_)
    _tell(correction, user, "match_replayed")
    enqueue_on_commit("leagues.tasks.advance_season", season.pk)


@transaction.atomic
def undo(*, club_id: int, user: User, season_id: int, table_id: int) -> None:
    """Let the match count again that was voided, or is to be replayed and was not yet."""
    season = lock_for_correction(club_id, user, season_id)
    table = get_table(season, table_id)
    correction = to_undo(table)
    if correction is None:
        raise ClubError(_("There is nothing to undo at this table."))
    if correction.kind == Kind.REPLAYED:
        _give_up_replay(table)
    for name in BEFORE:
        setattr(table, name, correction.before_json[name])
    table.game, table.state = correction.game, State.FINISHED
    table.opened_at = table.opened_at or correction.at
    table.ended_at = table.ended_at or correction.at
    table.save()
    correction.undone_at, correction.undone_by = timezone.now(), user
    correction.save(update_fields=["undone_at", "undone_by"])
    add_match(_locked(table), season.pk)
    _follow(table)
    finish_round_if_over(season, table.round)
    _tell(correction, user, "correction_undone")


def to_undo(table: Table) -> Correction | None:
    """The correction that can be undone. Once a replayed match is over, its own result stands."""
    found = table.corrections.filter(undone_at=None, game__isnull=False).order_by("-pk").first()
    if found is None or table.is_external:
        return None
    if found.kind == Kind.REPLAYED:
        return found if table.state in (State.DRAWN, State.RUNNING) else None
    return found if table.state == State.VOID and table.game_id == found.game_id else None


def _correct(table: Table, user: User, kind: Correction.Kind, reason: str) -> Correction:
    before = {name: getattr(table, name) for name in BEFORE}
    correction = Correction.objects.create(
        table=table, kind=kind, at=timezone.now(), by=user, reason=reason, game=table.game, before_json=before
    )
    remove_match(_locked(table), table.round.season_id)
    _follow(table)
    return correction


def _locked(table: Table) -> Game:
    assert table.game_id is not None  # noqa: S101 (a finished match)
    return Game.objects.select_for_update().get(pk=table.game_id)


def _follow(table: Table) -> None:
    """Let standings and ratings be computed again; trophies are places in the standings."""
    correct_standings_later(*divisions_of(table))
    enqueue_on_commit("leagues.tasks.rebuild_ratings")


def _give_up_replay(table: Table) -> None:
    if table.game is not None and table.state == State.RUNNING:
        end_search(table)
        stop_own_game(table.game)


def _reopen(round_: Round) -> None:
    if round_.state == Round.State.FINISHED:
        round_.state, round_.closed_at = Round.State.RUNNING, None
        round_.save(update_fields=["state", "closed_at"])


def _tell(correction: Correction, user: User, action: str) -> None:
    """Tell the audit log, those at the table, and the channels that have seen its result."""
    table = correction.table
    season = table.round.season
    record_in_audit_log(season, action, actor=user, table=fixture_of(table), reason=correction.reason)
    MatchCorrected.notify(correction)
    TableOver.notify_of_correction(table, correction.undone_at or correction.at)
