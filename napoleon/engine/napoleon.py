"""A deal of Napoleon before its play: the auction, the call and the exchange (rules.md 1.2 and 1.3).

The phases of a deal are immutable tuples: `Auction` or `Sealed`, `Calling` and `Exchanging` in the order that the
rules say, `napoleon_play.Playing`, and at the end a `NapoleonResult` or `deal.PassedOut`. Every phase has the same
interface (`variants.DealPhase`): whose turn it is (`to_act`), what that seat may do (`legal`), a judge that raises
`IllegalCommand` (`judge`), and the next phase after an event (`after`), which never judges.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final, NamedTuple, TypeAlias

from .cards import NO_TRUMP, PICTURE_COUNT, CardSet, Suit, name_if_card
from .deal import Dealt, Declaration, PassedOut
from .errors import IllegalCommand, not_to_act
from .events import Bid, Call, Command, Deal, Exchange, LegalExchanges, Pass, calls_of, expect
from .napoleon_contract import Contract, NapoleonDealt, pack_of
from .napoleon_play import NapoleonClaimed, NapoleonResult, PlayCursor, Playing, lead_off
from .rules import NapoleonRules


def open_deal(rules: NapoleonRules, deal: Deal, last_declarer: int | None) -> Auction | Sealed:
    """The auction of a new deal.

    ``last_declarer`` is the Napoleon of the last deal that was played; None if there was none (rules.md 1.2, 3).
    """
    first = (deal.dealer + 1) % rules.players
    by_napoleon = rules.first_bidder == "last_napoleon" and rules.deals_at_once == 1
    if by_napoleon and last_declarer is not None:
        first = last_declarer
    dealt = Dealt(rules, deal.deal, deal.dealer, first, deal.hands, deal.widow)
    if rules.auction == "sealed":
        return Sealed(dealt, (None,) * rules.players)
    return Auction(dealt, first)


# --- The auction (rules.md 1.2) ---


def bid_rank(rules: NapoleonRules, count: int, trump: Suit) -> int:
    """The strength of a bid: by count, then by suit (C D H S, no trump) if ``bid_order`` says so."""
    return count * 8 + (trump if rules.bid_order == "count_then_suit" else 0)


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

    @property
    def number(self) -> int:
        return self.dealt.number

    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def legal(self, seat: int) -> list[Declaration]:
        rules, high = self.dealt.rules, self.high
        width = len(trumps(rules))
        declarations = _declarations(self.number, seat, rules.min_bid, width)
        if self.forced:
            return list(declarations[1 : 1 + width])
        if high is None:
            return list(declarations)
        beaten = (high.count - rules.min_bid) * width
        beaten += high.trump + 1 if rules.bid_order == "count_then_suit" else width
        return [declarations[0], *declarations[1 + beaten :]]

    def judge(self, command: Command) -> None:
        if command.seat != self.turn:
            raise not_to_act()
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
            out = {said.seat for said in history if isinstance(said, Pass)}
            while turn in out:
                turn = (turn + 1) % rules.players
        return Auction(dealt, turn, history, high, passes)


def _is_highest(rules: NapoleonRules, high: Bid) -> bool:
    """Whether nothing higher can be bid."""
    if high.count < PICTURE_COUNT:
        return False
    highest = bid_rank(rules, PICTURE_COUNT, trumps(rules)[-1])
    return _strength(rules, high) >= highest


def _all_passed(dealt: NapoleonDealt, history: tuple[Declaration, ...]) -> AfterAuction:
    if dealt.rules.all_pass == "forced":
        return Auction(dealt, dealt.first_bidder, history, forced=True)
    return PassedOut(dealt, history)


class Sealed(NamedTuple):
    """The sealed auction: one declaration for each seat, None while it is still to come."""

    dealt: NapoleonDealt
    declared: tuple[Declaration | None, ...]

    @property
    def number(self) -> int:
        return self.dealt.number

    def to_act(self) -> tuple[int, ...]:
        return tuple(seat for seat, said in enumerate(self.declared) if said is None)

    def legal(self, seat: int) -> list[Declaration]:
        rules = self.dealt.rules
        width = len(trumps(rules))
        return list(_declarations(self.number, seat, rules.min_bid, width))

    def judge(self, command: Command) -> None:
        if command.seat not in self.to_act():
            raise not_to_act()
        _judge_bid(self.dealt.rules, command)

    def after(self, event: Command) -> AfterAuction:
        """The auction with one more declaration, or the phase after the last one."""
        dealt, said = self.dealt, event if isinstance(event, Bid) else expect(event, Pass)
        declared = tuple([said if seat == said.seat else before for seat, before in enumerate(self.declared)])
        if None in declared:
            return Sealed(dealt, declared)
        # In bidding order, because the order in which they were made stays secret.
        in_order = [declared[seat] for seat in dealt.in_bidding_order()]
        opened = tuple([declaration for declaration in in_order if declaration])
        bids = [bid for bid in opened if isinstance(bid, Bid)]
        if not bids:
            return _all_passed(dealt, opened)
        # Among equals max takes the first, the earlier in bidding order (rules.md 1.2).
        return _contract(dealt, opened, max(bids, key=partial(_strength, dealt.rules)))


def _contract(dealt: NapoleonDealt, history: tuple[Declaration, ...], high: Bid) -> Calling | Exchanging:
    contract = Contract(dealt, history, high.seat, high.count, high.trump)
    return Calling(contract) if dealt.rules.call == "before_exchange" else Exchanging(contract)


# --- The call and the exchange (rules.md 1.3) ---
# The two repeat their common properties, because mypyc compiles no class that inherits from a NamedTuple.


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
        return list(calls_of(self.number, seat, self.callable()))

    def judge(self, command: Command) -> None:
        if command.seat != self.contract.napoleon:
            raise not_to_act()
        card = expect(command, Call).card
        if self.callable() >> card & 1:
            return
        in_pack = pack_of(self.dealt.rules) >> card & 1
        reason = "own_card" if in_pack else "no_such_card"
        raise IllegalCommand("illegal_call", reason, card=name_if_card(card))

    def after(self, event: Command) -> Exchanging | Playing:
        """The card is called. The seat that was dealt it is the adjutant, unless it is Napoleon's own."""
        called, contract = expect(event, Call).card, self.contract
        adjutant = None
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

    def legal(self, seat: int) -> list[LegalExchanges]:
        return [self.exchanges()]

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
        exchange, legal = expect(command, Exchange), self.exchanges()
        if exchange.discard.bit_count() != legal.size:
            raise IllegalCommand("illegal_exchange", "wrong_count", count=legal.size)
        if foreign := exchange.discard & ~legal.among:
            raise IllegalCommand("illegal_exchange", "not_held", card=name_if_card(foreign.bit_length() - 1))
        if legal.recipients and exchange.give_to not in legal.recipients:
            raise IllegalCommand("illegal_exchange", "no_such_recipient")
        if not legal.recipients and exchange.give_to is not None:
            raise IllegalCommand("illegal_exchange", "recipient_not_asked")

    def after(self, event: Command) -> Calling | Playing:
        """The widow is taken and as many cards are discarded."""
        exchange = expect(event, Exchange)
        contract = self.contract._replace(discards=exchange.discard, give_to=exchange.give_to)
        return Calling(contract) if contract.called is None else lead_off(contract)


AfterAuction: TypeAlias = Auction | Sealed | Calling | Exchanging | PassedOut[NapoleonRules]


NapoleonState: TypeAlias = Auction | Sealed | Calling | Exchanging | Playing | NapoleonClaimed
NapoleonCursor: TypeAlias = Auction | Sealed | Calling | Exchanging | PlayCursor | NapoleonClaimed
"""An open deal in a `match.MatchCursor`: while cards are played it changes in place."""
NapoleonEnd: TypeAlias = NapoleonResult | PassedOut[NapoleonRules]
