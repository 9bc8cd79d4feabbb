"""What a reader may see of a deal of Napoleon (docs/rules-engine.md, "What is seen when").

A reader is a seat, or None for a spectator. Every view is filled from an allow-list.
"""

from .cards import HEART_QUEEN, NO_CARD, Card, CardSet, Suit, card_set, cards_in, count_pictures, two_of
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
from .napoleon_contract import Contract, owner_of_discards, shows_widow
from .napoleon_play import NapoleonResult, PlayCursor, Playing
from .napoleon_ranking import Ranking, callers, mighty_of, ranking
from .rules import NapoleonRules


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


def adjutant_known(
    contract: Contract, seat: int | None, seen: CardSet, first_trick_won: bool = False
) -> tuple[int | None, bool | None]:
    """The adjutant, and whether Napoleon plays alone. Each is None if the seat cannot know it.

    ``seen`` are the cards whose holder the seat has seen, besides its own hand.
    """
    called, adjutant = contract.called, contract.adjutant
    if contract.who == "nobody":
        return None, True
    if contract.who == "first_trick":
        return (adjutant, adjutant is None) if first_trick_won else (None, None)
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
    first_winner = past.tricks[0].winner if past.tricks else None
    owner = owner_of_discards(rules, napoleon=contract.napoleon, given_to=contract.give_to, first_winner=first_winner)
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
    widow = dealt.widow if shows_widow(dealt.rules, state.history) else 0
    return DealView(
        number=dealt.number,
        dealer=dealt.dealer,
        phase=_bidding_phase(state),
        to_act=to_act,
        my_turn=mine,
        legal=tuple(state.legal(seat)) if mine and seat is not None else (),
        hand=hand,
        hand_sizes=(dealt.rules.hand_size,) * players,
        auction=state.history,
        high=None if isinstance(state, Sealed) else state.high,
        my_declaration=declared,
        pictures=(0,) * players,
        tricks_won=(0,) * players,
        marks=_fixed_marks(dealt.rules),
        widow=widow,
        seen=hand | widow,
    )


def _bidding_phase(state: Auction | Sealed) -> Phase:
    if isinstance(state, Sealed):
        return "sealed_bidding"
    return "must_bid" if state.forced else "bidding"


def _fixed_marks(rules: NapoleonRules) -> tuple[tuple[Card, Mark], ...]:
    """The cards that are special at every trump."""
    marks: list[tuple[Card, Mark]] = [(mighty_of(rules, None), "mighty")]
    marks += [(joker, "joker") for joker in cards_in(rules.jokers)]
    marks += [(card, "joker_call") for card in cards_in(callers(rules, None))]
    if rules.yoromeki:
        marks.append((HEART_QUEEN, "yoromeki"))
    return tuple(marks)


# --- The call and the exchange ---


def _call_view(state: Calling | Exchanging, seat: int | None) -> DealView:
    contract, dealt = state.contract, state.dealt
    mine = seat == contract.napoleon
    players = dealt.rules.players
    hand = dealt.hands[seat] if seat is not None else 0
    taken = dealt.widow if mine and not (isinstance(state, Calling) and contract.discards is None) else 0
    shown = dealt.widow if shows_widow(dealt.rules, contract.auction) else 0
    if mine:
        hand = hand | taken if contract.discards is None else contract.hand()
    discards = contract.discards_seen_by(seat)
    adjutant, alone = adjutant_known(contract, seat, discards | shown)
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
        raised_from=contract.raised_from,
        called=contract.called,
        called_who=contract.who,
        am_adjutant=seat is not None and seat == contract.adjutant,
        adjutant=adjutant,
        alone=alone,
        widow=taken | shown,
        discards=discards,
        discards_given_to=contract.give_to,
        pictures=(0,) * players,
        tricks_won=(0,) * players,
        marks=_marks(dealt.rules, ranking(dealt.rules, contract.trump), 0, (), None, True),
        seen=hand | discards | shown,
    )


# --- The play ---


def _play_view(state: Playing, seat: int | None) -> DealView:
    past, played, turn, led, cards = state.past, state.played, state.turn, state.led, state.trick
    contract, ranks = state.contract, state.trick_rules.ranking
    dealt, bid = contract.dealt, contract.winning_bid
    players, step = dealt.rules.players, past.step
    hand = state.hand(seat) if seat is not None else 0
    discards = contract.discards_seen_by(seat)
    widow = contract.widow_seen_by(seat)
    shown = widow if shows_widow(dealt.rules, contract.auction) else 0
    adjutant, alone = adjutant_known(contract, seat, discards | played | shown, bool(past.tricks))
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
        raised_from=contract.raised_from,
        called=contract.called,
        called_who=contract.who,
        am_adjutant=seat is not None and seat == contract.adjutant,
        adjutant=adjutant,
        alone=alone,
        widow=widow,
        discards=discards,
        discards_given_to=contract.give_to,
        leader=past.leader,
        step=step,
        led_suit=suit,
        led=led if cards else None,
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
        seen=hand | played | discards | widow,
    )


def _marks(
    rules: NapoleonRules, ranks: Ranking, played: CardSet, trick: tuple[Card, ...], suit: Suit | None, first: bool
) -> tuple[tuple[Card, Mark], ...]:
    """The cards that are special now: those fixed by the rules, the jacks, and a same-two that may still come."""
    mighty = ranks.mighty
    marks: list[tuple[Card, Mark]] = [] if mighty == NO_CARD else [(mighty, "mighty")]
    marks += [(joker, "joker") for joker in cards_in(rules.jokers)]
    if ranks.right_jack != NO_CARD:
        marks += [(ranks.right_jack, "right_jack"), (ranks.left_jack, "left_jack")]
    lying = card_set(trick)
    earlier = played & ~lying
    if rules.jokers & ~earlier:
        marks += [(card, "joker_call") for card in cards_in(ranks.callers)]
    if ranks.yoromeki and not earlier >> mighty & 1:
        marks.append((HEART_QUEEN, "yoromeki"))
    if suit is not None and ranks.same_two and (not first or ranks.same_two_first_trick):
        one_suit = lying & ~ranks.same_two_suits[suit] == 0
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
        raised_from=contract.raised_from,
        called=contract.called,
        called_who=contract.who,
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
