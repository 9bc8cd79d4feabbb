"""Notifications of playing at the same time: hours that a table has fixed, and live play."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Seat
from games.notifications.game_notification import GameNotification, date_and_time
from games.seats.table_messages import AGREED_FOR, current_pause, who_agreed
from players.friends.queries import not_blocking
from players.models import User


class MeetingNotification(GameNotification):
    """About the hour that the table has fixed to play together; another hour makes it outdated."""

    @property
    def is_current(self) -> bool:
        is_running = self.game.status == Game.Status.RUNNING
        return self.is_still_so and is_running and self.seat is not None

    @property
    def is_still_so(self) -> bool:
        at = self.game.meets_at
        return at is not None and at.isoformat() == self.data["meets_at"]

    @property
    def topic(self) -> object:
        return "meeting", self.game.pk

    def lines(self) -> list[str]:
        return [date_and_time(datetime.fromisoformat(self.data["meets_at"]))]

    @classmethod
    def write_of_hour(cls, game: Game, user_ids: Iterable[int | None], at: datetime, *key: object) -> None:
        cls.write_of(game, user_ids, int(at.timestamp()), *key, meets_at=at.isoformat())


class MeetingChanged(MeetingNotification):
    """Somebody at the table has fixed an hour, or cancelled it; or the site did not run at the one that was fixed."""

    @classmethod
    def notify(cls, game: Game, seats: Iterable[Seat], by: User | None, at: datetime) -> None:
        """Also of an hour that the table comes back to: another one, or none, was the last that they heard of."""
        author = by.pk if by else None
        told = not_blocking({seat.user_id for seat in seats} - {author}, author)
        cls.write_of_hour(game, told, at, game.seq)


class MeetingWasFixed(MeetingChanged):
    name = "meeting_fixed"
    label = gettext_lazy("A time to play together is set")
    title = gettext_lazy("Time set to play together: %(table)s")


class MeetingWasCancelled(MeetingChanged):
    name = "meeting_cancelled"
    label = gettext_lazy("A time to play together is cancelled")
    title = gettext_lazy("Time to play together cancelled: %(table)s")

    @property
    def is_still_so(self) -> bool:
        return self.game.meets_at is None


class MeetingSoon(MeetingNotification):
    name = "meeting_soon"
    label = gettext_lazy("A table plays together in an hour")
    title = gettext_lazy("%(table)s plays together in an hour")
    is_urgent = True

    @classmethod
    def notify(cls, game: Game, seats: Iterable[Seat], at: datetime) -> None:
        cls.write_of_hour(game, [seat.user_id for seat in seats], at)

    @property
    def is_current(self) -> bool:
        is_ahead = datetime.fromisoformat(self.data["meets_at"]) > timezone.now()
        return is_ahead and super().is_current


class LivePlayOffered(GameNotification):
    """Somebody at the table wants to play live, now: true until all have agreed, and for ten minutes at most."""

    name = "live_offered"
    label = gettext_lazy("Somebody at my table wants to play live, now")
    title = gettext_lazy("%(name)s wants to play live now: %(table)s")
    mail = False
    # In a mail of the next day it would no longer be true.
    is_urgent = True

    @classmethod
    def notify(cls, game: Game, seats: Iterable[Seat], number: int, seq: int) -> None:
        """``number`` is the seat of the first who has agreed, ``seq`` the event that says so."""
        seats = [seat for seat in seats if seat.is_present]
        by = next(seat.user_id for seat in seats if seat.number == number)
        told = not_blocking({seat.user_id for seat in seats if seat.user_id != by}, by)
        cls.write_of(game, told, seq, seat=number, burst=f"live:{game.pk}:{by}")

    @property
    def agreed(self) -> set[int]:
        """The seats whose players wait for the others."""
        game, now = self.game, timezone.now()
        if game.status != Game.Status.RUNNING or game.live_since or current_pause(game, now):
            return set()
        return who_agreed(self.context.states[game.pk].happened, now)

    @property
    def is_current(self) -> bool:
        seat, agreed = self.seat, self.agreed
        if seat is None or self.is_from_blocked(self.caller.user_id):
            return False
        return bool(agreed) and seat.number not in agreed

    @property
    def caller(self) -> Seat:
        return next(seat for seat in self.game.seats.all() if seat.number == self.data["seat"])

    @property
    def topic(self) -> object:
        return self.name, self.game.pk

    def words(self) -> dict[str, object]:
        return {**super().words(), "name": self.caller.name}

    def lines(self) -> list[str]:
        until = timezone.localtime(self.notification.at + AGREED_FOR)
        return [
            _("Once everyone agrees, you have two minutes for each move. The offer is open until %(time)s.")
            % {"time": f"{until:%H:%M}"}
        ]
