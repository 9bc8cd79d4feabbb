"""The site among very many matches: `python -m benchmarks.many_matches [--matches N]` (docs/scaling.md).

It runs on PostgreSQL. A hundred matches of five are played to points all over a match of seven deals, and then copied
by SQL, with other people, until there are as many as asked for. Then people move and look at pages, each at another
table, so that no process knows the game: first with nothing in the shared cache, then with the states in it. What the
web processes and the database spend is counted apart. At last a thousand turns time out at once.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TypeAlias
from uuid import uuid4

from . import postgres  # isort: skip  # noqa: F401  # makes the database that the next one takes
from . import world  # isort: skip  # sets Django up for all that follows

from django.core.cache import caches
from django.db import connection

from games.kernel.log import state_of, states_of
from games.models import Event, Game, Turn
from games.turns import sweep
from players.models import User
from tests.support.caches import forget_games
from tests.support.play import choices, payload, running, seen

from .kills import form
from .measure import print_circumstances
from .site import Site
from .sweep import execute
from .tables import Request, play_on

DEALS = 7
WARMING_UP = 60
PLAYED_ON = 100
PEOPLE = 20_000
COPIED = ("games_game", "games_gamesecret", "games_seat", "games_event", "games_turn")
FIRST = 1_000_000
"""The key of the first copy."""


# --- The world ---


def make(matches: int) -> None:
    world.prepare()
    rng, users = Random(1), world.people(5)
    for _ in range(PLAYED_ON):
        play_on(
            running(*users, preset="gurunapo", deals=DEALS),
            rng.randint(1, DEALS),
            rng.randint(-10, 45),
        )
    User.objects.bulk_create(
        [User(username=f"u{n}", name=f"Member {n}") for n in range(PEOPLE)], batch_size=1000
    )
    first_user = User.objects.latest("pk").pk - PEOPLE + 1
    # The foreign keys are valid; checking them would take longer than everything else.
    execute("SET session_replication_role = replica")
    execute(
        "CREATE TABLE copies AS SELECT id AS old, "
        f"{FIRST} + (dense_rank() OVER (ORDER BY id) - 1) * {matches // PLAYED_ON} + n AS new "
        f"FROM games_game, generate_series(0, {matches // PLAYED_ON - 1}) n"
    )
    for table in COPIED:
        copy(table, first_user)
    execute("SET session_replication_role = DEFAULT")
    execute("DROP TABLE copies")
    execute("VACUUM ANALYZE")


def copy(table: str, first_user: int) -> None:
    """Copy the rows of the matches, with what must be their own."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s", [table]
        )
        columns = [name for (name,) in cursor.fetchall()]
    seat = "number" if "number" in columns else "seat"
    person = f"{first_user} + (new * 5 + {seat}) % {PEOPLE}"
    key = "id" if table == "games_game" else "game_id"
    own = {
        key: "new",
        "slug": "'m' || new",
        "invitation": "'i' || new",
        "content": "md5(new::text)",
        "host_id": f"{first_user} + new * 5 % {PEOPLE}",
        "user_id": f"CASE WHEN user_id IS NOT NULL THEN {person} END",
        "opened_at": "opened_at - shift",
        "times_out_at": "times_out_at + shift",
        "due": "due + shift",
        "remind_at": "now() + interval '30 days'",
        "tell_at": "NULL",
    }
    if table != "games_game" and "id" in columns:
        columns.remove("id")
    values = ", ".join(own.get(name, f'source."{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    execute(
        f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} source JOIN copies ON old = source.{key}, "
        "LATERAL (SELECT (new % 36) * interval '1 hour' AS shift) AS shifted ORDER BY new"
        + (", seq" if table == "games_event" else "")
    )


# --- What people do ---


def people_to_move(count: int, port: int, rng: Random) -> Iterator[tuple[Game, world.Visitor]]:
    """Matches by chance, each with somebody who is to move there."""
    keys = rng.sample(range(FIRST, Game.objects.latest("pk").pk + 1), count)
    turns = Turn.objects.filter(game__in=keys).select_related("game", "user").order_by("game", "pk")
    for turn in turns.distinct("game"):
        if turn.user is not None:
            yield turn.game, world.Visitor(turn.user, port)


def move(game: Game, visitor: world.Visitor, rng: Random) -> Request:
    """A move, chosen in this process: those of the site have not seen the game."""
    data = payload(rng.choice(choices(game, visitor.user)), rng)
    body = form(data, seen(state_of(game), data), uuid4())
    return Request(visitor, f"/t/{game.slug}/act/", body)


def table_page(game: Game, visitor: world.Visitor, rng: Random) -> Request:
    return Request(visitor, f"/t/{game.slug}/")


def front_page(game: Game, visitor: world.Visitor, rng: Random) -> Request:
    return Request(visitor, "/")


