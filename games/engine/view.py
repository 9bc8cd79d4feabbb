"""What one seat may know of a match, and nothing else (rules.md; the one door to secrets).

`view(match, seat)` builds a `PlayerView` from an allow-list; ``seat`` None is a spectator. Two matches that
the seat cannot tell apart give views that are equal: not only hidden cards stay out, but also whatever
their number, order or time would tell. Templates, mails, bots and exports of a running match get views only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from .cards import (
    HEART_QUEEN,
    JOKER,
    JOKER_SET,
    MIGHTY,
    NO_CARD,
    NO_TRUMP,
    SUIT_SETS,
    Card,
    CardSet,
    Suit,
    card_set,
    parse_card,
    two_of,
)
from .ended_view import EndedView, ended_view
from .events import Action, Bid, BidNap
from .knowledge import (
    AnyTrick,
    Said,
    adjutant_known,
    bid_of,
    hand_sizes,
    known_discards,
    known_pictures,
    tricks_won,
)
from .match import Match, State, is_over
from .nap import NapAuction, NapPlaying, strongest
from .napoleon import (
    Auction,
    Calling,
    Dealt,
    Exchanging,
    Playing,
    RunningPlay,
    Sealed,
)
from .ranking import Ranking, Why, ranking
from .rules import NapoleonRules, Rules

Phase: TypeAlias = Literal[
    "bidding", "sealed_bidding", "must_bid", "calling", "exchanging", "playing"
]
Mark: TypeAlias = Literal[
    "mighty", "joker", "right_jack", "left_jack", "joker_call", "yoromeki", "same_two"
]
Blocked: TypeAlias = Literal["must_follow", "joker_called", "first_lead", "weakest_lead"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealView:
    """An open deal as a seat sees it. Card sets are those of `cards`; seats are numbers."""

    number: int
    dealer: int
    phase: Phase
    to_act: tuple[int, ...]
    """Whose turn it is; in a sealed auction all who still owe a declaration."""
    my_turn: bool
    legal: tuple[Action, ...]
    """Every action that I may take now; empty unless it is my turn."""
    hand: CardSet
    """My hand; 0 for a spectator. While I exchange, the widow is in it."""
    hand_sizes: tuple[int, ...]

    auction: tuple[Said, ...]
    """What has been declared for all to hear, in order."""
    high: Bid | BidNap | None
    my_declaration: Said | None = None
    """What I have declared in a sealed auction that is not open yet."""

    declarer: int | None = None
    """Napoleon, or the declarer at Nap."""
    contract: Bid | BidNap | None = None
    """The bid that won the auction."""
    trump: Suit | None = None
    """The trump suit; `cards.NO_TRUMP` if there is none, None while it is open."""
    called: Card | None = None
    am_adjutant: bool = False
    adjutant: int | None = None
    """Who the adjutant is, as far as I can know it."""
    alone: bool | None = None
    """Whether Napoleon plays alone, as far as I can know it; None is: I can't."""
    widow: CardSet = 0
    """The widow, for Napoleon from the moment he takes it."""
    discards: CardSet = 0
    """The discards that I know."""
    discards_given_to: int | None = None

    leader: int | None = None
    step: int = 1
    """The direction of play: +1 clockwise, -1 against."""
    led_suit: Suit | None = None
    trick: tuple[tuple[int, Card], ...] = ()
    """The running trick: who played what, in order."""
    winning: int | None = None
    """Who would win the running trick as it lies."""
    winning_why: Why | None = None
    tricks: tuple[AnyTrick, ...] = ()
    pictures: tuple[int, ...]
    """Picture cards that each seat is known to have taken."""
    tricks_won: tuple[int, ...]
    playable: CardSet = 0
    """The cards that I may play now."""
    blocked: Blocked | None = None
    """Why my other cards may not be played now."""
    marks: tuple[tuple[Card, Mark], ...] = ()
    """The cards that are special now, and as what."""
    seen: CardSet
    """All cards whose place I know: my hand, what has been played, what was shown of the discards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """A match as a seat sees it; ``seat`` is None for a spectator."""

    rules: Rules
    seat: int | None
    finished: bool
    scores: tuple[int, ...]
    deals: tuple[DealView, ...]
    """The open deals."""
    ended: tuple[EndedView, ...]
    """The deals that have ended, by number."""


def view(match: Match, seat: int | None, *, closed: bool = False) -> PlayerView:
    """What the seat, or a spectator (None), may know of the match.

    ``closed`` says that it will not go on although it is not over: nothing of what has ended is secret any more.
    """
    over = is_over(match)
    ended = [ended_view(match.rules, end, over or closed, seat) for end in match.ended]
    return PlayerView(
        rules=match.rules,
        seat=seat,
        finished=over,
        scores=match.scores,
        deals=tuple(deal_view(state, seat) for state in match.open),
        ended=tuple(sorted(ended, key=lambda end: end.number)),
    )


def deal_view(state: State, seat: int | None) -> DealView:
    """What the seat may know of one open deal."""
    if isinstance(state, Playing):
        return _playing(state, seat)
    if isinstance(state, NapPlaying):
        return _nap_playing(state, seat)
    if isinstance(state, (Calling, Exchanging)):
        return _settling(state, seat)
    return _bidding(state, seat)


# --- The auction ---


def _bidding(state: Auction | Sealed | NapAuction, seat: int | None) -> DealView:
    deal, to_act = state.deal, state.to_act()
    mine = seat in to_act
    declared = state.declared[seat] if isinstance(state, Sealed) and seat is not None else None
    players = deal.rules.players
    hand = deal.hands[seat] if seat is not None else 0
    return DealView(
        number=deal.number,
        dealer=deal.dealer,
        phase=_bidding_phase(state),
        to_act=to_act,
        my_turn=mine,
        legal=tuple(state.legal(seat)) if mine and seat is not None else (),
        hand=hand,
        hand_sizes=(deal.rules.hand_size,) * players,
        auction=() if isinstance(state, Sealed) else state.history,
        high=None if isinstance(state, Sealed) else state.high,
        my_declaration=declared,
        pictures=(0,) * players,
        tricks_won=(0,) * players,
        marks=_fixed_marks(deal.rules) if isinstance(deal, Dealt) else (),
        seen=hand,
    )


def _bidding_phase(state: Auction | Sealed | NapAuction) -> Phase:
    if isinstance(state, Sealed):
        return "sealed_bidding"
    return "must_bid" if isinstance(state, Auction) and state.forced else "bidding"


def _fixed_marks(rules: NapoleonRules) -> tuple[tuple[Card, Mark], ...]:
    """What is special whatever becomes trump."""
    marks: list[tuple[Card, Mark]] = [(MIGHTY, "mighty")]
    if rules.joker:
        marks.append((JOKER, "joker"))
        if rules.joker_call != "none":
            marks.append((parse_card(rules.joker_call), "joker_call"))
    if rules.yoromeki:
        marks.append((HEART_QUEEN, "yoromeki"))
    return tuple(marks)


# --- The call and the exchange ---


def _settling(state: Calling | Exchanging, seat: int | None) -> DealView:
    contract, deal = state.deal, state.deal.deal
    mine = seat == contract.napoleon
    players = deal.rules.players
    hand = deal.hands[seat] if seat is not None else 0
    widow = (
        deal.widow if mine and not (isinstance(state, Calling) and contract.discards is None) else 0
    )
    if mine:
        hand = hand | widow if contract.discards is None else contract.hand()
    discards = known_discards(contract, seat)
    adjutant, alone = adjutant_known(contract, seat, discards)
    return DealView(
        number=deal.number,
        dealer=deal.dealer,
        phase="calling" if isinstance(state, Calling) else "exchanging",
        to_act=(contract.napoleon,),
        my_turn=mine,
        legal=tuple(state.legal(contract.napoleon)) if mine else (),
        hand=hand,
        hand_sizes=(deal.rules.hand_size,) * players,
        auction=contract.auction,
        high=bid_of(contract),
        declarer=contract.napoleon,
        contract=bid_of(contract),
        trump=contract.trump,
        called=contract.called,
        am_adjutant=seat is not None and seat == contract.adjutant,
        adjutant=adjutant,
        alone=alone,
        widow=widow,
        discards=discards,
        discards_given_to=contract.give_to,
        pictures=(0,) * players,
        tricks_won=(0,) * players,
        marks=_marks(deal.rules, ranking(deal.rules, contract.trump), 0, (), None, True),
        seen=hand | discards,
    )


# --- The play ---


def _playing(state: Playing, seat: int | None) -> DealView:
    rules_of_play, past, played, turn, led, cards = state
    contract, ranks = rules_of_play.contract, rules_of_play.tricks.ranking
    deal, bid = contract.deal, bid_of(contract)
    players, step = deal.rules.players, past.step
    mine = seat == turn
    hand = state.hand(seat) if seat is not None else 0
    discards = known_discards(contract, seat)
    adjutant, alone = adjutant_known(contract, seat, discards | played)
    trick = tuple(
        ((past.leader + place * step) % players, card) for place, card in enumerate(cards)
    )
    winning, why = ranks.strongest(cards, led, not past.tricks) if cards else (0, None)
    playable, legal, blocked = _choices(state, hand) if mine else _NO_CHOICES
    led_suit = led & 3 if cards else None
    return DealView(
        number=deal.number,
        dealer=deal.dealer,
        phase="playing",
        to_act=(turn,),
        my_turn=mine,
        legal=legal,
        hand=hand,
        hand_sizes=hand_sizes(deal.rules.hand_size, len(past.tricks), trick, players),
        auction=contract.auction,
        high=bid,
        declarer=contract.napoleon,
        contract=bid,
        trump=contract.trump,
        called=contract.called,
        am_adjutant=seat is not None and seat == contract.adjutant,
        adjutant=adjutant,
        alone=alone,
        widow=deal.widow if seat == contract.napoleon else 0,
        discards=discards,
        discards_given_to=contract.give_to,
        leader=past.leader,
        step=step,
        led_suit=led_suit,
        trick=trick,
        winning=trick[winning][0] if cards else None,
        winning_why=why,
        tricks=past.tricks,
        pictures=known_pictures(state, seat),
        tricks_won=tricks_won(past.tricks, players),
        playable=playable,
        blocked=blocked,
        marks=_marks(deal.rules, ranks, played, cards, led_suit, not past.tricks),
        seen=hand | played | discards | (deal.widow if seat == contract.napoleon else 0),
    )


_Choices: TypeAlias = tuple[CardSet, tuple[Action, ...], Blocked | None]
_NO_CHOICES: Final[_Choices] = (0, (), None)


def _choices(state: Playing | NapPlaying, hand: CardSet) -> _Choices:
    """What may be played from the hand whose turn it is; and why, for all other cards the same, they may not."""
    play = RunningPlay(state) if isinstance(state, Playing) else state
    playable = play.playable()
    barred = hand & ~playable
    reason = play.why_not(barred.bit_length() - 1) if barred else None
    legal = tuple(play.legal(state.turn))
    return playable, legal, None if reason == "not_held" else reason


def _marks(
    rules: NapoleonRules,
    ranks: Ranking,
    played: CardSet,
    trick: tuple[Card, ...],
    led_suit: Suit | None,
    first: bool,
) -> tuple[tuple[Card, Mark], ...]:
    """What is special now: as fixed by the rules, the jacks, and a same-two that may still come about."""
    marks: list[tuple[Card, Mark]] = [(MIGHTY, "mighty")]
    if rules.joker:
        marks.append((JOKER, "joker"))
    if ranks.right_jack != NO_CARD:
        marks += [(ranks.right_jack, "right_jack"), (ranks.left_jack, "left_jack")]
    lying = card_set(trick)
    earlier = played & ~lying
    if ranks.joker_call != NO_CARD and not earlier & JOKER_SET:
        marks.append((ranks.joker_call, "joker_call"))
    if rules.yoromeki and not earlier >> MIGHTY & 1:
        marks.append((HEART_QUEEN, "yoromeki"))
    if led_suit is not None and ranks.same_two and (not first or ranks.same_two_first_trick):
        suited = lying & ~(SUIT_SETS[led_suit] | JOKER_SET) == 0
        if suited and not lying & ranks.same_two_spoilers:
            marks.append((two_of(led_suit), "same_two"))
    return tuple(marks)


def _nap_playing(state: NapPlaying, seat: int | None) -> DealView:
    contract, deal = state.deal, state.deal.deal
    players = deal.rules.players
    mine = seat == state.turn
    hand = state.hand(seat) if seat is not None else 0
    cards = state.trick
    trick = tuple(((state.leader + place) % players, card) for place, card in enumerate(cards))
    winning = trick[strongest(cards, state.trump)] if cards else None
    bid = BidNap(contract.number, contract.declarer, contract.bid)
    playable, legal, blocked = _choices(state, hand) if mine else _NO_CHOICES
    return DealView(
        number=deal.number,
        dealer=deal.dealer,
        phase="playing",
        to_act=(state.turn,),
        my_turn=mine,
        legal=legal,
        hand=hand,
        hand_sizes=hand_sizes(deal.rules.hand_size, len(state.tricks), trick, players),
        auction=contract.auction,
        high=bid,
        declarer=contract.declarer,
        contract=bid,
        trump=_nap_trump(state),
        leader=state.leader,
        led_suit=cards[0] // 13 if cards else None,
        trick=trick,
        winning=winning[0] if winning else None,
        winning_why=_nap_why(state.trump, winning[1]) if winning else None,
        tricks=state.tricks,
        pictures=(0,) * players,
        tricks_won=tricks_won(state.tricks, players),
        playable=playable,
        blocked=blocked,
        seen=hand | state.played,
    )


def _nap_trump(state: NapPlaying) -> Suit | None:
    return NO_TRUMP if state.deal.bid == "misere" else state.trump


def _nap_why(trump: Suit | None, card: Card) -> Why:
    return "trump" if card // 13 == trump else "led_suit"
