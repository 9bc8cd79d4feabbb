"""The cost of searches in the archive: `python -m benchmarks.archive [--games N] [--times N]` (docs/benchmarks.md).

It runs on PostgreSQL. SQL statements make matches of one deal each, with players of whom some play much more than
others. Then it requests pages of many kinds of searches, each time with different values, and measures the time of
the page, the number of queries, and whether any plan reads a table of games from end to end.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections.abc import Callable
from datetime import timedelta
from statistics import median

from . import postgres  # isort: skip  # noqa: F401  # makes the database that the next one takes
from . import world  # isort: skip  # noqa: F401  # sets Django up for all that follows

from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.archive.forms import key_to_text
from games.archive.search import DealKey
from games.models import ArchivedDeal
from players.models import User

from .measure import print_circumstances

PEOPLE = 20_000
SEATS = 5
# Names in imported matches of people without an account.
NAMES = 500
CARDS = [suit + rank for suit in "SHDC" for rank in "AKQJ2"] + ["JK"]
RARE = ["S7", "H7", "D7", "C7"]


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def make(games: int) -> None:
    """Make finished matches, from five years ago until yesterday."""
    # The foreign keys are valid, and checking them would take longer than everything else.
    execute("SET session_replication_role = replica")
    execute("SET maintenance_work_mem = '512MB'")
    indexes = drop_indexes()
    execute("SELECT setseed(0.5)")
    User.objects.bulk_create(
        [User(pk=n, username=f"u{n}", name=f"Player {n}") for n in range(1, PEOPLE + 1)],
        batch_size=1000,
    )
    execute(
        "INSERT INTO games_game (id, slug, name, host_id, rules_json, clock_json, status, is_listed, invitation, "
        "commitment, seq, result_seq, digest, created_at, started_at, ended_at, release, is_imported, content) "
        f"SELECT n, 'g' || n, '', 1 + n % {PEOPLE}, '{{\"preset\": \"gurunapo\", \"deals\": 1}}', '{{}}', 'finished', "
        "random() < 0.95, 'i' || n, '', 60, 60, '', ended, ended, ended, 'at_once', random() < 0.03, md5(n::text) "
        f"FROM (SELECT n, now() - interval '1 day' - ({games} - n) * interval '5 years' / {games} AS ended "
        f"FROM generate_series(1, {games}) n) AS spread"
    )
    execute(
        "INSERT INTO games_archiveddeal (id, game_id, number, ended_at, is_listed, is_imported, preset, bid, trump, "
        "called, made, is_alone, took) "
        "SELECT id, id, 1, ended_at, is_listed, is_imported, "
        "(ARRAY['gurunapo', 'leaflet', 'booklet', 'four'])[1 + floor(4 * random() ^ 2)::int], "
        "(12 + floor(9 * random() ^ 3))::int::text, substr('SSSHHHDDCCN', 1 + floor(random() * 11)::int, 1), "
        f"CASE WHEN random() < 0.001 THEN ('{{{','.join(RARE)}}}'::text[])[1 + floor(4 * random())::int] "
        f"ELSE ('{{{','.join(CARDS)}}}'::text[])[1 + floor({len(CARDS)} * random() ^ 2)::int] END, "
        "random() < 0.6, random() < 0.08, floor(21 * sqrt(random()))::int FROM games_game"
    )
    # A few play every day, most now and then; nobody has two seats in a match.
    player = f"1 + s + {SEATS} * floor({PEOPLE // SEATS} * random() ^ 2.5)::int"
    execute(
        "INSERT INTO games_seat (game_id, number, user_id, bot, seed, seed_is_chosen, autopilot, automates, missed, "
        "hours_json, given_name) "
        f"SELECT id, s, CASE WHEN NOT is_imported OR s < 2 THEN {player} END, '', 'seed', false, false, false, 0, "
        "'{}', "
        f"CASE WHEN is_imported AND s > 1 THEN 'Guest ' || (floor({NAMES} * random()) + 0 * s)::int ELSE '' END "
        f"FROM games_game, generate_series(0, {SEATS - 1}) s"
    )
    execute(
        "INSERT INTO games_archivedplayer (deal_id, seat, user_id, name, role, points, ended_at) "
        "SELECT d.id, s.number, s.user_id, s.given_name, "
        f"CASE (s.number + d.id) % {SEATS} WHEN 0 THEN 'napoleon' WHEN 1 THEN 'adjutant' ELSE 'ally' END, "
        "1, d.ended_at FROM games_archiveddeal d JOIN games_seat s USING (game_id)"
    )
    for index in indexes:
        execute(index)
    execute("SET session_replication_role = DEFAULT")
    execute("ANALYZE")


def drop_indexes() -> list[str]:
    """Drop the indexes, because building them after the insert is faster; returns the statements that create them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY(%s) "
            "AND indexname NOT IN (SELECT conname FROM pg_constraint)",
            [["games_game", "games_seat", "games_archiveddeal", "games_archivedplayer"]],
        )
        found = cursor.fetchall()
    for name, _definition in found:
        execute(f'DROP INDEX "{name}"')
    return [definition for _name, definition in found]


