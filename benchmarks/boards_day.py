"""A day on which many people play the same boards: `python -m benchmarks.boards_day [--people N] [--left N]`.

On PostgreSQL, with two web processes. Most results are stored in bulk; some people play all their moves by HTTP, who
also measure how long an answer, the last result and the pages take. Others leave the boards unfinished. At the end
somebody goes on with other boards at a steady pace while a process of its own closes the day. As a sample of equal
play, pairs of accounts play the day through the site's services, and their logs are compared event by event.
"""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from random import Random
from statistics import median

from . import postgres  # isort: skip  # noqa: F401  # makes the database that the next one takes
from . import world  # isort: skip  # sets Django up for all that follows

from django.db import connection
from django.utils import timezone

from games.boards.models import PERSON
from games.boards.scoring import Field, to_json
from games.boards.services import begin, board_rules, bots_for, new_play, open_challenge, open_set
from games.kernel.game_queries import game_with_seats
from games.models import BoardField, BoardPlay, BoardResult, BoardSet, Event, Game, Seat
from players.models import User
from tests.support.play import play_out

from .measure import arguments, p99, print_circumstances, print_table
from .tables import Request, Table

BOARDS = 4
AT_ONCE = 2000
PACE = 10
"""Requests a second beside the close."""


def open_day() -> BoardSet:
    rules, now = board_rules("gurunapo", BOARDS), timezone.now()
    return open_set(
        BoardSet.Kind.DAILY,
        rules,
        bots=bots_for(rules),
        opens_at=now,
        closes_at=now + timedelta(days=1),
        day=now.date(),
        slug=now.date().isoformat(),
    )


# --- People ---


def new_people(first: int, count: int) -> list[User]:
    return User.objects.bulk_create(
        [User(username=f"u{n}", name=f"Member {n}") for n in range(first, first + count)], batch_size=AT_ONCE
    )


def store_plays(board_set: BoardSet, people: Sequence[User], rng: Random) -> None:
    """Finished plays of these people, with results that vary like those of people."""
    counts = {n: Counter[int]() for n in range(1, BOARDS + 1)}
    template = new_play(board_set, user=None, counts=False).game
    for first in range(0, len(people), AT_ONCE):
        _store_plays(board_set, people[first : first + AT_ONCE], rng, template)
    results = BoardResult.objects.filter(play__board_set=board_set, play__counts=True)
    for board, points in results.values_list("board", "points"):
        counts[board][points] += 1
    for board, histogram in counts.items():
        stored = to_json(Field.from_histogram(histogram))
        BoardField.objects.filter(board_set=board_set, board=board).update(field_json=stored)
    BoardPlay.objects.filter(game=template).delete()


def _store_plays(board_set: BoardSet, people: Sequence[User], rng: Random, template: Game) -> None:
    now = timezone.now()
    games = Game.objects.bulk_create(
        Game(
            rules_json=template.rules_json,
            rules_version=template.rules_version,
            clock_json=template.clock_json,
            is_listed=False,
            commitment=board_set.commitment,
            board_set=board_set,
            status=Game.Status.SEALED,
            created_at=now,
            ended_at=now,
        )
        for _user in people
    )
    pairs = list(zip(games, people, strict=True))
    Seat.objects.bulk_create(
        Seat(game=game, number=n, user=user if n == PERSON else None, bot=board_set.bots_json[n - 1] if n else "")
        for game, user in pairs
        for n in range(len(board_set.bots_json) + 1)
    )
    points = [[round(rng.gauss(0, 4)) for _board in range(BOARDS)] for _game in games]
    plays = BoardPlay.objects.bulk_create(
        BoardPlay(
            board_set=board_set, game=game, user=user, counts=True, begun_at=now, done_at=now, points=sum(brought)
        )
        for (game, user), brought in zip(pairs, points, strict=True)
    )
    BoardResult.objects.bulk_create(
        BoardResult(play=play, board=n, points=each, contract="0 S14 made" if each > 0 else "0 S14 lost")
        for play, brought in zip(plays, points, strict=True)
        for n, each in enumerate(brought, 1)
    )


# --- Measuring ---


def timed(do: Callable[[], object]) -> float:
    """Milliseconds."""
    begun = time.perf_counter()
    do()
    return 1000 * (time.perf_counter() - begun)


def play_by_http(table: Table, rng: Random) -> tuple[list[float], float]:
    """How long each answer took, the last of them included; then until the place so far is on the page."""
    answers: list[float] = []
    game = Game.objects.select_related("board_set").get(slug=table.slug)
    path = f"/boards/{game.board_set.slug}/" if game.board_set else ""
    while True:
        took = table.act(rng).timed()
        if took is not None:
            answers.append(took)
        game.refresh_from_db(fields=["status"])
        if game.status != Game.Status.RUNNING:
            visitor = next(iter(table.visitors.values()))
            before = time.perf_counter()
            status, page = visitor.request("GET", path)
            if status != 200 or 'class="own-place"' not in page:
                raise RuntimeError("the result is not in the ranking")
            return answers, answers[-1] + 1000 * (time.perf_counter() - before)


