"""Examples for the rules pages. The engine decides each, so pages and play cannot differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.presentation.auction import AuctionRounds, auction_rounds
from games.presentation.cards import BidWord, Face, Signs, bid_word, face, in_hand_order, signs
from games.presentation.reader import Reader
from games.presentation.tricks import WHY
from napoleon.engine import (
    Bid,
    Call,
    Deal,
    Exchange,
    LegalExchanges,
    Match,
    NapoleonRules,
    NapRules,
    Pass,
    Play,
    advance,
    card_set,
    parse_card,
    start,
    view,
)
from napoleon.engine.cards import (
    CLUBS,
    HEART_QUEEN,
    HEARTS,
    JOKER,
    MIGHTY,
    NO_CARD,
    SPADES,
    Card,
    CardSet,
    Suit,
    cards_in,
    is_joker,
    suit_of,
)
from napoleon.engine.deal import JOKER_LED, Dealt, Trick, way_to_lead
from napoleon.engine.events import Command
from napoleon.engine.match import pack
from napoleon.engine.nap import NapContract, NapPlaying
from napoleon.engine.nap import strongest as strongest_at_nap
from napoleon.engine.napoleon import Exchanging
from napoleon.engine.napoleon_contract import Contract
from napoleon.engine.napoleon_play import Playing, lead_off
from napoleon.engine.napoleon_ranking import Ranking, Weak, ranking, weak_by_trick
from napoleon.engine.rules import Rules
from napoleon.engine.shuffle import deal_out
from napoleon.engine.view import DealView, Mark

TRUMP: Final = HEARTS
"""Hearts are trumps in all examples that don't say otherwise."""
FIRST, MIDDLE, LAST = 0, 2, -1
"""The number of an example's trick. In the middle one no card is weak, unless it is one of the last three."""


@dataclass(frozen=True, slots=True)
class TrickExample:
    """A trick in the order of play, with its winner and the reason."""

    cards: list[Face]
    winner: Face
    why: str
    led: str
    """The letter of the led suit."""
    number: int = MIDDLE

    @property
    def is_first(self) -> bool:
        return self.number == FIRST

    @property
    def calls(self) -> bool:
        """Whether a led joker named the suit."""
        return self.cards[0].code in ("JK", "JB")


@dataclass(frozen=True, slots=True)
class HandExample:
    """A hand that must follow a led card, with its playable cards."""

    led: Face
    hand: list[Face]
    playable: list[Face]


@dataclass(frozen=True, slots=True)
class CardLevel:
    """One level of the ranking: one or more cards, strongest first."""

    cards: list[Face]
    name: Promise | str


def special_cards(ranks: Ranking) -> list[tuple[Card, Mark]]:
    """The special cards under these rules with this trump suit."""
    special: list[tuple[Card, Mark]] = []
    if ranks.mighty != NO_CARD:
        special.append((ranks.mighty, "mighty"))
    if ranks.right_jack != NO_CARD:
        special += [(ranks.right_jack, "right_jack"), (ranks.left_jack, "left_jack")]
    special += [(caller, "joker_call") for caller in cards_in(ranks.callers)]
    if ranks.yoromeki:
        special.append((HEART_QUEEN, "yoromeki"))
    return special


def marks_of(rules: Rules, trump: Suit = TRUMP, weak: Weak = 0) -> Signs:
    """The marks on the cards of the examples."""
    if isinstance(rules, NapRules):
        return {}
    return signs(special_cards(ranking(rules, trump, weak)))


# --- Tricks ---


def trick(rules: NapoleonRules, codes: str, *, number: int = MIDDLE, trump: Suit = TRUMP) -> TrickExample:
    """A trick with these cards; a led joker asks for trumps, and a card that may call the joker calls it."""
    cards = tuple(parse_card(code) for code in codes.split())[: rules.players]
    weak = weak_by_trick(rules)[number]
    ranks = ranking(rules, trump, weak)
    led = way_to_lead(cards[0], trump if is_joker(cards[0]) else None, ranks.callers, None)
    best, why = ranks.strongest(cards, led, number == FIRST)
    return _example(cards, best, str(WHY[why]), led & 3, marks_of(rules, trump, weak), number)


def trick_at_nap(codes: str, trump: int | None) -> TrickExample:
    """A trick of Nap; without a trump suit it belongs to a misère."""
    cards = tuple(parse_card(code) for code in codes.split())
    best = strongest_at_nap(cards, trump)
    why = WHY["trump" if suit_of(cards[best]) == trump else "led_suit"]
    return _example(cards, best, str(why), suit_of(cards[0]), {}, MIDDLE)


def _example(cards: Sequence[Card], best: int, why: str, led: int, special: Signs, number: int) -> TrickExample:
    faces = [face(card, special, "winning" if place == best else "") for place, card in enumerate(cards)]
    return TrickExample(faces, face(cards[best]), why, "CDHS"[led], number)


