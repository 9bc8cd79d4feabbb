"""What the analysis of a deal is given: its moves, each with the deal before it, and what it may cost."""

from __future__ import annotations

from typing import NamedTuple

from napoleon.engine import Play
from napoleon.engine.events import Command
from napoleon.engine.variants import State
from napoleon.judging.playing_on import PlayState


class Effort(NamedTuple):
    """What a deal's analysis may cost."""

    choosing: int = 16
    """Worlds in which every card is tried, to find the best one."""
    measuring: int = 32
    """Other worlds in which the best card is compared with the one that was played."""
    confirming: int = 100
    """Worlds in which a loss above its standard error is measured once more."""
    playouts: int = 12
    """How often the deal is played on from each position, for the course of the expected result."""
    nodes: int = 1_000_000
    """Of the exact search, for the whole deal."""


class CardPlayed(NamedTuple):
    """A card of the deal: the ``step``-th of its moves, and the deal before it."""

    step: int
    state: PlayState
    play: Play


class BeforePlay(NamedTuple):
    """A bid, a pass, a call or an exchange: the ``step``-th move of the deal, and the deal before it."""

    step: int
    state: State
    command: Command
