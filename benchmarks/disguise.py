"""Whether outsiders can tell who moved by hand: `python -m benchmarks.disguise [--tables N] [--postgres]`.

A whole site runs: web process, worker and scheduler. Two people sit at each table. In each turn, a card that the rules
force is left to the site; otherwise chance decides whether the person plans the move or makes it by HTTP, after a delay
that this program draws from the same range as the site. Streams at /events/ note when each move arrives, as any
spectator could. Two-sample tests (Kolmogorov and Smirnov's) then compare moves by hand, by plan and by force: the whole
delay, and the phase of the arrival within a second, ten seconds and a minute; and the phase of the stored moments.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from heapq import heappop, heappush
from itertools import combinations
from random import Random
from statistics import median
from typing import NamedTuple
from uuid import uuid4

if "--postgres" in sys.argv:
    from . import postgres  # isort: skip  # noqa: F401  # makes the database that the next one takes
from . import world  # isort: skip  # sets Django up for all that follows

from django.db import transaction

from games.engine import Play, legal, to_act
from games.engine.events import Action
from games.kernel.game_queries import locked
from games.kernel.log import state_of
from games.kernel.transaction import GameTransaction
from games.live import broadcast
from games.models import Event, Game, Turn
from games.plans import services as planning
from games.plans.plan import CardPlan, PassPlan, Plan
from games.plans.release import LATEST, SOONEST
from games.turns.services import play_on
from players.models import User
from tests.support.play import choices, payload, reread, running, seen
from tests.support.samples import distance, p_value

from .kills import form
from .live import Follower, Followers
from .measure import print_circumstances

KINDS = ("hand", "plan", "forced")
RULES = {"preset": "nap", "players": 2, "deals": 30}
STREAMS_EACH = 40
EARLIEST, LONGEST = (limit.total_seconds() for limit in (SOONEST, LATEST[Game.Release.MINUTES]))


class Moved(NamedTuple):
    """A move as an outsider sees it; times in seconds since 1970."""

    arrived: float
    delay: float
    """Since the event before it arrived, which opened the turn."""
    stored: float
    added: int
    """How far the number of the last event rose, without what the site itself added."""
    ended_deal: bool
    """Whether the site added something, such as the next deal."""


# --- The tables ---


def seat_people(count: int, rng: Random) -> list[Game]:
    """Tables in the middle of a deal. Forced cards are left to the site."""
    games = []
    for _ in range(count):
        users = [User.objects.create(name=f"Player {rng.random()}") for _ in range(2)]
        game = running(*users, **RULES)  # type: ignore[arg-type]
        advance(game, rng.randint(2, 13), rng)
        for user in users:
            planning.set_play_forced(slug=game.slug, user=user, wished=True)
        games.append(game)
    return games


def advance(game: Game, moves: int, rng: Random) -> None:
    """Make so many moves in one write."""
    with transaction.atomic():
        table = GameTransaction(locked(key=game.pk))
        for _ in range(moves):
            [(_, seat)] = to_act(table.running.match())
            choice = rng.choice(legal(table.running.match(), seat))
            table.push(payload(choice, rng), Event.By.PLAYER)
            play_on(table)
        table.commit()


# --- The people ---


class Town:
    """People who plan a move as soon as it is their turn, or come back later and move."""

    def __init__(self, games: Sequence[Game], port: int, rng: Random) -> None:
        self.port, self.rng = port, rng
        self.waiting = list(games)
        """Tables at which the first move is still to be made."""
        self.opened = dict(Turn.objects.values_list("pk", "opened_at"))
        self.kinds: dict[tuple[str, int], str] = {}
        """How the move is made that adds this event to the log of this game."""
        self.due: list[tuple[float, int, Turn, Action]] = []
        self.pool = ThreadPoolExecutor(8)

    def live(self, until: float) -> None:
        while time.time() < until:
            if self.waiting:
                advance(self.waiting.pop(), 1, self.rng)
            self.look()
            while self.due and self.due[0][0] <= time.time():
                _, _, turn, choice = heappop(self.due)
                self.pool.submit(self.by_hand, turn, choice)
            soonest = self.due[0][0] if self.due else math.inf
            pause = 0.0 if self.waiting else 0.3
            time.sleep(max(0.0, min(pause, soonest - time.time())))
        self.pool.shutdown()

    def look(self) -> None:
        """Decide what is to become of each new turn."""
        since = max(self.opened.values()) - timedelta(seconds=5)
        turns = Turn.objects.filter(opened_at__gt=since).select_related("game", "user")
        for turn in turns.order_by("opened_at"):
            # A row serves one turn after the other.
            if self.opened.get(turn.pk) != turn.opened_at:
                self.opened[turn.pk] = turn.opened_at
                self.decide(turn)

    def decide(self, turn: Turn) -> None:
        if turn.user is None:
            return
        options = choices(turn.game, turn.user)
        if not options:
            return
        choice, kind = self.rng.choice(options), self.rng.choice(["hand", "plan"])
        if len(options) == 1 and isinstance(choice, Play):
            kind = "forced"
        elif kind == "plan":
            planning.add_plan(
                slug=turn.game.slug,
                user=turn.user,
                deal=turn.deal,
                plan=self.plan_of(choice),
            )
        else:
            at = turn.opened_at.timestamp() + self.rng.uniform(EARLIEST, LONGEST)
            heappush(self.due, (at, turn.pk, turn, choice))
        self.kinds[turn.game.slug, turn.game.seq + 1] = kind

    def plan_of(self, choice: Action) -> Plan:
        return CardPlan(choice.card) if isinstance(choice, Play) else PassPlan()

    def by_hand(self, turn: Turn, choice: Action) -> None:
        if turn.user is None:
            return
        data = payload(choice, self.rng)
        visitor = world.Visitor(turn.user, self.port)
        body = form(data, seen(state_of(reread(turn.game)), data), uuid4())
        status, text = visitor.request("POST", f"/t/{turn.game.slug}/act/", body)
        if status != 200:
            print(f"A move was answered {status}: {text}", file=sys.stderr)


# --- What an outsider sees ---


def watch(games: Sequence[Game], port: int) -> tuple[Followers, dict[str, Follower]]:
    """Follow all tables, as spectators with as many streams as one person may have."""
    followers, pages = Followers(), {}
    for first in range(0, len(games), STREAMS_EACH):
        spectator = User.objects.create(name=f"Spectator {first}")
        cookie = world.Visitor(spectator, port).cookie
        for game in games[first : first + STREAMS_EACH]:
            pages[game.slug] = followers.add(port, game, cookie)
    return followers, pages


def observed(pages: Mapping[str, Follower], town: Town) -> dict[str, list[Moved]]:
    """The moves that were seen to arrive, by how they were made."""
    found: dict[str, list[Moved]] = defaultdict(list)
    offset = time.time() - time.perf_counter()
    events = Event.objects.filter(game__slug__in=pages).select_related("game")
    site: dict[str, list[int]] = defaultdict(list)
    for slug, seq in events.filter(by=Event.By.SITE).values_list("game__slug", "seq"):
        site[slug].append(seq)
    for event in events:
        kind = town.kinds.get((event.game.slug, event.seq))
        if kind is None or (event.by == Event.By.PLAYER) != (kind == "hand"):
            continue
        heard, by_site = pages[event.game.slug].heard, site[event.game.slug]
        numbers = sorted(heard)
        place = bisect_left(numbers, event.seq)
        if 0 < place < len(numbers):
            before, after = numbers[place - 1], numbers[place]
            own = sum(before < seq <= after for seq in by_site)
            found[kind].append(
                Moved(
                    arrived=heard[after] + offset,
                    delay=heard[after] - heard[before],
                    stored=event.at.timestamp(),
                    added=after - before - own,
                    ended_deal=own > 0,
                )
            )
    return found


# --- The comparison ---


def compared(one: Sequence[float], two: Sequence[float]) -> str:
    if not (one and two):
        return "none"
    gap, n, m = distance(one, two), len(one), len(two)
    return f"D {gap:.3f}, p {p_value(gap, n, m):.3f} ({n}, {m})"


def views(moves: Sequence[Moved], begun: float, until: float) -> dict[str, list[float]]:
    """What is compared. Delays count where even the longest had the time to end."""
    opened = (one for one in moves if begun <= one.arrived - one.delay < until - LONGEST - 5)
    found = {"delay": [one.delay for one in opened]}
    for name in ("arrived", "stored"):
        for period in (1, 10, 60):
            found[f"{name} mod {period} s"] = [getattr(one, name) % period for one in moves]
    # The end of a deal, which everybody sees, takes longer to write.
    found["stored until arrived"] = [
        one.arrived - one.stored for one in moves if not one.ended_deal
    ]
    found["events added"] = [float(one.added) for one in moves]
    return found


def report(moved: Mapping[str, Sequence[Moved]], begun: float, until: float) -> None:
    seen_of = {kind: views(moved.get(kind, ()), begun, until) for kind in KINDS}
    print("\n| | " + " | ".join(f"{one}, {two}" for one, two in combinations(KINDS, 2)) + " |")
    print("|---|---|---|---|")
    for what in seen_of["hand"]:
        cells = []
        for one, two in combinations(KINDS, 2):
            cells.append(compared(seen_of[one][what], seen_of[two][what]))
        print(f"| {what} | {' | '.join(cells)} |")
    for kind in filter(moved.get, KINDS):
        lag = 1000 * median(seen_of[kind]["stored until arrived"])
        print(f"Median from the stored moment to the arrival, {kind}: {lag:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=240)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    rng = Random(options.seed)
    world.prepare()
    games = seat_people(options.tables, rng)
    listener = world.listen()
    port = listener.getsockname()[1]
    processes = [world.web(listener)]
    try:
        world.wait_until_served(port)
        print_circumstances(["Django", "celery", "uvicorn"])
        print(
            f"Channel: {type(broadcast.channel()).__name__}, load average {os.getloadavg()[0]:.0f}"
        )
        followers, pages = watch(games, port)
        processes += [world.Process("napoleon_site.background", "worker")]
        processes += [world.Process("napoleon_site.background", "scheduler")]
        begun = time.time()
        town = Town(games, port, rng)
        until = begun + options.minutes * 60
        town.live(until)
        followers.close()
        report(observed(pages, town), begun, until)
    finally:
        for process in processes:
            process.kill()


if __name__ == "__main__":
    main()
