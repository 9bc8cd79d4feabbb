"""Plans: what players decide before their turn, and what becomes of it when the turn comes.

Pure: it compares a plan with the view of its seat. A plan *fits* and gives a command, *waits* because its condition
does not hold yet, or is *dropped* because it can no longer be carried out. docs/plans.md explains it to players.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, cast

from napoleon.engine import Bid, BidNap, DealView, Pass, Play, Rules, card_name, parse_card
from napoleon.engine.cards import (
    NO_CARD,
    PICTURES,
    SUIT_SETS,
    SUITS,
    TRUMPS,
    Card,
    CardSet,
    Suit,
    cards_in,
    parse_suit,
    parse_trump,
)
from napoleon.engine.events import NAP_BIDS, NapBid
from napoleon.engine.view import names_needlessly

Which: TypeAlias = Literal["lowest", "highest"]
DropReason: TypeAlias = Literal[
    "gone", "not_allowed", "outbid", "stopped", "void", "special", "which_suit", "which_call", "past"
]
"""Why a plan was dropped: the card has left the hand; the rules forbid it now; somebody bid more than the plan allows;
a card that stops it was played; the hand is void in the led suit; only special cards of it are left; the joker's suit
was not named; nor whether the card calls the joker; the phase is over."""

WHICH: Final[tuple[Which, ...]] = ("lowest", "highest")
PICTURE_COUNT: Final = 20
AUCTION: Final = ("bidding", "sealed_bidding", "must_bid")
"""The phases in which a pass or a bid can be planned."""


class PlanError(ValueError):
    """An invalid plan; ``key`` names the faulty field."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


# --- Plans ---


@dataclass(frozen=True, slots=True)
class PassPlan:
    """Pass, unless the best bid is below this one when the turn comes."""

    count: int | None = None
    """The bid's count; None passes on any bid."""
    trump: Suit | None = None
    """The bid's trump; None accepts any."""


@dataclass(frozen=True, slots=True)
class BidPlan:
    """Bid, unless somebody has bid more picture cards than the plan allows."""

    count: int
    trump: Suit
    most: int | None = None
    """The count up to which others may have bid; None bids whenever the rules allow it."""


@dataclass(frozen=True, slots=True)
class NapBidPlan:
    """Make a bid of Nap, if nobody has bid as high."""

    bid: NapBid


@dataclass(frozen=True, slots=True)
class CardPlan:
    """Play a card, with or without a condition."""

    play: Card | Which
    """A card; or the lowest or highest card of the led suit that is not special now."""
    suit: Suit | None = None
    """The suit that a led joker names."""
    calls_joker: bool | None = None
    """Whether the card calls the joker, if it is led and may."""
    led: Suit | None = None
    """Only if this suit was led; None: any suit, and a named card may also be led."""
    by_partner: bool = False
    """Only if someone known to be on my side has led."""
    stop_card: Card | None = None
    """A card in the trick that drops the plan."""
    stop_pictures: bool = False
    """Whether any picture card in the trick drops the plan."""
    stays: bool = False
    """Whether the plan holds for every trick in which it fits, not only for the first."""


AuctionPlan: TypeAlias = PassPlan | BidPlan | NapBidPlan
Plan: TypeAlias = AuctionPlan | CardPlan


@dataclass(frozen=True, slots=True)
class Fits:
    command: Pass | Bid | BidNap | Play


@dataclass(frozen=True, slots=True)
class Waits:
    pass


@dataclass(frozen=True, slots=True)
class Dropped:
    why: DropReason


Outcome: TypeAlias = Fits | Waits | Dropped


def try_plan(plan: Plan, deal: DealView) -> Outcome:
    """Return what becomes of a plan now that it is its player's turn in the deal."""
    if not isinstance(plan, CardPlan):
        return _passing(plan, deal) if isinstance(plan, PassPlan) else _bidding(plan, deal)
    if deal.phase != "playing":
        return Waits()
    return _playing(plan, deal)


def forced_play(deal: DealView, rules: Rules) -> Play | None:
    """Return the only play, if it is my turn and there is only one that matters."""
    if deal.phase != "playing" or not (len(deal.legal) == 1 or names_needlessly(deal, rules)):
        return None
    only = deal.legal[0]
    return only if isinstance(only, Play) else None


def may_repeat(plan: Plan) -> bool:
    """Whether the same plan twice is good for two turns."""
    return isinstance(plan, CardPlan) and plan.play in WHICH


def is_spent(plan: Plan, deal: DealView) -> bool:
    """Whether a plan can never fit again: its auction is over, or its card has left the hand."""
    if not isinstance(plan, CardPlan):
        return deal.phase not in AUCTION or _is_outbid(plan, deal)
    if deal.phase not in ("playing", "claimed"):
        return False
    if isinstance(plan.play, int):
        return not deal.hand >> plan.play & 1
    return plan.led is not None and not deal.hand & SUIT_SETS[plan.led]


def _passing(plan: PassPlan, deal: DealView) -> Outcome:
    if deal.phase not in AUCTION:
        return Dropped("past")
    for command in deal.legal:
        if isinstance(command, Pass):
            return Fits(command) if _high_enough(plan, deal) else Waits()
    return Dropped("not_allowed")


