"""Nap, the European game: a deal phase by phase, its scores and its views (rules.md 2; seed 002).

The phases are immutable tuples: `NapAuction`, `NapPlaying`, and at the end a `NapResult` or `deal.PassedOut`.
Their interface is `variants.DealPhase`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from .cards import (
    FULL_PACK,
    NO_TRUMP,
    SUIT_SETS,
    SUITS,
    Card,
    CardSet,
    Suit,
    cards_in,
    name_if_card,
    one_of_each,
    rank_of,
    suit_of,
)
from .claims import Claimed, judge_proposal, proposals
from .deal import (
    NO_CHOICES,
    Dealt,
    DealView,
    Declaration,
    EndedView,
    PassedOut,
    Trick,
    Why,
    choices,
    claimed_view,
    hand_sizes,
    tricks_by_seat,
)
from .errors import IllegalCommand, not_to_act
from .events import (
    BidNap,
    Claim,
    Command,
    Concede,
    Deal,
    Exchange,
    LegalExchanges,
    NapBid,
    Pass,
    Play,
    Proposal,
    expect,
    judge_exchange,
    plays_by_seat,
)
from .following import may_follow
from .rules import Deck, Misere, NapRules, Payments

TRICKS: Final = 5
NEEDED: Final[dict[NapBid, int]] = {
    "two": 2,
    "three": 3,
    "misere": 0,
    "four": 4,
    "garnet": 5,
    "nap": 5,
    "wellington": 5,
    "blucher": 5,
}
"""Tricks that the declarer must take; at misère exactly none."""

PACKS: Final[dict[Deck, CardSet]] = {
    "full": FULL_PACK,
    "stripped_24": one_of_each("AKQJT9"),
    "stripped_28": one_of_each("AKQJT98"),
    "stripped_32": one_of_each("AKQJT987"),
}

_LOW_PAYMENTS: Final[dict[NapBid, tuple[int, int]]] = {
    "two": (2, 2),
    "three": (3, 3),
    "misere": (3, 3),
    "four": (4, 4),
    "garnet": (10, 12),
    "nap": (10, 6),
}
PAYMENTS: Final[dict[Payments, dict[NapBid, tuple[int, int]]]] = {
    "standard": {**_LOW_PAYMENTS, "wellington": (20, 12)},
    "double": {**_LOW_PAYMENTS, "wellington": (20, 20), "blucher": (40, 40)},
    "flat": {**_LOW_PAYMENTS, "wellington": (10, 20), "blucher": (10, 20)},
    "classic": {**_LOW_PAYMENTS, "garnet": (10, 10), "nap": (10, 5), "wellington": (20, 10), "blucher": (30, 15)},
}
"""What each other player pays for a made bid, and gets for a lost one (rules.md 2)."""

_RESHUFFLING: Final = ("nap", "wellington", "blucher")
"""Under ``no_shuffle`` the pack is shuffled after one of these bids was made (seed 002, local rule 2)."""

NapDealt: TypeAlias = Dealt[NapRules]


# --- The auction ---


def open_deal(rules: NapRules, deal: Deal) -> NapAuction:
    """The auction of a new deal. The player to the dealer's left bids first."""
    first = (deal.dealer + 1) % rules.players
    return NapAuction(Dealt(rules, deal.deal, deal.dealer, first, deal.hands, deal.widow), first)


_LOW_BIDS: Final[dict[Misere, tuple[NapBid, ...]]] = {
    "over_three": ("two", "three", "misere", "four"),
    "under_three": ("two", "misere", "three", "four"),
    "none": ("two", "three", "four"),
}


@cache
def bids_of(rules: NapRules) -> tuple[NapBid, ...]:
    """The bids that the rules have, weakest first.

    >>> bids_of(NapRules(misere="under_three", spare_hand=True))
    ('two', 'misere', 'three', 'four', 'garnet', 'nap', 'wellington')
    """
    bids = (*_LOW_BIDS[rules.misere], "garnet", "nap", "wellington", "blucher")
    out = {bid for bid, has in (("garnet", rules.spare_hand), ("blucher", rules.blucher)) if not has}
    return tuple(bid for bid in bids if bid not in out)


