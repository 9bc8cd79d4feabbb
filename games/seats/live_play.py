"""Playing live: a fast clock while everybody at a table is there; the slow one again when somebody goes.

The fast clock times nobody out. A turn that lasts longer than its allowance brings the slow clock back, and with it a
whole new allowance; so nobody can lose anything by having agreed. `games.turns.deadlines` applies both clocks.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from django.db.transaction import atomic
from django.utils.translation import gettext as _

from games.kernel.events import LivePlayAgreed, LivePlayBegan, LivePlayEnded, LoggedEvent
from games.kernel.game_queries import locked_if_free
from games.kernel.transaction import GameTransaction, TableError
from games.models import Event, Game, Seat
from games.seats import time_outs
from games.seats.table_messages import current_pause, who_agreed
from games.turns.deadlines import is_clocked
from players.friends.presence import online_among, record_presence, seen_among
from players.models import User

ALLOWANCE: Final = timedelta(minutes=2)
"""The time for each move."""


class Why(StrEnum):
    """Why live play has ended, as the log says it."""

    ASKED = "asked"
    AWAY = "away"
    """Somebody was not seen for some minutes."""
    SLOW = "slow"
    """A turn has lasted too long."""
    PAUSED = "paused"
    ALONE = "alone"
    """Only one person is left at the table."""


def agree(*, game_id: int, user: User) -> None:
    """Give one's word to play live; with that of the last person at the table it begins."""
    with atomic():
        transaction = time_outs.settled(game_id=game_id)
        seat, game = transaction.seat_of(user.pk), transaction.game
        if not is_clocked(transaction.seats):
            raise TableError(_("Against bots alone there is no clock."))
        if current_pause(game, transaction.now):
            raise TableError(_("The clocks of this table are stopped."))
        agreed = who_agreed(transaction.state.happened, transaction.now)
        if game.live_since or seat.number in agreed:
            return
        record_presence([user.pk])
        transaction.is_back(seat.number)
        transaction.add(LivePlayAgreed(seat.number), Event.By.PLAYER)
        if {other.number for other in transaction.seats if other.is_present} <= agreed | {seat.number}:
            transaction.add(LivePlayBegan(), Event.By.SITE)
        transaction.commit()


def end(*, game_id: int, user: User) -> None:
    """Bring the slow clock back. Anybody at the table may."""
    with atomic():
        transaction = GameTransaction.of_running(game_id)
        seat = transaction.seat_of(user.pk)
        if transaction.game.live_since:
            transaction.is_back(seat.number)
            transaction.add(LivePlayEnded(Why.ASKED, seat.number), Event.By.PLAYER)
            transaction.commit()


# --- When it ends by itself ---


def live_games() -> list[int]:
    games = Game.objects.filter(live_since__isnull=False)
    return list(games.order_by("live_since").values_list("pk", flat=True))


def end_if_over(*, game_id: int) -> bool:
    """Bring the slow clock back where a turn has lasted too long or somebody has gone; whether it was so."""
    with atomic():
        game = locked_if_free(key=game_id)
        if game is None or game.live_since is None:
            return False
        transaction = GameTransaction(game)
        ended = _ended(transaction)
        if ended is not None:
            transaction.add(ended, Event.By.SITE)
            transaction.commit()
        return ended is not None


def _ended(transaction: GameTransaction) -> LivePlayEnded | None:
    game, now = transaction.game, transaction.now
    if not is_clocked(transaction.seats):
        return LivePlayEnded(Why.ALONE)
    if current_pause(game, now):
        return LivePlayEnded(Why.PAUSED)
    people = [seat for seat in transaction.seats if seat.is_present]
    seen = seen_among(seat.user_id for seat in people if seat.user_id)
    for seat in people:
        if seat.user_id not in seen:
            return LivePlayEnded(Why.AWAY, seat.number)
    slow = game.turns.filter(user__isnull=False, opened_at__lte=now - ALLOWANCE)
    for turn in slow.order_by("opened_at", "pk")[:1]:
        return LivePlayEnded(Why.SLOW, turn.seat)
    return None


# --- What pages show ---


class LivePlay(NamedTuple):
    """What a table's page says of playing live."""

    is_on: bool = False
    may_change: bool = False
    """Whether the reader may give their word, or end it."""
    agreed: tuple[str, ...] = ()
    """The names of those who want to."""
    here: tuple[str, ...] = ()
    """The names of those who are there and have not said so."""
    missing: tuple[str, ...] = ()
    """The names of the others."""

    @property
    def people(self) -> int:
        return len(self.agreed) + len(self.here) + len(self.missing)

    @property
    def is_offered(self) -> bool:
        """Whether somebody wants to, or lets the reader see that they are there.

        The reader needs no setting of their own: who gives their word shows by it that they are there.
        """
        return bool(self.agreed) or len(self.here) > 1

    @property
    def key(self) -> str:
        """Differs where a page would show something else."""
        return f"{self.is_on:d}.{len(self.agreed)}.{len(self.here)}"


def live_play(game: Game, seat: Seat | None, happened: Sequence[LoggedEvent], now: datetime) -> LivePlay:
    """What to say to the player of that seat, or to somebody who watches."""
    seats = list(game.seats.all())
    if game.status != Game.Status.RUNNING or not is_clocked(seats):
        return LivePlay()
    if game.live_since:
        if seat is not None and seat.user_id is not None:
            # A live player is visible at the table even if they hide that they are online.
            record_presence([seat.user_id])
        return LivePlay(is_on=True, may_change=seat is not None)
    if seat is None or current_pause(game, now):
        return LivePlay()
    agreed, people = who_agreed(happened, now), [other for other in seats if other.is_present]
    online = online_among(other.user for other in people if other.user is not None)
    there = [other for other in people if other.user_id in online or other.number == seat.number]
    return LivePlay(
        may_change=seat.number not in agreed,
        agreed=_names(other for other in people if other.number in agreed),
        here=_names(other for other in there if other.number not in agreed),
        missing=_names(other for other in people if other not in there and other.number not in agreed),
    )


def _names(seats: Iterable[Seat]) -> tuple[str, ...]:
    return tuple(seat.name for seat in seats)
