"""What one rule set says of tricks at one trump, in tables that the search reads by index.

Both games come down to the same tables: a strength for every card by how the trick was led, the cards that must follow,
and the few cards that do more than rank. The strengths of Napoleon are those of `napoleon_ranking`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import chain
from operator import and_
from typing import Final, TypeAlias

from napoleon.engine import NapoleonRules
from napoleon.engine.cards import CARD_NAMES, NO_CARD, NO_TRUMP, ONE_CARD, SUIT_SETS, Card, CardSet, Suit, is_joker
from napoleon.engine.deal import CALL_LED, WAYS_TO_LEAD, way_to_lead
from napoleon.engine.napoleon_play import TrickRules, trick_rules
from napoleon.engine.napoleon_ranking import ranking, weak_by_trick

Way: TypeAlias = int
"""How a trick was led (`deal.Led`), plus `WAYS_TO_LEAD` times the trick's kind.

Tricks in which the same cards are weak are of one kind. Under most rules there is only one, of number 0.
"""
STRONGEST: Final = 100
"""The highest strength of any card."""

Row: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Laws:
    """The tables. Those by way hold sixteen entries for each kind; shared by all deals of the rules and trump.

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
    """By way, what a hand with a joker must choose from if the lead calls the joker."""
    unusual: tuple[CardSet, ...]
    """By way, the cards without which the strongest card takes the trick."""
    trumps: CardSet
    """The trump suit, if there is one."""
    leads: tuple[tuple[tuple[Way, ...], ...], ...]
    """By kind and card, the ways in which the card may be led."""
    kinds: tuple[int, ...] = ()
    """For each trick of the deal its kind; empty where there is only one."""
    callers: CardSet = 0
    """The cards that call the joker, in some tricks at least, if they are led."""
    mighty: Card = NO_CARD
    barred_first: CardSet = 0
    powers: CardSet = 0
    """Mighty and jacks that are never weak."""
    sometimes: CardSet = 0
    """Those that are weak in some tricks."""
    turning: CardSet = 0
    yoromeki: tuple[CardSet, ...] = ()
    """By way, the two cards that make a yoromeki; -1, more than any trick holds, where there is none."""
    yoromeki_returns: tuple[tuple[Card, CardSet], ...] = ()
    """Cards that answer a yoromeki, strongest first, each with the cards that it needs in the trick."""
    same_two: bool = False
    same_two_suits: tuple[CardSet, ...] = ()
    """For each led suit, the cards that a same-two may consist of."""
    same_two_first_trick: bool = False
    spoilers: tuple[CardSet, ...] = ()
    """By way, cards that void the same-two."""

    @property
    def returning(self) -> CardSet:
        """The cards that may answer a yoromeki."""
        return sum(ONE_CARD[card] for card, _ in self.yoromeki_returns)


@lru_cache(maxsize=256)
def napoleon_laws(rules: NapoleonRules, trump: Suit) -> Laws:
    """The tables of Napoleon at this trump (a suit, or `cards.NO_TRUMP`)."""
    weak = weak_by_trick(rules)
    kinds = sorted(set(weak))
    tricks = [trick_rules(rules, trump, kind) for kind in kinds]
    ranks = [kind.ranking for kind in tricks]
    rows = tuple(chain.from_iterable(rank.rows for rank in ranks))
    plain = ranking(rules, trump)
    powers = reduce(and_, [rank.powers for rank in ranks])
    return Laws(
        rows=rows,
        above=_above(rows),
        suits=tuple(chain.from_iterable(kind.suits for kind in tricks)),
        following=tuple(chain.from_iterable(kind.following for kind in tricks)),
        called=_by_way((0,) * CALL_LED + (kind.answers,) * (WAYS_TO_LEAD - CALL_LED) for kind in tricks),
        unusual=_by_way(rank.noted * 4 for rank in ranks),
        trumps=0 if trump == NO_TRUMP else SUIT_SETS[trump],
        leads=tuple(_leads(kind, WAYS_TO_LEAD * number) for number, kind in enumerate(tricks)),
        kinds=tuple(map(kinds.index, weak)) if len(kinds) > 1 else (),
        callers=plain.callers,
        mighty=plain.mighty,
        barred_first=tricks[0].barred_first,
        powers=powers,
        sometimes=plain.powers & ~powers,
        turning=plain.turning,
        yoromeki=_by_way((rank.yoromeki_pair,) * WAYS_TO_LEAD for rank in ranks),
        yoromeki_returns=plain.yoromeki_returns,
        same_two=plain.same_two,
        same_two_suits=plain.same_two_suits,
        same_two_first_trick=plain.same_two_first_trick,
        spoilers=_by_way((rank.same_two_spoilers,) * WAYS_TO_LEAD for rank in ranks),
    )


def _by_way(of_kinds: Iterable[tuple[CardSet, ...]]) -> tuple[CardSet, ...]:
    return tuple(chain.from_iterable(of_kinds))


def _leads(tricks: TrickRules, offset: Way) -> tuple[tuple[Way, ...], ...]:
    """For each card the ways in which it may be led."""
    asked = (True, False) if tricks.call_optional else (None,)
    ways: list[tuple[Way, ...]] = []
    for card in range(len(CARD_NAMES)):
        named = tricks.suits_to_name if is_joker(card) else (None,)
        said = asked if tricks.callers >> card & 1 else (None,)
        ways.append(tuple(offset + way_to_lead(card, suit, tricks.callers, call) for suit in named for call in said))
    return tuple(ways)


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
        leads=(tuple((card // 13,) for card in range(len(CARD_NAMES))),),
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
