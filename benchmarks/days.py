"""Weeks of play in minutes, while processes die: `python -m benchmarks.days [--games N] [--days D] [--minutes M]`.

Two workers and beat run over PostgreSQL and a Redis of their own, by a virtual clock (`benchmarks/virtual.py`).
People with habits play, by `games.turns.services.act` in this process: some visit several times a day, some once,
some every few days, some never. Their mails go to a server that temporarily refuses a third of them. Meanwhile
workers and beat are killed (SIGKILL), Redis restarts with the loss of all messages, and now and then all of them are
down for long enough to make an outage. At the end `benchmarks/judge.py` computes from the logs which reminders had to
be written and which turns had to time out, and compares this with what happened.

Some things run by real time and so take long by the virtual clock: starting a process, reconnecting, a transaction,
sending a mail; Celery's schedule and `expires` (shortened in proportion); Redis' timeouts, rate limits and cache
lifetimes (which play no part here). Limits for machines (`SILENCE`, after which the site counts as down, and a
sender's `CLAIM`) are stretched to as many sweeps as with real time. Limits for people stay as they are.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from datetime import time as hour
from heapq import heapify, heappop
from random import Random
from threading import Event as Flag
from threading import Thread
from typing import Any, TypeAlias
from uuid import uuid4

from . import days_world as site  # isort: skip  # sets Django up for all that follows
from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from games.engine import IllegalAction, legal
from games.kernel.log import state_of
from games.kernel.transaction import Stale, TableError
from games.models import Game, Heartbeat, Seat, Turn
from games.plans import services as planning
from games.seats import pauses, time_outs
from games.time_bank import DAY, HOUR, ClockRules
from games.turns import outages, services
from players.models import User, Vacation
from tests.support.play import Json, payload, running, seen

from . import days_report, virtual, world
from .pace import Habits
from .services import Redis

CLOCK = site.CLOCK
ZONES = {"Asia/Tokyo": 9, "Europe/Paris": 1, "UTC": 0, "America/New_York": -5}
VISITS = (4, 3, 3, 2, 2, 1, 1, 0.5, 0.25, 0)
"""Visits a day of a person, each number equally likely."""
REMINDERS = ("half,2h", "half,2h", "24h,2h", "half,6h,1h,30m", "12h", "")
RULES: Sequence[Json] = (
    {"preset": "gurunapo", "deals": 8},
    {"preset": "leaflet", "deals": 8, "deals_at_once": 2, "auction": "sealed"},
    {"preset": "nap", "deals": 20, "players": 3},
    {"preset": "nap", "deals": 20, "players": 4},
)
CLOCKS = (
    ClockRules(move=DAY, bank=DAY),
    ClockRules(move=12 * HOUR, bank=6 * HOUR, increment=HOUR),
    ClockRules(move=8 * HOUR, bank=DAY, quiet=False, autopilot=3),
    ClockRules(move=DAY, bank=DAY, weekend=True),
    ClockRules(move=timedelta(0), bank=3 * DAY),
    ClockRules(move=6 * HOUR, bank=timedelta(0), autopilot=0),
)


Person: TypeAlias = tuple[User, float, Habits]
"""A person, with the number and the times of their visits a day."""


# --- Before it begins ---


def someone(number: int, rng: Random, days: int) -> Person:
    zone = rng.choice(list(ZONES))
    user = User.objects.create(
        name=f"Player {number}",
        email=f"player{number}@example.org",
        time_zone=zone,
        keeps_quiet=rng.random() < 0.8,
        quiet_from=hour(rng.choice([21, 22, 23])),
        reminders=rng.choice(REMINDERS),
    )
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    if rng.random() < 0.15:
        start = virtual.START + rng.uniform(0.1, 0.6) * days * DAY
        rest = Vacation.objects.create(user=user, start=start, end=start + rng.choice([2, 3]) * DAY)
        user.vacations_until = rest.end
        user.save()
    return user, rng.choice(VISITS), Habits(zone=timedelta(hours=ZONES[zone]))


def tables_of(users: Sequence[User], count: int, rng: Random) -> None:
    """Running matches, begun over the hours before the clock starts."""
    for number in range(count):
        CLOCK.at_rest = virtual.START - (count - number) * 6 * HOUR / count
        rules = rng.choice(RULES)
        there = rng.sample(users, rng.choice([2, 3, 3]))
        game = running(*there, clock=rng.choice(CLOCKS), **rules)
        for user in there:
            if rng.random() < 0.3:
                planning.set_play_forced(slug=game.slug, user=user, wished=True)
    CLOCK.at_rest = virtual.START


# --- The people ---


class Town:
    """The people, who keep their habits until the end."""

    def __init__(self, people: Sequence[Person], days: int, rng: Random) -> None:
        self.rng, self.counts = rng, Counter[str]()
        self.visits = [
            (moment, user.pk)
            for user, often, habits in people
            for moment in _visits(often, habits, days, rng)
            if moment > virtual.START
        ]
        heapify(self.visits)

    def live(self, until: float) -> None:
        """Let all people visit at their times, as far as this machine keeps up."""
        while self.visits and time.time() < until:
            moment, user_id = self.visits[0]
            if moment > CLOCK.now():
                time.sleep(0.01)
                continue
            heappop(self.visits)
            self.counts["visits of people"] += 1
            self.come(User(pk=user_id))

    def come(self, user: User) -> None:
        """Play wherever it is the person's turn, as on a visit."""
        away = Seat.objects.filter(user=user, autopilot=True, game__status=Game.Status.RUNNING)
        for game_id in away.values_list("game", flat=True):
            self.do(time_outs.take_back, game_id=game_id, user=user)
        for turn in Turn.objects.filter(user=user).select_related("game"):
            if turn.game.host_id == user.pk and self.rng.random() < 0.002:
                self.do(pauses.pause, game_id=turn.game_id, user=user, days=2, reason="")
            self.do(self.move, turn, user)

    def do(self, what: Callable[..., object], *given: Any, **named: Any) -> None:
        try:
            what(*given, **named)
        except (Stale, IllegalAction, TableError):
            self.counts["moves that came too late"] += 1

    def move(self, turn: Turn, user: User) -> None:
        game = turn.game
        state = state_of(game)
        options = [one for one in legal(state.match, turn.seat) if one.deal == turn.deal]
        if not options:
            return
        data = payload(self.rng.choice(options), self.rng)
        services.act(
            slug=game.slug, user_id=user.pk, payload=data, seen=seen(state, data), key=uuid4()
        )
        self.counts["moves of people"] += 1