_ANSWERS: Final[dict[NapBid, str]] = {"wellington": "needs_nap", "blucher": "needs_wellington"}


class NapAuction(NamedTuple):
    """One round, from the dealer's left."""

    dealt: NapDealt
    turn: int
    history: tuple[Declaration, ...] = ()
    high: BidNap | None = None

    @property
    def number(self) -> int:
        return self.dealt.number

    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def may_bid(self, bid: NapBid) -> bool:
        """Whether the rules allow the bid over the highest one so far."""
        high = self.high.bid if self.high else None
        if bid == "wellington":
            return high == "nap"
        if bid == "blucher":
            return self.dealt.rules.blucher and high == "wellington"
        bids = bids_of(self.dealt.rules)
        return bid in bids and (high is None or bids.index(bid) > bids.index(high))

    def legal(self, seat: int) -> list[Declaration]:
        number = self.number
        bids = [BidNap(number, seat, bid) for bid in bids_of(self.dealt.rules) if self.may_bid(bid)]
        return [Pass(number, seat), *bids]

    def judge(self, command: Command) -> None:
        if command.seat != self.turn:
            raise not_to_act()
        if isinstance(command, Pass):
            return
        bid = expect(command, BidNap).bid
        if bid not in bids_of(self.dealt.rules):
            raise IllegalCommand("illegal_bid", "no_such_bid")
        if not self.may_bid(bid):
            raise IllegalCommand("illegal_bid", self._why_not(bid))

    def _why_not(self, bid: NapBid) -> str:
        """Wellington and blücher answer one bid each; the rules may leave blücher out."""
        high, bids = self.high.bid if self.high else None, bids_of(self.dealt.rules)
        is_early = high is None or bids.index(high) < bids.index(bid)
        return _ANSWERS.get(bid, "not_higher") if is_early else "not_higher"

    def after(self, event: Command) -> NapAuction | NapExchanging | NapPlaying | PassedOut[NapRules]:
        """The auction with one more declaration, or the phase after the last one."""
        dealt, players = self.dealt, self.dealt.rules.players
        said = event if isinstance(event, BidNap) else expect(event, Pass)
        history = (*self.history, said)
        high = said if isinstance(said, BidNap) else self.high
        after = NapAuction(dealt, (self.turn + 1) % players, history, high)
        if len(history) < players and (high is None or any(map(after.may_bid, bids_of(dealt.rules)))):
            return after
        if high is None:
            return PassedOut(dealt, history)
        contract = NapContract(dealt, history, high.seat, high.bid)
        return NapExchanging(contract) if high.bid == "garnet" else lead_off(contract)


def lead_off(contract: NapContract) -> NapPlaying:
    """The beginning of the play: the declarer leads."""
    declarer = contract.declarer
    return NapPlaying(contract, 0, declarer, declarer, (), None, ())


class NapContract(NamedTuple):
    """The declarer and the bid. All states of the play share it."""

    dealt: NapDealt
    auction: tuple[Declaration, ...]
    declarer: int
    bid: NapBid
    discards: CardSet = 0
    """What the declarer of a garnet has discarded."""

    @property
    def number(self) -> int:
        return self.dealt.number

    def hand(self, seat: int) -> CardSet:
        """The hand with which the seat plays."""
        hand = self.dealt.hands[seat]
        return (hand | self.dealt.widow) & ~self.discards if self.discards and seat == self.declarer else hand

    def seen_unplayed(self, seat: int | None) -> CardSet:
        """What the seat has seen of the spare hand and the discards."""
        return self.discards if seat == self.declarer else 0

    @property
    def winning_bid(self) -> BidNap:
        """The bid that won the auction."""
        return BidNap(self.number, self.declarer, self.bid)


