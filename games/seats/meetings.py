"""An hour that a table fixes to play together: stored, shown, in calendars, and reminded of."""

from datetime import UTC, datetime, timedelta
from typing import Final

from django.db.transaction import atomic
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel.events import MeetingCancelled, MeetingFixed, TableEvent
from games.kernel.game_queries import locked_if_free
from games.kernel.transaction import GameTransaction, TableError
from games.models import Event, Game
from games.notifications import MeetingSoon, MeetingWasCancelled, MeetingWasFixed
from players.models import User

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
        _meet(transaction, at, MeetingFixed(at.isoformat()))
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
        _meet(transaction, None, MeetingCancelled())
        if at > transaction.now:
            MeetingWasCancelled.notify(transaction.game, transaction.seats, user, at)


def _transaction_of(game_id: int, user: User) -> GameTransaction:
    transaction = GameTransaction.of_running(game_id)
    transaction.seat_of(user.pk)
    return transaction


def _meet(transaction: GameTransaction, at: datetime | None, event: TableEvent) -> None:
    transaction.game.meets_at = at
    # With less than an hour left, the notification of the hour itself is reminder enough.
    remind_at = at - REMINDED if at else None
    transaction.game.meeting_remind_at = remind_at if remind_at and remind_at > transaction.now else None
    transaction.game.save(update_fields=["meets_at", "meeting_remind_at"])
    transaction.add(event, Event.By.PLAYER)
    transaction.commit()


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
