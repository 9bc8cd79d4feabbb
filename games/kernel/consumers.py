"""Results of games that are counted after the commit: statistics, season tables, ratings.

One job, `games.tasks.game_changed`, runs after every deal that ends and lets each consumer catch up. `Progress` says
how far each has read a log. So the job may run twice, or get lost: `behind` finds what was left out.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Final, TypeAlias

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.kernel.followers import Change
from games.models import Game, Progress
from players.task_queue import enqueue_on_commit

log = logging.getLogger(__name__)

Consumer: TypeAlias = Callable[[int], object]
"""Takes the key of a game and brings its own results up to date. It may do so at any time, and twice."""

LATELY: Final = timedelta(days=7)
"""Only games that went on within this time are looked through for results that were left out."""

_consumers: Final[dict[str, Consumer]] = {}


def register(name: str, consumer: Consumer) -> None:
    """Add a consumer behind those that are there; its progress is stored under the name."""
    _consumers[name] = consumer


def follow(change: Change) -> None:
    """A follower: where a deal or the match has ended, have its results counted."""
    if change.game.result_seq == change.after.seq:
        catch_up_later(change.game.pk)


def catch_up_later(game_id: int) -> None:
    enqueue_on_commit("games.tasks.game_changed", game_id)


def consume_again(name: str, game_id: int) -> None:
    """The results follow from more than the log, and that has changed: have this consumer count them anew."""
    Progress.objects.filter(game=game_id, consumer=name).delete()
    catch_up_later(game_id)


def catch_up(game_id: int) -> None:
    """Let each consumer that is behind count the results of the game; one that fails holds up no other."""
    end = Game.objects.values_list("result_seq", flat=True).get(pk=game_id)
    seen = dict(Progress.objects.filter(game=game_id).values_list("consumer", "seq"))
    for name, consume in _consumers.items():
        if seen.get(name, 0) < end:
            try:
                consume(game_id)
            except Exception:
                log.exception("Consumer %s could not count game %s", name, game_id)
            else:
                _note(game_id, name, end)


def _note(game_id: int, name: str, seq: int) -> None:
    """Store the progress; another worker may have come further."""
    row, is_new = Progress.objects.get_or_create(
        game_id=game_id, consumer=name, defaults={"seq": seq}
    )
    if not is_new:
        Progress.objects.filter(pk=row.pk, seq__lt=seq).update(seq=seq)


def behind() -> list[int]:
    """The games that went on lately and have results that a consumer has not counted."""
    since = timezone.now() - LATELY
    lately = (
        Q(status=Game.Status.RUNNING)
        | Q(ended_at__gt=since)
        | Q(is_imported=True, created_at__gt=since)
    )
    counted = Q(*(Exists(_progress(name)) for name in _consumers))
    games = Game.objects.filter(lately, ~counted, result_seq__gt=0)
    return list(games.order_by("pk").values_list("pk", flat=True))


def _progress(name: str) -> QuerySet[Progress]:
    own = Progress.objects.filter(game=OuterRef("pk"), consumer=name)
    return own.filter(seq__gte=OuterRef("result_seq"))
