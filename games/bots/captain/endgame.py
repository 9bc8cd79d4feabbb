"""The captain's last tricks: every card solved exactly in worlds that the seat takes for possible.

The usual card, that of `policy`, is played unless the worlds say that another one brings more points. All limits are in
nodes and the worlds come from the view and the seed, so the same view is always answered the same.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, sqrt
from typing import Final

from games.bots.view_reading import seat_of
from games.engine import DealView, NapoleonRules, Play
from games.engine.napoleon import Playing
from games.inference import worlds
from games.solver import Solver

from . import policy
from .estimate import ADJUTANT, ALLY, NAPOLEON, points

WORLDS: Final = {2: 24, 3: 24, 4: 20, 5: 12}
"""How many worlds are looked at, by the tricks that are left. Before that the usual card is played."""
NODES: Final = 24_000
"""The limit of a whole move: about a tenth of a second."""
NODES_OF_ONE: Final = 8_000
"""The limit of one world. Worlds that take longer are left out."""
CLEAR: Final = 1.0
"""By so many standard errors another card must be better than the usual one, each world compared with itself."""
_ERRORS: Final = 0.8
"""The standard deviation of what players miss of the exact value, in pictures."""

Worths = tuple[float, ...]
Solved = tuple[float, dict[Play, float]]


def play(deal: DealView, rules: NapoleonRules, seed: int) -> Play:
    """The card to play now."""
    usual = policy.play(deal, rules, seed)
    plays = [action for action in deal.legal if isinstance(action, Play)]
    count = WORLDS.get(deal.hand.bit_count())
    if len(plays) == 1 or count is None:
        return usual
    solved = _solved(deal, rules, seed, count)
    best = max(plays, key=lambda option: sum(share * by[option] for share, by in solved))
    return best if _is_clearly_better(solved, best, usual) else usual


def _is_clearly_better(solved: list[Solved], best: Play, usual: Play) -> bool:
    if len(solved) < 2:
        return False
    total = sum(share for share, _ in solved)
    gains = [(share / total, by[best] - by[usual]) for share, by in solved]
    gain = sum(share * one for share, one in gains)
    variance = sum(share * share * (one - gain) ** 2 for share, one in gains)
    return gain > CLEAR * sqrt(variance)


def _solved(deal: DealView, rules: NapoleonRules, seed: int, count: int) -> list[Solved]:
    """For each world that was solved its weight, and what each play brings there in points."""
    me, left = seat_of(deal), NODES
    solved: list[Solved] = []
    for world in worlds(deal, rules, seed, count):
        if not isinstance(world.state, Playing):
            break
        solver = Solver()
        found = solver.evaluate_plays(world.state, limit=min(left, NODES_OF_ONE))
        left -= solver.nodes
        if found is not None:
            worths = _worths(world.state, me)
            by_play = {option: worths[taken] for option, taken in found.items()}
            solved.append((world.weight, by_play))
        if left <= 0:
            break
    return solved


def _worths(state: Playing, me: int) -> Worths:
    """The seat's points by what Napoleon's side takes, if players err a little."""
    contract = state.contract
    role = ALLY
    if me == contract.napoleon:
        role = NAPOLEON
    elif me == contract.adjutant:
        role = ADJUTANT
    out = contract.pictures_out()
    return _points(contract.dealt.rules, contract.count, contract.adjutant is None, role, out)


@lru_cache(maxsize=1024)
def _points(rules: NapoleonRules, count: int, alone: bool, role: int, out: int) -> Worths:
    return _blurred([float(one) for one in points(rules, count, alone, out)[role]])


def _blurred(values: list[float]) -> Worths:
    """Each value as the mean of those around it, nearer ones counting more."""
    size = range(len(values))
    blurred = []
    for place in size:
        shares = [exp(-((other - place) ** 2) / (2 * _ERRORS**2)) for other in size]
        blurred.append(sum(a * b for a, b in zip(shares, values, strict=True)) / sum(shares))
    return tuple(blurred)
