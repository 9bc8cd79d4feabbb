"""The cards in order of strength at one trump: the engine's ranking, arranged for the questions of a bot."""

from dataclasses import dataclass
from functools import lru_cache

from napoleon.engine import NapoleonRules
from napoleon.engine.cards import CARD_NAMES, NO_TRUMP, Card, CardSet, Suit, cards_in, is_joker, suit_of
from napoleon.engine.deal import JOKER_LED
from napoleon.engine.napoleon_contract import pack_of
from napoleon.engine.napoleon_ranking import SAME_TWO_STRENGTH, Ranking, Weak, ranking


@dataclass(frozen=True, slots=True, eq=False)
class CardOrder:
    """The cards of one rule set and trump in order of strength."""

    rank: Ranking
    pack: CardSet
    worth: tuple[int, ...]
    """The strength of each card when its own suit was led: power cards over trumps over the other ranks.

    A joker counts as led or as followed, whichever is higher.
    """
    strongest_first: tuple[Card, ...]
    """All cards of the pack. Among equal ones the higher rank, then the higher suit comes first."""
    above: tuple[dict[int, CardSet], ...]
    """For each way to lead, the cards above each strength that occurs."""


@lru_cache(maxsize=1024)
def card_order(rules: NapoleonRules, trump: Suit, weak: Weak = 0) -> CardOrder:
    """The order of the cards in tricks where these are weak."""
    rank = ranking(rules, trump, weak)
    pack = pack_of(rules)
    suit = 0 if trump == NO_TRUMP else trump
    led, named = rank.rows[suit], rank.rows[suit + JOKER_LED]
    worth = tuple(
        max(led[card], named[card]) if is_joker(card) else rank.rows[suit_of(card)][card]
        for card in range(len(CARD_NAMES))
    )
    cards = sorted(cards_in(pack), key=lambda card: (-worth[card], -(card % 13), -card))
    by_row = {row: _above(row, pack) for row in set(rank.rows)}
    above = tuple([by_row[row] for row in rank.rows])
    return CardOrder(rank, pack, worth, tuple(cards), above)


def _above(row: tuple[int, ...], pack: CardSet) -> dict[int, CardSet]:
    cards = cards_in(pack)
    return {
        strength: sum(1 << card for card in cards if row[card] > strength) for strength in {*row, SAME_TWO_STRENGTH}
    }