class NapExchanging(NamedTuple):
    """The declarer of a garnet has taken up the spare hand and is to discard."""

    contract: NapContract

    @property
    def number(self) -> int:
        return self.contract.number

    @property
    def dealt(self) -> NapDealt:
        return self.contract.dealt

    def to_act(self) -> tuple[int, ...]:
        return (self.contract.declarer,)

    def exchanges(self) -> LegalExchanges:
        """The cards that the declarer may discard, and how many of them."""
        dealt, declarer = self.dealt, self.contract.declarer
        return LegalExchanges(dealt.number, declarer, dealt.hands[declarer] | dealt.widow, TRICKS, ())

    def legal(self, seat: int) -> list[LegalExchanges]:
        return [self.exchanges()]

    def judge(self, command: Command) -> None:
        if command.seat != self.contract.declarer:
            raise not_to_act()
        judge_exchange(expect(command, Exchange), self.exchanges())

    def after(self, event: Command) -> NapPlaying:
        """The cards are discarded, and the declarer leads."""
        return lead_off(self.contract._replace(discards=expect(event, Exchange).discard))


NapWhyNot: TypeAlias = Literal["not_held", "must_follow", "weakest_lead"]


class NapPlaying(NamedTuple):
    """The tricks are played."""

    contract: NapContract
    played: CardSet
    """All cards played so far."""
    turn: int
    leader: int
    trick: tuple[Card, ...]
    """The running trick, in order of play."""
    trump: Suit | None
    """None before the first lead, and always at misère."""
    tricks: tuple[Trick, ...]
    refused: tuple[int, ...] = ()
    """The seats whose proposal to end the deal was refused."""

    @property
    def number(self) -> int:
        return self.contract.number

    @property
    def dealt(self) -> NapDealt:
        return self.contract.dealt

    def hand(self, seat: int) -> CardSet:
        """What the seat still holds."""
        return self.contract.hand(seat) & ~self.played

    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def playable(self) -> CardSet:
        """The cards that the seat to play may play."""
        hand = self.hand(self.turn)
        if self.trick:
            suit = SUIT_SETS[suit_of(self.trick[0])]
            return may_follow(hand, suit, suit)
        if not self.tricks and self.contract.bid == "wellington":
            return _weakest(hand) if self.dealt.rules.wellington_weakest_lead else hand
        return hand

    def legal(self, seat: int) -> list[Play]:
        plays = plays_by_seat(self.number, self.dealt.rules.players)[seat]
        return [plays[card] for card in reversed(cards_in(self.playable()))]

    def why_not(self, card: Card) -> NapWhyNot | None:
        """Why the seat to play may not play the card; None if it may."""
        if card < 0:
            return "not_held"
        if self.playable() >> card & 1:
            return None
        if not self.hand(self.turn) >> card & 1:
            return "not_held"
        return "must_follow" if self.trick else "weakest_lead"

    def judge(self, command: Command) -> None:
        if command.seat != self.turn:
            raise not_to_act()
        if not isinstance(command, Play):
            judge_proposal(command, self.turn, self.refused, self.rest_is_certain())
            if isinstance(command, Claim) and self.contract.bid == "misere":
                raise IllegalCommand("illegal_claim", "nothing_to_claim")
            return
        play = command
        if play.card < 0 or not self.playable() >> play.card & 1:
            reason = self.why_not(play.card) or "not_held"
            led = SUITS[suit_of(self.trick[0])] if reason == "must_follow" else None
            raise IllegalCommand("illegal_play", reason, card=name_if_card(play.card), suit=led)
        if play.suit is not None:
            raise IllegalCommand("illegal_play", "suit_not_asked")

    def proposals(self) -> tuple[Proposal, ...]:
        """What the seat to play may propose to end the deal. It depends only on what that seat can see."""
        offers = proposals(self.number, self.turn, self.refused, self.rest_is_certain())
        is_misere = self.contract.bid == "misere"
        return tuple(offer for offer in offers if isinstance(offer, Concede) or not is_misere)

    def rest_is_certain(self) -> bool:
        """Whether the seat to play wins all remaining tricks, wherever the cards lie that it cannot see.

        Each card has to win by itself. Nothing is certain before the first lead, which makes trumps.
        """
        if self.trump is None:
            return False
        hand, trick = self.hand(self.turn), self.trick
        unseen = cards_in(PACKS[self.dealt.rules.deck] & ~(hand | self.played | self.contract.seen_unplayed(self.turn)))
        if not trick:
            return all(self._wins((card,), unseen) for card in cards_in(hand))
        return any(
            self._wins((*trick, card), unseen)
            and all(self._wins((other,), unseen) for other in cards_in(hand & ~(1 << card)))
            for card in cards_in(self.playable())
        )

    def _wins(self, cards: tuple[Card, ...], unseen: Sequence[Card]) -> bool:
        """Whether the last of the cards wins the trick, whatever else is played to it."""
        last = len(cards) - 1
        if strongest(cards, self.trump) != last:
            return False
        if len(cards) == self.dealt.rules.players:
            return True
        return all(strongest((*cards, other), self.trump) == last for other in unseen)

    def after_refusal(self, seat: int) -> NapPlaying:
        return self._replace(refused=(*self.refused, seat))

    def settled(self, proposal: Proposal) -> NapResult:
        """The result if one seat takes all remaining tricks."""
        rest = [0] * self.dealt.rules.players
        rest[self.taker(proposal)] = TRICKS - len(self.tricks)
        return _result(self.contract, self.tricks, self.trump, tuple(rest), proposal)

    def taker(self, proposal: Proposal) -> int:
        """Who takes the rest. The declarer's opponents score the same, so the one on the left takes it for all."""
        declarer, by_declarer = self.contract.declarer, proposal.seat == self.contract.declarer
        if isinstance(proposal, Claim):
            return proposal.seat
        if by_declarer == (self.contract.bid == "misere"):
            return declarer
        return (declarer + 1) % self.dealt.rules.players

    def after(self, event: Command) -> NapPlaying | NapResult | NapClaimed:
        """The play with one more card, the result of the deal, or a proposal to end it."""
        if isinstance(event, Claim | Concede):
            is_certain = isinstance(event, Claim) and event.certain
            return self.settled(event) if is_certain else Claimed(self, event)
        card, contract, trump = expect(event, Play).card, self.contract, self.trump
        if not self.trick and not self.tricks and contract.bid != "misere":
            trump = suit_of(card)
        cards, played = (*self.trick, card), self.played | 1 << card
        players = contract.dealt.rules.players
        if len(cards) < players:
            turn = (self.turn + 1) % players
            leader, tricks = self.leader, self.tricks
            return NapPlaying(contract, played, turn, leader, cards, trump, tricks, self.refused)
        done = _finished(self.leader, cards, trump)
        tricks = (*self.tricks, done)
        if len(tricks) == TRICKS or _is_decided(contract, tricks):
            return _result(contract, tricks, trump)
        winner = done.winner
        return NapPlaying(contract, played, winner, winner, (), trump, tricks, self.refused)


