"""The captain's bids at Nap: it draws hands that the others may hold, and bids and plays the deal on with each.

So a bid counts for the points that it brings in the end, and a pass for the deal that the others then make.
"""

from collections.abc import Callable, Sequence
from typing import Final

from napoleon.bots import corporal
from napoleon.bots.corporal.nap_choices import best_bid
from napoleon.bots.spare_hand import spare_hand
from napoleon.bots.view_reading import has_to_bid
from napoleon.engine import BidNap, DealView, NapRules, Pass
from napoleon.engine.cards import CardSet
from napoleon.engine.deal import Dealt, PassedOut
from napoleon.engine.events import Command
from napoleon.engine.nap import NapAuction, NapExchanging, NapPlaying, scores
from napoleon.engine.view import deal_view
from napoleon.inference.view_values import seat_of

from .nap_hands import Evidence, Hands, HandSampler, leaving_in, offers
from .nap_policy import CaptainsCourse
from .temper import STEADY, Temper
from .trial import Row, best_of_two_rounds

FIRST_WORLDS: Final = 40
"""Worlds in which every bid is tried."""
MORE_WORLDS: Final = 160
"""Further worlds for the usual bid and those that may be better."""
CLEAR: Final = 2.0
"""Another bid must be better than the usual one by this many standard errors."""


def bid(deal: DealView, rules: NapRules, seed: int, temper: Temper = STEADY) -> Command:
    """The corporal's bid, or another one that clearly brings more points.

    The last to speak rather bid than let the deal be dealt again.
    """
    usual = corporal.choose(deal, rules, seed)
    kinds = BidNap if has_to_bid(deal, rules) else BidNap | Pass
    others = [command for command in deal.legal if isinstance(command, kinds) and command != usual]
    evidence = Evidence(deal, rules)
    sampler = HandSampler(evidence, deal, seed)

    def met(options: Sequence[Command], count: int) -> list[Row[Command]]:
        """Worlds with their weights, and the points that the seat makes by each option."""
        rows = []
        for hands, weight in sampler.deals(count):
            auction = auction_of(deal, rules, hands, sampler.spare_hand(hands))
            points = points_by_option(auction, seat_of(deal), evidence.extra)
            rows.append((weight, {option: points(option) for option in options}))
        return rows

    return best_of_two_rounds([usual, *others], met, FIRST_WORLDS, MORE_WORLDS, CLEAR * temper.doubt)


def auction_of(deal: DealView, rules: NapRules, hands: Hands, spare: CardSet) -> NapAuction:
    """The auction until now, had these hands been dealt."""
    first = (deal.dealer + 1) % rules.players
    dealt = Dealt(rules, deal.number, deal.dealer, first, hands, spare)
    high = deal.high if isinstance(deal.high, BidNap) else None
    return NapAuction(dealt, seat_of(deal), deal.auction, high)


def points_by_option(auction: NapAuction, me: int, extra: float) -> Callable[[Command], float]:
    """What the seat scores in a world with each declaration, if the others bid and play as corporals."""
    known: dict[Command, float] = {}

    def points(option: Command) -> float:
        state = _bid_out(auction, option, extra)
        if isinstance(state, PassedOut):
            return 0.0
        bid = state.contract.winning_bid
        if bid not in known:
            known[bid] = _played_out(state, me)
        return known[bid]

    return points


def _bid_out(auction: NapAuction, said: Command, extra: float) -> NapPlaying | PassedOut[NapRules]:
    """What follows the auction after these words."""
    dealt, state = auction.dealt, auction.after(said)
    while isinstance(state, NapAuction):
        seat = state.turn
        name = best_bid(dealt.rules, dealt.hands[seat], offers(state), extra, leaving=leaving_in(state))
        state = state.after(Pass(dealt.number, seat) if name is None else BidNap(dealt.number, seat, name))
    if isinstance(state, NapExchanging):
        return state.after(spare_hand(deal_view(state, state.contract.declarer)))
    return state


def _played_out(state: NapPlaying, me: int) -> float:
    """What the seat makes of the deal, if it plays as a captain and the others as corporals."""
    rules, hands = state.dealt.rules, tuple(map(state.hand, range(state.dealt.rules.players)))
    declarer, bid = state.contract.declarer, state.contract.bid
    course = CaptainsCourse(rules, declarer, bid, me)
    made = course.is_made(hands, course.usual(hands[declarer], state.playable()))
    return float(scores(rules, declarer, bid, made)[me])
