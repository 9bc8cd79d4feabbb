"""The captain's exchange: worlds that Napoleon takes for possible are played on by rules of thumb.

Budgets are in worlds, so the same view is always answered the same.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Any, Final

from napoleon.bots.corporal import contract_choices
from napoleon.bots.view_reading import exchange_of
from napoleon.engine import DealView, Exchange, NapoleonRules
from napoleon.engine.cards import card_set
from napoleon.engine.napoleon_play import Playing
from napoleon.engine.view import deal_view
from napoleon.inference import worlds
from napoleon.solver.board import board_of, position_of

from . import policy
from .estimate import points_in
from .playout import playout_of
from .temper import STEADY, Temper
from .trial import clearly_best

WORLDS: Final = 64
"""How many worlds are looked at."""
MORE_CARDS: Final = 4
"""Cards that are considered beyond those that must be discarded."""
MOST: Final = 40
"""At most so many ways to discard are tried."""
CLEAR: Final = 0.5
"""By so many standard errors other discards must be better than the usual ones."""
_ERRORS: Final = 2.0
"""The standard deviation of what rules of thumb miss, in pictures, beside what the worlds differ by."""


def exchange(deal: DealView, rules: NapoleonRules, seed: int, temper: Temper = STEADY) -> Exchange:
    """What Napoleon discards: the usual cards, or others that clearly bring more."""
    usual = contract_choices.exchange(deal, rules, seed)
    size = exchange_of(deal).size
    least = contract_choices.least_worth(deal, rules)[: size + MORE_CARDS]
    places = sorted(combinations(range(len(least)), size), key=sum)[:MOST]
    discards = [card_set(least[place] for place in chosen) for chosen in places]
    options = [usual._replace(discard=cards) for cards in discards if cards != usual.discard]
    possible = worlds(deal, rules, seed, WORLDS)
    return clearly_best([usual, *options], possible, lambda world: _points(world, seed), CLEAR * temper.doubt)


def _points(world: Any, seed: int) -> Callable[[Exchange], float]:
    """What Napoleon makes in a world with each discard."""
    rules: NapoleonRules = world.dealt.rules

    def points(option: Exchange) -> float:
        state = world.after(option)
        while not isinstance(state, Playing):
            state = state.after(policy.choose(deal_view(state, state.to_act()[0]), rules, seed))
        board = board_of(state)
        worths = points_in(state, state.contract.napoleon, _ERRORS)
        return worths[playout_of(state, board).taken(position_of(board, state))]

    return points