# --- The searches ---

rng = random.Random(1)


def deep(games: int) -> str:
    deal = ArchivedDeal.objects.get(pk=rng.randrange(1, games))
    return f"after={key_to_text(DealKey(deal.ended_at, deal.pk))}"


def busy() -> int:
    """A frequent player."""
    return rng.randrange(1, 50)


def seldom() -> int:
    return rng.randrange(PEOPLE - 5000, PEOPLE)


def day(games: int) -> str:
    return f"{timezone.now() - timedelta(days=rng.randrange(30, 1800)):%Y-%m-%d}"


SEARCHES: dict[str, Callable[[int], str]] = {
    "the latest": lambda games: "",
    "somewhere in the middle": deep,
    "the oldest first": lambda games: "sort=oldest",
    "rules, made": lambda games: f"rules={rng.choice(['gurunapo', 'four'])}&result=made",
    "contract": lambda games: f"bid={rng.randrange(12, 21)}&trump={rng.choice('SHDCN')}",
    "contract in the middle": lambda games: f"bid={rng.randrange(12, 21)}&trump=H&{deep(games)}",
    "called card": lambda games: f"called={rng.choice(CARDS)}",
    "called card that few call": lambda games: f"called={rng.choice(RARE)}&result=lost",
    "a rare deal": lambda games: f"bid=20&trump=N&called={rng.choice(RARE)}&alone=yes&took=20",
    "taken, alone": lambda games: f"took={rng.randrange(0, 21)}&alone=yes",
    "a month": lambda games: f"until={day(games)}&result=lost",
    "brought here": lambda games: f"source=imported&rules=four&{deep(games)}",
    "player who plays much": lambda games: f"player=%23{busy()}",
    "the same by name, as Napoleon, made": lambda games: (
        f"player=Player+{busy()}&role=napoleon&result=made"
    ),
    "the same, contract, in the middle": lambda games: (
        f"player=%23{busy()}&bid=17&trump=N&{deep(games)}"
    ),
    "player who seldom plays": lambda games: f"player=%23{seldom()}",
    "player who is no member": lambda games: f"player=Guest+{rng.randrange(NAMES)}",
    "nobody of that name": lambda games: "player=Nobody",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=20)
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    begun = time.perf_counter()
    make(options.games)
    took = time.perf_counter() - begun
    print_circumstances(["django", "psycopg"])
    print(f"\n{options.games:,} matches, {SEATS} players each, made in {took:.0f} s\n")
    print("| search | page, median ms | slowest | of processor | queries | found | reads whole |")
    print("|---|---|---|---|---|---|---|")
    client = Client(headers={"X-Forwarded-Proto": "https"})
    for name, search in SEARCHES.items():
        print_search(client, name, [search(options.games) for _ in range(options.times)])


def print_search(client: Client, name: str, searches: list[str]) -> None:
    times, processor, queries, found, whole = [], [], 0, 0, set[str]()
    for query in searches:
        cache.clear()  # how often one may ask is counted in it
        begun, computed = time.perf_counter(), time.process_time()
        answer = client.get(f"/archive/?{query}", secure=True, headers={"Host": "localhost"})
        times.append((time.perf_counter() - begun) * 1000)
        processor.append((time.process_time() - computed) * 1000)
        assert answer.status_code == 200, query
        found += answer.content.count(b'<a class="what"')
    for query in searches[:5]:
        cache.clear()
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/archive/?{query}", secure=True, headers={"Host": "localhost"})
        queries = max(queries, len(captured))
        for sql in (one["sql"] for one in captured):
            if sql.startswith("SELECT"):
                whole |= read_whole(sql)
    figures = [
        f"{median(times):.0f}",
        f"{max(times):.0f}",
        f"{median(processor):.0f}",
        str(queries),
    ]
    figures += [f"{found / len(searches):.0f}", ", ".join(sorted(whole)) or "nothing"]
    print(
        f"| {name} | {' | '.join(figures)} |",
        flush=True,
    )


def read_whole(sql: str) -> set[str]:
    """The tables that the query's plan reads from end to end."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {sql}")
        plan = "\n".join(row[0] for row in cursor.fetchall())
    return set(re.findall(r"Seq Scan on (\w+)", plan))


if __name__ == "__main__":
    main()