def _bidding(plan: BidPlan | NapBidPlan, deal: DealView) -> Outcome:
    if deal.phase not in AUCTION:
        return Dropped("past")
    if _is_outbid(plan, deal):
        return Dropped("outbid")
    for command in deal.legal:
        if isinstance(command, Bid | BidNap) and _is_planned(plan, command):
            return Fits(command)
    return Dropped("not_allowed")


def _is_planned(plan: BidPlan | NapBidPlan, bid: Bid | BidNap) -> bool:
    if isinstance(bid, BidNap):
        return plan == NapBidPlan(bid.bid)
    return isinstance(plan, BidPlan) and (plan.count, plan.trump) == (bid.count, bid.trump)


def _is_outbid(plan: AuctionPlan, deal: DealView) -> bool:
    """Whether somebody has bid so high that the plan can never fit in this auction."""
    if isinstance(plan, BidPlan) and isinstance(deal.high, Bid):
        return deal.high.count > (plan.count if plan.most is None else plan.most)
    if isinstance(plan, NapBidPlan) and isinstance(deal.high, BidNap):
        return _is_nap_outbid(plan.bid, deal.high.bid, deal)
    return False


def _is_nap_outbid(bid: NapBid, high: NapBid, deal: DealView) -> bool:
    """Misère is above three or below it, as the rules say: only the turn tells."""
    if {bid, high} == {"three", "misere"}:
        return deal.my_turn and BidNap(deal.number, deal.to_act[0], bid) not in deal.legal
    return NAP_BIDS.index(high) >= NAP_BIDS.index(bid)


def _high_enough(plan: PassPlan, deal: DealView) -> bool:
    if plan.count is None:
        return True
    if not isinstance(deal.high, Bid):
        return False
    if plan.trump is None or deal.high.count != plan.count:
        return deal.high.count >= plan.count
    # Of two bids of a count, the higher is the one that may still be made: under `count_only` neither.
    return Bid(deal.number, deal.to_act[0], plan.count, plan.trump) not in deal.legal


def _playing(plan: CardPlan, deal: DealView) -> Outcome:
    if isinstance(plan.play, int) and not deal.hand >> plan.play & 1:
        return Dropped("gone")
    if not _condition_holds(plan, deal):
        return Waits()
    in_trick = 0
    for _, card in deal.trick:
        in_trick |= 1 << card
    if plan.stop_pictures and in_trick & PICTURES:
        return Dropped("stopped")
    if plan.stop_card is not None and in_trick >> plan.stop_card & 1:
        return Dropped("stopped")
    if isinstance(plan.play, int):
        return _command(plan.play, plan, deal)
    return _play_of_led_suit(plan.play, deal)


def _condition_holds(plan: CardPlan, deal: DealView) -> bool:
    if plan.led is None and not plan.by_partner and isinstance(plan.play, int):
        return True
    if not deal.trick:
        return False
    if plan.led is not None and deal.led_suit != plan.led:
        return False
    return not plan.by_partner or deal.trick[0][0] in partners(deal)


def partners(deal: DealView) -> frozenset[int]:
    """Return the seats known to be on my side, without my own, while it is my turn."""
    me = deal.to_act[0]
    others = frozenset(range(len(deal.hand_sizes))) - {me}
    if deal.declarer == me:
        return frozenset() if deal.adjutant is None else others & {deal.adjutant}
    if deal.am_adjutant:
        return others & {deal.declarer if deal.declarer is not None else -1}
    # At Nap no card is called, and everybody plays against the declarer.
    is_secret = deal.called is not None or deal.called_who == "first_trick"
    if is_secret and deal.adjutant is None and not deal.alone:
        return frozenset()
    return others - {deal.declarer, deal.adjutant}


def _play_of_led_suit(which: Which, deal: DealView) -> Outcome:
    held = deal.playable & SUIT_SETS[cast(Suit, deal.led_suit)]
    if not held:
        return Dropped("void")
    special: CardSet = 0
    for card, _ in deal.marks:
        special |= 1 << card
    plain = cards_in(held & ~special)
    if not plain:
        return Dropped("special")
    return _command(min(plain) if which == "lowest" else max(plain), CardPlan(which), deal)


def _command(card: Card, plan: CardPlan, deal: DealView) -> Outcome:
    ways = [command for command in deal.legal if isinstance(command, Play) and command.card == card]
    if not ways:
        return Dropped("not_allowed")
    if len(ways) == 1:
        return Fits(ways[0])
    planned = [way for way in ways if (way.suit, way.calls_joker) == (plan.suit, plan.calls_joker)]
    if planned:
        return Fits(planned[0])
    return Dropped("which_suit" if ways[0].suit is not None else "which_call")


# --- Several plans ---


@dataclass(frozen=True, slots=True)
class PlanDecision:
    """What becomes of all plans of a seat in a deal, now that it is its turn."""

    command: Pass | Bid | BidNap | Play | None
    """The move, if there is one."""
    used: int | None
    """The index of the plan that gave the move; None for a forced card, or without a move."""
    dropped: tuple[tuple[int, DropReason], ...]
    """The indexes of the dropped plans, and why."""


