"""What one seat knew: which cards it had seen, and who could still be the adjutant."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine import DealView
from games.engine.cards import JOKER, RANKS, SUITS, Card, CardSet, card_set
from games.engine.match import pack
from games.engine.rules import NapoleonRules
from games.reviewing import suspects

from .cards import label, suit_word
from .people import Table


@dataclass(frozen=True, slots=True)
class Cell:
    """A card of the pack: ``state`` is hand, played, known (seen laid away), or unseen."""

    rank: str
    state: str
    label: str


@dataclass(frozen=True, slots=True)
class SuitRow:
    letter: str
    name: str
    cells: list[Cell | None]
    unseen: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    rows: list[SuitRow]
    joker: Cell | None
    unseen: int
    adjutant: str
    """Who may be the adjutant, in words; empty before a card is called."""
    is_certain: bool


def knowledge(table: Table, deal: DealView, seat: int) -> Knowledge:
    rules = table.view.rules
    whole, unseen = pack(rules), pack(rules) & ~deal.seen
    played = card_set(card for trick in deal.tricks for card in trick.cards)
    played |= card_set(card for _seat, card in deal.trick)
    states = (deal.hand, played, whole & deal.seen)
    words, is_certain = _adjutant(table, deal, seat)
    joker = _cell(JOKER, states) if whole >> JOKER & 1 else None
    return Knowledge(
        rows=[_row(letter, whole, unseen, states) for letter in "SHDC"],
        joker=joker,
        unseen=unseen.bit_count(),
        adjutant=words,
        is_certain=is_certain,
    )


_States = tuple[CardSet, CardSet, CardSet]


def _row(letter: str, whole: CardSet, unseen: CardSet, states: _States) -> SuitRow:
    first = 13 * SUITS.index(letter)
    cards = [first + rank for rank in range(12, -1, -1)]
    return SuitRow(
        letter=letter,
        name=suit_word(letter),
        cells=[_cell(card, states) if whole >> card & 1 else None for card in cards],
        unseen=sum(unseen >> card & 1 for card in cards),
    )


def _cell(card: Card, states: _States) -> Cell:
    hand, played, known = states
    state = "unseen"
    if hand >> card & 1:
        state = "hand"
    elif played >> card & 1:
        state = "played"
    elif known >> card & 1:
        state = "known"
    if card == JOKER:
        return Cell("JK", state, label("JK"))
    rank = RANKS[card % 13]
    return Cell("10" if rank == "T" else rank, state, label(SUITS[card // 13] + rank))


def _adjutant(table: Table, deal: DealView, seat: int) -> tuple[str, bool]:
    rules = table.view.rules
    found = suspects(rules, deal, seat) if isinstance(rules, NapoleonRules) else None
    if found is None:
        return "", False
    names = _(", ").join(table.names[other] for other in found.seats)
    if found.is_certain:
        if not found.seats:
            return _("Napoleon plays alone."), True
        return _("%(names)s is the adjutant.") % {"names": names}, True
    if found.may_be_alone and names:
        return _("%(names)s, or nobody.") % {"names": names}, False
    return names or _("Nobody else: Napoleon plays alone."), False
