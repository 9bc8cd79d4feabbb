"""A deal of Nap, the European game, as a state machine (rules.md 2; seed 002).

The same shape as `napoleon`: the immutable phases `NapAuction` and `NapPlaying`, then a `NapResult` or a
`NapPassedOut`.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from .cards import FULL_PACK, SUIT_SETS, SUITS, Card, CardSet, Suit, cards_in, one_of_each, rank_of
from .errors import IllegalAction, not_to_act, wrong_phase
from .events import NAP_BIDS, BidNap, Command, NapBid, Pass, Play, plays_by_seat
from .rules import NapRules

_tuple = tuple.__new__

TRICKS: Final = 5
NEEDED: Final[dict[NapBid, int]] = {
    "two": 2,
    "three": 3,
    "misere": 0,
    "four": 4,
    "nap": 5,
    "wellington": 5,
    "blucher": 5,
}
"""Tricks the declarer must take; at misère exactly none."""

PACKS: Final[dict[str, CardSet]] = {
    "full": FULL_PACK,
    "stripped_24": one_of_each("AKQJT9"),
    "stripped_28": one_of_each("AKQJT98"),
    "stripped_32": one_of_each("AKQJT987"),
}

# What each other player pays for a made contract, and gets for a lost one.
_PAYMENTS: Final[dict[NapBid, tuple[int, int]]] = {
    "two": (2, 2),
    "three": (3, 3),
    "misere": (3, 3),
    "four": (4, 4),
    "nap": (10, 6),
}
_HIGH_PAYMENTS: Final[dict[str, dict[NapBid, tuple[int, int]]]] = {
    "standard": {"wellington": (20, 12)},
    "double": {"wellington": (20, 20), "blucher": (40, 40)},
    "flat": {"wellington": (10, 20), "blucher": (10, 20)},
}


class NapDealt(NamedTuple):
    """What is fixed when the cards are dealt."""

    rules: NapRules
    number: int
    dealer: int
    hands: tuple[CardSet, ...]


NapDeclaration: TypeAlias = BidNap | Pass


class NapPassedOut(NamedTuple):
    """Nobody bid: the deal does not count."""

    deal: NapDealt
    auction: tuple[NapDeclaration, ...]


class NapAuction(NamedTuple):
    """One round from the dealer's left."""

    deal: NapDealt
    turn: int
    history: tuple[NapDeclaration, ...] = ()
    high: BidNap | None = None

    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def may_bid(self, bid: NapBid) -> bool:
        """Whether the bid is higher than the last, and known to the rules."""
        high = self.high.bid if self.high else None
        if bid == "wellington":
            return high == "nap"
        if bid == "blucher":
            return self.deal.rules.blucher and high == "wellington"
        return high is None or NAP_BIDS.index(bid) > NAP_BIDS.index(high)

    def legal(self, seat: int) -> list[NapDeclaration]:
        number = self.deal.number
        bids = [BidNap(number, seat, bid) for bid in NAP_BIDS if self.may_bid(bid)]
        return [Pass(number, seat), *bids]

    def judge(self, command: Command) -> None:
        if command.seat != self.turn:
            raise not_to_act()
        if isinstance(command, Pass):
            return
        if not isinstance(command, BidNap):
            raise wrong_phase(command)
        if command.bid not in NAP_BIDS:
            raise IllegalAction("illegal_bid", "no_such_bid")
        if not self.may_bid(command.bid):
            raise IllegalAction("illegal_bid", "not_higher")

    def after(self, said: NapDeclaration) -> NapStep:
        deal, players = self.deal, self.deal.rules.players
        history = (*self.history, said)
        high = said if isinstance(said, BidNap) else self.high
        after = NapAuction(deal, (self.turn + 1) % players, history, high)
        if len(history) < players and (high is None or any(map(after.may_bid, NAP_BIDS))):
            return after
        if high is None:
            return NapPassedOut(deal, history)
        contract = NapContract(deal, deal.number, history, high.seat, high.bid)
        return NapPlaying(contract, 0, high.seat, high.seat, (), None, ())


class NapContract(NamedTuple):
    """The declarer and the bid; shared by all states of the play."""

    deal: NapDealt
    number: int
    auction: tuple[NapDeclaration, ...]
    declarer: int
    bid: NapBid


class NapTrick(NamedTuple):
    """A finished trick: ``cards`` in order of play, clockwise from ``leader``."""

    leader: int
    cards: tuple[Card, ...]
    winner: int
    why: Literal["trump", "led_suit"]

    def seats(self) -> list[int]:
        """Who played each card."""
        players = len(self.cards)
        return [(self.leader + place) % players for place in range(players)]


NapWhyNot: TypeAlias = Literal["not_held", "must_follow", "weakest_lead"]


