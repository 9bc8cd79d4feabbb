"""A deal of Napoleon before its play: the auction, the call and the exchange (rules.md 1.2 and 1.3).

The phases of a deal are immutable tuples: `Auction` or `Sealed`, `Calling` and `Exchanging` in the order that the
rules say, `napoleon_play.Playing`, and at the end a `NapoleonResult` or `deal.PassedOut`. Every phase has the same
interface (`variants.DealPhase`): whose turn it is (`to_act`), what that seat may do (`legal`), a judge that raises
`IllegalCommand` (`judge`), and the next phase after an event (`after`), which never judges.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final, NamedTuple, TypeAlias

from .cards import (
    JOKERS,
    NO_CARD,
    NO_TRUMP,
    PICTURE_COUNT,
    PICTURES,
    CardSet,
    Suit,
    card_set,
    name_if_card,
    one_of_each,
)
from .deal import Dealt, Declaration, PassedOut
from .errors import IllegalCommand, not_to_act
from .events import (
    Bid,
    Call,
    CallWho,
    Command,
    Deal,
    Exchange,
    LegalExchanges,
    Pass,
    Raise,
    Redeal,
    calls_of,
    expect,
    judge_exchange,
)
from .napoleon_contract import Contract, NapoleonDealt, pack_of
from .napoleon_play import NapoleonClaimed, NapoleonResult, PlayCursor, Playing, lead_off
from .rules import AdjutantCalls, BidOrder, NapoleonRules, WidowRaise


def open_deal(
    rules: NapoleonRules, deal: Deal, last_declarer: int | None, last_adjutant: int | None
) -> Auction | Sealed:
    """The auction of a new deal.

    ``last_declarer`` is the Napoleon of the last deal that was played, ``last_adjutant`` their adjutant, or Napoleon
    if there was none; both are None if no deal was played (rules.md 1.2, 3).
    """
    by_last = {"last_napoleon": last_declarer, "last_adjutant": last_adjutant, "dealer_left": None}
    first = by_last[rules.first_bidder] if rules.deals_at_once == 1 else None
    if first is None:
        first = (deal.dealer + 1) % rules.players
    dealt = Dealt(rules, deal.deal, deal.dealer, first, deal.hands, deal.widow)
    if rules.auction == "sealed":
        return Sealed(dealt, (None,) * rules.players)
    return Auction(dealt, first)


# --- The auction (rules.md 1.2) ---


BID_ORDERS: Final[dict[BidOrder, tuple[int, ...]]] = {
    "count_then_suit": (0, 1, 2, 3, 4),
    "count_only": (0, 0, 0, 0, 0),
    "count_then_no_trump": (0, 0, 0, 0, 1),
}
"""How high each trump (C D H S, no trump) stands among bids of the same count."""


def bid_rank(rules: NapoleonRules, count: int, trump: Suit) -> int:
    """The strength of a bid: by count, then by its trump as ``bid_order`` ranks it."""
    return count * 8 + BID_ORDERS[rules.bid_order][trump]


def _strength(rules: NapoleonRules, bid: Bid) -> int:
    return bid_rank(rules, bid.count, bid.trump)


_SUITS_ONLY: Final = range(NO_TRUMP)
_WITH_NO_TRUMP: Final = range(NO_TRUMP + 1)


def trumps(rules: NapoleonRules) -> range:
    """The trumps that may be bid, weakest first: suits, and `cards.NO_TRUMP` if the rules allow it."""
    return _WITH_NO_TRUMP if rules.no_trump else _SUITS_ONLY


@lru_cache(maxsize=1024)
def _declarations(number: int, seat: int, min_bid: int, trumps: int) -> tuple[Declaration, ...]:
    """A pass, and every bid from ``min_bid`` in the first ``trumps`` trumps, weakest first."""
    bids = [Bid(number, seat, count, trump) for count in range(min_bid, PICTURE_COUNT + 1) for trump in range(trumps)]
    return (Pass(number, seat), *bids)


_HALVES: Final = ((one_of_each("AKQJ") & ~card_set(["SA"]), 2), (one_of_each("T"), 1), (JOKERS, -2))
"""What cards are worth to a hand that may be thrown in, in halves (more rules, 2.7)."""


def may_throw_in(rules: NapoleonRules, hand: CardSet) -> bool:
    """Whether the rules let a seat throw such a hand in.

    >>> rules = NapoleonRules(redeal_claim="half_point")
    >>> may_throw_in(rules, card_set(["SA", "JK", "DK", "DT"])), may_throw_in(rules, card_set(["SA", "DK", "DT"]))
    (True, False)
    """
    claim = rules.redeal_claim
    if claim == "none":
        return False
    if claim == "half_point":
        return sum((hand & cards).bit_count() * halves for cards, halves in _HALVES) <= 1
    return (hand & PICTURES).bit_count() <= (1 if claim == "one_picture" else 0)


def _judge_redeal(command: Redeal, allowed: bool) -> None:
    if not allowed:
        raise IllegalCommand("illegal_bid", "no_redeal")


def _judge_bid(rules: NapoleonRules, command: Command) -> Bid | None:
    """The bid that the command makes, None for a pass. Raises `IllegalCommand` if the rules have no such bid."""
    if isinstance(command, Pass):
        return None
    bid = expect(command, Bid)
    if not rules.min_bid <= bid.count <= PICTURE_COUNT:
        raise IllegalCommand("illegal_bid", "out_of_range", least=rules.min_bid, most=PICTURE_COUNT)
    if bid.trump not in trumps(rules):
        raise IllegalCommand("illegal_bid", "no_such_trump")
    return bid


class Auction(NamedTuple):
    """The open auction. Under ``all_pass: forced`` also the bid that must be made after all have passed."""

    dealt: NapoleonDealt
    turn: int
    history: tuple[Declaration, ...] = ()
    high: Bid | None = None
    passes: int = 0
    """Passes in a row; under hard passing, all passes."""
    forced: bool = False
    earlier: int = 0
    """How many declarations of the history were made in a first auction, in which everybody passed."""

    @property
    def number(self) -> int:
        return self.dealt.number

    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def may_throw_in(self) -> bool:
        """Whether the seat to speak may throw its hand in."""
        has_spoken = self.earlier or self.forced or any(said.seat == self.turn for said in self.history)
        return not has_spoken and may_throw_in(self.dealt.rules, self.dealt.hands[self.turn])

    def legal(self, seat: int) -> list[Declaration | Redeal]:
        claims: list[Declaration | Redeal] = [Redeal(self.number, seat)] if self.may_throw_in() else []
        return [*claims, *self.bids(seat)] if claims else self.bids(seat)

    def bids(self, seat: int) -> list[Declaration | Redeal]:
        """The bids that may be made, and a pass, if it may."""
        rules, high = self.dealt.rules, self.high
        width = len(trumps(rules))
        declarations = _declarations(self.number, seat, rules.min_bid, width)
        if self.forced:
            return list(declarations[1 : 1 + width])
        if high is None:
            return list(declarations)
        beaten = (high.count - rules.min_bid) * width
        order = BID_ORDERS[rules.bid_order]
        beaten += sum(place <= order[high.trump] for place in order[:width])
        return [declarations[0], *declarations[1 + beaten :]]

    def judge(self, command: Command) -> None:
        if command.seat != self.turn:
            raise not_to_act()
        if isinstance(command, Redeal):
            _judge_redeal(command, self.may_throw_in())
            return
        bid = _judge_bid(self.dealt.rules, command)
        rules = self.dealt.rules
        if bid is None:
            if self.forced:
                raise IllegalCommand("illegal_bid", "must_bid")
        elif self.forced and bid.count != rules.min_bid:
            raise IllegalCommand("illegal_bid", "must_bid_minimum", least=rules.min_bid)
        elif self.high and _strength(rules, bid) <= _strength(rules, self.high):
            raise IllegalCommand("illegal_bid", "not_higher")

    def after(self, event: Command) -> AfterAuction:
        """The auction with one more declaration, or the next phase."""
        dealt, high, passes, rules = self.dealt, self.high, self.passes, self.dealt.rules
        if isinstance(event, Bid):
            high = event
            passes = passes if rules.passing == "hard" else 0
            history = (*self.history, event)
        elif isinstance(event, Redeal):
            return PassedOut(dealt, self.history, event.seat)
        else:
            passes += 1
            history = (*self.history, expect(event, Pass))
        if high is None:
            if passes == rules.players:
                return _all_passed(dealt, history)
        elif self.forced or passes >= rules.players - 1 or _is_highest(rules, high):
            return _contract(dealt, history, high)
        turn = (self.turn + 1) % rules.players
        if rules.passing == "hard":
            out = {said.seat for said in history[self.earlier :] if isinstance(said, Pass)}
            while turn in out:
                turn = (turn + 1) % rules.players
        return Auction(dealt, turn, history, high, passes, False, self.earlier)


def _is_highest(rules: NapoleonRules, high: Bid) -> bool:
    """Whether nothing higher can be bid."""
    if high.count < PICTURE_COUNT:
        return False
    highest = bid_rank(rules, PICTURE_COUNT, trumps(rules)[-1])
    return _strength(rules, high) >= highest


def _all_passed(dealt: NapoleonDealt, history: tuple[Declaration, ...]) -> AfterAuction:
    if dealt.rules.all_pass == "forced":
        return Auction(dealt, dealt.first_bidder, history, forced=True)
    rules = dealt.rules
    if rules.all_pass == "show_widow" and len(history) == rules.players:
        if rules.auction == "sealed":
            return Sealed(dealt, (None,) * rules.players, history)
        return Auction(dealt, dealt.first_bidder, history, earlier=len(history))
    return PassedOut(dealt, history)


class Sealed(NamedTuple):
    """The sealed auction: one declaration for each seat, None while it is still to come."""

    dealt: NapoleonDealt
    declared: tuple[Declaration | None, ...]
    history: tuple[Declaration, ...] = ()
    """The passes of a first auction, which all have seen."""

    @property
    def number(self) -> int:
        return self.dealt.number

    def to_act(self) -> tuple[int, ...]:
        return tuple(seat for seat, said in enumerate(self.declared) if said is None)

    def may_throw_in(self, seat: int) -> bool:
        """Whether the seat, which has not declared yet, may throw its hand in."""
        return not self.history and may_throw_in(self.dealt.rules, self.dealt.hands[seat])

    def legal(self, seat: int) -> list[Declaration | Redeal]:
        rules = self.dealt.rules
        width = len(trumps(rules))
        claims = [Redeal(self.number, seat)] if self.may_throw_in(seat) else []
        return [*claims, *_declarations(self.number, seat, rules.min_bid, width)]

    def judge(self, command: Command) -> None:
        if command.seat not in self.to_act():
            raise not_to_act()
        if isinstance(command, Redeal):
            _judge_redeal(command, self.may_throw_in(command.seat))
            return
        _judge_bid(self.dealt.rules, command)

    def after(self, event: Command) -> AfterAuction:
        """The auction with one more declaration, or the phase after the last one."""
        if isinstance(event, Redeal):
            return PassedOut(self.dealt, (), event.seat)  # the others' declarations stay hidden
        dealt, said = self.dealt, event if isinstance(event, Bid) else expect(event, Pass)
        declared = tuple([said if seat == said.seat else before for seat, before in enumerate(self.declared)])
        if None in declared:
            return Sealed(dealt, declared, self.history)
        # In bidding order, because the order in which they were made stays secret.
        in_order = [declared[seat] for seat in dealt.in_bidding_order()]
        opened = self.history + tuple([declaration for declaration in in_order if declaration])
        bids = [bid for bid in opened if isinstance(bid, Bid)]
        if not bids:
            return _all_passed(dealt, opened)
        # Among equals max takes the first, the earlier in bidding order (rules.md 1.2).
        return _contract(dealt, opened, max(bids, key=partial(_strength, dealt.rules)))


def _contract(dealt: NapoleonDealt, history: tuple[Declaration, ...], high: Bid) -> Calling | Exchanging:
    contract = Contract(dealt, history, high.seat, high.count, high.trump)
    return Calling(contract) if dealt.rules.call == "before_exchange" else Exchanging(contract)


# --- The call and the exchange (rules.md 1.3; more rules, 2.9 and 2.10) ---
# The two repeat their common properties, because mypyc compiles no class that inherits from a NamedTuple.


CALLS: Final[dict[AdjutantCalls, tuple[CallWho, ...]]] = {
    "card": (),
    "card_or_nobody": ("nobody",),
    "card_nobody_or_first_trick": ("nobody", "first_trick"),
}
"""Whom Napoleon may call in place of a card."""
RAISE_PRICES: Final[dict[WidowRaise, int]] = {"none": 0, "plus_1": 1, "plus_2": 2, "plus_3": 3}
"""By how much a raise with other trumps goes over the bid at least; to no trump one less."""


def least_raise(rules: NapoleonRules, bid: Contract, trump: Suit) -> int:
    """The lowest number to which Napoleon may raise their bid with these trumps.

    >>> rules = NapoleonRules(min_bid=13, no_trump=True, widow_raise="plus_2")
    >>> of_18_hearts = Contract(None, (), 0, 18, 2)
    >>> [least_raise(rules, of_18_hearts, trump) for trump in range(5)]
    [20, 20, 19, 20, 19]
    """
    if trump == bid.trump:
        return bid.count + 1
    price = RAISE_PRICES[rules.widow_raise]
    return bid.count + (max(1, price - 1) if trump == NO_TRUMP else price)


class Calling(NamedTuple):
    """Napoleon is to call a card."""

    contract: Contract

    @property
    def number(self) -> int:
        return self.contract.number

    @property
    def dealt(self) -> NapoleonDealt:
        return self.contract.dealt

    def to_act(self) -> tuple[int, ...]:
        return (self.contract.napoleon,)

    def callable(self) -> CardSet:
        """The cards that Napoleon may call (rules.md 1.3)."""
        contract = self.contract
        rules = contract.dealt.rules
        pack = pack_of(rules)
        return pack if rules.own_card_call else pack & ~(contract.hand() | (contract.discards or 0))

    def legal(self, seat: int) -> list[Call]:
        others = [Call(self.number, seat, NO_CARD, who) for who in CALLS[self.dealt.rules.adjutant_calls]]
        return [*calls_of(self.number, seat, self.callable()), *others]

    def judge(self, command: Command) -> None:
        if command.seat != self.contract.napoleon:
            raise not_to_act()
        call = expect(command, Call)
        card = call.card
        if call.who is not None:
            if call.who not in CALLS[self.dealt.rules.adjutant_calls]:
                raise IllegalCommand("illegal_call", "no_such_call")
            return
        if card >= 0 and self.callable() >> card & 1:
            return
        in_pack = card >= 0 and pack_of(self.dealt.rules) >> card & 1
        reason = "own_card" if in_pack else "no_such_card"
        raise IllegalCommand("illegal_call", reason, card=name_if_card(card))

    def after(self, event: Command) -> Exchanging | Playing:
        """The card is called. The seat that was dealt it is the adjutant, unless it is Napoleon's own."""
        call, contract = expect(event, Call), self.contract
        called, adjutant = call.card, None
        if call.who is not None:
            contract = contract._replace(who=call.who)
            return Exchanging(contract) if contract.discards is None else lead_off(contract)
        for seat, hand in enumerate(contract.dealt.hands):
            if hand >> called & 1 and seat != contract.napoleon:
                adjutant = seat
        contract = contract._replace(called=called, adjutant=adjutant)
        return Exchanging(contract) if contract.discards is None else lead_off(contract)


