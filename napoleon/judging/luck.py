"""What the cards of a deal were worth to each seat: the mean of what bots of average strength make of the same deal.

All seats are alike: in each replay every seat gets a level by chance, and everybody slips now and then. A player's
points less this mean do not depend on the cards that they were dealt, but they do on how the others played.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, TypeAlias

from napoleon.bots import choose
from napoleon.engine import Deal, Rules
from napoleon.engine.deal import Dealt, PassedOut
from napoleon.engine.events import Command
from napoleon.engine.variants import Result, state_of, variant_of
from napoleon.engine.view import DealView, deal_view
from napoleon.judging.playing_on import finish

REPLAYS: Final = 100
_STRONGER, _WEAKER = "corporal", "recruit"
_SHARE_OF_STRONGER: Final = 0.75
_SLIPS: Final = 0.1
"""How often a card is played at random."""

AnyDealt: TypeAlias = Dealt[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLuck:
    """The points of a deal by seat, beside what average players would have made of its cards."""

    points: tuple[int, ...]
    expected: tuple[float, ...]
    errors: tuple[float, ...]
    """The standard errors of ``expected``, which a limited number of replays has."""


def luck_of(end: Result, replays: int = REPLAYS) -> DealLuck:
    """Replay a deal that has ended."""
    by_replay = [replayed(end.dealt, number) for number in range(replays)]
    by_seat = list(zip(*by_replay, strict=True))
    return DealLuck(
        points=tuple(end.scores),
        expected=tuple(round(fmean(scores), 2) for scores in by_seat),
        errors=tuple(round(stdev(scores) / sqrt(replays), 2) for scores in by_seat),
    )


def replayed(dealt: AnyDealt, seed: int) -> Sequence[int]:
    """The points by seat if average players play the deal; none for anybody if they pass it out."""
    # No card that is left out could change the points.
    rules = replace(dealt.rules, finish="when_decided")
    average = _Average(rules, Random(seed))  # noqa: S311 (the same each time)
    event = Deal(dealt.number, dealt.dealer, dealt.hands, dealt.widow)
    # Where the last declarer bids first, it was they who did.
    opened = variant_of(rules).open_deal(rules, event, dealt.first_bidder, dealt.first_bidder)

    def decide(deal: Any) -> Command:
        state = state_of(deal)
        return average.choose(deal_view(state, state.to_act()[0]))

    end = finish(opened, decide)
    return [0] * rules.players if isinstance(end, PassedOut) else end.scores


class _Average:
    """The players of one replay."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.rules, self.rng = rules, rng
        self.levels = [_STRONGER if rng.random() < _SHARE_OF_STRONGER else _WEAKER for _ in range(rules.players)]

    def choose(self, view: DealView) -> Command:
        if view.phase == "playing" and self.rng.random() < _SLIPS:
            return self.rng.choice(view.legal)  # type: ignore[return-value]  # somebody is to act
        [seat, *_] = view.to_act
        return choose(self.levels[seat], view, self.rules, self.rng.getrandbits(32))


def to_json(luck: DealLuck) -> dict[str, Any]:
    return asdict(luck)


def from_json(data: dict[str, Any]) -> DealLuck:
    """What `to_json` has made, also after a database has turned tuples into lists."""
    return DealLuck(**{name: tuple(values) for name, values in data.items()})
