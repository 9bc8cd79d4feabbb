"""Pauses a season, a round or a table, and ends such a pause. Later dates move with it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.turns.outages import Shift
from infrastructure.task_queue import enqueue_on_commit
from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ClubError, lock_as_organiser
from leagues.models import Round, Season, SeasonPause, Table
from leagues.pauses.clocks import follow_pauses, later_by_pauses, pauses_of_round, set_pauses
from leagues.pauses.notifications import SeasonPaused
from leagues.rounds.dates import move_rounds
from leagues.rounds.titles import fixture_of
from players.models import User

LONGEST: Final = timedelta(days=92)
MOST_DAYS: Final = 28
"""The most that a table gets at a time."""


@transaction.atomic
def pause_season(
    *,
    club_id: int,
    user: User,
    season_id: int,
    round_number: int | None,
    start: datetime | None,
    end: datetime,
    reason: str,
) -> None:
    """Stop all clocks of the running season, or of one round, from ``start`` (None: now) to ``end``."""
    season = _lock_running(club_id, user, season_id)
    now = timezone.now()
    start = max(start or now, now)
    if not timedelta() < end - start <= LONGEST:
        text = _("A pause must end after it starts, and lasts %(days)s days at most.")
        raise ClubError(text % {"days": LONGEST.days})
    round_ = _unfinished_round(season, round_number) if round_number else None
    _refuse_overlap(season, round_, start, end, now)
    _set(SeasonPause(season=season, round=round_, start=start, end=end, reason=reason), user, now)


@transaction.atomic
def give_time(*, club_id: int, user: User, season_id: int, table_id: int, days: int, reason: str) -> None:
    """Stop the clocks of one running table for some days from now on; it closes so much later than its round."""
    season, now = _lock_running(club_id, user, season_id), timezone.now()
    table = Table.objects.select_related("round").filter(pk=table_id, round__season=season).first()
    if table is None or table.state != Table.State.RUNNING or table.outcome or table.game_id is None:
        raise ClubError(_("This table is not being played."))
    table.round.season = season
    if set_pauses(season, now).filter(table=table, start__lte=now).exists():
        raise ClubError(_("This table has just been given more time."))
    # A pause of all uses up nothing of what this table gets.
    end = later_by_pauses(pauses_of_round(table.round, now), now, timedelta(days=days))
    pause = SeasonPause(season=season, round=table.round, table=table, start=now, end=end, reason=reason)
    if closes := table.closes_at or table.round.closes_at:
        table.closes_at = closes + timedelta(days=days)
        table.save(update_fields=["closes_at"])
    _set(pause, user, now)


@transaction.atomic
def end_pause(*, club_id: int, user: User, season_id: int, pause_id: int) -> None:
    """End a pause that is not over, now or before it begins; what is left of it comes off later dates."""
    season, now = _lock_running(club_id, user, season_id), timezone.now()
    pause = set_pauses(season, now).filter(pk=pause_id).select_related("round", "table__round").first()
    if pause is None:
        raise ClubError(_("This pause is already over."))
    left, end = pause.end - max(pause.start, now), pause.end
    pause.ended_at, pause.end = now, max(now, pause.start)
    pause.save(update_fields=["ended_at", "end"])
    _move_dates(pause, Shift(end, -left))
    follow_pauses(_tables(pause), now)
    _record(pause, user, "pause_ended")
    SeasonPaused.notify_end(pause, user)
    enqueue_on_commit("leagues.tasks.advance_season", season.pk)


def _lock_running(club_id: int, user: User, season_id: int) -> Season:
    season = lock_as_organiser(club_id, user, season_id)
    if season.state != Season.State.RUNNING:
        raise ClubError(_("Only a running season can pause."))
    return season


def _unfinished_round(season: Season, number: int) -> Round:
    round_ = season.rounds.exclude(state=Round.State.FINISHED).filter(number=number).first()
    if round_ is None:
        raise ClubError(_("This round is over."))
    round_.season = season
    return round_


def _refuse_overlap(season: Season, round_: Round | None, start: datetime, end: datetime, now: datetime) -> None:
    """Otherwise dates would move twice for the same days."""
    there = set_pauses(season, now).filter(table=None, start__lt=end, end__gt=start)
    if round_ is not None:
        there = there.filter(Q(round=None) | Q(round=round_))
    if there.exists():
        raise ClubError(_("Another pause covers some of these days. End that one first."), "pauses")


def _set(pause: SeasonPause, user: User, now: datetime) -> None:
    pause.made_by, pause.made_at = user, now
    pause.save()
    if pause.table_id is None:
        _move_dates(pause, Shift(pause.start, pause.length))
    follow_pauses(_tables(pause), now)
    _record(pause, user, "time_given" if pause.table_id else "round_paused" if pause.round_id else "season_paused")
    SeasonPaused.notify(pause, user)


def _tables(pause: SeasonPause) -> Iterable[Table]:
    running = Table.objects.filter(round__season=pause.season, state=Table.State.RUNNING)
    if pause.round_id:
        running = running.filter(round=pause.round_id)
    if pause.table_id:
        running = running.filter(pk=pause.table_id)
    return running.select_related("round__season")


def _move_dates(pause: SeasonPause, shift: Shift) -> None:
    """Move the dates of the rounds that pause, or that of the table alone."""
    if pause.table is not None:
        if pause.table.closes_at:
            pause.table.closes_at += shift.by
            pause.table.save(update_fields=["closes_at"])
        return
    rounds = pause.season.rounds.exclude(state=Round.State.FINISHED)
    move_rounds(rounds.filter(pk=pause.round_id) if pause.round_id else rounds, shift)


def _record(pause: SeasonPause, user: User, action: str) -> None:
    facts: dict[str, Any] = {"since": pause.start.isoformat(), "until": pause.end.isoformat()}
    if pause.table is not None:
        facts["table"] = fixture_of(pause.table)
    elif pause.round is not None:
        facts["round"] = pause.round.number
    record_in_audit_log(pause.season, action, actor=user, reason=pause.reason, **facts)