# --- An auction ---


@dataclass(frozen=True, slots=True)
class AuctionExample:
    """A complete open auction."""

    bids: AuctionRounds
    winner: str
    bid: BidWord


def auction(rules: NapoleonRules) -> AuctionExample:
    """The second seat bids, the third outbids it, and the second tries once more if it may. All others pass."""
    match = _dealt(rules)
    wishes: list[Suit | None] = [None, HEARTS, SPADES, *[None] * (rules.players - 3), CLUBS]
    while (deal := view(match, None).deals[0]).phase == "bidding":
        (seat,) = deal.to_act
        wish = wishes.pop(0) if wishes else None
        match = advance(match, _lowest_in(match, seat, wish) or Pass(deal.number, seat))
    return _auction(match, deal)


def _dealt(rules: Rules) -> Match:
    """A deal in which the first seat bids first."""
    return advance(start(rules), deal_out(rules, tuple(cards_in(pack(rules))), 1, rules.players - 1))


def _lowest_in(match: Match, seat: int, trump: Suit | None) -> Bid | None:
    """The seat's lowest legal bid in this suit."""
    legal = view(match, seat).deals[0].legal
    bids = [bid for bid in legal if isinstance(bid, Bid) and bid.trump == trump]
    return min(bids, key=lambda bid: bid.count, default=None)


def _auction(match: Match, deal: DealView) -> AuctionExample:
    names = tuple("ABCDEFG"[: match.rules.players])
    if not isinstance(deal.contract, Bid):
        raise ValueError("somebody has bid")
    reader = Reader(view(match, None), names, {})
    return AuctionExample(auction_rounds(reader, deal), names[deal.contract.seat], bid_word(deal.contract))


# --- The call and the exchange ---

_HELD: Final = ["HJ", "HA", "HK", "HT", "SQ", "S6", "D7", "C8", "C4", "H6", "D5", "CK"]
_WIDOW: Final = ["DJ", "C3", "S2", "D4", "S5", "S8"]
_WEAKEST: Final = ["S2", "C3", "D4", "S5", "C4", "S6", "D5", "D7"]
"""Napoleon's hand, the widow, and the cards to discard first; the rules decide how many of each are used."""


@dataclass(frozen=True, slots=True)
class ExchangeExample:
    """Napoleon's hand as dealt, the call and the exchange, with hearts as trumps."""

    hand: list[Face]
    called: Face
    widow: list[Face]
    discards: list[Face]


def exchange(rules: NapoleonRules) -> ExchangeExample:
    """Napoleon calls the mighty, keeps the jack from the widow and discards weak cards."""
    held, widow = card_set(_HELD[: rules.hand_size]), card_set(_WIDOW[: rules.widow_size])
    weak = [code for code in _WEAKEST if (held | widow) >> parse_card(code) & 1]
    discards = card_set(weak[: rules.widow_size])
    match = advance(start(rules), _deal_to_napoleon(rules, held, widow))
    while (deal := view(match, None).deals[0]).phase != "playing":
        match = advance(match, _settling(match, deal.to_act[0], discards))
    special = marks_of(rules)
    return ExchangeExample(
        hand=[face(card, special) for card in in_hand_order(held)],
        called=face(MIGHTY),
        widow=[face(card) for card in in_hand_order(widow)],
        discards=[face(card) for card in in_hand_order(discards)],
    )


def _deal_to_napoleon(rules: NapoleonRules, held: CardSet, widow: CardSet) -> Deal:
    """Deal these cards to the first seat and the rest to the others."""
    rest, size = cards_in(pack(rules) & ~(held | widow)), rules.hand_size
    others = [card_set(rest[place * size :][:size]) for place in range(rules.players - 1)]
    return Deal(1, rules.players - 1, (held, *others), widow)


def _settling(match: Match, seat: int, discards: CardSet) -> Command:
    """The next action: the first seat bids hearts, calls and exchanges; nobody else bids."""
    deal = view(match, seat).deals[0]
    if deal.phase == "calling":
        return Call(deal.number, seat, MIGHTY)
    if deal.phase == "exchanging":
        (choice,) = [exchanges for exchanges in deal.legal if isinstance(exchanges, LegalExchanges)]
        return Exchange(deal.number, seat, discards, next(iter(choice.recipients), None))
    bid = _lowest_in(match, seat, HEARTS) if seat == 0 and deal.high is None else None
    return bid or Pass(deal.number, seat)


def raises(rules: NapoleonRules, count: int) -> tuple[BidWord, list[BidWord]]:
    """A bid of hearts, and every bid to which Napoleon may raise it after the widow."""
    dealt = Dealt(rules, 1, rules.players - 1, 0, (0,) * rules.players, 0)
    exchanging = Exchanging(Contract(dealt, (), 0, count, HEARTS))
    better = [bid_word(Bid(1, 0, bid.count, bid.trump)) for bid in exchanging.raises()]
    return bid_word(Bid(1, 0, count, HEARTS)), better


