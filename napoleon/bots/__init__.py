"""Players: the view of a seat in, a legal command out. Pure like the engine: no clock, no randomness, no I/O.

>>> sorted(LEVELS)
['captain', 'corporal', 'recruit']
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from napoleon.engine import DealView, Rules
from napoleon.engine.events import Command

from . import captain, claim_answers, corporal, recruit
from .captain.temper import STEADY, temper_of
from .contract_extras import throws_in

Bot: TypeAlias = Callable[..., Command]

LEVELS: Final[dict[str, Bot]] = {"recruit": recruit.choose, "corporal": corporal.choose, "captain": captain.choose}
"""The bots by level, weakest first."""
THINKERS: Final = frozenset({"captain"})
"""The levels that may take up to a second for a move: ask them where nobody waits and no lock is held."""
TEMPERED: Final = frozenset({"captain"})
"""The levels whose bots differ in temper."""
STAND_IN: Final = "corporal"
"""The level that moves where there is no time to think: when a player's time is up, or a match is played out."""


def choose(
    level: str, deal: DealView, rules: Rules, seed: int, face: int | None = None, *, at_once: bool = False
) -> Command:
    """What a bot of that level does now, from what its seat may see of the deal.

    The same view, seed and face are always answered the same. Only for a seat whose turn it is. A captain has the
    temper of its ``face``; a stand-in for a person has none. ``at_once`` asks for an answer within milliseconds:
    then a captain follows its habits.
    """
    if not deal.my_turn:
        raise ValueError("it is not this seat's turn")
    if deal.phase == "claimed":
        return claim_answers.answer(deal, rules)
    thrown_in = throws_in(deal, rules)
    if thrown_in is not None:
        return thrown_in
    temper = STEADY if face is None else temper_of(face)
    if level in THINKERS and at_once:
        return captain.choose_by_habit(deal, rules, seed, temper)
    if level in TEMPERED:
        return LEVELS[level](deal, rules, seed, temper)
    return LEVELS[level](deal, rules, seed)
