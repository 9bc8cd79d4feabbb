"""What a process remembers of games."""

from __future__ import annotations

from games.kernel import log
from games.review import replay


def forget_games() -> None:
    """Leave the process as one that has just been started."""
    log._states.clear()
    replay._replays.clear()
