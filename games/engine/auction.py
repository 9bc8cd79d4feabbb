"""The auction of Napoleon: open or sealed (rules.md 1.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from .cards import NO_TRUMP, Suit
from .contract import HIGHEST_COUNT, Contract, Dealt, Declaration, PassedOut
from .errors import IllegalAction, not_to_act, wrong_phase
from .events import Bid, Command, Pass
from .rules import NapoleonRules
from .settling import Calling, Exchanging


def bid_rank(rules: NapoleonRules, count: int, trump: Suit) -> int:
    """The strength of a bid: by count, and by suit (C D H S, no trump) if the rules order it so."""
    return count * 8 + (trump if rules.bid_order == "count_then_suit" else 0)


def _strength(rules: NapoleonRules, bid: Bid) -> int:
    return bid_rank(rules, bid.count, bid.trump)


_SUITS_ONLY: Final = range(NO_TRUMP)
_WITH_NO_TRUMP: Final = range(NO_TRUMP + 1)


def trumps(rules: NapoleonRules) -> range:
    """The trumps that may be bid, weakest first."""
    return _WITH_NO_TRUMP if rules.no_trump else _SUITS_ONLY


@lru_cache(maxsize=1024)
def _declarations(number: int, seat: int, min_bid: int, trumps: int) -> tuple[Declaration, ...]:
    """A pass, and every bid from ``min_bid`` in so many trumps, weakest first."""
    bids = [
        Bid(number, seat, count, trump)
        for count in range(min_bid, HIGHEST_COUNT + 1)
        for trump in range(trumps)
    ]
    return (Pass(number, seat), *bids)


def _judge_bid(deal: Dealt, command: Command) -> Bid | None:
    """The bid that the command makes, None for a pass; refused if no auction of these rules knows it."""
    if isinstance(command, Pass):
        return None
    if not isinstance(command, Bid):
        raise wrong_phase(command)
    rules = deal.rules
    if not rules.min_bid <= command.count <= HIGHEST_COUNT:
        raise IllegalAction("illegal_bid", "out_of_range", least=rules.min_bid, most=HIGHEST_COUNT)
    if command.trump not in trumps(rules):
        raise IllegalAction("illegal_bid", "no_such_trump")
    return command


class Auction(NamedTuple):
    """The open auction; after a passed-out one under ``all_pass: forced`` also the bid that must be made."""

    deal: Dealt
    turn: int
    history: tuple[Declaration, ...] = ()
    high: Bid | None = None
    passes: int = 0
    """Passes in a row; under hard passing, seats that have passed at all."""
    forced: bool = False

    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def legal(self, seat: int) -> list[Declaration]:
        rules, high = self.deal.rules, self.high
        width = len(trumps(rules))
        declarations = _declarations(self.deal.number, seat, rules.min_bid, width)
        if self.forced:
            return list(declarations[1 : 1 + width])
        if high is None:
            return list(declarations)
        beaten = (high[2] - rules.min_bid) * width
        beaten += high[3] + 1 if rules.bid_order == "count_then_suit" else width
        return [declarations[0], *declarations[1 + beaten :]]

    def judge(self, command: Command) -> None:
        if command.seat != self.turn:
            raise not_to_act()
        bid = _judge_bid(self.deal, command)
        rules = self.deal.rules
        if bid is None:
            if self.forced:
                raise IllegalAction("illegal_bid", "must_bid")
        elif self.forced and bid.count != rules.min_bid:
            raise IllegalAction("illegal_bid", "must_bid_minimum", least=rules.min_bid)
        elif self.high and _strength(rules, bid) <= _strength(rules, self.high):
            raise IllegalAction("illegal_bid", "not_higher")

    def after(self, said: Declaration) -> AfterAuction:
        deal, turn, history, high, passes, forced = self
        rules = deal.rules
        history = (*history, said)
        if isinstance(said, Bid):
            high = said
            passes = passes if rules.passing == "hard" else 0
        else:
            passes += 1
        if high is None:
            if passes == rules.players:
                return _all_passed(deal, history)
        elif forced or passes >= rules.players - 1 or _is_highest(rules, high):
            return _settle(deal, history, high)
        turn = (turn + 1) % rules.players
        if rules.passing == "hard":
            out = {one.seat for one in history if isinstance(one, Pass)}
            while turn in out:
                turn = (turn + 1) % rules.players
        return tuple.__new__(Auction, (deal, turn, history, high, passes, False))


def _is_highest(rules: NapoleonRules, high: Bid) -> bool:
    """Nothing higher can be bid."""
    if high.count < HIGHEST_COUNT:
        return False
    highest = bid_rank(rules, HIGHEST_COUNT, trumps(rules)[-1])
    return _strength(rules, high) >= highest


def _all_passed(deal: Dealt, history: tuple[Declaration, ...]) -> AfterAuction:
    if deal.rules.all_pass == "forced":
        return Auction(deal, deal.first_bidder, history, forced=True)
    return PassedOut(deal, history)


class Sealed(NamedTuple):
    """The sealed auction: one declaration a seat, None from those who still owe theirs."""

    deal: Dealt
    declared: tuple[Declaration | None, ...]

    def to_act(self) -> tuple[int, ...]:
        return tuple(seat for seat, said in enumerate(self.declared) if said is None)

    def legal(self, seat: int) -> list[Declaration]:
        rules = self.deal.rules
        width = len(trumps(rules))
        return list(_declarations(self.deal.number, seat, rules.min_bid, width))

    def judge(self, command: Command) -> None:
        if command.seat not in self.to_act():
            raise not_to_act()
        _judge_bid(self.deal, command)

    def after(self, said: Declaration) -> AfterAuction:
        deal = self.deal
        declared = (*self.declared[: said.seat], said, *self.declared[said.seat + 1 :])
        if None in declared:
            return Sealed(deal, declared)
        # Opened in bidding order: the order in which they were made stays secret.
        opened = tuple(one for seat in deal.in_bidding_order() if (one := declared[seat]))
        bids = [one for one in opened if isinstance(one, Bid)]
        if not bids:
            return _all_passed(deal, opened)
        # max keeps the first of equals, which is the earlier in bidding order (rules.md 1.2).
        return _settle(deal, opened, max(bids, key=lambda bid: _strength(deal.rules, bid)))


def _settle(deal: Dealt, history: tuple[Declaration, ...], high: Bid) -> Calling | Exchanging:
    contract = Contract(deal, history, high.seat, high.count, high.trump)
    return Calling(contract) if deal.rules.call == "before_exchange" else Exchanging(contract)


AfterAuction: TypeAlias = Auction | Sealed | Calling | Exchanging | PassedOut