def _weakest(hand: CardSet) -> CardSet:
    """The cards of the lowest rank in the hand."""
    cards = cards_in(hand)
    lowest = min(rank_of(card) for card in cards)
    return sum(1 << card for card in cards if rank_of(card) == lowest)


def strongest(trick: tuple[Card, ...], trump: Suit | None) -> int:
    """The index in ``trick`` of the card that wins: the highest trump, or else the highest of the led suit.

    >>> strongest((0, 3, 20), trump=1)
    2
    """
    led = suit_of(trick[0])

    def strength(place: int) -> int:
        suit, rank = divmod(trick[place], 13)
        return rank + (100 if suit == trump else 50 if suit == led else 0)

    return max(range(len(trick)), key=strength)


def winning_why(card: Card, trump: Suit | None) -> Why:
    """Why the card wins its trick."""
    return "trump" if suit_of(card) == trump else "led_suit"


def _finished(leader: int, cards: tuple[Card, ...], trump: Suit | None) -> Trick:
    place = strongest(cards, trump)
    winner = (leader + place) % len(cards)
    return Trick(leader, cards, winner, winning_why(cards[place], trump), 1, suit_of(cards[0]))


def tricks_of(tricks: tuple[Trick, ...], seat: int) -> int:
    """How many tricks the seat has won."""
    return sum(trick.winner == seat for trick in tricks)


