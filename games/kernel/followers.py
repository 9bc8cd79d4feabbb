"""What follows from an addition to a game's log. The kernel knows none of it by name.

Followers run inside the transaction: functions that take the `Change`, in the order in which `games/wiring.py`
lists them; other apps add theirs behind.

Consumers run after the commit: one job, `games.tasks.game_changed`, runs after every deal that ends and lets each
catch up with its results. `Progress` says how far each has read a log. So the job may run twice, or get lost: `behind`
finds what was left out.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final, TypeAlias

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.kernel.events import LoggedEvent
from games.kernel.known_states import GameState
from games.kernel.replay import ReplayStep, replay
from games.models import Game, Progress, Seat
from infrastructure.task_queue import enqueue_on_commit


@dataclass(frozen=True)
class Change:
    """What one transaction has done to one game, whose row it holds."""

    game: Game
    before: GameState
    after: GameState
    events: tuple[LoggedEvent, ...]
    """What was added to the log."""
    seats: Sequence[Seat]
    """As they are now. A follower may change them: they are saved when all followers are done."""
    stored_seats: Sequence[tuple[Any, ...]]
    """As they were: of each the values of `games.kernel.transaction.KEPT`."""
    at: datetime

    @cached_property
    def steps(self) -> list[ReplayStep]:
        """The whole log, read once for all followers."""
        return list(replay(self.game, seats=self.seats))


Follower: TypeAlias = Callable[[Change], None]

_followers: Final[list[Follower]] = []


def register(*followers: Follower) -> None:
    """Add followers behind those that are there; each only once."""
    _followers.extend(follower for follower in followers if follower not in _followers)


def run_followers(change: Change) -> None:
    for follower in _followers:
        follower(change)


# --- Consumers ---


log = logging.getLogger(__name__)

Consumer: TypeAlias = Callable[[int], object]
"""Takes the key of a game and brings its own results up to date. It may do so at any time, and twice."""

LATELY: Final = timedelta(days=7)
"""Only games that went on within this time are looked through for results that were left out."""

_consumers: Final[dict[str, Consumer]] = {}


def register_consumer(name: str, consumer: Consumer) -> None:
    """Add a consumer behind those that are there; its progress is stored under the name."""
    _consumers[name] = consumer


def let_consumers_catch_up(change: Change) -> None:
    """A follower: where a deal or the match has ended, have its results counted."""
    if change.game.result_seq == change.after.seq:
        catch_up_later(change.game.pk)


def catch_up_later(game_id: int) -> None:
    enqueue_on_commit("games.tasks.game_changed", game_id)


def consume_again(name: str, game_id: int) -> None:
    """Let this consumer count the results again: they depend on more than the log, and that has changed.

    The consumer gets a new row, since a worker that is counting now notes its progress in the old one.
    """
    Progress.objects.filter(game=game_id, consumer=name).delete()
    _begun(game_id, name)
    catch_up_later(game_id)


def consume_all_again(game_id: int) -> None:
    """The same for all consumers, as when a match that was sealed becomes public."""
    Progress.objects.filter(game=game_id).delete()
    for name in _consumers:
        _begun(game_id, name)
    catch_up_later(game_id)


def catch_up(game_id: int) -> None:
    """Let each consumer that is behind count the results of the game; one that fails holds up no other."""
    end = Game.objects.values_list("result_seq", flat=True).get(pk=game_id)
    rows = {row.consumer: row for row in Progress.objects.filter(game=game_id)}
    for name, consume in _consumers.items():
        row = rows.get(name)
        if end and (row is None or row.seq < end):
            row = row or _begun(game_id, name)
            try:
                consume(game_id)
            except Exception:
                log.exception("Consumer %s could not count game %s", name, game_id)
            else:
                # Another worker may have come further. Where the row was deleted (`consume_again`), what was counted
                # may be out of date.
                Progress.objects.filter(pk=row.pk, seq__lt=end).update(seq=end)


def _begun(game_id: int, name: str) -> Progress:
    """The row of a consumer that has counted nothing yet."""
    row, _is_new = Progress.objects.get_or_create(game_id=game_id, consumer=name, defaults={"seq": 0})
    return row


def behind() -> list[int]:
    """The games with results that a consumer has not counted, if they went on lately or are to be counted again."""
    since = timezone.now() - LATELY
    lately = Q(status=Game.Status.RUNNING) | Q(ended_at__gt=since) | Q(is_imported=True, created_at__gt=since)
    counted = Q(*(Exists(_caught_up(name)) for name in _consumers))
    again = Q(pk__in=Progress.objects.filter(seq=0).values("game"))
    games = Game.objects.filter(again | (lately & ~counted), result_seq__gt=0)
    return list(games.order_by("pk").values_list("pk", flat=True))


def _caught_up(name: str) -> QuerySet[Progress]:
    own = Progress.objects.filter(game=OuterRef("pk"), consumer=name)
    return own.filter(seq__gte=OuterRef("result_seq"))