class Exchanging(NamedTuple):
    """Napoleon has taken the widow and is to discard."""

    contract: Contract

    @property
    def number(self) -> int:
        return self.contract.number

    @property
    def dealt(self) -> NapoleonDealt:
        return self.contract.dealt

    def to_act(self) -> tuple[int, ...]:
        return (self.contract.napoleon,)

    def legal(self, seat: int) -> list[LegalExchanges | Raise]:
        return [self.exchanges(), *self.raises()]

    def raises(self) -> list[Raise]:
        """Every raise of the bid that Napoleon may make now, lowest first."""
        contract, rules = self.contract, self.dealt.rules
        if rules.widow_raise == "none" or contract.raised_from is not None:
            return []
        counts = range(contract.count + 1, PICTURE_COUNT + 1)
        least = {trump: least_raise(rules, contract, trump) for trump in trumps(rules)}
        return [
            Raise(self.number, contract.napoleon, count, trump)
            for count in counts
            for trump in trumps(rules)
            if count >= least[trump]
        ]

    def exchanges(self) -> LegalExchanges:
        """The cards that Napoleon may discard, how many of them, and to whom they may be given."""
        contract, dealt = self.contract, self.contract.dealt
        rules, napoleon = dealt.rules, contract.napoleon
        others: tuple[int, ...] = ()
        if rules.discards_to == "chosen_opponent":
            others = tuple(seat for seat in range(rules.players) if seat != napoleon)
        among = dealt.hands[napoleon] | dealt.widow
        return LegalExchanges(dealt.number, napoleon, among, rules.widow_size, others)

    def judge(self, command: Command) -> None:
        if command.seat != self.contract.napoleon:
            raise not_to_act()
        if isinstance(command, Raise):
            self._judge_raise(command)
            return
        judge_exchange(expect(command, Exchange), self.exchanges())

    def _judge_raise(self, command: Raise) -> None:
        contract, rules = self.contract, self.dealt.rules
        if rules.widow_raise == "none":
            raise IllegalCommand("illegal_bid", "no_raise")
        if contract.raised_from is not None:
            raise IllegalCommand("illegal_bid", "raised_before")
        if command.trump not in trumps(rules):
            raise IllegalCommand("illegal_bid", "no_such_trump")
        least = least_raise(rules, contract, command.trump)
        if least > PICTURE_COUNT:
            raise IllegalCommand("illegal_bid", "no_higher_raise")
        if not least <= command.count <= PICTURE_COUNT:
            raise IllegalCommand("illegal_bid", "raise_out_of_range", least=least, most=PICTURE_COUNT)

    def after(self, event: Command) -> Calling | Exchanging | Playing:
        """The bid is raised, or the widow is taken and as many cards are discarded."""
        if isinstance(event, Raise):
            before = self.contract
            raised = before._replace(count=event.count, trump=event.trump, raised_from=before.winning_bid)
            return Exchanging(raised)
        exchange = expect(event, Exchange)
        contract = self.contract._replace(discards=exchange.discard, give_to=exchange.give_to)
        return lead_off(contract) if contract.has_called else Calling(contract)


AfterAuction: TypeAlias = Auction | Sealed | Calling | Exchanging | PassedOut[NapoleonRules]


NapoleonState: TypeAlias = Auction | Sealed | Calling | Exchanging | Playing | NapoleonClaimed
NapoleonCursor: TypeAlias = Auction | Sealed | Calling | Exchanging | PlayCursor | NapoleonClaimed
"""An open deal in a `match.MatchCursor`: while cards are played it changes in place."""
NapoleonEnd: TypeAlias = NapoleonResult | PassedOut[NapoleonRules]