def _visits(often: float, habits: Habits, days: int, rng: Random) -> Iterable[datetime]:
    for day in range(-1, days + 2):
        count = int(often) + (rng.random() < often % 1)
        own = replace(habits, visits=count)
        yield from own.day(virtual.START.replace(hour=0) + day * DAY, rng)


# --- What goes wrong ---

EVERYTHING = "everything"


class Trouble(Thread):
    """Kills processes at random moments and restarts them, until it is told to stop."""

    def __init__(self, redis: Redis, every: float, rng: Random) -> None:
        super().__init__(daemon=True)
        self.redis, self.every, self.rng = redis, every, rng
        self.stop, self.counts = Flag(), Counter[str]()
        self.processes = {
            "worker one": world.Process("benchmarks.virtual", "worker", "one"),
            "worker two": world.Process("benchmarks.virtual", "worker", "two"),
            "beat": world.Process("benchmarks.virtual", "beat"),
        }

    def run(self) -> None:
        names = ["worker one", "worker two", "beat", "Redis", EVERYTHING]
        while not self.stop.wait(self.rng.expovariate(1 / self.every)):
            for name, process in self.processes.items():
                if process.process.poll() is not None:
                    self.counts[f"ends of the {name} by itself"] += 1
                    process.start()
            name = self.rng.choices(names, [6, 6, 6, 2, 1])[0]
            if name == EVERYTHING:
                self.cut()
                continue
            what = self.processes.get(name, self.redis)
            what.kill()
            self.stop.wait(self.rng.uniform(0, 1))
            what.start()
            self.counts["restarts of Redis" if what is self.redis else f"kills of {name}"] += 1

    def cut(self) -> None:
        """Stop everything for longer than an outage takes; people continue to play."""
        self.end()
        self.redis.kill()
        silence = outages.SILENCE.total_seconds() / CLOCK.speed
        self.stop.wait(self.rng.uniform(1.2, 2) * silence)
        self.redis.start()
        for process in self.processes.values():
            process.start()
        self.counts["power cuts: workers, beat and Redis at once"] += 1

    def end(self) -> None:
        for process in self.processes.values():
            process.kill()


def wait_for(rows: QuerySet[Heartbeat], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not rows.exists():
        if time.monotonic() > deadline:
            raise TimeoutError("Nobody sweeps.")
        time.sleep(0.05)


def wait_for_sweeps(count: int) -> None:
    """Wait until nothing is due that was due at the start."""
    for _ in range(count):
        wait_for(Heartbeat.objects.filter(at__gt=CLOCK.now()))


def main() -> None:
    options = arguments()
    rng = Random(options.seed)
    world.prepare()
    count = options.games * 3 // 2
    people = [someone(number, rng, options.days) for number in range(1, count + 1)]
    tables_of([person[0] for person in people], options.games, rng)
    town = Town(people, options.days, rng)
    CLOCK.speed, CLOCK.period = options.days * 1440 / options.minutes, options.period
    CLOCK.hand_on()
    virtual.stretch(CLOCK)
    office = site.post_office(options.refused)
    trouble = Trouble(site.REDIS, options.every, Random(options.seed))
    try:
        wait_for(Heartbeat.objects.all())
        until = CLOCK.let_go() + options.minutes * 60
        trouble.start()
        town.live(until)
        time.sleep(max(0, until - time.time()))
        trouble.stop.set()
        trouble.join()
        wait_for_sweeps(5)
    finally:
        trouble.end()
        office.kill()
    counts = {**trouble.counts, **town.counts}
    days_report.report(CLOCK.now(), outages.SILENCE, counts)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--days", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=10, help="real time for all the days")
    parser.add_argument("--period", type=float, default=0.5, help="real seconds between sweeps")
    parser.add_argument("--every", type=float, default=8, help="real seconds between faults")
    parser.add_argument("--refused", type=float, default=1 / 3, help="share of the mails")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
