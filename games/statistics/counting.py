"""The counts of one match, from its log. Pure: no queries.

A deal counts for the player who has the seat when it ends. Counts have names such as ``napoleon.deals`` or
``why.mighty``. The first holder of a seat is number 0, the next one number 1 (`SeatHistory.holders`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import permutations
from typing import Final, TypeAlias

from games.kernel.events import HAND_OVERS, AutopilotSwitched, EventRow, TableEvent
from games.kernel.replay import Transition, transitions
from games.models import Event
from napoleon.engine import Rules, to_act
from napoleon.engine.cards import CARD_NAMES, TRUMPS
from napoleon.engine.deal import Declaration, PassedOut
from napoleon.engine.events import Bid, BidNap
from napoleon.engine.nap import NapResult
from napoleon.engine.napoleon_play import NapoleonResult
from napoleon.engine.variants import End

Counts: TypeAlias = dict[str, int]

NO_CARD: Final = "none"
"""The name of the call in a deal without a called card, in counts from before they said whom Napoleon called."""
PACE_BANDS: Final = (60, 600, 3600, 6 * 3600, 24 * 3600)
"""The limits between the bands of waiting time, in seconds; the last band is open."""


@dataclass(slots=True)
class SeatCounts:
    own: Counts = field(default_factory=dict)
    pairs: dict[tuple[int, int], Counts] = field(default_factory=dict)
    """The counts with and against others, by their seat and holder number."""


def add(counts: Counts, more: Mapping[str, int], times: int = 1) -> None:
    """Add to the counts, or subtract; counts of 0 are dropped."""
    for name, value in more.items():
        total = counts.get(name, 0) + times * value
        if total:
            counts[name] = total
        else:
            counts.pop(name, None)


def count(rules: Rules, rows: Iterable[EventRow], *, is_timed: bool) -> list[list[SeatCounts]]:
    """All counts of a match, by seat and holder; ``is_timed`` if the times of moves are known."""
    counting = _Counting(rules)
    for transition in transitions(rules, rows):
        counting.take(transition, is_timed)
    return counting.holders


class _Counting:
    def __init__(self, rules: Rules) -> None:
        self.holders = [[SeatCounts()] for _ in range(rules.players)]
        self.opened: dict[tuple[int, int], datetime] = {}
        """When each open turn began, by deal and seat."""

    @property
    def seats(self) -> list[SeatCounts]:
        """The counts of the current holders."""
        return [own[-1] for own in self.holders]

    def take(self, transition: Transition, is_timed: bool) -> None:
        logged, before, after = transition
        event = logged.event
        if isinstance(event, TableEvent):
            self._take_table_event(event, logged.at)
            return
        place = (event.deal, getattr(event, "seat", -1))
        opened = self.opened.pop(place, None)
        if is_timed and opened is not None and logged.by == Event.By.PLAYER:
            add(self.seats[place[1]].own, _pace((logged.at - opened).total_seconds()))
        if is_timed:
            self.opened = {place: self.opened.get(place, logged.at) for place in to_act(after)}
        for end in after.ended[len(before.ended) :]:
            self._end(end)

    def _take_table_event(self, event: TableEvent, at: datetime) -> None:
        """A new player in the seat starts with a new clock."""
        if isinstance(event, (*HAND_OVERS, AutopilotSwitched)):
            restarted = [place for place in self.opened if place[1] == event.seat]
            self.opened |= dict.fromkeys(restarted, at)
        if isinstance(event, HAND_OVERS):
            self.holders[event.seat].append(SeatCounts())

    def _end(self, end: End) -> None:
        if isinstance(end, PassedOut):
            self._said(end.auction)
            for seat in self.seats:
                add(seat.own, {"passed_out": 1})
            return
        self._said(end.auction)
        for trick in end.tricks:
            add(self.seats[trick.winner].own, {f"why.{trick.why}": 1})
        if isinstance(end, NapResult):
            self._nap(end)
        else:
            self._napoleon(end)

    def _said(self, auction: Iterable[Declaration]) -> None:
        for said in auction:
            if name := _bid(said):
                add(self.seats[said.seat].own, {f"{name}.said": 1})

    def _napoleon(self, end: NapoleonResult) -> None:
        contract, made = end.contract, end.made
        napoleon, adjutant = contract.napoleon, contract.adjutant
        add(self.seats[napoleon].own, _held(f"bid.{contract.count}{TRUMPS[contract.trump]}", made))
        card = contract.who or NO_CARD if contract.called is None else CARD_NAMES[contract.called]
        call = {f"call.{card}": 1, f"call.{card}.made": made, f"call.{card}.alone": adjutant is None}
        add(self.seats[napoleon].own, {name: int(value) for name, value in call.items()})
        roles = ["ally"] * len(self.seats)
        if adjutant is not None:
            roles[adjutant] = "adjutant"
        roles[napoleon] = "napoleon"
        self._roles(roles, made, end.scores)
        for seat, pictures in zip(self.seats, end.pictures, strict=True):
            add(seat.own, {"pictures": pictures})

    def _nap(self, end: NapResult) -> None:
        declarer = end.declarer
        add(self.seats[declarer].own, _held(f"bid.{end.contract.bid}", end.made))
        roles = ["opponent"] * len(self.seats)
        roles[declarer] = "declarer"
        self._roles(roles, end.made, end.scores)

    def _roles(self, roles: list[str], made: bool, scores: tuple[int, ...]) -> None:
        is_for = [role in ("napoleon", "adjutant", "declarer") for role in roles]
        for seat, role, points, bids in zip(self.seats, roles, scores, is_for, strict=True):
            add(seat.own, _role(role, bids == made, points))
        for number, other in permutations(range(len(self.seats)), 2):
            side = "with" if is_for[number] == is_for[other] else "against"
            pair = {f"{side}.deals": 1, f"{side}.points": scores[number]}
            holder = other, len(self.holders[other]) - 1
            add(self.seats[number].pairs.setdefault(holder, {}), pair)


def _bid(said: Declaration) -> str:
    """The name of the bid; empty for a pass."""
    if isinstance(said, Bid):
        return f"bid.{said.count}{TRUMPS[said.trump]}"
    return f"bid.{said.bid}" if isinstance(said, BidNap) else ""


def _held(bid: str, made: bool) -> Counts:
    return {f"{bid}.held": 1, f"{bid}.made": int(made)}


def _role(role: str, won: bool, points: int) -> Counts:
    return {f"{role}.deals": 1, f"{role}.won": int(won), f"{role}.points": points, f"{role}.squares": points * points}


def _pace(seconds: float) -> Counts:
    band = sum(seconds >= end for end in PACE_BANDS)
    return {f"pace.{band}": 1}
