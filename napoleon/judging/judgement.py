"""The judgement of a deal: the cost of every decision, and the course of the expected result.

Plain data, stored as JSON. Steps are those of a review: a decision is the ``step``-th move of its deal.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from napoleon.engine import Bid, BidNap, Call, Exchange, Play, Raise, Redeal
from napoleon.engine.cards import TRUMPS, Card, Suit, cards_in
from napoleon.engine.events import Command

Unit: TypeAlias = Literal["pictures", "tricks"]
Reason: TypeAlias = Literal[
    "",
    "gave_picture",
    "kept_picture_back",
    "overtook_friend",
    "let_go",
    "spent_in_vain",
    "spent_on_nothing",
    "did_not_draw_trumps",
    "did_not_call_joker",
    "led_to_be_trumped",
    "led_below_trump",
    "could_be_held",
    "cheaper_would_do",
    "threw_highest_away",
    "showed_adjutant",
    "misere_took_trick",
    "misere_kept_high",
    "misere_declarer_void",
    "misere_declarer_above",
    "misere_overtook",
    "misere_others_kept_high",
    "worth_a_bid",
    "not_worth_the_bid",
    "other_trump",
    "bid_too_low",
    "bid_too_high",
    "stronger_partner",
    "better_alone",
    "better_with_partner",
    "laid_trump_away",
    "laid_picture_away",
    "kept_a_suit",
    "kept_pictures",
]
Kind: TypeAlias = Literal["bid", "call", "exchange", "card"]

NOT_OF_A_CARD: Final = -1
PASS: Final = "pass"
REDEAL: Final = "redeal"
RAISE: Final = "raise "
"""Before the bid to which it is raised."""


class BareCommand(NamedTuple):
    """A command without its deal and seat: what was done, or could have been. One field is set."""

    card: Card = NOT_OF_A_CARD
    """To be played or called."""
    suit: Suit | None = None
    """The one that a led joker names."""
    bid: str = ""
    """`PASS`, `REDEAL`, at Nap the bid's word, at Napoleon its number and the letter of the trump, or who is called."""
    discards: tuple[Card, ...] = ()

    @classmethod
    def of(cls, command: Command) -> BareCommand:
        if isinstance(command, Play):
            return cls(command.card, command.suit)
        if isinstance(command, Call):
            return cls(bid=command.who) if command.who else cls(command.card)
        if isinstance(command, Exchange):
            return cls(discards=tuple(cards_in(command.discard)))
        if isinstance(command, Bid | Raise):
            bid = f"{command.count}{TRUMPS[command.trump]}"
            return cls(bid=bid if isinstance(command, Bid) else RAISE + bid)
        if isinstance(command, BidNap):
            return cls(bid=command.bid)
        return cls(bid=REDEAL if isinstance(command, Redeal) else PASS)


def kind_of(command: Command) -> Kind:
    if isinstance(command, Play):
        return "card"
    if isinstance(command, Call):
        return "call"
    return "exchange" if isinstance(command, Exchange) else "bid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """By the cards as they lay, if everybody plays perfectly from here on with all hands open."""

    best: BareCommand
    """The played card itself if no other is better."""
    value: int
    """What the declarer's side takes in the whole deal after the card that was played."""
    best_value: int
    lost: float
    """Points that the card cost its player; 0 where it cost pictures or tricks alone."""
    took_too_much: bool = False
    """Whether the best card takes less for its side, because taking everything loses."""

    @property
    def difference(self) -> int:
        """How many pictures or tricks the card cost its side, or took too much."""
        return abs(self.best_value - self.value)


class Gains(NamedTuple):
    """In what share of the deals that were compared the player who decided wins points."""

    best: float
    """After the best choice."""
    played: float
    """After what was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanLoss:
    """What a decision cost on average, bots playing on."""

    best: BareCommand
    lost: float
    """In points of the player who decided, or in what their side takes."""
    error: float
    """The standard error of that mean."""
    gains: Gains | None = None
    """None where nothing was compared, and in older analyses."""

    @property
    def is_clear(self) -> bool:
        """Whether the loss stands out from the chance of the sample."""
        return self.lost > CLEAR * self.error and self.lost > 0


CLEAR: Final = 2.5
"""A loss is clear above so many standard errors."""
AT_MOST: Final = 3
"""The most decisions of one player that are pointed out in one deal, the costliest first."""
SMALLEST: Final[dict[Kind, float]] = {"card": 0.1, "exchange": 0.1, "call": 0.1, "bid": 0.25}
"""A loss is pointed out from this share of what the contract was worth to the player.

