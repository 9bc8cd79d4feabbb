"""How much work the analysis of a deal may take, counted in worlds, playouts and nodes: never in time."""

from typing import NamedTuple


class Effort(NamedTuple):
    """The limits of one deal's analysis."""

    choosing: int = 16
    """Worlds in which every card is tried, to find the best one."""
    measuring: int = 32
    """Other worlds, which compare the best card with the one that was played."""
    confirming: int = 100
    """Further worlds, which measure a loss above its standard error again."""
    playouts: int = 12
    """How often bots play on from each position, for the expected course of the result."""
    nodes: int = 1_000_000
    """Nodes of the exact search in the whole deal."""
