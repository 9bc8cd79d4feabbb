"""Caches of one process, and those shared by all."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache, caches

from games.kernel import known_states
from games.records import known
from games.review import game_replay


def forget_games() -> None:
    """Reset the process and the shared caches, as when a site has just started."""
    restart()
    caches["states"].clear()


def restart() -> None:
    """Reset the process as if it had just started, while others keep running."""
    known_states._known.clear()
    known._known.clear()
    game_replay._replays.clear()


@pytest.fixture(autouse=True)
def nothing_counted_yet() -> Iterator[None]:
    """Rate limits count in the cache, which no test hands on to the next."""
    cache.clear()
    yield
    cache.clear()
