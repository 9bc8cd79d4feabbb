"""What each side of a deal has taken and what it still needs, as far as the reader of a view knows the sides."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Bid, BidNap, DealView, Rules
from games.engine.cards import PICTURES
from games.engine.events import NapBid
from games.engine.nap import NEEDED, TRICKS
from games.engine.rules import NapoleonRules
from games.engine.scoring import ALL_PICTURES


@dataclass(frozen=True, slots=True)
class Sides:
    """Pictures at Napoleon, tricks at Nap."""

    goal: int
    """What the declarer's side is to take; 0 at misère."""
    total: int
    """All that can be taken in the deal."""
    taken: int
    """By the declarer's side, as far as it is known."""
    against: int
    """By those who are known to play against it."""
    unknown: int
    """By those whose side is not known."""

    @property
    def out(self) -> int:
        """What nobody has taken yet."""
        return self.total - self.taken - self.against - self.unknown

    @property
    def needs(self) -> int:
        """What the declarer's side still needs."""
        return max(0, self.goal - self.taken)

    @property
    def needs_against(self) -> int:
        """What the others still need to beat it; at misère the declarer must take a trick, which is none of these."""
        return max(0, self.total - self.goal + 1 - self.against)


def sides(rules: Rules, deal: DealView) -> Sides | None:
    """How the sides stand; None before the auction has settled what is played for."""
    if deal.declarer is None:
        return None
    if isinstance(rules, NapoleonRules) and isinstance(deal.contract, Bid):
        return _pictures(rules, deal, deal.contract.count)
    if isinstance(deal.contract, BidNap):
        return _tricks(deal, deal.contract.bid, deal.tricks_won[deal.declarer])
    return None


def _tricks(deal: DealView, bid: NapBid, won: int) -> Sides:
    goal = 0 if bid == "misere" else NEEDED[bid]
    return Sides(goal, TRICKS, won, sum(deal.tricks_won) - won, 0)


def _pictures(rules: NapoleonRules, deal: DealView, goal: int) -> Sides:
    out_of_deal = 0
    if rules.discards_to == "nobody":
        out_of_deal = (deal.discards & PICTURES).bit_count()
    with_him = {deal.declarer, deal.adjutant}
    taken = sum(count for seat, count in enumerate(deal.pictures) if seat in with_him)
    rest = sum(deal.pictures) - taken
    is_known = deal.adjutant is not None or deal.alone is True
    return Sides(
        goal, ALL_PICTURES - out_of_deal, taken, rest if is_known else 0, 0 if is_known else rest
    )
