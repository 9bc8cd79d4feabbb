"""Streams of the API: `python -m benchmarks.api_streams postgres [--streams N] [--rate R] [--seconds S]`.

One web process has N open streams, of as many people: each of another game, then each of all games of a person, then
all of one game. Moves are made by the API in the same process. The readers are a process of their own.
"""

import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from statistics import median, quantiles
from typing import Any

from . import copies, world  # isort: skip  # sets Django up for all that follows

from django.db import connection

from games.models import Game, Turn
from players.models import User

from .measure import arguments, print_circumstances, print_table
from .processes import cpu_seconds, megabytes
from .programs import Overtaken, Program, give_tokens, token_of

IDLE = 30.0
"""In seconds: how long it is measured what open streams cost while nothing happens."""
SETTLES = 3.0
Json = dict[str, Any]


class Readers:
    """Open streams, and what came through them."""

    def __init__(self, port: int, asked: list[tuple[str, int]]) -> None:
        words = [sys.executable, "-m", "benchmarks.stream_readers", str(port)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._tell("".join(json.dumps([path, token_of(user)]) + "\n" for path, user in asked))
        begun = time.monotonic()
        self.opened: Json = self._answer()
        self.took = time.monotonic() - begun

    def _tell(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def heard(self) -> list[tuple[int, str, str, int, float]]:
        self._tell("")
        found: list[tuple[int, str, str, int, float]] = self._answer()
        return found

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


class Move:
    """A move by the API: when it was sent, how long it took, and the number of its event."""

    def __init__(self, port: int, turn: Turn) -> None:
        assert turn.user is not None
        self.slug = turn.game.slug
        program = Program(turn.user, port)
        path, body = program.command(self.slug)
        self.at = time.monotonic()
        status, text = program.request("POST", path, body)
        self.took = time.monotonic() - self.at
        if status in (409, 422):
            raise Overtaken
        if status != 200:
            raise RuntimeError(text)
        self.seq: int = json.loads(text)["seq"]


class Trial:
    """Open streams of a kind, and what moves at their games cost them."""

    def __init__(self, site: world.Site, pid: int, streams: list[tuple[str, int]], name: str) -> None:
        self.site, self.pid, self.name, self.streams = site, pid, name, streams
        self.rng = Random(1)

    @contextmanager
    def opened(self) -> Iterator[None]:
        time.sleep(SETTLES)
        before = megabytes(self.pid)
        self.readers = Readers(self.site.port, self.streams)
        time.sleep(SETTLES)
        spent = cpu_seconds(self.pid)
        time.sleep(IDLE)
        self.idle = (cpu_seconds(self.pid) - spent) / IDLE
        self.memory = megabytes(self.pid) - before
        try:
            yield
        finally:
            self.readers.close()
            time.sleep(SETTLES)

    def moved(self, games: list[int], rate: float, count: int, at_once: int = 6) -> tuple[object, ...]:
        """Make moves, so many a second, and return a row: their time, and the times until all readers had them."""
        self.readers.heard()
        begun, spent = time.monotonic(), cpu_seconds(self.pid)
        with ThreadPoolExecutor(at_once) as pool:
            sent = []
            for number, game in enumerate(self.rng.choices(games, k=count)):
                time.sleep(max(0.0, begun + number / rate - time.monotonic()))
                sent.append(pool.submit(self._move, game))
            moves = [move for each in sent if (move := each.result())]
        seconds = time.monotonic() - begun
        busy = (cpu_seconds(self.pid) - spent) / seconds
        time.sleep(SETTLES)
        waited = _waited(moves, self.readers.heard(), self.streams)
        return (
            self.name,
            f"{self.readers.opened['open']} in {self.readers.took:.0f} s",
            f"{self.memory:.0f}",
            f"{self.idle:.1%}",
            f"{len(moves)}, {len(moves) / seconds:.1f}/s",
            _spread([1000 * move.took for move in moves]),
            _spread([max(waits) for waits in waited]),
            f"{max(wait for waits in waited for wait in waits):.0f}",
            f"{busy:.0%}",
        )

    def _move(self, game: int) -> Move | None:
        """A move in that game; none where another is being made."""
        try:
            turns = list(Turn.objects.filter(game=game, user__isnull=False).select_related("game", "user"))
            return Move(self.site.port, turns[0]) if turns else None
        except Overtaken:
            return None
        finally:
            connection.close()


def _spread(values: list[float]) -> str:
    """The median, and the 95th percentile."""
    return f"{median(values):.0f}, {quantiles(values, n=20)[-1]:.0f}" if len(values) > 1 else f"{values[0]:.0f}"


def _waited(moves: list[Move], heard: list[Any], streams: list[tuple[str, int]]) -> list[list[float]]:
    """For each move, in milliseconds, after how long each reader knew of it. Raises if one never did."""
    first: dict[tuple[str, int], dict[int, float]] = defaultdict(dict)
    for number, kind, slug, seq, at in heard:
        if kind in ("event", "turn"):
            first[slug, seq].setdefault(number, at)
    of_game = {path.split("/")[4]: 0 for path, _user in streams if "/games/" in path}
    for path, _user in streams:
        if "/games/" in path:
            of_game[path.split("/")[4]] += 1
    waited = []
    for move in moves:
        known = first.get((move.slug, move.seq), {})
        if move.slug in of_game and len(known) != of_game[move.slug]:
            raise RuntimeError(f"{len(known)} of {of_game[move.slug]} readers heard of {move.slug} {move.seq}")
        if known:
            waited.append([1000 * (at - move.at) for at in known.values()])
    return waited


HEADER = ("streams of", "open (time)", "MB", "idle", "moves", "a move, ms", "until all had it, ms", "longest", "busy")


def main() -> None:
    options = arguments(__doc__, streams=2000, rate=20.0, seconds=20.0)
    count: int = options.streams
    copies.PLAYED_ON = 20
    copies.make(max(2000, count))
    games = list(Game.objects.filter(pk__gte=copies.FIRST).order_by("pk")[:count])
    people = list(User.objects.filter(username__startswith="u").values_list("pk", flat=True))
    give_tokens(people)
    seated = dict(Game.objects.filter(pk__gte=copies.FIRST, seats__number=0).values_list("pk", "seats__user"))
    keys = [game.pk for game in games]
    moves = int(options.rate * options.seconds)
    rows = []
    with world.Site(count=1) as site:
        pid = site.processes[0].process.pid
        trial = Trial(
            site, pid, [(f"/api/v1/games/{game.slug}/stream", seated[game.pk]) for game in games], "as many games"
        )
        with trial.opened():
            rows += [trial.moved(keys, 1.0, 20), trial.moved(keys, options.rate, moves)]
        trial = Trial(site, pid, [("/api/v1/stream", seated[game.pk]) for game in games], "as many people")
        with trial.opened():
            rows += [trial.moved(keys, 1.0, 20), trial.moved(keys, options.rate, moves)]
        game = games[0]
        path = f"/api/v1/games/{game.slug}/stream"
        trial = Trial(site, pid, [(path, person) for person in people[:count]], "one game")
        with trial.opened():
            rows += [trial.moved([game.pk], 0.5, 15)]
    print_circumstances(["Django", "uvicorn", "psycopg", "redis"])
    print_table(HEADER, rows)


if __name__ == "__main__":
    main()
