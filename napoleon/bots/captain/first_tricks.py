"""The captain's first tricks: worlds that the seat takes for possible are played on by rules of thumb.

The usual card, that of `policy`, is played unless another one clearly brings more points.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from napoleon.engine import DealView, NapoleonRules, Play
from napoleon.engine.cards import CardSet
from napoleon.inference import worlds
from napoleon.inference.napoleon_worlds import excluded_cards
from napoleon.inference.view_values import seat_of
from napoleon.solver.board import board_of, position_of, way_of

from . import policy
from .estimate import points_in
from .playout import playout_of
from .temper import STEADY, Temper
from .trial import clearly_best

WORLDS: Final = 48
"""How many worlds are looked at."""
CLEAR: Final = 1.0
"""By so many standard errors another card must be better than the usual one."""
_ERRORS: Final = 1.5
"""The standard deviation of what rules of thumb miss, in pictures, beside what the worlds differ by."""


def play(deal: DealView, rules: NapoleonRules, seed: int, temper: Temper = STEADY) -> Play:
    """The card to play now."""
    usual = policy.play(deal, rules, seed)
    others = [option for option in deal.legal if isinstance(option, Play) and option != usual]
    if not others:
        return usual
    brings = partial(_points, me=seat_of(deal), lacking=tuple(excluded_cards(deal, rules)))
    return clearly_best([usual, *others], worlds(deal, rules, seed, WORLDS), brings, CLEAR * temper.doubt)


def _points(world: Any, me: int, lacking: tuple[CardSet, ...]) -> Callable[[Play], float]:
    """What the seat makes in a world, by the card that it plays."""
    board = board_of(world)
    position, playout = position_of(board, world), playout_of(world, board, lacking)
    worths = points_in(world, me, _ERRORS)

    def points(option: Play) -> float:
        way = way_of(board, position, option)
        return worths[playout.taken(position.with_card(board, option.card, way))]

    return points
