"""Hands that the other seats may hold at Nap, drawn by how likely the auction and the cards so far make them.

A hand is likely if a corporal would have bid and played with it as its seat did. That needs no other hand, so hands are
drawn seat by seat: a few for each, of which one is picked by its likelihood. The best known seat comes first.
"""

from collections.abc import Iterator
from math import comb
from random import Random
from typing import Final, NamedTuple

from napoleon.bots.corporal.nap_choices import best_bid, leaving
from napoleon.bots.corporal.nap_course import Course, plays_of
from napoleon.bots.view_reading import impatience
from napoleon.engine import BidNap, DealView, NapRules
from napoleon.engine.cards import ONE_CARD, Card, CardSet, card_set, cards_in
from napoleon.engine.deal import Dealt
from napoleon.engine.events import NapBid
from napoleon.engine.nap import PACKS, NapAuction
from napoleon.inference.nap_worlds import excluded_cards
from napoleon.inference.view_values import known, nap_bid_of, seat_of

from .nap_policy import CaptainsCourse

_OTHER_BID: Final = 0.1
"""How likely any bid but the corporal's is, beside that one: other players are no corporals."""
_OTHER_CARD: Final = 0.1
"""How likely any card but the corporal's is."""
_TRIES: Final = 2
"""Hands drawn for a seat, of which one is taken."""
_TRIES_OF_FIRST: Final = 4
"""Hands of the first seat drawn for each that is taken."""

Hands = tuple[CardSet, ...]
Weighed = tuple[Hands, float]


class Said(NamedTuple):
    """What a seat has said in the auction, and when."""

    offers: list[NapBid]
    leaving: float
    """What a pass promised."""
    bid: NapBid | None


class PastPlay(NamedTuple):
    """A card that a seat has played, and when."""

    course: Course
    """The play until then."""
    before: CardSet
    """What the seat had played by then."""
    card: Card


class Evidence:
    """What the auction tells a seat of the other hands."""

    def __init__(self, deal: DealView, rules: NapRules) -> None:
        self.rules, self.extra = rules, impatience(deal, rules)
        self.said = dict(_said(deal, rules))
        self.judged: list[dict[CardSet, float]] = [{} for _ in range(rules.players)]

    def likelihood(self, seat: int, held: CardSet) -> float:
        """How likely the seat does as it did, if it still holds these cards."""
        judged = self.judged[seat]
        if held not in judged:
            judged[held] = self.of(seat, held)
        return judged[held]

    def of(self, seat: int, held: CardSet) -> float:
        """That likelihood, worked out."""
        said = self.said.get(seat)
        if said is None:
            return 1.0
        bid = best_bid(self.rules, held, said.offers, self.extra, leaving=said.leaving)
        return 1.0 if bid == said.bid else _OTHER_BID


class EvidenceOfPlay(Evidence):
    """What the auction and the cards so far tell a seat of the other hands."""

    def __init__(self, deal: DealView, rules: NapRules) -> None:
        super().__init__(deal, rules)
        self.played: list[CardSet] = [0] * rules.players
        self.plays: list[list[PastPlay]] = [[] for _ in range(rules.players)]
        self.course = CaptainsCourse(rules, known(deal.declarer), nap_bid_of(deal), seat_of(deal))
        """The play until now."""
        for seat, card in plays_of(deal):
            self.plays[seat].append(PastPlay(self.course.copy(), self.played[seat], card))
            self.course.play(card)
            self.played[seat] |= ONE_CARD[card]

    def of(self, seat: int, held: CardSet) -> float:
        dealt = held | self.played[seat]
        return super().of(seat, dealt) * self._of_plays(seat, dealt)

    def _of_plays(self, seat: int, dealt: CardSet) -> float:
        likely = 1.0
        for course, before, card in self.plays[seat]:
            hand = dealt & ~before
            cards = course.playable(hand)
            if cards & (cards - 1):
                worth = {card: worth for worth, card in course.judged(hand, cards)}
                if worth[card] < max(worth.values()):
                    likely *= _OTHER_CARD
        return likely


