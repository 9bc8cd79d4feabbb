"""Planning on the board: while the reader waits, a tap plans a card of their hand, and keys plan a bid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from games.models import Game, Seat
from games.plans.context import PlanLine, plan_line
from games.plans.plan import CardPlan, is_spent
from games.plans.release import is_at_once, plans_of
from games.plans.services import automation_of, plans_shown
from games.presentation.cards import Face, face, nap_bid_word, suit_word
from games.table.prompt import PromptKey, bid_counts
from napoleon.engine import Bid, BidNap, DealView, Pass, PlayerView
from napoleon.engine.cards import PICTURE_COUNT, TRUMPS
from napoleon.engine.nap import bids_of
from napoleon.engine.napoleon import BID_ORDERS, trumps
from napoleon.engine.napoleon_contract import shows_widow
from napoleon.engine.rules import NapoleonRules, NapRules

_BEFORE_PLAY: Final = ("calling", "exchanging", "playing", "claimed")
"""The phases in which the hands of those who wait are what they will play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedCard:
    """A card that the reader has planned to play."""

    face: Face
    line: PlanLine
    place: int
    """Its place among several planned cards; 0 for the only one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlans:
    """The reader's plans for the deal on the board, and what else they can plan there."""

    offers: Literal["", "cards", "bids"] = ""
    shown: str = ""
    """Changes with the plans: a page that shows another one is out of date."""
    cards: Mapping[str, PlannedCard] = field(default_factory=dict)
    """The planned cards by their codes, in the order of the plans."""
    auction: Sequence[PlanLine] = ()
    """The plans for the auction."""
    counts: Sequence[PromptKey] = ()
    suits: Sequence[PromptKey] = ()
    limits: Sequence[int] = ()
    """The counts up to which others may bid."""
    bids: Sequence[PromptKey] = ()


def table_plans(game: Game, seat: Seat | None, view: PlayerView, number: int) -> TablePlans:
    """Return what the board of a deal shows of plans: nothing to anybody but a player of the running match."""
    deal = next((deal for deal in view.deals if deal.number == number), None)
    if seat is None or deal is None or game.status != Game.Status.RUNNING or not seat.is_present:
        return TablePlans()
    automation = automation_of(seat)
    plans = [plan for plan in plans_of(automation, number) if not is_spent(plan, deal)]
    shown = TablePlans(
        offers=_offers(game, deal, view),
        shown=plans_shown(automation, number),
        cards=_planned_cards([plan for plan in plans if isinstance(plan, CardPlan)]),
        auction=[plan_line(plan) for plan in plans if not isinstance(plan, CardPlan)],
    )
    return _with_keys(shown, deal, view) if shown.offers == "bids" else shown


def _planned_cards(plans: Sequence[CardPlan]) -> dict[str, PlannedCard]:
    cards: dict[str, PlannedCard] = {}
    for place, plan in enumerate(plans, 1):
        if isinstance(plan.play, int):
            shown = face(plan.play)
            cards.setdefault(
                shown.code, PlannedCard(face=shown, line=plan_line(plan), place=place if len(plans) > 1 else 0)
            )
    return cards


def _offers(game: Game, deal: DealView, view: PlayerView) -> Literal["", "cards", "bids"]:
    """What the reader can plan now; nothing in live play, in which plans rest."""
    if deal.my_turn or (game.live_since and not is_at_once(game, game.seats.all())):
        return ""
    if deal.phase in _BEFORE_PLAY:
        return "cards"
    return "bids" if deal.phase == "bidding" and _is_bidding(deal, view) else ""


def _is_bidding(deal: DealView, view: PlayerView) -> bool:
    """Whether the reader will be asked for a bid, unless the auction ends before."""
    if isinstance(view.rules, NapRules):
        return all(declaration.seat != view.seat for declaration in deal.auction)
    # Where the widow was turned up, the auction began once more.
    auction = deal.auction[view.rules.players :] if shows_widow(view.rules, deal.auction) else deal.auction
    said = [declaration for declaration in auction if declaration.seat == view.seat]
    return view.rules.passing == "soft" or not any(isinstance(declaration, Pass) for declaration in said)


def _with_keys(plans: TablePlans, deal: DealView, view: PlayerView) -> TablePlans:
    if isinstance(view.rules, NapoleonRules):
        return _with_counts(plans, view.rules, deal.high if isinstance(deal.high, Bid) else None)
    bids = bids_of(view.rules)
    high = bids.index(deal.high.bid) if isinstance(deal.high, BidNap) else -1
    return replace(plans, bids=[PromptKey(bid, nap_bid_word(bid), is_open=bids.index(bid) > high) for bid in bids])


def _with_counts(plans: TablePlans, rules: NapoleonRules, high: Bid | None) -> TablePlans:
    """Keys for what is higher than the best bid so far."""
    best = high.count if high else 0
    order = BID_ORDERS[rules.bid_order]
    beats = {trump for trump in trumps(rules) if high is None or order[trump] > order[high.trump]}
    least = max(rules.min_bid, best if beats else best + 1)
    return replace(
        plans,
        counts=[
            PromptKey(str(count), str(count), is_open=count >= least, is_edge=count == best)
            for count in bid_counts(max(rules.min_bid, best), forced=False)
        ],
        suits=[
            PromptKey(TRUMPS[trump], suit_word(TRUMPS[trump]), is_low=trump not in beats)
            for trump in reversed(trumps(rules))
        ],
        limits=range(max(rules.min_bid, best), PICTURE_COUNT),
    )
