"""Matches of people with habits, played by bots on a counted clock: how many days they take.

People visit the site a few times a day, at random times of their waking hours, and then make all moves that wait for
them; bots choose these moves. With plans, people leave a pass where they would not bid at all, and "follow suit with
the lowest card, unless a picture falls". With taps, they also leave the card that they will probably play next. On live
evenings all of them are at the table at once, each makes one move after the other, and plans rest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from random import Random
from typing import Final

from games.plans.plan import CardPlan, PassPlan, Plan, decide
from napoleon.bots import choose
from napoleon.bots.simulation import shuffled
from napoleon.engine import DealView, MatchCursor, Pass, Play, Rules, events, next_deal, start
from napoleon.engine.cards import SUIT_SETS
from napoleon.engine.view import deal_view

AUCTION: Final = ("bidding", "sealed_bidding")
DAY: Final = timedelta(days=1)
# A Monday evening; only the time of day makes a difference.
START: Final = datetime(2026, 1, 5, 18, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Habits:
    """How a person spends the day."""

    visits: int = 3
    """Per day, spread evenly over the waking hours."""
    wakes: timedelta = timedelta(hours=7)
    sleeps: timedelta = timedelta(hours=23)
    zone: timedelta = timedelta()
    """How far the person's day is ahead of UTC."""

    def day(self, midnight: datetime, rng: Random) -> list[datetime]:
        """Draw the visits of the day that begins at this midnight UTC."""
        awake = (self.sleeps - self.wakes) / timedelta(seconds=1)
        first = midnight + self.wakes - self.zone
        return [first + timedelta(seconds=rng.uniform(0, awake)) for _ in range(self.visits)]


@dataclass(frozen=True, slots=True)
class AutomaticMoves:
    """What the site plays for people between their visits."""

    forced: bool = False
    plans: bool = False
    taps: float = 0.0
    """How often people who look in while another is to play tap the card that they will play next."""
    delay: timedelta = timedelta()
    """The longest wait after the turn opens; drawn for each turn, whatever the reason for the move."""


@dataclass(frozen=True, slots=True)
class LiveEvenings:
    """Evenings on which all are at the table at once and play live."""

    share: float = 0.0
    """The share of all evenings."""
    begins: timedelta = timedelta(hours=20)
    lasts: timedelta = timedelta(hours=1)
    slowest: timedelta = timedelta(seconds=40)
    """The longest that anybody thinks about a move; the shortest is a quarter of it."""

    def begin_on(self, midnight: datetime, rng: Random) -> datetime | None:
        """Draw whether the day that begins at this midnight has one; when it begins."""
        return midnight + self.begins if self.share and rng.random() < self.share else None

    def thought(self, rng: Random) -> timedelta:
        return self.slowest * rng.uniform(0.25, 1)


VISIT: Final = 0
LIVE_BEGIN: Final = -1
LIVE_MOVE: Final = -2
LIVE_END: Final = -3


