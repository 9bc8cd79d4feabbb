"""Claims and concessions: who is asked, and who gets the rest."""

from typing import Any

from .cards import pictures
from .nap import NapDeal
from .napoleon import NapoleonDeal


class Proposal:
    def __init__(self, event: dict[str, Any], seat: int, players: int) -> None:
        self.seat, self.players = seat, players
        self.kind: str = event["type"]
        self.is_certain = self.kind == "claim" and event.get("certain", False) is not False
        self.agreed: set[int] = set()

    def still_asked(self) -> list[int]:
        return [seat for seat in range(self.players) if seat != self.seat and seat not in self.agreed]

    def is_nonsense(self, deal: NapoleonDeal | NapDeal) -> bool:
        """You can’t claim tricks at misère."""
        return isinstance(deal, NapDeal) and deal.bid == "misere"

    def settle(self, deal: NapoleonDeal | NapDeal) -> None:
        """End the deal: one seat takes the rest."""
        deal.ended_by = {"type": self.kind, "seat": self.seat}
        if self.is_certain:
            deal.ended_by["certain"] = True
        if isinstance(deal, NapDeal):
            deal.won[self.taker_at_nap(deal)] += 5 - len(deal.tricks)
        else:
            self.give_pictures(deal, self.taker(deal))
        deal.phase = "over"

    def taker(self, deal: NapoleonDeal) -> int:
        if self.kind == "claim":
            return self.seat
        if self.seat != deal.napoleon:
            return deal.napoleon
        left = (deal.napoleon + 1) % self.players
        return (left + 1) % self.players if left == deal.adjutant else left

    def taker_at_nap(self, deal: NapDeal) -> int:
        left = (deal.declarer + 1) % self.players
        if self.kind == "claim":
            return self.seat
        if deal.bid == "misere":
            return deal.declarer if self.seat == deal.declarer else left
        return left if self.seat == deal.declarer else deal.declarer

    def give_pictures(self, deal: NapoleonDeal, seat: int) -> None:
        deal.taken[seat] += sum(pictures(hand) for hand in deal.hands)
        deal.taken[seat] += pictures([card for _, card in deal.played])
        if not deal.tricks and deal.rules["discards_to"] == "first_trick_winner":
            deal.taken[seat] += pictures(deal.discards)
