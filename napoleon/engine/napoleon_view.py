"""What a reader may see of a deal of Napoleon (docs/rules-engine.md, "What is seen when").

A reader is a seat, or None for a spectator. Every view is filled from an allow-list.
"""

from typing import Final

from .cards import (
    HEART_QUEEN,
    JOKERS,
    MIGHTY,
    NO_CARD,
    SUIT_SETS,
    Card,
    CardSet,
    Suit,
    card_set,
    cards_in,
    count_pictures,
    parse_card,
    two_of,
)
from .claims import Claimed
from .deal import (
    NO_CHOICES,
    DealView,
    EndedView,
    Mark,
    Phase,
    choices,
    claimed_view,
    hand_sizes,
    led_suit,
    tricks_by_seat,
)
from .napoleon import Auction, Calling, Exchanging, NapoleonState, Sealed
from .napoleon_contract import Contract
from .napoleon_play import NapoleonResult, PlayCursor, Playing
from .napoleon_ranking import Ranking, ranking
from .rules import NapoleonRules

_JOKER_MARKS: Final[list[tuple[Card, Mark]]] = [(joker, "joker") for joker in cards_in(JOKERS)]


def deal_view(state: NapoleonState, seat: int | None) -> DealView:
    """An open deal as the seat sees it."""
    if isinstance(state, Playing):
        return _play_view(state, seat)
    if isinstance(state, Claimed):
        return claimed_view(state, _play_view(state.play, seat), seat)
    if isinstance(state, (Calling, Exchanging)):
        return _call_view(state, seat)
    return _auction_view(state, seat)


# --- What a seat can know ---


def adjutant_known(contract: Contract, seat: int | None, seen: CardSet) -> tuple[int | None, bool | None]:
    """The adjutant, and whether Napoleon plays alone. Each is None if the seat cannot know it.

    ``seen`` are the cards whose holder the seat has seen, besides its own hand.
    """
    called, adjutant = contract.called, contract.adjutant
    if called is None:
        return None, None
    if seen >> called & 1 or (seat is not None and seat == adjutant):
        return adjutant, adjutant is None
    # Napoleon has seen the widow by now, and so knows whether another seat holds the card, but not which.
    return None, adjutant is None if seat == contract.napoleon else None


def known_pictures(state: Playing, seat: int | None) -> tuple[int, ...]:
    """Picture cards taken, without those among discards that the seat has not seen."""
    contract, past = state.contract, state.past
    rules = contract.dealt.rules
    if seat == contract.napoleon or rules.discards_shown != "none":
        return past.pictures
    owner = {
        "napoleon": contract.napoleon,
        "chosen_opponent": contract.give_to,
        "first_trick_winner": past.tricks[0].winner if past.tricks else None,
    }.get(rules.discards_to)
    if owner is None:
        return past.pictures
    known = list(past.pictures)
    known[owner] -= count_pictures(contract.discards or 0)
    return tuple(known)


# --- The auction ---


def _auction_view(state: Auction | Sealed, seat: int | None) -> DealView:
    dealt, to_act = state.dealt, state.to_act()
    mine = seat in to_act
    declared = state.declared[seat] if isinstance(state, Sealed) and seat is not None else None
    players = dealt.rules.players
    hand = dealt.hands[seat] if seat is not None else 0
    return DealView(
        number=dealt.number,
        dealer=dealt.dealer,
        phase=_bidding_phase(state),
        to_act=to_act,
        my_turn=mine,
        legal=tuple(state.legal(seat)) if mine and seat is not None else (),
        hand=hand,
        hand_sizes=(dealt.rules.hand_size,) * players,
        auction=() if isinstance(state, Sealed) else state.history,
        high=None if isinstance(state, Sealed) else state.high,
        my_declaration=declared,
        pictures=(0,) * players,
        tricks_won=(0,) * players,
        marks=_fixed_marks(dealt.rules),
        seen=hand,
    )


def _bidding_phase(state: Auction | Sealed) -> Phase:
    if isinstance(state, Sealed):
        return "sealed_bidding"
    return "must_bid" if state.forced else "bidding"


def _fixed_marks(rules: NapoleonRules) -> tuple[tuple[Card, Mark], ...]:
    """The cards that are special at every trump."""
    marks: list[tuple[Card, Mark]] = [(MIGHTY, "mighty")]
    if rules.joker:
        marks += _JOKER_MARKS
        if rules.joker_call != "none":
            marks.append((parse_card(rules.joker_call), "joker_call"))
    if rules.yoromeki:
        marks.append((HEART_QUEEN, "yoromeki"))
    return tuple(marks)


# --- The call and the exchange ---