@dataclass(slots=True)
class SimulatedMatch:
    """A match in progress."""

    rules: Rules
    habits: Sequence[Habits]
    automatic: AutomaticMoves
    rng: Random
    started: datetime = START
    level: str = "recruit"
    live: LiveEvenings = LiveEvenings()
    is_live: bool = False
    thinking: set[int] = field(default_factory=set)
    """Who is about to make a move live."""
    plans: dict[tuple[int, int], list[Plan]] = field(default_factory=dict)
    """By deal and seat."""
    cursor: MatchCursor = field(init=False)
    agenda: list[tuple[datetime, int, int]] = field(default_factory=list)
    """A heap of time, seat, and the deal in which the site may move, or else `VISIT`, `LIVE_MOVE` …"""

    def days(self) -> float:
        """Play the match to its end and return how many days it took."""
        self.cursor = MatchCursor(start(self.rules))
        now = self.started
        self._deal(now)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) - DAY
        while self.cursor.deals:
            # In no time zone does a day begin more than a day before it does in UTC.
            while not self.agenda or self.agenda[0][0] > midnight - DAY:
                self._schedule_visits(midnight)
                midnight += DAY
            now, seat, deal = heappop(self.agenda)
            self._happen(deal, seat, now)
        return (now - self.started) / DAY

    def _happen(self, what: int, seat: int, now: datetime) -> None:
        if what == LIVE_MOVE:
            self._move_live(seat, now)
        elif what in (LIVE_BEGIN, LIVE_END):
            self.is_live = what == LIVE_BEGIN
            for number in self.cursor.deals:
                self._schedule_moves(number, now)
        elif self.is_live:
            # Everybody is at the table, and plans rest.
            return
        elif what == VISIT:
            self._visit(seat, now)
        else:
            self._move_automatically(what, seat, now)

    def _schedule_visits(self, midnight: datetime) -> None:
        for seat, habits in enumerate(self.habits):
            for moment in habits.day(midnight, self.rng):
                if moment >= self.started:
                    heappush(self.agenda, (moment, seat, VISIT))
        begin = self.live.begin_on(midnight, self.rng)
        if begin and begin >= self.started:
            heappush(self.agenda, (begin, 0, LIVE_BEGIN))
            heappush(self.agenda, (begin + self.live.lasts, 0, LIVE_END))

    # --- What a person does ---

    def _visit(self, seat: int, now: datetime) -> None:
        while turns := [number for number in self.cursor.deals if self._is_to_act(number, seat)]:
            self._choose(turns[0], seat, now)
        for number, state in self.cursor.open.items():
            self.plans[number, seat] = [*self._tapped(number, seat), *self._left(number, deal_view(state, seat), seat)]

    def _move_live(self, seat: int, now: datetime) -> None:
        """Make one move, and think on if there is a turn in another deal."""
        self.thinking.discard(seat)
        turns = [number for number in self.cursor.deals if self._is_to_act(number, seat)]
        if self.is_live and turns:
            self._choose(turns[0], seat, now)
            self._let_think(seat, now)

    def _let_think(self, seat: int, now: datetime) -> None:
        is_asked = any(self._is_to_act(number, seat) for number in self.cursor.deals)
        if is_asked and seat not in self.thinking:
            self.thinking.add(seat)
            heappush(self.agenda, (now + self.live.thought(self.rng), seat, LIVE_MOVE))

    def _choose(self, number: int, seat: int, now: datetime) -> None:
        view = deal_view(self.cursor.open[number], seat)
        self._carry_out(choose(self.level, view, self.rules, self.rng.getrandbits(32)), now)

    def _tapped(self, number: int, seat: int) -> Iterator[Plan]:
        """Yield the card for the person's next turn, as they guess it: the others play as bots would."""
        if not self.automatic.taps or self.rng.random() >= self.automatic.taps:
            return
        cursor = MatchCursor(self.cursor.match())
        while number in cursor.deals:
            mover = cursor.open[number].to_act()[0]
            view = deal_view(cursor.open[number], mover)
            if view.phase != "playing":
                return
            move = choose(self.level, view, self.rules, 0)
            if mover == seat:
                yield from [CardPlan(move.card, move.suit)] if isinstance(move, Play) else []
                return
            cursor.push(move)

    def _left(self, number: int, view: DealView, seat: int) -> list[Plan]:
        """Return the plans that hold until the person's next visit."""
        if not self.automatic.plans:
            return []
        if view.phase in AUCTION:
            return [PassPlan()] if self._would_pass(number, seat) else []
        return [
            CardPlan("lowest", led=suit, stop_pictures=True, stays=True)
            for suit in range(4)
            if view.hand & SUIT_SETS[suit]
        ]

    def _would_pass(self, number: int, seat: int) -> bool:
        """Whether the person passes if everyone before them does; then they never bid."""
        cursor = MatchCursor(self.cursor.match())
        while number in cursor.deals:
            state = cursor.open[number]
            mover = seat if seat in state.to_act() else state.to_act()[0]
            view = deal_view(state, mover)
            if view.phase not in AUCTION:
                return False
            if mover == seat:
                return isinstance(choose(self.level, view, self.rules, 0), Pass)
            cursor.push(Pass(number, mover))
        return False

    # --- What the site does ---

    def _carry_out(self, command: events.Command, now: datetime) -> None:
        self.cursor.push(command)
        self._schedule_moves(command.deal, now)
        self._deal(now)

    def _deal(self, now: datetime) -> None:
        while due := next_deal(self.cursor.match()):
            self.cursor.push(shuffled(self.rules, due, self.rng))
            self._schedule_moves(due.number, now)

    def _schedule_moves(self, number: int, now: datetime) -> None:
        if number not in self.cursor.deals:
            return
        for seat in self.cursor.open[number].to_act():
            if self.is_live:
                self._let_think(seat, now)
                continue
            if self.automatic == AutomaticMoves(delay=self.automatic.delay):
                return
            delay = self.automatic.delay * self.rng.random()
            heappush(self.agenda, (now + delay, seat, number))

    def _move_automatically(self, number: int, seat: int, now: datetime) -> None:
        if not self._is_to_act(number, seat):
            return
        view = deal_view(self.cursor.open[number], seat)
        plans = self.plans.get((number, seat), [])
        decision = decide(plans, view, self.rules, plays_forced=self.automatic.forced)
        dropped = {place for place, _ in decision.dropped}
        self.plans[number, seat] = [p for place, p in enumerate(plans) if place not in dropped]
        if decision.command is not None:
            self._carry_out(decision.command, now)

    def _is_to_act(self, number: int, seat: int) -> bool:
        return number in self.cursor.deals and seat in self.cursor.open[number].to_act()
