"""The corporal at Nap: bids on the tricks that are likely, and weighs every card by them."""

from __future__ import annotations

from typing import Final

from games.bots.view_reading import (
    best,
    impatience,
    keeps_deal_alive,
    known,
    nap_bid_of,
    nap_bids,
    pass_of,
    seat_of,
)
from games.engine import DealView, NapRules, Play
from games.engine.cards import NO_TRUMP, SUIT_SETS, Card, CardSet, Suit, cards_in, rank_of
from games.engine.events import Command, NapBid
from games.engine.nap import NEEDED, PACKS, TRICKS, payment

from .deduction import none_of

_LEAVING: Final = -0.4
"""The points that somebody else's bid brings to a seat, on average."""
_UNRUFFED: Final = 0.72
"""How likely a master card of a side suit is not ruffed."""
_SIDE_LENGTH: Final = 0.06
"""What each further card of a side suit takes off that."""
_DRAWN: Final = 0.75
"""How much of the danger to a trump is left by each higher trump that is led before it."""
_LED: Final = 0.6
"""How likely a card must be played at misère before it can be thrown off."""
_BETTER_THAN_IT_LOOKS, _BETTER_MISERE = 0.45, 0.6
"""Cards help each other and opponents err: the likelihood to this power is what came true in play."""


# --- The bid ---


def bid(deal: DealView, rules: NapRules) -> Command:
    """The bid that promises most, if it promises more than a pass, or if a pass may pass the deal out."""
    offers = nap_bids(deal)
    chances = prospects(rules, deal.hand, impatience(deal, rules))
    worth = {name: _promises(rules, name, chances[name]) for name in offers}
    if worth:
        name = max(worth, key=lambda name: worth[name])
        if worth[name] > _LEAVING or keeps_deal_alive(deal):
            return offers[name]
    return known(pass_of(deal))


def _promises(rules: NapRules, name: NapBid, chance: float) -> float:
    won, lost = payment(rules, name)
    return (rules.players - 1) * (chance * won - (1.0 - chance) * lost)


def prospects(rules: NapRules, hand: CardSet, extra: float = 0.0) -> dict[NapBid, float]:
    """The likelihood that each bid is made with this hand, ``extra`` tricks added."""
    least = [0.0] * (TRICKS + 1)
    for trump in range(4):
        if hand & SUIT_SETS[trump]:
            reached = _at_least(trick_chances(rules, hand, trump))
            least = [max(pair) for pair in zip(least, reached, strict=True)]
    chances: dict[NapBid, float] = {
        name: min(1.0, least[needed] ** _BETTER_THAN_IT_LOOKS + extra / 4)
        for name, needed in NEEDED.items()
    }
    chances["misere"] = _misere(rules, hand) ** _BETTER_MISERE
    return chances


def _at_least(chances: list[float]) -> list[float]:
    """The likelihood of at least 0, 1, … tricks, if each card takes one independently."""
    exactly = [1.0] + [0.0] * len(chances)
    for chance in chances:
        for tricks in range(len(chances), 0, -1):
            exactly[tricks] += chance * (exactly[tricks - 1] - exactly[tricks])
        exactly[0] *= 1.0 - chance
    return [sum(exactly[tricks:]) for tricks in range(len(exactly))]


def trick_chances(rules: NapRules, hand: CardSet, trump: Suit) -> list[float]:
    """For each card the likelihood that it takes a trick with this trump."""
    unseen = PACKS[rules.deck] & ~hand
    pool, drawn = unseen.bit_count(), TRICKS * (rules.players - 1)
    chances = []
    for suit in range(4):
        held = cards_in(hand & SUIT_SETS[suit])[::-1]
        for place, card in enumerate(held):
            higher = (unseen & SUIT_SETS[suit]) >> card
            master = none_of(higher.bit_count(), drawn, pool)
            if suit == trump:
                chances.append(1.0 - (1.0 - master) * _DRAWN**place)
            else:
                chances.append(master * max(0.0, _UNRUFFED - _SIDE_LENGTH * (len(held) - 1)))
    return chances


