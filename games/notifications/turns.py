"""Notifications of the person's turns."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final, cast

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Turn
from games.notifications.game_notification import GameNotification, date_and_time
from games.presentation.text_summary import summary, task_word
from players.models import Notification
from players.notifications.kinds import write_all
from players.notifications.models import Group

LAST_CALL: Final = timedelta(hours=2)


class TurnNotification(GameNotification):
    """About an open turn: its message says what is asked, until when, and what has happened."""

    group = Group.TURNS
    waits_while_seen = True

    @property
    def is_current(self) -> bool:
        return self.turn is not None

    def lines(self) -> list[str]:
        turn, seat = self.turn, self.seat
        if not self.context.full or turn is None or seat is None:
            return []
        reader = self.reader_of_seat(seat)
        deal = next((deal for deal in reader.view.deals if deal.number == turn.deal), None)
        if deal is None:
            return []
        task = _("%(task)s.") % {"task": task_word(deal)}
        return [task, *_deadline(turn), *summary(reader, deal)]


class OpenTurnNotification(TurnNotification):
    """About one turn: a later turn in the same deal makes it outdated."""

    site = None

    @classmethod
    def notify(cls, turns: Iterable[Turn], now: datetime) -> None:
        write_all(cls._row(turn, now) for turn in turns if turn.user_id is not None)

    @classmethod
    def _row(cls, turn: Turn, now: datetime) -> Notification:
        # Identified by the log, since the turn's row may be replaced.
        opened = int(turn.opened_at.timestamp() * 1e6)
        return Notification(
            user_id=cast("int", turn.user_id),
            kind=cls.name,
            key=f"turn:{turn.game_id}:{turn.deal}:{turn.seat}:{opened}{cls.key_suffix(turn)}",
            data={"game": turn.game_id, "deal": turn.deal, "seat": turn.seat, "opened": turn.opened_at.isoformat()},
            at=now,
        )

    @classmethod
    def key_suffix(cls, turn: Turn) -> str:
        return ""

    @property
    def is_current(self) -> bool:
        return self.turn is not None and self.turn.opened_at.isoformat() == self.data["opened"]

    @property
    def topic(self) -> object:
        return "turn", self.game.pk, self.deal


class YourTurn(OpenTurnNotification):
    name = "turn"
    label = gettext_lazy("Your turn")
    title = gettext_lazy("Your turn: %(table)s")


class TurnReminder(OpenTurnNotification):
    """Goes out when `Turn.remind_at` has come; a deadline that moves is a reason for new reminders."""

    name = "reminder"
    label = gettext_lazy("Reminders")
    is_urgent = True
    title = gettext_lazy("Still your turn: %(table)s")

    @property
    def is_seen(self) -> bool:
        return super().is_seen and not self._is_last_call

    @property
    def _is_last_call(self) -> bool:
        """Whether the time-out is so close that the reminder goes out even to players who are reading the table."""
        end = self.turn.times_out_at if self.turn else None
        return end is not None and end - max(self.notification.at, timezone.now()) <= LAST_CALL

    @classmethod
    def key_suffix(cls, turn: Turn) -> str:
        return f":{turn.remind_at:%Y%m%dT%H%M%S}:{turn.times_out_at:%Y%m%dT%H%M%S}"


def _deadline(turn: Turn) -> Iterator[str]:
    """Until when the person can move."""
    if turn.due is None or turn.times_out_at is None:
        return
    words = {"due": date_and_time(turn.due), "end": date_and_time(turn.times_out_at)}
    if turn.due < turn.times_out_at:
        yield _("Time for this move: until %(due)s; with your bank until %(end)s.") % words
    else:
        yield _("Time for this move: until %(end)s.") % words