def _call_view(state: Calling | Exchanging, seat: int | None) -> DealView:
    contract, dealt = state.contract, state.dealt
    mine = seat == contract.napoleon
    players = dealt.rules.players
    hand = dealt.hands[seat] if seat is not None else 0
    widow = dealt.widow if mine and not (isinstance(state, Calling) and contract.discards is None) else 0
    if mine:
        hand = hand | widow if contract.discards is None else contract.hand()
    discards = contract.discards_seen_by(seat)
    adjutant, alone = adjutant_known(contract, seat, discards)
    return DealView(
        number=dealt.number,
        dealer=dealt.dealer,
        phase="calling" if isinstance(state, Calling) else "exchanging",
        to_act=(contract.napoleon,),
        my_turn=mine,
        legal=tuple(state.legal(contract.napoleon)) if mine else (),
        hand=hand,
        hand_sizes=(dealt.rules.hand_size,) * players,
        auction=contract.auction,
        high=contract.winning_bid,
        declarer=contract.napoleon,
        contract=contract.winning_bid,
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
        marks=_marks(dealt.rules, ranking(dealt.rules, contract.trump), 0, (), None, True),
        seen=hand | discards,
    )


# --- The play ---


def _play_view(state: Playing, seat: int | None) -> DealView:
    past, played, turn, led, cards = state.past, state.played, state.turn, state.led, state.trick
    contract, ranks = state.contract, state.setup.tricks.ranking
    dealt, bid = contract.dealt, contract.winning_bid
    players, step = dealt.rules.players, past.step
    hand = state.hand(seat) if seat is not None else 0
    discards = contract.discards_seen_by(seat)
    adjutant, alone = adjutant_known(contract, seat, discards | played)
    trick = tuple(((past.leader + place * step) % players, card) for place, card in enumerate(cards))
    winning, why = ranks.strongest(cards, led, not past.tricks) if cards else (0, None)
    play = PlayCursor(state) if seat == turn else None
    playable, legal, blocked = choices(play, hand) if play else NO_CHOICES
    suit = led_suit(led) if cards else None
    return DealView(
        number=dealt.number,
        dealer=dealt.dealer,
        phase="playing",
        to_act=(turn,),
        my_turn=play is not None,
        legal=legal,
        hand=hand,
        hand_sizes=hand_sizes(dealt.rules.hand_size, len(past.tricks), trick, players),
        auction=contract.auction,
        high=bid,
        declarer=contract.napoleon,
        contract=bid,
        trump=contract.trump,
        called=contract.called,
        am_adjutant=seat is not None and seat == contract.adjutant,
        adjutant=adjutant,
        alone=alone,
        widow=dealt.widow if seat == contract.napoleon else 0,
        discards=discards,
        discards_given_to=contract.give_to,
        leader=past.leader,
        step=step,
        led_suit=suit,
        trick=trick,
        winning=trick[winning][0] if cards else None,
        winning_why=why,
        tricks=past.tricks,
        pictures=known_pictures(state, seat),
        tricks_won=tricks_by_seat(past.tricks, players),
        playable=playable,
        blocked=blocked,
        proposals=play.proposals() if play else (),
        refused=state.refused,
        marks=_marks(dealt.rules, ranks, played, cards, suit, not past.tricks),
        seen=hand | played | discards | (dealt.widow if seat == contract.napoleon else 0),
    )


def _marks(
    rules: NapoleonRules, ranks: Ranking, played: CardSet, trick: tuple[Card, ...], suit: Suit | None, first: bool
) -> tuple[tuple[Card, Mark], ...]:
    """The cards that are special now: those fixed by the rules, the jacks, and a same-two that may still come."""
    marks: list[tuple[Card, Mark]] = [(MIGHTY, "mighty")]
    if rules.joker:
        marks += _JOKER_MARKS
    if ranks.right_jack != NO_CARD:
        marks += [(ranks.right_jack, "right_jack"), (ranks.left_jack, "left_jack")]
    lying = card_set(trick)
    earlier = played & ~lying
    if ranks.joker_call != NO_CARD and not earlier & JOKERS:
        marks.append((ranks.joker_call, "joker_call"))
    if rules.yoromeki and not earlier >> MIGHTY & 1:
        marks.append((HEART_QUEEN, "yoromeki"))
    if suit is not None and ranks.same_two and (not first or ranks.same_two_first_trick):
        one_suit = lying & ~(SUIT_SETS[suit] | JOKERS) == 0
        if one_suit and not lying & ranks.same_two_spoilers:
            marks.append((two_of(suit), "same_two"))
    return tuple(marks)


# --- The result ---


def ended_view(end: NapoleonResult, opened: bool) -> EndedView:
    """A deal that was played. ``opened`` says whether the reader may see all its cards."""
    contract, dealt = end.contract, end.dealt
    return EndedView(
        number=dealt.number,
        dealer=dealt.dealer,
        passed_out=False,
        auction=contract.auction,
        declarer=contract.napoleon,
        contract=contract.winning_bid,
        called=contract.called,
        adjutant=contract.adjutant,
        tricks=end.tricks,
        pictures=end.pictures,
        tricks_won=tricks_by_seat(end.tricks, len(end.pictures)),
        side_took=end.outcome.side_pictures,
        made=end.made,
        scores=end.scores,
        proposal=end.proposal,
        hands=dealt.hands if opened else None,
        widow=dealt.widow if opened else None,
        discards=contract.discards if opened else contract.discards_seen_by(None),
    )
