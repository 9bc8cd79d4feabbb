"""What a process remembers of games, and what all of them share."""

from __future__ import annotations

from django.core.cache import caches

from games.kernel import known_states
from games.review import game_replay


def forget_games() -> None:
    """Leave the process as one that has just been started, on a site that has just been started."""
    restart()
    caches["states"].clear()


def restart() -> None:
    """Leave the process as one that has just been started, while others go on."""
    known_states._known.clear()
    game_replay._replays.clear()