def alike(board_set: BoardSet, one: User, other: User, seed: int) -> tuple[int, int]:
    """How many events the two had, who do the same, and how many of them differ."""
    logs = []
    for user in (one, other):
        play = begin(board_set, user)
        play_out(game_with_seats(play.game.slug), user, rng=Random(seed))
        rows = Event.objects.filter(game=play.game_id).order_by("seq")
        logs.append(list(rows.values_list("type", "payload", "by")))
    left, right = logs
    unlike = sum(a != b for a, b in zip(left, right, strict=False)) + abs(len(left) - len(right))
    return len(left), unlike


def asked(visitor: world.Visitor, path: str, times: int) -> list[float]:
    return [took for _time in range(times) if (took := Request(visitor, path).timed()) is not None]


def row(what: str, values: Sequence[float]) -> tuple[str, int, str, str, str]:
    return (
        what,
        len(values),
        f"{median(values):.0f}",
        f"{p99(values):.0f}" if len(values) > 1 else "",
        (f"{max(values):.0f}"),
    )


# --- Beside the close ---


def beside(requests: Sequence[Callable[[], Request]], goes_on: Callable[[], bool]) -> dict[str, list[float]]:
    """Send these in turn while something goes on, each when the one before is answered, ten a second at most."""
    took: dict[str, list[float]] = {}
    number = 0
    while goes_on():
        request = requests[number % len(requests)]()
        begun = time.perf_counter()
        answered = request.timed()
        kind = "a move" if request.body is not None else NAMES.get(request.path, "a table's page")
        if answered is not None:
            took.setdefault(kind, []).append(answered)
        time.sleep(max(0.0, 1 / PACE - (time.perf_counter() - begun)))
        number += 1
    return took


NAMES = {"/": "the front page", "/boards/": "the list of days"}


def main() -> None:
    options = arguments(__doc__, people=20_000, left=300, players=6, pairs=10)
    rng = Random(1)
    world.prepare()
    print_circumstances(("django", "psycopg"))
    board_set = open_day()
    filling = timed(lambda: store_plays(board_set, new_people(0, options.people), rng))
    print(f"{options.people:,} plays stored in {filling / 1000:.0f} s")
    leaving = [timed(partial(begin, board_set, user)) for user in new_people(10**6, options.left)]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    pairs = new_people(2 * 10**6, 2 * options.pairs)
    compared = [alike(board_set, pairs[2 * n], pairs[2 * n + 1], n) for n in range(options.pairs)]
    events, unlike = (sum(column) for column in zip(*compared, strict=True))
    print(f"{len(compared)} pairs, {BOARDS} boards each: {unlike} of {events:,} events unlike")
    with world.Site() as site:
        answers: list[float] = []
        rankings: list[float] = []
        pages: list[float] = []
        lists: list[float] = []
        for user in new_people(3 * 10**6, options.players):
            visitor = world.Visitor(user, site.port)
            table = Table(begin(board_set, user).game.slug, {user.pk: visitor})
            answered, ranked = play_by_http(table, rng)
            answers += answered
            rankings.append(ranked)
            pages += asked(visitor, board_set.get_absolute_url(), 10)
            lists += asked(visitor, "/boards/", 5)
        print_table(
            ("while the day is open", "times", "ms: median", "99 %", "longest"),
            [
                row("begin to play", leaving),
                row("an answer to a move", answers),
                row("the last result, until its place is on the page", rankings),
                row("the page of the day", pages),
                row("the list of days", lists),
            ],
        )
        closing_beside(site, board_set, rng)
        print_table(
            ("after the close", "times", "ms: median", "99 %", "longest"),
            [
                row("the page of the day", asked(visitor, board_set.get_absolute_url(), 20)),
                row("the page of a board", asked(visitor, f"{board_set.get_absolute_url()}1/", 20)),
                row("the list of days", asked(visitor, "/boards/", 20)),
            ],
        )


def closing_beside(site: world.Site, board_set: BoardSet, rng: Random) -> None:
    """Somebody plays on in other boards and reads pages, first alone, then while the day is closed."""
    [user] = new_people(4 * 10**6, 1)
    visitor = world.Visitor(user, site.port)
    other = open_challenge(user, "gurunapo", 8)
    table = Table(begin(other, user).game.slug, {user.pk: visitor})
    requests = [
        lambda: table.act(rng),
        lambda: Request(visitor, "/"),
        lambda: Request(visitor, "/boards/"),
        lambda: Request(visitor, f"/t/{table.slug}/"),
    ]
    until = time.perf_counter() + 8
    alone = beside(requests, lambda: time.perf_counter() < until)
    BoardSet.objects.filter(pk=board_set.pk).update(closes_at=timezone.now())
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "benchmarks.boards_close", str(board_set.pk)])
    during = beside(requests, lambda: process.poll() is None)
    print(f"the close took {time.perf_counter() - begun:.1f} s, its process included")
    print_table(
        ("beside the close", "times", "ms: median", "99 %", "longest"),
        [
            row(f"{kind}, {when}", times)
            for when, found in (("alone", alone), ("at the close", during))
            for kind, times in found.items()
        ],
    )


if __name__ == "__main__":
    main()