def _is_decided(contract: NapContract, tricks: tuple[Trick, ...]) -> bool:
    """Whether the rules end decided deals, and this contract is sure to be made or lost."""
    if contract.dealt.rules.finish != "when_decided":
        return False
    won, needed = tricks_of(tricks, contract.declarer), NEEDED[contract.bid]
    if contract.bid == "misere":
        return won > 0
    return won >= needed or won + TRICKS - len(tricks) < needed


# --- The result ---


class NapResult(NamedTuple):
    """The end of a deal that was played."""

    contract: NapContract
    tricks: tuple[Trick, ...]
    trump: Suit | None
    """None at misère."""
    tricks_won: tuple[int, ...]
    """Tricks by seat."""
    made: bool
    scores: tuple[int, ...]
    """Points by seat."""
    proposal: Proposal | None = None
    """The claim or concession that ended the deal early."""

    @property
    def number(self) -> int:
        return self.contract.number

    @property
    def dealt(self) -> NapDealt:
        return self.contract.dealt

    @property
    def auction(self) -> tuple[Declaration, ...]:
        return self.contract.auction

    @property
    def declarer(self) -> int:
        return self.contract.declarer

    @property
    def adjutant(self) -> int | None:
        """Nap has no adjutant."""
        return None

    @property
    def reshuffles(self) -> bool:
        """Whether the pack is shuffled for the next deal although the rules say ``no_shuffle``."""
        return self.made and self.contract.bid in _RESHUFFLING


def _result(
    contract: NapContract,
    tricks: tuple[Trick, ...],
    trump: Suit | None,
    rest: tuple[int, ...] = (),
    proposal: Proposal | None = None,
) -> NapResult:
    """The result of the tricks that were played, and of the ``rest`` by seat that was claimed or given up."""
    rules = contract.dealt.rules
    by_seat = tricks_by_seat(tricks, rules.players)
    if rest:
        by_seat = tuple(map(sum, zip(by_seat, rest, strict=True)))
    won = by_seat[contract.declarer]
    made = won == 0 if contract.bid == "misere" else won >= NEEDED[contract.bid]
    points = scores(rules, contract.declarer, contract.bid, made)
    return NapResult(contract, tricks, trump, by_seat, made, points, proposal)


def payment(rules: NapRules, bid: NapBid) -> tuple[int, int]:
    """What each other player pays for the bid when it is made, and gets when it is lost.

    >>> payment(NapRules(), "wellington")
    (20, 12)
    """
    return PAYMENTS[rules.payments][bid]


def scores(rules: NapRules, declarer: int, bid: NapBid, made: bool) -> tuple[int, ...]:
    """The points of each seat: the declarer is paid by each other player, or pays each (rules.md 2)."""
    won, lost = payment(rules, bid)
    from_each = won if made else -lost
    points = [-from_each] * rules.players
    points[declarer] = from_each * (rules.players - 1)
    return tuple(points)


NapClaimed: TypeAlias = Claimed[NapPlaying, NapResult]
NapState: TypeAlias = NapAuction | NapExchanging | NapPlaying | NapClaimed
NapEnd: TypeAlias = NapResult | PassedOut[NapRules]


# --- Views ---