# --- Hands ---


def following(rules: Rules, led: str, hand: str, *, adjutant: str = "") -> HandExample:
    """What a hand may play to the led card; ``adjutant`` makes it the adjutant's hand with that called card."""
    lead, held = parse_card(led), card_set(hand.split())
    state: Playing | NapPlaying
    if isinstance(rules, NapRules):
        state = _led_at_nap(rules, lead, held)
    else:
        state = _led(rules, lead, held, parse_card(adjutant) if adjutant else None)
    return _shown(rules, lead, held, state.playable())


def _led(rules: NapoleonRules, lead: Card, held: CardSet, called: Card | None) -> Playing:
    """Napoleon has led to a later trick from the first seat; the second seat must play."""
    hands = (1 << lead, held, *[0] * (rules.players - 2))
    dealt = Dealt(rules, 1, rules.players - 1, 0, hands, 0)
    adjutant = None if called is None else 1
    contract = Contract(dealt, (), 0, rules.min_bid, TRUMP, called, adjutant, 0)
    first = lead_off(contract)
    state = first._replace(past=first.past._replace(tricks=(_SOME_TRICK,) * MIDDLE))
    after = state.after(next(play for play in state.legal(0) if play.calls_joker is not False))
    if not isinstance(after, Playing):
        raise ValueError("a lead does not end a deal")
    return after


_SOME_TRICK: Final = Trick(0, (), 0, "led_suit", 1, CLUBS)
"""A trick before the one of the example."""


def _led_at_nap(rules: NapRules, lead: Card, held: CardSet) -> NapPlaying:
    hands = (1 << lead, held, *[0] * (rules.players - 2))
    contract = NapContract(Dealt(rules, 1, rules.players - 1, 0, hands, 0), (), 0, "three")
    after = NapPlaying(contract, 0, 0, 0, (), None, ()).after(Play(1, 0, lead, None))
    if not isinstance(after, NapPlaying):
        raise ValueError("a lead does not end a deal")
    return after


def _shown(rules: Rules, lead: Card, held: CardSet, playable: CardSet) -> HandExample:
    special = marks_of(rules)
    hand = [face(card, special, "playable" if playable >> card & 1 else "pale") for card in in_hand_order(held)]
    return HandExample(face(lead, special), hand, [face(card) for card in in_hand_order(playable)])


# --- The ranking of the cards ---


def levels(rules: NapoleonRules) -> list[CardLevel]:
    """The cards, strongest first, by the engine's strengths in a trick of spades."""
    ranks = ranking(rules, TRUMP)
    special = marks_of(rules)
    row = ranks.rows[SPADES]
    mighty = _("the mighty, always the ace of spades")
    if rules.mighty_card == "DA_when_spades":
        mighty = _("the mighty: the ace of spades, or of diamonds if spades are trumps")
    named: list[tuple[int, CardLevel]] = [
        (row[MIGHTY], CardLevel([face(MIGHTY, special)], mighty)),
        *_jack_levels(ranks, special),
        *_joker_levels(rules, ranks),
        (row[parse_card("H3")], _suit_level("HA HK HQ HT H9", _("the trumps, from ace to 2"))),
        (row[parse_card("S2")], _suit_level("SK SQ SJ ST S9", _("the suit that was led, from ace to 2"))),
    ]
    return [level for _strength, level in sorted(named, key=lambda pair: -pair[0])]


def _jack_levels(ranks: Ranking, special: Signs) -> list[tuple[int, CardLevel]]:
    if ranks.right_jack == NO_CARD:
        return []
    row, right, left = ranks.rows[SPADES], ranks.right_jack, ranks.left_jack
    return [
        (row[right], CardLevel([face(right, special)], _("the right jack: of trumps"))),
        (row[left], CardLevel([face(left, special)], _("the left jack: the other of the same colour"))),
    ]


def _joker_levels(rules: NapoleonRules, ranks: Ranking) -> list[tuple[int, CardLevel]]:
    """The level of the jokers when they are led and when they are not."""
    if not rules.joker:
        return []
    led = ranks.rows[SPADES + JOKER_LED][JOKER]
    followed = ranks.rows[SPADES][JOKER]
    jokers = [face(joker) for joker in cards_in(rules.jokers)]
    if led == followed:
        return [(led, CardLevel(jokers, _("the joker")))]
    return [
        (led, CardLevel(jokers, _("the joker, if it was led"))),
        (followed, CardLevel(jokers, _("the joker, if it was not led"))),
    ]


def _suit_level(codes: str, name: Promise | str) -> CardLevel:
    return CardLevel([face(card) for card in map(parse_card, codes.split())], name)


def cards_of(codes: str, special: Signs | None = None) -> list[Face]:
    """The faces of these cards, in the given order."""
    return [face(parse_card(code), special) for code in codes.split()]
