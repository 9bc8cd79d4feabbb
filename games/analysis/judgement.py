"""What an analysis says of a deal: of every card that was a choice, and the course of the expected result.

Pure data, stored as JSON. Steps are those of a review: the card is the ``step``-th move of its deal.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from games.engine import Play
from games.engine.cards import Card, Suit

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
]


class Choice(NamedTuple):
    """A card to play; ``suit`` is the one that a led joker names."""

    card: Card
    suit: Suit | None = None

    @classmethod
    def of(cls, play: Play) -> Choice:
        return cls(play.card, play.suit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """By the cards as they lay, if everybody plays perfectly from here on with all hands open."""

    best: Choice
    """The played card itself if no other is better."""
    value: int
    """What the declarer's side takes in the whole deal after the card that was played."""
    best_value: int
    lost: float
    """Points that the card cost its player; 0 where it cost pictures or tricks alone."""

    @property
    def taken_less(self) -> int:
        """How many pictures or tricks the card cost its side."""
        return abs(self.best_value - self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """By what the player could know: the mean over deals that looked the same to them, bots playing on."""

    best: Choice
    lost: float
    """Points that the card cost its player on average."""
    error: float
    """The standard error of that mean."""
    worlds: int

    @property
    def is_clear(self) -> bool:
        """Whether the loss stands out from the chance of the sample."""
        return self.lost > CLEAR * self.error and self.lost > 0


CLEAR = 2.5
"""A loss is clear above so many standard errors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDecision:
    """A card that was played where others could have been."""

    step: int
    seat: int
    played: Choice
    exact: Exact | None = None
    """None: not worked out within the limits."""
    known: Known | None = None
    """None: no deal was found that looks the same, or nothing depends on it any more."""
    reason: Reason = ""


class CoursePoint(NamedTuple):
    """The result to be expected after a move: what the declarer's side takes in the whole deal."""

    step: int
    value: float
    is_exact: bool
    """Worked out for perfect play with open hands; otherwise the mean of bots playing on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealJudgement:
    """The analysis of one deal."""

    unit: Unit
    goal: int
    """What the declarer's side must take."""
    stakes: tuple[float, ...]
    """By seat, how many points lie between a contract made and lost."""
    decisions: tuple[CardDecision, ...] = ()
    course: tuple[CoursePoint, ...] = ()

    def share(self, decision: CardDecision) -> float:
        """The loss by what the player could know, as a share of what the contract was worth to them."""
        if decision.known is None:
            return 0.0
        return max(0.0, decision.known.lost) / (self.stakes[decision.seat] or 1.0)


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
    )


def _decision(data: dict[str, Any]) -> CardDecision:
    exact, known = data["exact"], data["known"]
    return CardDecision(
        step=data["step"],
        seat=data["seat"],
        played=Choice(*data["played"]),
        exact=exact and Exact(**{**exact, "best": Choice(*exact["best"])}),
        known=known and Known(**{**known, "best": Choice(*known["best"])}),
        reason=data["reason"],
    )