def deal_view(state: NapState, seat: int | None) -> DealView:
    """An open deal as the seat sees it."""
    if isinstance(state, NapPlaying):
        return _play_view(state, seat)
    if isinstance(state, Claimed):
        return claimed_view(state, _play_view(state.play, seat), seat)
    if isinstance(state, NapExchanging):
        return _exchange_view(state, seat)
    dealt, mine = state.dealt, seat == state.turn
    players = dealt.rules.players
    hand = dealt.hands[seat] if seat is not None else 0
    return DealView(
        number=dealt.number,
        dealer=dealt.dealer,
        phase="bidding",
        to_act=state.to_act(),
        my_turn=mine,
        legal=tuple(state.legal(state.turn)) if mine else (),
        hand=hand,
        hand_sizes=(dealt.rules.hand_size,) * players,
        auction=state.history,
        high=state.high,
        pictures=(0,) * players,
        tricks_won=(0,) * players,
        seen=hand,
    )


def _exchange_view(state: NapExchanging, seat: int | None) -> DealView:
    contract, dealt, mine = state.contract, state.dealt, seat == state.contract.declarer
    players = dealt.rules.players
    own = dealt.hands[seat] if seat is not None else 0
    widow = dealt.widow if mine else 0
    return DealView(
        number=dealt.number,
        dealer=dealt.dealer,
        phase="exchanging",
        to_act=state.to_act(),
        my_turn=mine,
        legal=tuple(state.legal(contract.declarer)) if mine else (),
        hand=own | widow,
        hand_sizes=(dealt.rules.hand_size,) * players,
        auction=contract.auction,
        high=contract.winning_bid,
        declarer=contract.declarer,
        contract=contract.winning_bid,
        widow=widow,
        pictures=(0,) * players,
        tricks_won=(0,) * players,
        seen=own | widow,
    )


def _play_view(state: NapPlaying, seat: int | None) -> DealView:
    contract, dealt = state.contract, state.dealt
    players = dealt.rules.players
    mine = seat == state.turn
    hand = state.hand(seat) if seat is not None else 0
    cards = state.trick
    trick = tuple(((state.leader + place) % players, card) for place, card in enumerate(cards))
    winning = trick[strongest(cards, state.trump)] if cards else None
    bid = contract.winning_bid
    playable, legal, blocked = choices(state, hand) if mine else NO_CHOICES
    return DealView(
        number=dealt.number,
        dealer=dealt.dealer,
        phase="playing",
        to_act=(state.turn,),
        my_turn=mine,
        legal=legal,
        hand=hand,
        hand_sizes=hand_sizes(dealt.rules.hand_size, len(state.tricks), trick, players),
        auction=contract.auction,
        high=bid,
        declarer=contract.declarer,
        contract=bid,
        trump=NO_TRUMP if contract.bid == "misere" else state.trump,
        widow=dealt.widow if contract.discards and seat == contract.declarer else 0,
        discards=contract.seen_unplayed(seat),
        leader=state.leader,
        led_suit=suit_of(cards[0]) if cards else None,
        led=suit_of(cards[0]) if cards else None,
        trick=trick,
        winning=winning[0] if winning else None,
        winning_why=winning_why(winning[1], state.trump) if winning else None,
        tricks=state.tricks,
        pictures=(0,) * players,
        tricks_won=tricks_by_seat(state.tricks, players),
        playable=playable,
        blocked=blocked,
        proposals=state.proposals() if mine else (),
        refused=state.refused,
        seen=hand | state.played | contract.seen_unplayed(seat),
    )


def ended_view(end: NapResult, opened: bool) -> EndedView:
    """A deal that was played. ``opened`` says whether the reader may see all its cards."""
    contract, dealt = end.contract, end.dealt
    return EndedView(
        number=dealt.number,
        dealer=dealt.dealer,
        passed_out=False,
        auction=contract.auction,
        declarer=contract.declarer,
        contract=contract.winning_bid,
        tricks=end.tricks,
        tricks_won=end.tricks_won,
        side_took=end.tricks_won[contract.declarer],
        made=end.made,
        scores=end.scores,
        proposal=end.proposal,
        hands=dealt.hands if opened else None,
        widow=dealt.widow if opened and dealt.rules.spare_hand else None,
        discards=contract.discards if opened and contract.discards else None,
    )