Kind: TypeAlias = Callable[[Game, world.Visitor, Random], Request]
KINDS: dict[str, Kind] = {"moves": move, "table pages": table_page, "front pages": front_page}


# --- Measurements ---


def database_seconds() -> float:
    """The processor time of PostgreSQL's processes, those that have ended among them."""
    return sum(
        _seconds(Path(f"/proc/{number}/stat"))
        for number in filter(str.isdigit, os.listdir("/proc"))
        if _name(number) == "postgres"
    )


def _name(number: str) -> str:
    try:
        return Path(f"/proc/{number}/comm").read_text().strip()
    except OSError:
        return ""


def _seconds(path: Path) -> float:
    try:
        fields = path.read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def measured(what: str, site: Site, requests: Sequence[Request], senders: int = 4) -> None:
    web, database, begun = site.cpu_seconds(), database_seconds(), time.perf_counter()

    def timed(request: Request) -> tuple[int, float]:
        start = time.perf_counter()
        return request.send(), 1000 * (time.perf_counter() - start)

    with ThreadPoolExecutor(senders) as pool:
        found = list(pool.map(timed, requests))
    took = time.perf_counter() - begun
    good = [time_ for status, time_ in found if status in (200, 302)]
    count = len(requests)
    spent = (
        1000 * (site.cpu_seconds() - web) / count,
        1000 * (database_seconds() - database) / count,
    )
    print(
        f"| {what} | {len(good)} | {spent[0]:.1f} | {spent[1]:.1f} | {median(good):.1f} "
        f"| {quantiles(good, n=100)[-1]:.1f} | {count / took:.0f} | {count - len(good)} |"
    )


def measure(kind: str, count: int, *, is_shared: bool) -> None:
    """Requests to web processes that know no game."""
    what = f"{kind}, states {'' if is_shared else 'not '}shared"
    rng, site, request = Random(what), Site("napoleon_site.web"), KINDS[kind]
    try:
        world.wait_until_served(site.port)
        those = list(people_to_move(WARMING_UP + count, site.port, rng))
        requests = [request(game, visitor, rng) for game, visitor in those]
        if is_shared:
            # What this process reads of the logs it shares.
            people = [visitor.user for _game, visitor in those]
            own = Game.objects.filter(seats__user__in=people) if kind == "front pages" else []
            states_of([*own, *(game for game, _visitor in those)])
        else:
            caches["states"].clear()
        for one in requests[:WARMING_UP]:
            one.send()
        measured(what, site, requests[WARMING_UP:])
    finally:
        site.close()


def print_sizes(matches: int) -> None:
    print("\n| table | rows | MB | of it indexes |\n|---|---|---|---|")
    with connection.cursor() as cursor:
        for table in COPIED:
            cursor.execute(f"SELECT count(*) FROM {table}")
            [rows] = cursor.fetchone()
            cursor.execute(
                "SELECT pg_total_relation_size(%s) / 1e6, pg_indexes_size(%s) / 1e6", [table, table]
            )
            whole, indexes = cursor.fetchone()
            print(f"| {table} | {rows:,} | {whole:,.0f} | {indexes:,.0f} |")
        cursor.execute("SELECT pg_database_size(current_database()) / 1e6")
        [whole] = cursor.fetchone()
    print(f"\nThe database: {whole:,.0f} MB, {1000 * float(whole) / matches:.0f} KB a match")


def print_sweep(count: int) -> None:
    keys = list(
        Turn.objects.filter(game__gte=FIRST).order_by("?").values_list("pk", flat=True)[:count]
    )
    Turn.objects.filter(pk__in=keys).update(
        times_out_at="2026-01-01T00:00Z", opened_at="2025-12-30T00:00Z"
    )
    before = Event.objects.latest("pk").pk
    forget_games()
    begun, spent, database = time.perf_counter(), time.process_time(), database_seconds()
    sweep.sweep()
    made = Event.objects.filter(pk__gt=before, by=Event.By.TIMEOUT).count()
    print(
        f"\n{made:,} time-outs: {time.perf_counter() - begun:.1f} s by one worker, "
        f"{1000 * (time.process_time() - spent) / made:.1f} ms of processor each, and "
        f"{1000 * (database_seconds() - database) / made:.1f} of the database's"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the site among very many matches.")
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--requests", type=int, default=1_000)
    options = parser.parse_args()
    begun = time.monotonic()
    make(options.matches)
    print_circumstances(["Django", "psycopg"])
    print(
        f"{options.matches:,} matches, made in {time.monotonic() - begun:.0f} s; load {os.getloadavg()[0]:.0f}"
    )
    print_sizes(options.matches)
    print("\n| | n | ms of web | ms of database | median ms | p99 ms | a second | refused |")
    print("|---|---|---|---|---|---|---|---|")
    for is_shared in (False, True):
        for kind in KINDS:
            measure(kind, options.requests, is_shared=is_shared)
    print_sweep(1_000)


if __name__ == "__main__":
    main()
