"""What bots keep of the ten cards that the declarer of a garnet holds: the trumps and high cards that may take all."""

from napoleon.bots.view_reading import exchange_of
from napoleon.engine import DealView, Exchange
from napoleon.engine.cards import SUIT_SETS, CardSet, card_set, cards_in


def spare_hand(deal: DealView) -> Exchange:
    """The exchange after which the five best cards are left, with the best suit for trumps."""
    choice = exchange_of(deal)
    kept = max((_best_five(choice.among, suit) for suit in SUIT_SETS), key=lambda five: five[0])[1]
    return Exchange(deal.number, choice.seat, choice.among & ~kept, None)


def _best_five(among: CardSet, trumps: CardSet) -> tuple[float, CardSet]:
    """The worth of the five best cards with these trumps, and the cards."""

    def worth(card: int) -> float:
        rank = card % 13
        return 8 + rank if trumps >> card & 1 else 2 * rank - 12

    best = sorted(cards_in(among), key=worth)[-5:]
    return sum(map(worth, best)), card_set(best)
