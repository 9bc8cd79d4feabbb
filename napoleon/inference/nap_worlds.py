"""Worlds of a deal of Nap: what the seat knows of every hand, and the engine's state for each draw."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from napoleon.engine import DealView, NapRules
from napoleon.engine.cards import NO_TRUMP, SUIT_SETS, CardSet, cards_in, rank_of
from napoleon.engine.claims import Claimed
from napoleon.engine.deal import Dealt
from napoleon.engine.nap import PACKS, NapAuction, NapContract, NapExchanging, NapPlaying, NapState

from .card_drawing import Drawing, Place
from .napoleon_worlds import played_by
from .view_values import known, nap_bid_of, seat_of

Found = tuple[Callable[[], NapState], float]


def draw(view: DealView, rules: NapRules, rng: Random) -> Iterator[Found | None]:
    """Worlds without end, each as what makes its state and the logarithm of its weight; None where a draw failed."""
    me, players = seat_of(view), rules.players
    unseen = PACKS[rules.deck] & ~view.seen
    others = [seat for seat in range(players) if seat != me]
    excluded = excluded_cards(view, rules)
    places = [Place(view.hand_sizes[seat], unseen & ~excluded[seat]) for seat in others]
    spare = Place(0 if view.widow else rules.widow_size, unseen)
    undealt = unseen.bit_count() - sum(place.room for place in (*places, spare))
    drawing = Drawing(unseen, [*places, spare, Place(undealt, unseen)])
    played = played_by(view)
    while True:
        drawn = drawing.draw(rng)
        if drawn is None:
            yield None
            continue
        laid, weight = drawn
        dealt = [0] * players
        dealt[me] = (view.hand | played[me] | view.discards) & ~view.widow
        for seat, cards in zip(others, laid, strict=False):
            dealt[seat] = cards | played[seat]
        yield partial(_state, view, rules, tuple(dealt), view.widow or laid[-2], sum(played)), weight


def _state(view: DealView, rules: NapRules, hands: tuple[CardSet, ...], spare: CardSet, played: CardSet) -> NapState:
    first = (view.dealer + 1) % rules.players
    dealt = Dealt(rules, view.number, view.dealer, first, hands, spare)
    if view.declarer is None:
        state: NapState = NapAuction(dealt, first)
        for said in view.auction:
            state = state.after(said)  # type: ignore[assignment]  # the auction is not over
        return state
    contract = NapContract(dealt, view.auction, view.declarer, nap_bid_of(view))
    if view.phase == "exchanging":
        return NapExchanging(contract)
    if contract.bid == "garnet":
        # To the others it looks the same whatever has been discarded: here it is the spare hand itself.
        contract = contract._replace(discards=view.discards or spare)
    leader = known(view.leader)
    turn = (leader + len(view.trick)) % rules.players
    trump = None if view.trump == NO_TRUMP else view.trump
    lying = tuple(card for _, card in view.trick)
    play = NapPlaying(contract, played, turn, leader, lying, trump, view.tricks, view.refused)
    return Claimed(play, view.proposal, view.agreed) if view.proposal is not None else play


def excluded_cards(view: DealView, rules: NapRules) -> list[CardSet]:
    """For each seat the cards that it cannot hold, because it would have had to play one of them."""
    excluded: list[CardSet] = [0] * len(view.hand_sizes)
    runs = [list(zip(trick.seats(), trick.cards, strict=True)) for trick in view.tricks]
    for played in [*runs, list(view.trick)]:
        for seat, card in played:
            led = SUIT_SETS[played[0][1] // 13]
            if not led >> card & 1:
                excluded[seat] |= led
    if rules.wellington_weakest_lead and view.contract is not None:
        first = (runs[0] if runs else list(view.trick))[:1]
        if nap_bid_of(view) == "wellington" and first:
            seat, card = first[0]
            lower = sum(1 << other for other in cards_in(PACKS[rules.deck]) if rank_of(other) < rank_of(card))
            excluded[seat] |= lower
    return excluded
