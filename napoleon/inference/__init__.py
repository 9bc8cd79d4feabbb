"""Worlds that a seat may take for possible: whole deals that look to it as its own does, drawn from its view alone.

`worlds` is for a seat whose turn it is. Every world is a state of the engine in which the same seat sees exactly the
same: ``deal_view(world.state, seat) == view``. So it keeps what is known (cards seen, voids, who cannot be the
adjutant, what a joker call would have forced) and guesses the rest. A world's weight says how likely it is if the
others bid, discard and play as our bots do; the weights of one answer add up to 1. At Nap nothing is weighed here:
captains do that by themselves (`napoleon.bots.captain.nap_hands`).

>>> from random import Random
>>> from napoleon.bots.simulation import shuffled
>>> from napoleon.engine import next_deal, rules_from_json, start
>>> from napoleon.engine.view import deal_view
>>> match = start(rules_from_json({"preset": "gurunapo"}))
>>> deal = shuffled(match.rules, next_deal(match), Random(1))
>>> from napoleon.engine import advance
>>> state = advance(match, deal).open[0]
>>> view = deal_view(state, state.to_act()[0])
>>> possible = worlds(view, match.rules, seed=1, count=8)
>>> all(deal_view(world.state, state.to_act()[0]) == view for world in possible)
True
"""

from collections.abc import Callable, Iterator
from math import exp
from random import Random
from typing import Any, Final, NamedTuple

from napoleon.engine import DealView, Rules
from napoleon.engine.rules import VariantName
from napoleon.engine.variants import State

from . import nap_worlds, napoleon_worlds

CANDIDATES: Final = 6
"""Worlds drawn for each one that is asked for: the likelier ones are kept."""
ATTEMPTS: Final = 4
"""A draw may end where no card is left that a seat may hold: so many times as many are begun as are needed."""


class World(NamedTuple):
    """A deal that the seat may take for the true one."""

    state: State
    weight: float


def worlds(view: DealView, rules: Rules, seed: int, count: int) -> list[World]:
    """At most ``count`` worlds that differ in what the seat cannot see; their weights add up to 1.

    The same arguments are always answered the same. The answer is empty where no world was found, which is rare.
    Raises `ValueError` unless it is the seat's turn.
    """
    if not view.my_turn:
        raise ValueError("it is not this seat's turn")
    # A string, because it is hashed alike in every process.
    rng = Random(f"{seed} {view.number} {view.hand} {view.seen} {len(view.auction)}")  # noqa: S311 - to be repeatable
    drawn: list[tuple[Any, float]] = []
    draws = _DRAW[rules.variant](view, rules, rng)
    for _ in range(count * CANDIDATES * ATTEMPTS):
        draw = next(draws)
        if draw is not None:
            drawn.append(draw)
        if len(drawn) == count * CANDIDATES:
            break
    return _thinned(drawn, rng, count)


def _thinned(drawn: list[tuple[Any, float]], rng: Random, count: int) -> list[World]:
    """``count`` of the worlds, each as often as its weight says; the same world twice becomes one of double weight."""
    if not drawn:
        return []
    highest = max(log for _, log in drawn)
    shares = [exp(log - highest) for _, log in drawn]
    step = sum(shares) / count
    due, passed = rng.random() * step, 0.0
    kept = []
    for (state, _), share in zip(drawn, shares, strict=True):
        passed += share
        times = 0
        while due < passed:
            times, due = times + 1, due + step
        if times:
            kept.append((state, times))
    total = sum(times for _, times in kept)
    return [World(state(), times / total) for state, times in kept]


Draws = Iterator[tuple[Callable[[], State], float] | None]
_DRAW: Final[dict[VariantName, Callable[[DealView, Any, Random], Draws]]] = {
    "napoleon": napoleon_worlds.draw,
    "nap": nap_worlds.draw,
}
"""How worlds of each game are drawn: what makes the state, and the logarithm of its weight; None for a failure."""
