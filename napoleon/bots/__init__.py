"""Players: the view of a seat in, a legal command out. Pure like the engine: no clock, no randomness, no I/O.

>>> sorted(LEVELS)
['captain', 'corporal', 'recruit']
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from napoleon.engine import DealView, Rules
from napoleon.engine.events import Command

from . import captain, claim_answers, corporal, recruit

Bot: TypeAlias = Callable[[DealView, Rules, int], Command]

LEVELS: Final[dict[str, Bot]] = {"recruit": recruit.choose, "corporal": corporal.choose, "captain": captain.choose}
"""The bots by level, weakest first."""
THINKERS: Final = frozenset({"captain"})
"""The levels that may take up to a second for a move: ask them where nobody waits and no lock is held."""
STAND_IN: Final = "corporal"
"""The level that moves where there is no time to think: when a player's time is up, or a match is played out."""


def choose(level: str, deal: DealView, rules: Rules, seed: int) -> Command:
    """What a bot of that level does now, from what its seat may see of the deal.

    The same view and seed are always answered the same. Only for a seat whose turn it is.
    """
    if not deal.my_turn:
        raise ValueError("it is not this seat's turn")
    if deal.phase == "claimed":
        return claim_answers.answer(deal, rules)
    return LEVELS[level](deal, rules, seed)
