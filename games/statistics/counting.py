"""The counts of one match, from its log. Pure: nothing is looked up.

A deal counts for whoever has the seat when it ends. Counts have names such as ``napoleon.deals`` or ``why.mighty``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import permutations
from typing import Final, TypeAlias

from games.engine import Rules, start, to_act
from games.engine.cards import CARD_NAMES, TRUMPS
from games.engine.events import Bid, BidNap
from games.engine.knowledge import Said
from games.engine.match import End, Running
from games.engine.nap import NapPassedOut, NapResult
from games.engine.napoleon import NapoleonResult, PassedOut
from games.engine.wire import READERS, event_from_json
from games.log import Row
from games.models import Event

Counts: TypeAlias = dict[str, int]

NO_CARD: Final = "none"
"""Of a deal in which no card was called."""
PACE_BANDS: Final = (60, 600, 3600, 6 * 3600, 24 * 3600)
"""Seconds at which one band of waiting ends and the next begins; the last has no end."""
_LEAVES: Final = ("left", "substituted")
"""Events after which somebody else has the seat."""


@dataclass(slots=True)
class SeatCounts:
    """What happened in one seat."""

    own: Counts = field(default_factory=dict)
    """Since the one came who has it now."""
    before: Counts = field(default_factory=dict)
    """Before that."""
    pairs: dict[int, Counts] = field(default_factory=dict)
    """With and against whom, by their seats: the deals that both who sit there now have ended together."""


def add(counts: Counts, more: Mapping[str, int], times: int = 1) -> None:
    """Add to the counts, or take away; none stays that is 0."""
    for name, value in more.items():
        total = counts.get(name, 0) + times * value
        if total:
            counts[name] = total
        else:
            counts.pop(name, None)


def count(rules: Rules, rows: Iterable[Row], *, is_timed: bool) -> list[SeatCounts]:
    """By seat, all that is counted of a match; ``is_timed`` unless nobody knows when moves were made."""
    counting = _Counting(rules)
    for row in rows:
        counting.take(row, is_timed)
    return counting.seats


class _Counting:
    def __init__(self, rules: Rules) -> None:
        self.running = Running(start(rules))
        self.seats = [SeatCounts() for _ in range(rules.players)]
        self.opened: dict[tuple[int, int], datetime] = {}
        """Since when who is to act has been so, by deal and seat."""

    def take(self, row: Row, is_timed: bool) -> None:
        payload, ended = row.payload, len(self.running.ledger.ended)
        event = event_from_json(payload, self.running) if payload["type"] in READERS else None
        if event is None:
            self._beside(row)
            return
        place = (event.deal, payload.get("seat", -1))
        opened = self.opened.pop(place, None)
        if is_timed and opened is not None and row.by == Event.By.PLAYER:
            add(self.seats[place[1]].own, _pace((row.at - opened).total_seconds()))
        self.running.carry_out(event)
        if is_timed:
            waiting = to_act(self.running.match())
            self.opened = {place: self.opened.get(place, row.at) for place in waiting}
        for end in self.running.ledger.ended[ended:]:
            self._end(end)

    def _beside(self, row: Row) -> None:
        """For whoever plays in the seat from now on, the time begins now."""
        kind = row.payload["type"]
        if kind not in (*_LEAVES, "autopilot"):
            return
        number: int = row.payload["seat"]
        anew = [place for place in self.opened if place[1] == number]
        self.opened |= dict.fromkeys(anew, row.at)
        if kind in _LEAVES:
            seat = self.seats[number]
            add(seat.before, seat.own)
            seat.own, seat.pairs = {}, {}
            for other in self.seats:
                other.pairs.pop(number, None)

    def _end(self, end: End) -> None:
        if isinstance(end, PassedOut | NapPassedOut):
            self._said(end.auction)
            for seat in self.seats:
                add(seat.own, {"passed_out": 1})
            return
        self._said(end.deal.auction)
        for trick in end.tricks:
            add(self.seats[trick.winner].own, {f"why.{trick.why}": 1})
        if isinstance(end, NapResult):
            self._nap(end)
        else:
            self._napoleon(end)

    def _said(self, auction: Iterable[Said]) -> None:
        for said in auction:
            if name := _bid(said):
                add(self.seats[said.seat].own, {f"{name}.said": 1})

    def _napoleon(self, end: NapoleonResult) -> None:
        contract, made = end.deal, end.outcome.made
        napoleon, adjutant = contract.napoleon, contract.adjutant
        add(self.seats[napoleon].own, _held(f"bid.{contract.count}{TRUMPS[contract.trump]}", made))
        card = NO_CARD if contract.called is None else CARD_NAMES[contract.called]
        call = {
            f"call.{card}": 1,
            f"call.{card}.made": made,
            f"call.{card}.alone": adjutant is None,
        }
        add(self.seats[napoleon].own, {name: int(value) for name, value in call.items()})
        roles = ["ally"] * len(self.seats)
        if adjutant is not None:
            roles[adjutant] = "adjutant"
        roles[napoleon] = "napoleon"
        self._roles(roles, made, end.outcome.scores)

    def _nap(self, end: NapResult) -> None:
        declarer = end.deal.declarer
        add(self.seats[declarer].own, _held(f"bid.{end.deal.bid}", end.made))
        roles = ["opponent"] * len(self.seats)
        roles[declarer] = "declarer"
        self._roles(roles, end.made, end.scores)

    def _roles(self, roles: list[str], made: bool, scores: tuple[int, ...]) -> None:
        is_for = [role in ("napoleon", "adjutant", "declarer") for role in roles]
        for seat, role, points, bids in zip(self.seats, roles, scores, is_for, strict=True):
            add(seat.own, _role(role, bids == made, points))
        for one, other in permutations(range(len(self.seats)), 2):
            side = "with" if is_for[one] == is_for[other] else "against"
            pair = {f"{side}.deals": 1, f"{side}.points": scores[one]}
            add(self.seats[one].pairs.setdefault(other, {}), pair)


def _bid(said: Said) -> str:
    """What was bid; empty for a pass."""
    if isinstance(said, Bid):
        return f"bid.{said.count}{TRUMPS[said.trump]}"
    return f"bid.{said.bid}" if isinstance(said, BidNap) else ""


def _held(bid: str, made: bool) -> Counts:
    """The bid that the deal was played for."""
    return {f"{bid}.held": 1, f"{bid}.made": int(made)}


def _role(role: str, won: bool, points: int) -> Counts:
    return {
        f"{role}.deals": 1,
        f"{role}.won": int(won),
        f"{role}.points": points,
        f"{role}.squares": points * points,
    }


def _pace(seconds: float) -> Counts:
    band = sum(seconds >= end for end in PACE_BANDS)
    return {f"pace.{band}": 1}
