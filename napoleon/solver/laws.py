"""What one rule set says of tricks at one trump, in tables that the search reads by index.

Both games come down to the same tables: a strength for every card by how the trick was led, the cards that must follow,
and the few cards that do more than rank. The strengths of Napoleon are those of `napoleon_ranking`.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from napoleon.engine import NapoleonRules
from napoleon.engine.cards import (
    CARD_NAMES,
    FULL_PACK,
    JOKERS,
    NO_CARD,
    NO_TRUMP,
    ONE_CARD,
    SUIT_SETS,
    Card,
    CardSet,
    Suit,
)
from napoleon.engine.deal import CALL_LED, JOKER_LED, WAYS_TO_LEAD
from napoleon.engine.napoleon_play import trick_rules
from napoleon.engine.napoleon_ranking import Ranking

Way: TypeAlias = int
"""How a trick was led: `deal.Led`."""
STRONGEST: Final = 100
"""The highest strength of any card."""

Row: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Laws:
    """The tables. Those by way hold sixteen entries; shared by all deals of the rules and trump.

    They are made once for each rules and trump, so they are compared by identity.
    """

    rows: tuple[Row, ...]
    """By way, the strength of each card. The strongest takes the trick, unless a special case says otherwise."""
    above: tuple[tuple[CardSet, ...], ...]
    """By way and strength, the cards that are stronger."""
    suits: tuple[CardSet, ...]
    """By way, the suit that was led or named."""
    following: tuple[CardSet, ...]
    """By way, the cards that may be played by a seat that has to follow."""
    called: tuple[CardSet, ...]
    """By way, the jokers if the lead calls them."""
    unusual: tuple[CardSet, ...]
    """By way, the cards without which the strongest card takes the trick."""
    trumps: CardSet
    """The trump suit, if there is one."""
    joker_ways: tuple[Way, ...] = ()
    """How a joker may be led."""
    callers: CardSet = 0
    """The cards that call the joker if they are led."""
    mighty: Card = NO_CARD
    barred_first: CardSet = 0
    powers: CardSet = 0
    turning: CardSet = 0
    yoromeki: CardSet = -1
    """The two cards that make a yoromeki; -1, more than any trick holds, where the rules have none."""
    same_two: bool = False
    same_two_first_trick: bool = False
    spoilers: CardSet = 0
    """Cards that void the same-two."""

    def way(self, card: Card) -> Way:
        """How a trick is led by a card that is no joker."""
        return card // 13 + (CALL_LED if self.callers >> card & 1 else 0)


@lru_cache(maxsize=256)
def napoleon_laws(rules: NapoleonRules, trump: Suit) -> Laws:
    """The tables of Napoleon at this trump (a suit, or `cards.NO_TRUMP`)."""
    tricks = trick_rules(rules, trump)
    rank: Ranking = tricks.ranking
    return Laws(
        rows=rank.rows,
        above=_above(rank.rows),
        suits=tricks.suits,
        following=tricks.following,
        called=(0,) * CALL_LED + (JOKERS,) * (WAYS_TO_LEAD - CALL_LED),
        unusual=rank.noted * 4,
        trumps=0 if trump == NO_TRUMP else SUIT_SETS[trump],
        joker_ways=tuple(suit + JOKER_LED for suit in tricks.suits_to_name),
        callers=tricks.callers,
        mighty=rank.mighty,
        barred_first=tricks.barred_first,
        powers=rank.powers & (FULL_PACK | JOKERS),
        turning=rank.turning,
        yoromeki=rank.yoromeki_pair,
        same_two=rank.same_two,
        same_two_first_trick=rank.same_two_first_trick,
        spoilers=rank.same_two_spoilers,
    )


@lru_cache(maxsize=8)
def nap_laws(trump: Suit | None) -> Laws:
    """The tables of Nap; ``trump`` is None at misère."""
    rows = tuple(_nap_row(suit, trump) for suit in range(4))
    return Laws(
        rows=rows * 4,
        above=_above(rows) * 4,
        suits=SUIT_SETS * 4,
        following=SUIT_SETS * 4,
        called=(0,) * WAYS_TO_LEAD,
        unusual=(0,) * WAYS_TO_LEAD,
        trumps=0 if trump is None else SUIT_SETS[trump],
    )


def _nap_row(led: Suit, trump: Suit | None) -> Row:
    strengths = []
    for card in range(len(CARD_NAMES)):
        suit, rank = divmod(card, 13)
        strengths.append(rank + 31 if suit == trump else rank + 16 if suit == led else 1)
    return tuple(strengths)


def _above(rows: tuple[Row, ...]) -> tuple[tuple[CardSet, ...], ...]:
    by_row = {row: _above_in(row) for row in set(rows)}
    return tuple(by_row[row] for row in rows)


def _above_in(row: Row) -> tuple[CardSet, ...]:
    return tuple(
        sum(ONE_CARD[card] for card, one in enumerate(row) if one > strength) for strength in range(STRONGEST + 1)
    )
