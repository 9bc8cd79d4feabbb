"""Looking back: a game as its log has it, move by move, to those who may see it."""

from .position import Position, position
from .replay import How, Move, Replay, replay_of
from .sides import Sides, sides
from .suspects import Suspects, suspects

__all__ = [
    "How",
    "Move",
    "Position",
    "Replay",
    "Sides",
    "Suspects",
    "position",
    "replay_of",
    "sides",
    "suspects",
]