def _misere(rules: NapRules, hand: CardSet) -> float:
    """The likelihood of taking no trick: no card may be forced to win."""
    unseen = PACKS[rules.deck] & ~hand
    pool, drawn = unseen.bit_count(), TRICKS
    safe = 1.0
    for card in cards_in(hand):
        suit = unseen & SUIT_SETS[card // 13]
        lower, cards = suit & ((1 << card) - 1), suit.bit_count()
        ducks = 1.0 - none_of(lower.bit_count(), drawn, pool) + none_of(cards, drawn, pool)
        safe *= 1.0 - _LED * min(1.0, ducks) ** (rules.players - 1)
    return safe


# --- The play ---


def play(deal: DealView, rules: NapRules, seed: int) -> Play:
    """The card to play now."""
    plays = [action for action in deal.legal if isinstance(action, Play)]
    if len(plays) == 1:
        return plays[0]
    judgement = _NapJudgement(deal, rules)
    return best(plays, lambda option: judgement.value(option.card), seed)


class _NapJudgement:
    """Judges the cards of one decision."""

    def __init__(self, deal: DealView, rules: NapRules) -> None:
        self.deal, self.rules = deal, rules
        self.me, self.declarer = seat_of(deal), known(deal.declarer)
        self.misere = nap_bid_of(deal) == "misere"
        unseen = PACKS[rules.deck] & ~deal.seen
        self.unseen = unseen
        self.may_hold = [unseen & ~cards for cards in _excluded(deal)]
        players = len(deal.hand_sizes)
        places = range(len(deal.trick) + 1, players)
        self.later = [(known(deal.leader) + place) % players for place in places]

    def value(self, card: Card) -> float:
        deal, mine = self.deal, self.me == self.declarer
        if deal.trump is None:
            return self._as_trump(card)
        won = self._declarer_wins(card)
        if self.misere:
            # The declarer sheds dangerous cards. The others keep the low cards that endanger the declarer.
            return (-won if mine else won) * 20 + rank_of(card) * (1.0 if mine else 0.1)
        return (won if mine else 1.0 - won) - 0.8 * self._kept(card)

    def _as_trump(self, card: Card) -> float:
        """The declarer's first lead makes the trump."""
        suit = card // 13
        chances = trick_chances(self.rules, self.deal.hand, suit)
        needed = NEEDED[nap_bid_of(self.deal)]
        return _at_least(chances)[needed] * 100 + rank_of(card) / 13

    def _kept(self, card: Card) -> float:
        """The likelihood that the card takes a trick later."""
        higher = (self.unseen & SUIT_SETS[card // 13]) >> card
        drawn = sum(self.deal.hand_sizes) - self.deal.hand_sizes[self.me]
        master = none_of(higher.bit_count(), drawn, max(drawn, self.unseen.bit_count()))
        if card // 13 == self.deal.trump:
            return max(0.3, master) + rank_of(card) / 1000
        return 0.5 * master + rank_of(card) / 1000

    def _declarer_wins(self, card: Card) -> float:
        """The likelihood that the declarer takes the trick if I play the card."""
        deal = self.deal
        led = deal.trick[0][1] // 13 if deal.trick else card // 13
        top, holder = card, self.me
        for seat, lying in deal.trick:
            if self._strength(lying, led) > self._strength(top, led):
                top, holder = lying, seat
        won = float(holder == self.declarer)
        for seat in self.later:
            beats = self._beats(seat, top, led)
            if seat == self.declarer:
                won += (1.0 - won) * beats
            else:
                won *= 1.0 - beats
        return won

    def _strength(self, card: Card, led: Suit) -> int:
        suit, rank = divmod(card, 13)
        return rank + (26 if suit == self.deal.trump else 13 if suit == led else 0)

    def _beats(self, seat: int, top: Card, led: Suit) -> float:
        """How likely the seat beats the best card: because it can, or at misère because it must."""
        pool, drawn, trump = self.may_hold[seat], self.deal.hand_sizes[seat], self.deal.trump
        size = max(drawn, pool.bit_count())
        suited = pool & SUIT_SETS[led]
        void = none_of(suited.bit_count(), drawn, size)
        if self.misere:
            under = suited & ((1 << top) - 1)
            return max(0.0, none_of(under.bit_count(), drawn, size) - void)
        ruffed = top // 13 == trump and led != trump
        higher = 0 if ruffed else suited & ~((2 << top) - 1)
        able = 1.0 - none_of(higher.bit_count(), drawn, size)
        if trump not in (led, NO_TRUMP, None) and void:
            ruffs = pool & SUIT_SETS[trump] & (~((2 << top) - 1) if ruffed else -1)
            rest = size - suited.bit_count()
            able += void * (1.0 - none_of(ruffs.bit_count(), drawn, max(rest, drawn)))
        return min(1.0, able)


def _excluded(deal: DealView) -> list[CardSet]:
    """For each seat the suits that it did not follow."""
    excluded: list[CardSet] = [0] * len(deal.hand_sizes)
    for trick in deal.tricks:
        for seat, card in zip(trick.seats(), trick.cards, strict=True):
            if card // 13 != trick.led:
                excluded[seat] |= SUIT_SETS[trick.led]
    for seat, card in deal.trick:
        if card // 13 != deal.led_suit:
            excluded[seat] |= SUIT_SETS[known(deal.led_suit)]
    return excluded