def _said(deal: DealView, rules: NapRules) -> Iterator[tuple[int, Said]]:
    auction = NapAuction(Dealt(rules, deal.number, deal.dealer, 0, (), 0), 0)
    for said in deal.auction:
        auction = auction._replace(turn=said.seat)
        bid = said if isinstance(said, BidNap) else None
        yield said.seat, Said(offers(auction), leaving_in(auction), bid.bid if bid else None)
        history = (*auction.history, said)
        auction = auction._replace(history=history, high=bid or auction.high)


def offers(auction: NapAuction) -> list[NapBid]:
    """What the seat whose turn it is may bid."""
    return [command.bid for command in auction.legal(auction.turn) if isinstance(command, BidNap)]


def leaving_in(auction: NapAuction) -> float:
    """What a pass promises a corporal here."""
    return leaving(auction.dealt.rules, len(auction.history), auction.high)


class HandSampler:
    """All that is hidden from a view, to be dealt again and again."""

    def __init__(self, evidence: Evidence, deal: DealView, seed: int) -> None:
        self.evidence, rules = evidence, evidence.rules
        # A string, because it is hashed alike in every process.
        self.rng = Random(f"{seed} {deal.number} {deal.hand} {deal.seen}")  # noqa: S311 - to be repeatable
        self.hand, self.me, self.sizes = deal.hand, seat_of(deal), deal.hand_sizes
        self.unseen = PACKS[rules.deck] & ~deal.seen
        self.excluded = excluded_cards(deal, rules)
        self.first = deal.high.seat if deal.high else self.me
        """The seat whose hand is known best: the declarer, or the highest bidder so far."""
        hidden = [seat for seat, size in enumerate(self.sizes) if size and seat != self.me]
        self.others = [seat for seat in hidden if seat != self.first]
        self.others.sort(key=lambda seat: -self.excluded[seat].bit_count())

    def deals(self, count: int) -> list[Weighed]:
        """At most ``count`` ways the cards may lie, with their weights."""
        drawn = [self._deal(hand) for hand in self._first_hands(count)]
        return [(hands, weight) for hands, weight in drawn if weight]

    def spare_hand(self, hands: Hands) -> CardSet:
        """A spare hand out of the cards that nobody holds; empty where the rules have none."""
        if not (size := self.evidence.rules.widow_size):
            return 0
        return card_set(self.rng.sample(cards_in(self.unseen & ~sum(hands)), size))

    def _first_hands(self, count: int) -> list[CardSet]:
        """``count`` hands of the first seat, each as often as it is likely; 0 where nothing of it is hidden."""
        size = self.sizes[self.first]
        if self.me == self.first or not size:
            return [0] * count
        hands, shares = self._draws(self.first, self.unseen, _TRIES_OF_FIRST * count)
        return self.rng.choices(hands, shares, k=count)

    def _deal(self, first: CardSet) -> Weighed:
        hands, weight = [0] * len(self.sizes), 1.0
        hands[self.first] = first
        hands[self.me] = self.hand
        unseen = self.unseen & ~first
        for seat in self.others:
            drawn, shares = self._draws(seat, unseen, _TRIES)
            if not drawn:
                return (), 0.0
            [hands[seat]] = self.rng.choices(drawn, shares)
            # What lies elsewhere leaves some seats more ways than others.
            free = (unseen & ~self.excluded[seat]).bit_count()
            weight *= sum(shares) * comb(free, self.sizes[seat])
            unseen &= ~hands[seat]
        return tuple(hands), weight

    def _draws(self, seat: int, unseen: CardSet, tries: int) -> tuple[list[CardSet], list[float]]:
        """Some hands that the seat may hold, and how likely each is; none where too few cards are left."""
        cards, size = cards_in(unseen & ~self.excluded[seat]), self.sizes[seat]
        if len(cards) < size:
            return [], []
        drawn = []
        for _ in range(tries):
            hand = 0
            for card in self.rng.sample(cards, size):
                hand |= ONE_CARD[card]
            drawn.append(hand)
        return drawn, [self.evidence.likelihood(seat, hand) for hand in drawn]
