"""What one seat knew: the cards it had seen, and who could still be the adjutant."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presentation.cards import SUIT_ORDER, in_hand_order, label, rank_word
from games.presentation.reader import Reader
from napoleon.engine import DealView
from napoleon.engine.cards import JOKER, JOKERS, RANKS, SUIT_SETS, SUITS, Card, CardSet, card_set, is_joker
from napoleon.engine.deal import CALL_LED
from napoleon.engine.match import pack
from napoleon.engine.napoleon_play import TrickRules, trick_rules
from napoleon.engine.rules import NapoleonRules, Rules


@dataclass(frozen=True, slots=True)
class CardCell:
    """A card of the pack; ``state`` is hand, played, known (seen among the discards) or unseen."""

    rank: str
    state: str
    spoken: str
    """The rank in a word: the row says the suit."""


@dataclass(frozen=True, slots=True)
class SuitRow:
    letter: str
    cells: list[CardCell | None]
    unseen: int


@dataclass(frozen=True, slots=True)
class SeenCards:
    """The whole pack, card by card."""

    rows: list[SuitRow]
    joker: CardCell | None
    unseen: int


@dataclass(frozen=True, slots=True)
class SeatKnowledge:
    cards: SeenCards
    adjutant: str
    """The possible adjutants in words; empty before the call."""
    is_certain: bool


def knowledge(reader: Reader, deal: DealView, seat: int) -> SeatKnowledge:
    words, is_certain = _adjutant(reader, deal, seat)
    return SeatKnowledge(seen_cards(reader.view.rules, deal), words, is_certain)


def seen_cards(rules: Rules, deal: DealView) -> SeenCards:
    """What the reader of the view has seen: their hand, and what was shown to them. Nothing is inferred."""
    whole, unseen = pack(rules), pack(rules) & ~deal.seen
    played = card_set(card for trick in deal.tricks for card in trick.cards)
    played |= card_set(card for _seat, card in deal.trick)
    states = (deal.hand, played, whole & deal.seen)
    return SeenCards(
        rows=[_row(letter, whole, unseen, states) for letter in SUIT_ORDER],
        joker=_cell(JOKER, states) if whole & JOKERS else None,
        unseen=unseen.bit_count(),
    )


_States = tuple[CardSet, CardSet, CardSet]


def _row(letter: str, whole: CardSet, unseen: CardSet, states: _States) -> SuitRow:
    suit = SUIT_SETS[SUITS.index(letter)]
    return SuitRow(
        letter=letter,
        cells=[_cell(card, states) if whole >> card & 1 else None for card in in_hand_order(suit)],
        unseen=(unseen & suit).bit_count(),
    )


def _cell(card: Card, states: _States) -> CardCell:
    hand, played, known = states
    state = "unseen"
    if hand >> card & 1:
        state = "hand"
    elif played >> card & 1:
        state = "played"
    elif known >> card & 1:
        state = "known"
    if is_joker(card):
        return CardCell("JK", state, label("JK"))
    rank = RANKS[card % 13]
    return CardCell("10" if rank == "T" else rank, state, rank_word(rank))


def _adjutant(reader: Reader, deal: DealView, seat: int) -> tuple[str, bool]:
    rules = reader.view.rules
    candidates = adjutant_candidates(rules, deal, seat) if isinstance(rules, NapoleonRules) else None
    if candidates is None:
        return "", False
    names = _(", ").join(reader.names[other] for other in candidates.seats)
    if candidates.is_certain:
        if not candidates.seats:
            return _("Napoleon plays alone."), True
        return _("%(names)s is the adjutant.") % {"names": names}, True
    if candidates.may_be_alone and names:
        return _("%(names)s, or nobody.") % {"names": names}, False
    return names or _("Nobody else: Napoleon plays alone."), False


# --- Who could still be the adjutant, as far as a seat can tell for sure from what it has seen ---


@dataclass(frozen=True, slots=True)
class AdjutantCandidates:
    """The seats that may hold the called card or may have held it."""

    seats: tuple[int, ...]
    may_be_alone: bool
    is_certain: bool
    """The view says who it is; nothing is left to infer."""


def adjutant_candidates(rules: NapoleonRules, deal: DealView, seat: int) -> AdjutantCandidates | None:
    """The possible adjutants as far as that seat can infer for sure; None before the call."""
    if deal.called is None or deal.declarer is None or deal.trump is None:
        return None
    if deal.adjutant is not None:
        return AdjutantCandidates((deal.adjutant,), False, True)
    if deal.alone:
        return AdjutantCandidates((), True, True)
    cleared = _cleared(rules, trick_rules(rules, deal.trump), deal, deal.called)
    seats = tuple(
        other for other in range(rules.players) if other not in (deal.declarer, seat) and other not in cleared
    )
    may_be_alone = deal.alone is None and (rules.own_card_call or rules.call == "before_exchange")
    return AdjutantCandidates(seats, may_be_alone, False)


def _cleared(rules: NapoleonRules, tricks: TrickRules, deal: DealView, called: Card) -> frozenset[int]:
    """The seats that would have had to play the called card if they held it."""
    cleared: set[int] = set()
    for trick in deal.tricks:
        plays = list(zip(trick.seats(), trick.cards, strict=True))
        cleared |= _cleared_by_trick(rules, tricks, plays, trick.led, called)
    if deal.trick and deal.led is not None:
        cleared |= _cleared_by_trick(rules, tricks, list(deal.trick), deal.led, called)
    return frozenset(cleared)


def _cleared_by_trick(
    rules: NapoleonRules, tricks: TrickRules, plays: list[tuple[int, Card]], led: int, called: Card
) -> set[int]:
    if is_joker(called):
        return {seat for seat, card in plays[1:] if not tricks.answers >> card & 1} if led >= CALL_LED else set()
    if called // 13 != led & 3 or not _binds(rules, tricks, called):
        return set()
    following = tricks.following[led] | (tricks.answers if led >= CALL_LED else 0)
    return {seat for seat, card in plays[1:] if not following >> card & 1}


def _binds(rules: NapoleonRules, tricks: TrickRules, called: Card) -> bool:
    """Whether the adjutant had to follow suit with the called card or could withhold it."""
    ranks = tricks.ranking
    if rules.withhold == "none":
        return True
    withheld = ranks.powers
    if rules.withhold == "mighty_and_right_jack":
        withheld &= ~(1 << ranks.left_jack)
    return not withheld >> called & 1
