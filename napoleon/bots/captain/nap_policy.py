"""What a captain plays at Nap without looking into worlds: at misère by its own rules, otherwise as a corporal.

The declarer of misère plays the card after which the rest of the hand is safest. The others lead low, and throw from
long suits. The weights were found by playing thousands of deals.
"""

from typing import Final, Self

from napoleon.bots.corporal.deduction import none_of
from napoleon.bots.corporal.nap_course import KEPT_AT_MISERE, TAKEN_AT_MISERE, Course, Judged
from napoleon.engine import NapRules
from napoleon.engine.cards import ONE_CARD, SUIT_SETS, CardSet
from napoleon.engine.events import NapBid

_PLAYED: Final = (0.8, 0.3, 0.1, 0.0)
"""How likely the lowest card of a suit must be played while others can duck under it, the second lowest, and so on."""
_LOW_LEAD: Final = 0.2
"""What each rank of a card that is led costs the declarer's opponents, in the weights of a corporal."""
_LONG_SUIT: Final = 0.3
"""What speaks for keeping a card for each other one of its suit."""


class CaptainsCourse(Course):
    """A course in which one seat plays as a captain, and the others as corporals."""

    __slots__ = ("captain",)

    def __init__(self, rules: NapRules, declarer: int, bid: NapBid, captain: int) -> None:
        super().__init__(rules, declarer, bid)
        self.captain = captain

    def copy(self) -> Self:
        other = super().copy()
        other.captain = self.captain
        return other

    def at_misere(self, hand: CardSet, chances: Judged) -> Judged:
        if self.turn != self.captain:
            return super().at_misere(hand, chances)
        if self.turn == self.declarer:
            # The rank decides between cards that are as safe.
            return [
                ((1.0 - won) * self._safety(hand & ~ONE_CARD[card]) + card % 13 / 1000, card) for won, card in chances
            ]
        if self.leads():
            return [(won * TAKEN_AT_MISERE - card % 13 * _LOW_LEAD, card) for won, card in chances]
        return [
            (
                won * TAKEN_AT_MISERE
                + card % 13 * KEPT_AT_MISERE
                - (hand & SUIT_SETS[card // 13]).bit_count() * _LONG_SUIT,
                card,
            )
            for won, card in chances
        ]

    def _safety(self, hand: CardSet) -> float:
        """The likelihood that the declarer's hand takes none of the tricks after this one."""
        unseen, size = self.pack & ~(hand | self.played), self.left - 1
        pool = max(size, unseen.bit_count())
        safe = 1.0
        for suit in SUIT_SETS:
            held, others = hand & suit, unseen & suit
            void = none_of(others.bit_count(), size, pool)
            for played in _PLAYED:
                if not held:
                    break
                card = held & -held
                held ^= card
                ducks = 1.0 - none_of((others & (card - 1)).bit_count(), size, pool) + void
                safe *= 1.0 - played * min(1.0, ducks) ** (self.players - 1)
        return safe
