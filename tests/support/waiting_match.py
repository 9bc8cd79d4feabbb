"""A match that waits for a player, and what a sweep did about it."""

from django.db import transaction
from django.utils import timezone

from games.kernel.game_queries import locked
from games.models import Event, Game, Heartbeat
from games.turns import open_turns
from napoleon.time_bank import HOUR, ClockRules
from players.models import Notification, User
from tests.support.play import running
from tests.support.wall_clock import at

CLOCK = ClockRules(bank=10 * HOUR, quiet=False)


def begin(ai: User, bo: User) -> Game:
    """A match of two, begun at noon on Monday 2 March: half of its first turn is over at midnight."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": at("2 12:00")})
    return running(ai, bo, preset="nap", players=2, deals=9, clock=CLOCK)


def reminded(game: Game) -> int:
    return Notification.objects.filter(kind="reminder", data__game=game.pk).count()


def timed_out(game: Game) -> int:
    return game.events.filter(by=Event.By.TIMEOUT).count()


def work_out_anew(game: Game) -> None:
    """Recompute the game's deadlines, as the sweep does after an outage."""
    with transaction.atomic():
        found = locked(key=game.pk)
        open_turns.refresh(found, list(found.seats.all()), timezone.now())