class NapPlaying(NamedTuple):
    """The tricks are played."""

    deal: NapContract
    played: CardSet
    turn: int
    leader: int
    trick: tuple[Card, ...]
    trump: Suit | None
    """None before the first lead, and at misère always."""
    tricks: tuple[NapTrick, ...]

    def hand(self, seat: int) -> CardSet:
        return self.deal.deal.hands[seat] & ~self.played

    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def playable(self) -> CardSet:
        """The cards that the seat whose turn it is may play."""
        contract = self.deal
        hand = contract.deal.hands[self.turn] & ~self.played
        if self.trick:
            return hand & SUIT_SETS[self.trick[0] // 13] or hand
        if not self.tricks and contract.bid == "wellington":
            return _weakest(hand) if contract.deal.rules.wellington_weakest_lead else hand
        return hand

    def legal(self, seat: int) -> list[Play]:
        plays = plays_by_seat(self.deal.number, self.deal.deal.rules.players)[seat]
        return [plays[card] for card in reversed(cards_in(self.playable()))]

    def why_not(self, card: Card) -> NapWhyNot | None:
        """Why the seat whose turn it is may not play the card; None if it may."""
        if self.playable() >> card & 1:
            return None
        if not self.hand(self.turn) >> card & 1:
            return "not_held"
        return "must_follow" if self.trick else "weakest_lead"

    def judge(self, command: Command) -> None:
        if command.seat != self.turn:
            raise not_to_act()
        if not isinstance(command, Play):
            raise wrong_phase(command)
        if not self.playable() >> command.card & 1:
            reason = self.why_not(command.card) or "not_held"
            led = SUITS[self.trick[0] // 13] if reason == "must_follow" else None
            raise IllegalAction("illegal_play", reason, suit=led)
        if command.suit is not None:
            raise IllegalAction("illegal_play", "suit_not_asked")

    def after(self, event: Play) -> NapPlaying | NapResult:
        deal, played, turn, leader, trick, trump, tricks = self
        card, players = event.card, deal.deal.rules.players
        if not trick and not tricks and deal.bid != "misere":
            trump = card // 13
        cards = (*trick, card)
        played |= 1 << card
        if len(cards) < players:
            turn = (turn + 1) % players
            return _tuple(NapPlaying, (deal, played, turn, leader, cards, trump, tricks))
        done = _finished(leader, cards, trump)
        tricks = (*tricks, done)
        if len(tricks) == TRICKS or _is_decided(deal, tricks):
            return _result(deal, tricks, trump)
        return NapPlaying(deal, played, done.winner, done.winner, (), trump, tricks)


def _weakest(hand: CardSet) -> CardSet:
    """The cards of the lowest rank in the hand."""
    cards = cards_in(hand)
    lowest = min(rank_of(card) for card in cards)
    return sum(1 << card for card in cards if rank_of(card) == lowest)


def strongest(trick: tuple[Card, ...], trump: Suit | None) -> int:
    """Where in the trick the highest trump lies, or else the highest card of the led suit."""
    led = trick[0] // 13

    def strength(place: int) -> int:
        suit, rank = divmod(trick[place], 13)
        return rank + (100 if suit == trump else 50 if suit == led else 0)

    return max(range(len(trick)), key=strength)


def _finished(leader: int, cards: tuple[Card, ...], trump: Suit | None) -> NapTrick:
    place = strongest(cards, trump)
    why: Literal["trump", "led_suit"] = "trump" if cards[place] // 13 == trump else "led_suit"
    return NapTrick(leader, cards, (leader + place) % len(cards), why)


def tricks_won(tricks: tuple[NapTrick, ...], seat: int) -> int:
    return sum(trick.winner == seat for trick in tricks)


def _is_decided(contract: NapContract, tricks: tuple[NapTrick, ...]) -> bool:
    """The rules end the deal early, and the contract is sure to be made or sure to be lost."""
    if contract.deal.rules.finish != "when_decided":
        return False
    won, needed = tricks_won(tricks, contract.declarer), NEEDED[contract.bid]
    if contract.bid == "misere":
        return won > 0
    return won >= needed or won + TRICKS - len(tricks) < needed


class NapResult(NamedTuple):
    """A deal that has ended."""

    deal: NapContract
    tricks: tuple[NapTrick, ...]
    trump: Suit | None
    tricks_won: tuple[int, ...]
    made: bool
    scores: tuple[int, ...]


def _result(contract: NapContract, tricks: tuple[NapTrick, ...], trump: Suit | None) -> NapResult:
    rules = contract.deal.rules
    by_seat = tuple(tricks_won(tricks, seat) for seat in range(rules.players))
    won = by_seat[contract.declarer]
    made = won == 0 if contract.bid == "misere" else won >= NEEDED[contract.bid]
    points = scores(rules, contract.declarer, contract.bid, made)
    return NapResult(contract, tricks, trump, by_seat, made, points)


def payment(rules: NapRules, bid: NapBid) -> tuple[int, int]:
    """What each other player pays for the bid when it is made, and gets when it is lost.

    >>> payment(NapRules(), "wellington")
    (20, 12)
    """
    return _PAYMENTS.get(bid) or _HIGH_PAYMENTS[rules.payments][bid]


def scores(rules: NapRules, declarer: int, bid: NapBid, made: bool) -> tuple[int, ...]:
    """What each seat scores: the declarer is paid by each other player, or pays each."""
    won, lost = payment(rules, bid)
    from_each = won if made else -lost
    points = [-from_each] * rules.players
    points[declarer] = from_each * (rules.players - 1)
    return tuple(points)


NapState: TypeAlias = NapAuction | NapPlaying
NapEnd: TypeAlias = NapResult | NapPassedOut
NapStep: TypeAlias = NapState | NapEnd


def start(dealt: NapDealt) -> NapAuction:
    """The auction of a fresh deal: from the dealer's left."""
    return NapAuction(dealt, (dealt.dealer + 1) % dealt.rules.players)
