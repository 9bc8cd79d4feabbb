"""An hour that a table fixes to play together: stored, shown, in calendars, and reminded of."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db.transaction import atomic
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel.events import MeetingCancelled, MeetingFixed, TableEvent
from games.kernel.game_queries import locked, locked_if_free
from games.kernel.transaction import GameTransaction, TableError
from games.models import Event, Game
from games.notifications import MeetingSoon, MeetingWasCancelled, MeetingWasFixed
from games.turns.outages import Shift
from players.models import User

log = logging.getLogger(__name__)

FARTHEST: Final = timedelta(days=60)
REMINDED: Final = timedelta(hours=1)
"""How long before a meeting its reminder goes out."""


def fix_meeting(*, game_id: int, user: User, at: datetime) -> None:
    """Fix the hour at which the table plays together; another one takes its place. Anybody at the table may."""
    at = at.astimezone(UTC)
    with atomic():
        transaction = _transaction_of(game_id, user)
        if not transaction.now < at <= transaction.now + FARTHEST:
            raise TableError(_too_far(at <= transaction.now))
        if transaction.game.meets_at == at:
            return
        _meet(transaction, at, MeetingFixed(at.isoformat()), Event.By.PLAYER)
        MeetingWasFixed.notify(transaction.game, transaction.seats, user, at)


def _too_far(is_past: bool) -> str:
    if is_past:
        return _("This time has already passed.")
    return _("You can set a time up to %(days)s days ahead.") % {"days": FARTHEST.days}


def cancel_meeting(*, game_id: int, user: User) -> None:
    with atomic():
        transaction = _transaction_of(game_id, user)
        at = transaction.game.meets_at
        if at is None:
            return
        _meet(transaction, None, MeetingCancelled(), Event.By.PLAYER)
        if at > transaction.now:
            MeetingWasCancelled.notify(transaction.game, transaction.seats, user, at)


def _transaction_of(game_id: int, user: User) -> GameTransaction:
    transaction = GameTransaction.of_running(game_id)
    transaction.seat_of(user.pk)
    return transaction


def _meet(transaction: GameTransaction, at: datetime | None, event: TableEvent, by: Event.By) -> None:
    transaction.game.meets_at = at
    # With less than an hour left, the notification of the hour itself is reminder enough.
    remind_at = at - REMINDED if at else None
    transaction.game.meeting_remind_at = remind_at if remind_at and remind_at > transaction.now else None
    transaction.game.save(update_fields=["meets_at", "meeting_remind_at"])
    transaction.add(event, by)
    transaction.commit()


def move_meetings(shift: Shift) -> None:
    """Fix a later hour where the site did not run at the one that was fixed, and tell everybody there.

    People have agreed upon an hour: one that an outage leaves possible stays, and so does one that was moved.
    """
    missed = Game.objects.filter(meets_at__gt=shift.since, meets_at__lte=shift.since + shift.by)
    for game_id in missed.filter(status=Game.Status.RUNNING).order_by("pk").values_list("pk", flat=True):
        try:
            with atomic():
                _move_meeting(GameTransaction(locked(key=game_id)), shift)
        except Exception:
            # One game must not hold up the dates of all others.
            log.exception("The meeting of game %s could not be moved.", game_id)


def _move_meeting(transaction: GameTransaction, shift: Shift) -> None:
    meets_at = transaction.game.meets_at
    # Meanwhile they may have agreed upon another hour.
    is_missed = meets_at is not None and shift.since < meets_at <= shift.since + shift.by
    if meets_at is not None and is_missed and transaction.game.status == Game.Status.RUNNING:
        at = meets_at + shift.by
        _meet(transaction, at, MeetingFixed(at.isoformat()), Event.By.SITE)
        MeetingWasFixed.notify(transaction.game, transaction.seats, None, at)


def meetings_to_remind_of(until: datetime) -> list[int]:
    """The running games with a reminder that is due; of matches that are over it is cleared."""
    due = Game.objects.filter(meeting_remind_at__lte=until).order_by("meeting_remind_at")
    states = dict(due.values_list("pk", "status"))
    running = [key for key, status in states.items() if status == Game.Status.RUNNING]
    if over := states.keys() - set(running):
        Game.objects.filter(pk__in=over).update(meeting_remind_at=None)
    return running


def remind_of_meeting(*, game_id: int) -> bool:
    """Write the reminder of the table's meeting, once; whether there was one to write."""
    with atomic():
        game, now = locked_if_free(key=game_id), timezone.now()
        if game is None or game.meeting_remind_at is None or game.meeting_remind_at > now:
            return False
        game.meeting_remind_at = None
        game.save(update_fields=["meeting_remind_at"])
        if game.meets_at and game.meets_at > now:
            MeetingSoon.notify(game, list(game.seats.all()), game.meets_at)
        return True
