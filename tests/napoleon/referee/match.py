"""A match: several deals, their dealers and numbers, and the scores added up (rules.md 2 and 3)."""

from typing import Any

from .cards import all_cards
from .moves import IllegalMove
from .nap import NapDeal
from .napoleon import NapoleonDeal
from .proposals import Proposal
from .rules import Rules, hand_size, pack_of, widow_size

ERRORS = {
    "bid": "illegal_bid",
    "pass": "illegal_bid",
    "call": "illegal_call",
    "exchange": "illegal_exchange",
    "play": "illegal_play",
    "claim": "illegal_claim",
    "concede": "illegal_claim",
    "agree": "illegal_claim",
    "refuse": "illegal_claim",
}


class Refused(Exception):
    """An illegal event; the message is the code in record.md."""


class Match:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players: int = rules["players"]
        self.is_nap = rules["preset"] == "nap"
        self.counts_passed_out = rules["passed_out"] == "counts"
        self.dealers: list[int] = []  # by number: dealers[0] dealt deal 1
        self.deals: dict[int, NapoleonDeal | NapDeal] = {}
        self.dealt_again: list[int] = []  # dealers of deals passed out, not yet dealt again
        self.fresh = 0  # deals opened that did not deal a passed-out one again
        self.proposals: dict[int, Proposal] = {}  # put to the seats, by deal
        self.refused: set[tuple[int, int]] = set()  # deal and seat
        self.last_napoleon: int | None = None
        self.totals = [0] * self.players
        self.somebody_broke = False

    # What may happen

    def open_deals(self) -> list[int]:
        return [number for number, deal in self.deals.items() if deal.phase != "over"]

    def may_open(self) -> bool:
        return not self.complete() and len(self.open_deals()) < self.rules["deals_at_once"]

    def complete(self) -> bool:
        """No further deal belongs to this match."""
        counting = [deal for deal in self.deals.values() if not deal.passed_out or self.counts_passed_out]
        return self.somebody_broke or len(counting) >= self.rules["deals"]

    def finished(self) -> bool:
        return self.complete() and not self.open_deals()

    def next_dealer(self) -> int | None:
        """The next deal's dealer; None before the first deal, when anyone may be."""
        if not self.dealers:
            return None
        if self.dealt_again:
            return self.dealt_again[0]
        return (self.dealers[0] + self.fresh) % self.players

    def to_act(self) -> list[dict[str, Any]]:
        return [
            {"deal": number, "seat": seat, "legal": self.legal(number, seat)}
            for number in self.open_deals()
            for seat in sorted(self.seats_to_act(number))
        ]

    def seats_to_act(self, number: int) -> list[int]:
        asked = self.proposals.get(number)
        return asked.still_asked() if asked else self.deals[number].to_act()

    def legal(self, number: int, seat: int) -> list[dict[str, Any]]:
        if number in self.proposals:
            return [{"type": "agree"}, {"type": "refuse"}]
        return self.deals[number].legal(seat)

    # What happens

    def apply(self, event: dict[str, Any]) -> None:
        kind = event.get("type")
        if not isinstance(kind, str) or kind not in ["deal", *ERRORS]:
            raise Refused("unknown_event")
        if self.finished():
            raise Refused("after_end")
        if kind == "deal":
            self.open_deal(event)
        else:
            self.act(event)

    def open_deal(self, event: dict[str, Any]) -> None:
        number = len(self.deals) + 1
        if not self.may_open() or self.number_of(event, number) != number:
            raise Refused("bad_deal")
        dealer = event.get("dealer")
        if type(dealer) is not int or dealer not in range(self.players):
            raise Refused("bad_deal")
        if self.next_dealer() not in (None, dealer):
            raise Refused("bad_deal")
        self.check_cards(event)
        if self.dealt_again:
            self.dealt_again.pop(0)
        else:
            self.fresh += 1
        self.dealers.append(dealer)
        first = self.first_bidder(dealer)
        if self.is_nap:
            self.deals[number] = NapDeal(self.rules, first, event["hands"])
        else:
            self.deals[number] = NapoleonDeal(self.rules, first, event["hands"], event["widow"])

    def number_of(self, event: dict[str, Any], default: int | None) -> int | None:
        """The deal's number, which may be left out while deals_at_once is 1."""
        if "deal" not in event and self.rules["deals_at_once"] == 1:
            return default
        number = event.get("deal")
        return number if type(number) is int else None

    def check_cards(self, event: dict[str, Any]) -> None:
        hands = event.get("hands")
        widow = [] if self.is_nap and "widow" not in event else event.get("widow")
        if not isinstance(hands, list) or len(hands) != self.players:
            raise Refused("bad_deal")
        if not all(all_cards(hand) for hand in hands) or not all_cards(widow):
            raise Refused("bad_deal")
        if any(len(hand) != hand_size(self.rules) for hand in hands):
            raise Refused("bad_deal")
        if len(widow) != widow_size(self.rules):
            raise Refused("bad_deal")
        dealt = [card for cards in [*hands, widow] for card in cards]
        if len(set(dealt)) != len(dealt) or not all(card in pack_of(self.rules) for card in dealt):
            raise Refused("bad_deal")

    def first_bidder(self, dealer: int) -> int:
        if (
            not self.is_nap
            and self.rules["first_bidder"] == "last_napoleon"
            and self.rules["deals_at_once"] == 1
            and self.last_napoleon is not None
        ):
            return self.last_napoleon
        return (dealer + 1) % self.players

    def act(self, event: dict[str, Any]) -> None:
        running = self.open_deals()
        number = self.number_of(event, running[0] if running else None)
        seat = event.get("seat")
        if number not in running or type(seat) is not int:
            raise Refused("not_your_turn")
        deal = self.deals[number]
        if seat not in self.seats_to_act(number):
            raise Refused("not_your_turn")
        try:
            if number in self.proposals:
                self.answer(number, seat, event)
            elif event["type"] in ("claim", "concede"):
                self.propose(number, seat, event)
            else:
                deal.act(seat, event)
        except IllegalMove:
            raise Refused(ERRORS[event["type"]]) from None
        if deal.phase == "over":
            self.end_deal(number)

    def propose(self, number: int, seat: int, event: dict[str, Any]) -> None:
        """End the deal, or ask. The referee does not check that a claim is certain."""
        deal = self.deals[number]
        asked = Proposal(event, seat, self.players)
        if deal.phase != "play" or (event["type"] == "claim" and asked.is_nonsense(deal)):
            raise IllegalMove
        if asked.is_certain:
            asked.settle(deal)
        elif (number, seat) in self.refused:
            raise IllegalMove
        else:
            self.proposals[number] = asked

    def answer(self, number: int, seat: int, event: dict[str, Any]) -> None:
        asked = self.proposals[number]
        if event["type"] == "refuse":
            del self.proposals[number]
            self.refused.add((number, asked.seat))
        elif event["type"] == "agree":
            asked.agreed.add(seat)
            if not asked.still_asked():
                asked.settle(self.deals[number])
                del self.proposals[number]
        else:
            raise IllegalMove

    def end_deal(self, number: int) -> None:
        deal = self.deals[number]
        if deal.passed_out:
            if not self.is_nap and not self.counts_passed_out:
                self.dealt_again.append(self.dealers[number - 1])
            return
        if isinstance(deal, NapoleonDeal):
            self.last_napoleon = deal.napoleon
        self.totals = [a + b for a, b in zip(self.totals, deal.scores(), strict=True)]
        chips = self.rules.get("chips", 0)
        if chips > 0 and any(chips + total <= 0 for total in self.totals):
            self.somebody_broke = True

    # The answer

    def ended_deals(self) -> list[dict[str, Any]]:
        answers = []
        for number, deal in self.deals.items():
            if deal.phase != "over":
                continue
            answer = {"deal": number, "dealer": self.dealers[number - 1], "passed_out": deal.passed_out}
            answers.append(answer if deal.passed_out else answer | deal.result())
        return answers