For bids the share is larger, because the others' bids are less certain than their cards.
"""
WORTH_A_WORD: Final = 0.5
"""A loss in pictures or tricks is pointed out from here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What was done where something else could have been."""

    step: int
    seat: int
    kind: Kind = "card"
    played: BareCommand
    exact: Exact | None = None
    """None: not worked out within the limits, or not a card."""
    as_dealt: MeanLoss | None = None
    """Before the play: over several ways in which bots play on with the cards as they lay."""
    known: MeanLoss | None = None
    """The mean over deals that looked the same to the player. None: no such deal exists, or nothing depends on it."""
    taken: MeanLoss | None = None
    """The mean loss in pictures or tricks of the player's side, where no points hung on the decision."""
    reason: Reason = ""


class CoursePoint(NamedTuple):
    """The result to be expected after a move: what the declarer's side takes in the whole deal."""

    step: int
    value: float
    is_exact: bool
    """Worked out for perfect play with open hands; otherwise the mean of bots playing on."""


class ProposalJudged(NamedTuple):
    """A claim or concession that was put to the other seats."""

    step: int
    stands: bool | None
    """Whether the side that would have taken the rest could have taken it against the best play of the other, all hands
    open. None: not worked out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealJudgement:
    unit: Unit
    goal: int
    """What the declarer's side must take."""
    stakes: tuple[float, ...]
    """By seat, how many points lie between a contract made and lost."""
    decisions: tuple[Decision, ...] = ()
    course: tuple[CoursePoint, ...] = ()
    proposals: tuple[ProposalJudged, ...] = ()

    def share(self, decision: Decision) -> float:
        """The loss from the view of the player, as a share of what the contract was worth to them.

        A bid may win the contract itself, so its share is of what that was worth to the declarer.
        """
        if decision.known is None:
            return 0.0
        stake = max(self.stakes) if decision.kind == "bid" else self.stakes[decision.seat]
        return max(0.0, decision.known.lost) / (stake or 1.0)


def pointed_out(judgement: DealJudgement) -> list[Decision]:
    """The clear losses that are worth a word, at most so many for each player, in the order of the deal."""
    worth = [
        decision
        for decision in judgement.decisions
        if decision.known and decision.known.is_clear and judgement.share(decision) >= SMALLEST[decision.kind]
    ]
    worth.sort(key=judgement.share, reverse=True)
    kept: list[Decision] = []
    for decision in worth:
        if sum(other.seat == decision.seat for other in kept) < AT_MOST:
            kept.append(decision)
    return sorted(kept, key=lambda decision: decision.step)


class PointedOut(NamedTuple):
    """A decision with a clear loss."""

    decision: Decision
    loss: MeanLoss
    by_taken: bool
    """Whether the loss is one of pictures or tricks, because no points hung on the decision."""


def all_pointed_out(judgement: DealJudgement) -> list[PointedOut]:
    """The losses in points, and for each player without one their costliest in pictures or tricks, in order."""
    in_points = pointed_out(judgement)
    costliest: dict[int, PointedOut] = {}
    for decision in judgement.decisions:
        loss, best = decision.taken, costliest.get(decision.seat)
        if loss and loss.is_clear and loss.lost >= max(WORTH_A_WORD, best.loss.lost if best else 0.0):
            costliest[decision.seat] = PointedOut(decision, loss, by_taken=True)
    for decision in in_points:
        costliest.pop(decision.seat, None)
    found = [PointedOut(decision, decision.known, by_taken=False) for decision in in_points if decision.known]
    return sorted([*found, *costliest.values()], key=lambda one: one.decision.step)


def to_json(judgement: DealJudgement) -> dict[str, Any]:
    return asdict(judgement)


def from_json(data: dict[str, Any]) -> DealJudgement:
    """What `to_json` has made, also after a database has turned tuples into lists."""
    return DealJudgement(
        unit=data["unit"],
        goal=data["goal"],
        stakes=tuple(data["stakes"]),
        decisions=tuple(map(_decision, data["decisions"])),
        course=tuple(CoursePoint(*point) for point in data["course"]),
        proposals=tuple(ProposalJudged(*proposal) for proposal in data.get("proposals", ())),
    )


def _decision(data: dict[str, Any]) -> Decision:
    exact = data["exact"]
    return Decision(
        step=data["step"],
        seat=data["seat"],
        kind=data.get("kind", "card"),
        played=_choice(data["played"]),
        exact=exact and Exact(**{**exact, "best": _choice(exact["best"])}),
        as_dealt=_mean_loss(data.get("as_dealt")),
        known=_mean_loss(data["known"]),
        taken=_mean_loss(data.get("taken")),
        reason=data["reason"],
    )


def _mean_loss(data: dict[str, Any] | None) -> MeanLoss | None:
    if not data:
        return None
    gains = data.get("gains")
    return MeanLoss(best=_choice(data["best"]), lost=data["lost"], error=data["error"], gains=gains and Gains(*gains))


def _choice(data: list[Any]) -> BareCommand:
    """In an older analysis it has the card and the suit alone."""
    choice = BareCommand(*data)
    return choice._replace(discards=tuple(choice.discards))