def decide(plans: Sequence[Plan], deal: DealView, rules: Rules, *, plays_forced: bool) -> PlanDecision:
    """Carry out the first plan that fits; without one, a forced card, if the player wants forced cards played."""
    dropped: list[tuple[int, DropReason]] = []
    for place, plan in enumerate(plans):
        outcome = try_plan(plan, deal)
        if isinstance(outcome, Fits):
            return PlanDecision(outcome.command, place, tuple(dropped))
        if isinstance(outcome, Dropped):
            dropped.append((place, outcome.why))
    return PlanDecision(forced_play(deal, rules) if plays_forced else None, None, tuple(dropped))


# --- JSON ---


def plan_to_json(plan: Plan) -> dict[str, Any]:
    """Return the plan as it is stored; `plan_from_json` is the inverse.

    >>> plan_to_json(CardPlan("lowest", led=2))
    {'do': 'play', 'play': 'lowest', 'led': 'H'}
    """
    if isinstance(plan, PassPlan):
        data: dict[str, Any] = {"do": "pass"}
        if plan.count is not None:
            data["count"] = plan.count
        if plan.trump is not None:
            data["trump"] = TRUMPS[plan.trump]
        return data
    if isinstance(plan, NapBidPlan):
        return {"do": "bid", "bid": plan.bid}
    if isinstance(plan, BidPlan):
        data = {"do": "bid", "count": plan.count, "trump": TRUMPS[plan.trump]}
        return data if plan.most is None else data | {"most": plan.most}
    data = {"do": "play", "play": plan.play if isinstance(plan.play, str) else card_name(plan.play)}
    for key, suit in (("suit", plan.suit), ("led", plan.led)):
        if suit is not None:
            data[key] = SUITS[suit]
    if plan.calls_joker is not None:
        data["calls_joker"] = plan.calls_joker
    if plan.stop_card is not None:
        data["stop_card"] = card_name(plan.stop_card)
    return data | {key: True for key in _FLAGS if getattr(plan, key)}


_FLAGS: Final = ("by_partner", "stop_pictures", "stays")


def plan_from_json(data: object) -> Plan:
    """Read a plan. Raises `PlanError` if it is invalid.

    >>> plan_from_json({"do": "pass", "count": 14})
    PassPlan(count=14, trump=None)
    """
    if not isinstance(data, dict):
        raise PlanError("do")
    rest = dict(data)
    do = rest.pop("do", None)
    read = _READERS.get(do) if isinstance(do, str) else None
    if read is None:
        raise PlanError("do")
    plan = read(rest)
    if rest:
        raise PlanError(str(next(iter(rest))))
    return plan


def _read_pass(data: dict[str, Any]) -> PassPlan:
    count, trump = _count(data, "count"), data.pop("trump", None)
    if trump is None:
        return PassPlan(count)
    read = parse_trump(trump)
    if read is None or count is None:
        raise PlanError("trump")
    return PassPlan(count, read)


def _read_bid(data: dict[str, Any]) -> BidPlan | NapBidPlan:
    if "bid" in data:
        bid = data.pop("bid")
        if bid not in NAP_BIDS:
            raise PlanError("bid")
        return NapBidPlan(bid)
    count, most, trump = _count(data, "count"), _count(data, "most"), parse_trump(data.pop("trump", None))
    if count is None or trump is None:
        raise PlanError("bid")
    if most is not None and most > count:
        raise PlanError("most")
    return BidPlan(count, trump, most)


def _count(data: dict[str, Any], key: str) -> int | None:
    count = data.pop(key, None)
    if count is not None and not (type(count) is int and 1 <= count <= PICTURE_COUNT):
        raise PlanError("count")
    return count


def _read_card(data: dict[str, Any]) -> CardPlan:
    play = data.pop("play", None)
    flags = {key: data.pop(key, False) for key in _FLAGS}
    for key, value in flags.items():
        if type(value) is not bool:
            raise PlanError(key)
    calls_joker = data.pop("calls_joker", None)
    if calls_joker is not None and type(calls_joker) is not bool:
        raise PlanError("calls_joker")
    return CardPlan(
        play=play if play in WHICH else _card("play", play),
        suit=_suit(data, "suit"),
        calls_joker=calls_joker,
        led=_suit(data, "led"),
        stop_card=_card("stop_card", data.pop("stop_card")) if "stop_card" in data else None,
        **flags,
    )


def _card(key: str, name: object) -> Card:
    card = parse_card(name)
    if card == NO_CARD:
        raise PlanError(key)
    return card


def _suit(data: dict[str, Any], key: str) -> Suit | None:
    if key not in data:
        return None
    suit = parse_suit(data.pop(key))
    if suit is None:
        raise PlanError(key)
    return suit


_READERS: Final[dict[str, Callable[[dict[str, Any]], Plan]]] = {
    "pass": _read_pass,
    "bid": _read_bid,
    "play": _read_card,
}
