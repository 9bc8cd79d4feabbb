"""What a card should bring later in a deal of Napoleon, and the weights behind a corporal's judgement."""

from dataclasses import dataclass
from typing import Final

from napoleon.bots.card_order import CardOrder
from napoleon.engine.cards import HEART_QUEEN, PICTURES, SUIT_SETS, Card, CardSet, is_joker
from napoleon.engine.napoleon_ranking import SAME_TWO_STRENGTH


@dataclass(frozen=True)
class CardWeights:
    """The weights of a corporal's judgement, in picture cards. They were found by playing thousands of deals."""

    later_trick: float = 1.3
    """What a trick taken later brings besides the card itself."""
    kept_picture: float = 0.25
    """How much of a picture is saved if it is not thrown now."""
    will: float = 0.85
    """The likelihood that an enemy who can win a trick with picture cards does so."""
    will_empty: float = 0.5
    """The same for a trick without pictures."""
    draw: float = 0.06
    """For Napoleon, what it is worth to draw one of the trumps that are out."""
    joker_called: float = 0.8
    """What it is worth to force the joker out of an enemy's hand."""
    trap: float = 0.8
    """What the queen of hearts is worth while the mighty is out."""
    hiding: float = 0.1
    """For the adjutant, what it costs to give Napoleon a picture early."""
    trumps: float = 0.7
    """For the exchange, what speaks for keeping a trump besides the tricks that it takes by itself."""
    # The likelihood that a card takes a trick later: the highest of its kind, and the factor for each
    # higher one that is out.
    top_trump: float = 0.97
    next_trump: float = 0.85
    least_trump: float = 0.3
    side_ace: float = 0.62
    next_side: float = 0.55


WEIGHTS: Final = CardWeights()


def chance(order: CardOrder, unseen: CardSet, card: Card) -> float:
    """The likelihood that the card takes a trick later, with these cards still out."""
    rank, weights = order.rank, WEIGHTS
    trump = rank.trump & 3
    if is_joker(card) and rank.rows[trump][card] < 1:
        # It is of use only when it is led.
        return 0.8 if order.worth[card] > SAME_TWO_STRENGTH else 0.2
    suit = trump if is_joker(card) else card // 13
    higher = unseen & order.above[suit][rank.rows[suit][card]]
    if suit == rank.trump or order.worth[card] > SAME_TWO_STRENGTH:
        likely = weights.top_trump * weights.next_trump ** higher.bit_count()
        return max(weights.least_trump, likely)
    return weights.side_ace * weights.next_side ** (higher & SUIT_SETS[suit]).bit_count()


def kept(order: CardOrder, unseen: CardSet, card: Card) -> float:
    """What the card should bring if it is kept, in pictures."""
    likely = chance(order, unseen, card)
    value = likely * WEIGHTS.later_trick
    if PICTURES >> card & 1:
        value += likely + (1.0 - likely) * WEIGHTS.kept_picture
    if card == HEART_QUEEN and order.rank.yoromeki and unseen >> order.rank.mighty & 1:
        value += WEIGHTS.trap
    return value
