"""The bots in a deal that a reader tries differently: quick bots answer at once, slow ones through a worker.

A worker's answers stay in the cache for an hour. Nothing else is stored.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from typing import Any, Final, NamedTuple

from django.core.cache import cache

from games.analysis.alternatives import Ask, NotAPlay, play_on
from games.analysis.services import is_open
from games.models import Game
from games.review.game_replay import replay_of
from infrastructure.task_queue import enqueue
from napoleon.bots import THINKERS, choose
from napoleon.engine import Play
from napoleon.engine.view import deal_view
from napoleon.solver import PlayState

SEED: Final = 1
"""The seed of the bots: they always answer the same cards in the same way."""
KEPT_FOR: Final = 3600
PATIENCE: Final = 30
"""Seconds until a worker is asked again, in case a message was lost."""


class AttemptKey(NamedTuple):
    """An attempt: the cards of a seat from one step of a deal on, against bots of that level."""

    game_id: int
    deal: int
    step: int
    seat: int
    level: str
    chosen: tuple[str, ...]

    @classmethod
    def of(cls, *fields: Any) -> AttemptKey:
        """The attempt as a message holds it, where a list is what was a tuple."""
        game_id, deal, step, seat, level, chosen = fields
        return cls(game_id, deal, step, seat, level, tuple(chosen))

    @property
    def key(self) -> str:
        return f"attempt:{sha256(repr(self).encode()).hexdigest()}"

    @property
    def mark(self) -> str:
        """The cache key that marks a waiting request to a worker."""
        return f"{self.key}:asked"

    @property
    def before(self) -> AttemptKey:
        """The attempt without its last card."""
        return self._replace(chosen=self.chosen[:-1])


def needs_worker(tried: AttemptKey) -> bool:
    """Whether a worker has yet to be asked."""
    return tried.level in THINKERS and not cache.get_many([tried.key, tried.mark])


def answers(tried: AttemptKey) -> Ask:
    """The bots' answers, as far as they are known."""
    if tried.level not in THINKERS:
        return lambda state: _play(state, tried.level)
    known = cache.get(tried.key)
    if known is None:
        if cache.add(tried.mark, 1, PATIENCE):
            _ask_worker(tried)
        known = cache.get(tried.key) or cache.get(tried.before.key) or []
    left = iter(known)
    return lambda state: next(left, None)


def _ask_worker(tried: AttemptKey) -> None:
    try:
        enqueue("games.tasks.think_of_attempt", *tried)
    except Exception:
        cache.delete(tried.mark)
        raise


def think(tried: AttemptKey) -> None:
    """Let the bots think and cache their answers. Only workers call this."""
    game = Game.objects.get(pk=tried.game_id)
    if not is_open(game):
        return
    replay = replay_of(game)
    match = replay.match_after(replay.moves_of(tried.deal)[tried.step].seq)
    known, plays = iter(cache.get(tried.before.key) or []), list[Play]()

    def ask(state: PlayState) -> Play:
        plays.append(next(known, None) or _play(state, tried.level))
        return plays[-1]

    # The page refuses cards that cannot be played.
    with suppress(NotAPlay):
        play_on(match, tried.deal, tried.seat, tried.chosen, ask)
    cache.set(tried.key, plays, KEPT_FOR)


def _play(state: PlayState, level: str) -> Any:
    return choose(level, deal_view(state, state.turn), state.dealt.rules, SEED)
