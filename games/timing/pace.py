"""How many days a match takes: people with habits play it by a clock that is only counted, never waited for.

Pure: the caller brings the randomness. A person looks in a few times a day, at chance times of his waking hours, and
then does all that he is asked; bots stand in for his judgement. With plans, he leaves at each visit what people
leave: a pass where he would not bid at all, and "follow suit with the lowest card, unless a picture falls".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from heapq import heappop, heappush
from random import Random
from typing import Final, TypeAlias

from games.bots import choose
from games.bots.simulation import shuffled
from games.engine import DealView, Pass, Rules, Running, next_deal, start
from games.engine.cards import SUIT_SETS
from games.engine.events import Command
from games.engine.view import deal_view
from games.planning.plans import CardPlan, PassPlan, Plan, verdict

AUCTION: Final = ("bidding", "sealed_bidding")
DAY: Final = timedelta(days=1)

Place: TypeAlias = tuple[int, int]
"""The number of a deal, and a seat in it."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How a person lives."""

    visits: int = 3
    """How often a day he looks in."""
    wakes: timedelta = timedelta(hours=7)
    sleeps: timedelta = timedelta(hours=23)
    """Between these hours of his day, at any time as likely as at another."""
    zone: timedelta = timedelta()
    """How far his day is ahead of UTC."""

    def day(self, midnight: datetime, rng: Random) -> list[datetime]:
        """The times of his visits on the day that begins at this midnight of UTC."""
        awake = (self.sleeps - self.wakes) / timedelta(seconds=1)
        first = midnight + self.wakes - self.zone
        return [first + timedelta(seconds=rng.uniform(0, awake)) for _ in range(self.visits)]


@dataclass(frozen=True, slots=True)
class Automation:
    """What the site does for people in their absence."""

    forced: bool = False
    plans: bool = False
    delay: timedelta = timedelta()
    """At most so long after the turn has come: drawn for each, whatever the reason of the move."""


@dataclass(slots=True)
class Pace:
    """A match under way."""

    rules: Rules
    habits: Sequence[Habits]
    automation: Automation
    rng: Random
    begun: datetime
    level: str = "recruit"
    plans: dict[Place, list[Plan]] = field(default_factory=dict)
    running: Running = field(init=False)
    coming: list[tuple[datetime, int, int]] = field(default_factory=list)
    """When; whose; and in which deal the site may act for him, 0 for a visit of his own."""

    def days(self) -> float:
        """Play the match to its end: how many days that took."""
        self.running = Running(start(self.rules))
        now = self.begun
        self._deal(now)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) - DAY
        while self.running.deals:
            # In no zone does a day begin more than a day before it does in UTC.
            while not self.coming or self.coming[0][0] > midnight - DAY:
                self._make_day(midnight)
                midnight += DAY
            now, seat, deal = heappop(self.coming)
            if deal:
                self._act_for(deal, seat, now)
            else:
                self._visit(seat, now)
        return (now - self.begun) / DAY

    def _make_day(self, midnight: datetime) -> None:
        for seat, habits in enumerate(self.habits):
            for moment in habits.day(midnight, self.rng):
                if moment >= self.begun:
                    heappush(self.coming, (moment, seat, 0))

    # --- What a person does ---

    def _visit(self, seat: int, now: datetime) -> None:
        while asked := [number for number in self.running.deals if self._is_asked(number, seat)]:
            view = deal_view(self.running.open[asked[0]], seat)
            command = choose(self.level, view, self.rules, self.rng.getrandbits(32))
            self._happens(command, now)
        if self.automation.plans:
            for number, state in self.running.open.items():
                self.plans[number, seat] = self._planned(number, deal_view(state, seat), seat)

    def _planned(self, number: int, view: DealView, seat: int) -> list[Plan]:
        if view.phase in AUCTION:
            return [PassPlan()] if self._would_pass(number, seat) else []
        return [
            CardPlan("lowest", led=suit, stop_pictures=True, stays=True)
            for suit in range(4)
            if view.hand & SUIT_SETS[suit]
        ]

    def _would_pass(self, number: int, seat: int) -> bool:
        """Whether he passes if all before him do: then he never bids."""
        table = Running(self.running.match())
        while number in table.deals:
            state = table.open[number]
            now = seat if seat in state.to_act() else state.to_act()[0]
            view = deal_view(state, now)
            if view.phase not in AUCTION:
                return False
            if now == seat:
                return isinstance(choose(self.level, view, self.rules, 0), Pass)
            table.push(Pass(number, now))
        return False

    # --- What the site does ---

    def _happens(self, command: Command, now: datetime) -> None:
        self.running.push(command)
        self._release(command.deal, now)
        self._deal(now)

    def _deal(self, now: datetime) -> None:
        while due := next_deal(self.running.match()):
            self.running.push(shuffled(self.rules, due, self.rng))
            self._release(due.number, now)

    def _release(self, number: int, now: datetime) -> None:
        """Draw for the turns that have come in a deal when the site may act in them."""
        if number not in self.running.deals or not (
            self.automation.forced or self.automation.plans
        ):
            return
        for seat in self.running.open[number].to_act():
            delay = self.automation.delay * self.rng.random()
            heappush(self.coming, (now + delay, seat, number))

    def _act_for(self, number: int, seat: int, now: datetime) -> None:
        if not self._is_asked(number, seat):
            return
        view = deal_view(self.running.open[number], seat)
        plans = self.plans.get((number, seat), [])
        found = verdict(plans, view, plays_forced=self.automation.forced)
        gone = {place for place, _ in found.dropped}
        self.plans[number, seat] = [plan for place, plan in enumerate(plans) if place not in gone]
        if found.command is not None:
            self._happens(found.command, now)

    def _is_asked(self, number: int, seat: int) -> bool:
        return number in self.running.deals and seat in self.running.open[number].to_act()
