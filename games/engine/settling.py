"""The call of the adjutant and the exchange with the widow (rules.md 1.3)."""

from __future__ import annotations

from typing import NamedTuple

from .cards import CardSet
from .contract import Contract, pack_of
from .errors import IllegalAction, not_to_act, wrong_phase
from .events import Call, Command, Exchange, ExchangeChoice, calls_of
from .play import Playing, lead_off


class Calling(NamedTuple):
    """Napoleon is to call a card. ``deal`` holds what is settled so far."""

    deal: Contract

    def to_act(self) -> tuple[int, ...]:
        return (self.deal.napoleon,)

    def callable(self) -> CardSet:
        """The cards that Napoleon may call (rules.md 1.3)."""
        contract = self.deal
        rules = contract.deal.rules
        pack = pack_of(rules)
        return pack if rules.own_card_call else pack & ~(contract.hand() | (contract.discards or 0))

    def legal(self, seat: int) -> list[Call]:
        return list(calls_of(self.deal.number, seat, self.callable()))

    def judge(self, command: Command) -> None:
        if command.seat != self.deal.napoleon:
            raise not_to_act()
        if not isinstance(command, Call):
            raise wrong_phase(command)
        if self.callable() >> command.card & 1:
            return
        in_pack = pack_of(self.deal.deal.rules) >> command.card & 1
        raise IllegalAction("illegal_call", "own_card" if in_pack else "no_such_card")

    def after(self, event: Call) -> Exchanging | Playing:
        """Whoever else was dealt the card is the adjutant."""
        contract = self.deal
        adjutant = None
        for seat, hand in enumerate(contract.deal.hands):
            if hand >> event.card & 1 and seat != contract.napoleon:
                adjutant = seat
        settled = (*contract[:5], event.card, adjutant, *contract[7:])
        contract = tuple.__new__(Contract, settled)
        return Exchanging(contract) if contract.discards is None else lead_off(contract)


class Exchanging(NamedTuple):
    """Napoleon has taken the widow and is to discard."""

    deal: Contract

    def to_act(self) -> tuple[int, ...]:
        return (self.deal.napoleon,)

    def legal(self, seat: int) -> list[ExchangeChoice]:
        return [self.choice()]

    def choice(self) -> ExchangeChoice:
        """From which cards Napoleon discards how many, and to whom he may give them."""
        contract = self.deal
        rules, napoleon = contract.deal.rules, contract.napoleon
        others: tuple[int, ...] = ()
        if rules.discards_to == "chosen_opponent":
            others = tuple(seat for seat in range(rules.players) if seat != napoleon)
        among = contract.deal.hands[napoleon] | contract.deal.widow
        return ExchangeChoice(contract.number, napoleon, among, rules.widow_size, others)

    def judge(self, command: Command) -> None:
        if command.seat != self.deal.napoleon:
            raise not_to_act()
        if not isinstance(command, Exchange):
            raise wrong_phase(command)
        choice = self.choice()
        if command.discard.bit_count() != choice.size:
            raise IllegalAction("illegal_exchange", "wrong_count", count=choice.size)
        if command.discard & ~choice.among:
            raise IllegalAction("illegal_exchange", "not_held")
        if choice.recipients and command.give_to not in choice.recipients:
            raise IllegalAction("illegal_exchange", "no_such_recipient")
        if not choice.recipients and command.give_to is not None:
            raise IllegalAction("illegal_exchange", "recipient_not_asked")

    def after(self, event: Exchange) -> Calling | Playing:
        contract = tuple.__new__(Contract, (*self.deal[:7], event.discard, event.give_to))
        return Calling(contract) if contract.called is None else lead_off(contract)
