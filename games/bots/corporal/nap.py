"""The corporal at Nap: bids on the tricks that are likely, and weighs every card by them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

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

LEAVING: Final = -0.4
"""The points that somebody else's bid brings to a seat, on average."""
UNRUFFED: Final = 0.72
"""How likely a master card of a side suit is not ruffed."""
SIDE_LENGTH: Final = 0.06
"""What each further card of a side suit takes off that."""
DRAWN: Final = 0.75
"""How much of the danger to a trump is left by each higher trump that is led before it."""
LED_AT_MISERE: Final = 0.6
"""How likely a card must be played at misère before it can be thrown off."""
BETTER_THAN_IT_LOOKS, BETTER_MISERE = 0.45, 0.6
"""Cards help each other and opponents err: the likelihood to this power is what came true in play."""
KEPT_WEIGHT: Final = 0.8
"""What a trick that a card may take later counts, beside the running one."""
KEPT_TRUMP, KEPT_MASTER = 0.3, 0.5
"""How likely any trump takes a trick later, at least, and a master card of a side suit."""
TAKEN_AT_MISERE, KEPT_AT_MISERE = 20, 0.1
"""At misère the weight of the running trick against a rank, and for the declarer's opponents that of a rank."""


# --- The bid ---


def bid(deal: DealView, rules: NapRules) -> Command:
    """The bid that promises most, if it promises more than a pass, or if a pass may pass the deal out."""
    offers = nap_bids(deal)
    extra = impatience(deal, rules)
    name = best_bid(rules, deal.hand, list(offers), extra, has_to=keeps_deal_alive(deal))
    return known(pass_of(deal)) if name is None else offers[name]


def best_bid(
    rules: NapRules, hand: CardSet, offers: Sequence[NapBid], extra: float, *, has_to: bool
) -> NapBid | None:
    """Which of the bids a corporal makes, ``extra`` tricks added; None: it passes, unless it ``has_to`` bid."""
    if not offers:
        return None
    chances = prospects(rules, hand, extra)
    worth = {name: _promises(rules, name, chances[name]) for name in offers}
    name = max(worth, key=lambda name: worth[name])
    return name if worth[name] > LEAVING or has_to else None


def _promises(rules: NapRules, name: NapBid, chance: float) -> float:
    won, lost = payment(rules, name)
    return (rules.players - 1) * (chance * won - (1.0 - chance) * lost)


def prospects(rules: NapRules, hand: CardSet, extra: float = 0.0) -> dict[NapBid, float]:
    """The likelihood that each bid is made with this hand, ``extra`` tricks added."""
    least = [0.0] * (TRICKS + 1)
    for trump in range(4):
        if hand & SUIT_SETS[trump]:
            of_trump = at_least(trick_chances(rules, hand, trump))
            least = [max(pair) for pair in zip(least, of_trump, strict=True)]
    chances: dict[NapBid, float] = {
        name: min(1.0, least[needed] ** BETTER_THAN_IT_LOOKS + extra / 4)
        for name, needed in NEEDED.items()
    }
    chances["misere"] = _misere(rules, hand) ** BETTER_MISERE
    return chances


def at_least(chances: list[float]) -> list[float]:
    """The likelihood of at least 0, 1, … tricks, if each card takes one independently."""
    exactly = [1.0] + [0.0] * len(chances)
    for chance in chances:
        for tricks in range(len(chances), 0, -1):
            exactly[tricks] += chance * (exactly[tricks - 1] - exactly[tricks])
        exactly[0] *= 1.0 - chance
    return [sum(exactly[tricks:]) for tricks in range(len(exactly))]


def trick_chances(rules: NapRules, hand: CardSet, trump: Suit) -> list[float]:
    """For each card the likelihood that it takes a trick with this trump."""
    found: list[float] = []
    for suit, cards in enumerate(SUIT_SETS):
        of_suit = _suit_chances(rules, hand & cards)
        found += of_suit.as_trumps if suit == trump else of_suit.beside_trumps
    return found


def _misere(rules: NapRules, hand: CardSet) -> float:
    """The likelihood of taking no trick: no card may be forced to win."""
    safe = 1.0
    for suit in SUIT_SETS:
        for chance in _suit_chances(rules, hand & suit).at_misere:
            safe *= chance
    return safe


class SuitChances(NamedTuple):
    """What each card of one suit in a hand does: the likelihood that it takes a trick, and that it takes none."""

    as_trumps: tuple[float, ...]
    beside_trumps: tuple[float, ...]
    at_misere: tuple[float, ...]


@lru_cache(maxsize=1 << 15)
def _suit_chances(rules: NapRules, cards: CardSet) -> SuitChances:
    """The chances of these cards, all that the hand holds of a suit."""
    if not cards:
        return SuitChances((), (), ())
    held = cards_in(cards)
    unseen = PACKS[rules.deck] & SUIT_SETS[held[0] // 13] & ~cards
    pool, drawn = PACKS[rules.deck].bit_count() - TRICKS, TRICKS * (rules.players - 1)
    masters = [none_of((unseen >> card).bit_count(), drawn, pool) for card in reversed(held)]
    unruffed = max(0.0, UNRUFFED - SIDE_LENGTH * (len(held) - 1))
    return SuitChances(
        tuple(1.0 - (1.0 - chance) * DRAWN**place for place, chance in enumerate(masters)),
        tuple(chance * unruffed for chance in masters),
        tuple(_unforced(rules, unseen, card, pool) for card in held),
    )


def _unforced(rules: NapRules, unseen: CardSet, card: Card, pool: int) -> float:
    """The likelihood that the card is not forced to win at misère."""
    lower, cards = (unseen & ((1 << card) - 1)).bit_count(), unseen.bit_count()
    ducks = 1.0 - none_of(lower, TRICKS, pool) + none_of(cards, TRICKS, pool)
    return 1.0 - LED_AT_MISERE * min(1.0, ducks) ** (rules.players - 1)


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
            return (-won if mine else won) * TAKEN_AT_MISERE + rank_of(card) * (
                1.0 if mine else KEPT_AT_MISERE
            )
        return (won if mine else 1.0 - won) - KEPT_WEIGHT * self._kept(card)

    def _as_trump(self, card: Card) -> float:
        """The declarer's first lead makes the trump."""
        suit = card // 13
        chances = trick_chances(self.rules, self.deal.hand, suit)
        needed = NEEDED[nap_bid_of(self.deal)]
        return at_least(chances)[needed] * 100 + rank_of(card) / 13

    def _kept(self, card: Card) -> float:
        """The likelihood that the card takes a trick later."""
        higher = (self.unseen & SUIT_SETS[card // 13]) >> card
        drawn = sum(self.deal.hand_sizes) - self.deal.hand_sizes[self.me]
        master = none_of(higher.bit_count(), drawn, max(drawn, self.unseen.bit_count()))
        if card // 13 == self.deal.trump:
            return max(KEPT_TRUMP, master) + rank_of(card) / 1000
        return KEPT_MASTER * master + rank_of(card) / 1000

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
