"""How strong the cards are at one trump: the engine's ranking, arranged for a player's questions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.engine import NapoleonRules
from games.engine.cards import JOKER, NO_TRUMP, Card, CardSet, Suit, cards_in
from games.engine.napoleon import pack_of
from games.engine.ranking import JOKER_LED, Ranking, ranking

SAME_TWO_STRENGTH = 45
"""Where the same-two stands in the ranking's rows: below the specials, above all trumps."""


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """The cards of one rule set and trump in order of strength."""

    rank: Ranking
    pack: CardSet
    worth: tuple[int, ...]
    """Each card's strength when its own suit was led: power cards over trumps over the other ranks.

    The joker counts as it does when it is led or followed, whichever is higher.
    """
    strongest_first: tuple[Card, ...]
    """All cards of the pack; of equal ones the higher rank, then the higher suit first."""
    above: tuple[dict[int, CardSet], ...]
    """For each way to lead, the cards above each strength that occurs."""


@lru_cache(maxsize=1024)
def order(rules: NapoleonRules, trump: Suit) -> Order:
    """The order of the cards at this trump."""
    rank = ranking(rules, trump)
    pack = pack_of(rules)
    suit = 0 if trump == NO_TRUMP else trump
    joker = max(rank.rows[suit][JOKER], rank.rows[suit + JOKER_LED][JOKER])
    worth = (*(rank.rows[card // 13][card] for card in range(JOKER)), joker)
    cards = sorted(cards_in(pack), key=lambda card: (-worth[card], -(card % 13), -card))
    above = tuple(_above(row, pack) for row in rank.rows)
    return Order(rank, pack, worth, tuple(cards), above)


def _above(row: tuple[int, ...], pack: CardSet) -> dict[int, CardSet]:
    cards = cards_in(pack)
    return {
        strength: sum(1 << card for card in cards if row[card] > strength)
        for strength in {*row, SAME_TWO_STRENGTH}
    }
