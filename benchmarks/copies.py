"""Very many matches on PostgreSQL, for `benchmarks/peak.py` and `benchmarks/archive.py`.

A hundred matches of five are played to various points of seven deals, or to their ends. SQL copies them, with other
people, to the wanted number, a multiple of a hundred.
"""

from collections.abc import Sequence
from random import Random

from . import world  # isort: skip  # sets Django up for all that follows

from django.db import connection

from games.models import ArchivedPlayer
from players.models import User
from tests.support.play import running

from .tables import execute, play_on

DEALS = 7
PLAYED_ON = 100
PEOPLE = 20_000
COPIED = ("games_game", "games_gamesecret", "games_seat", "games_event", "games_turn")
FIRST = 1_000_000
"""The key of the first copy."""


def make(matches: int) -> None:
    world.prepare()
    rng, users = Random(1), world.people(5)
    for _ in range(PLAYED_ON):
        play_on(running(*users, preset="gurunapo", deals=DEALS), rng.randint(1, DEALS), rng.randint(-10, 45))
    copy_matches(matches, COPIED)


def copy_matches(matches: int, tables: Sequence[str]) -> None:
    User.objects.bulk_create([User(username=f"u{n}", name=f"Member {n}") for n in range(PEOPLE)], batch_size=1000)
    first_user = User.objects.latest("pk").pk - PEOPLE + 1
    # The foreign keys are valid; checking them would take longer than everything else.
    execute("SET session_replication_role = replica")
    execute(
        "CREATE TABLE copies AS SELECT id AS old, "
        f"{FIRST} + (dense_rank() OVER (ORDER BY id) - 1) * {matches // PLAYED_ON} + n AS new "
        f"FROM games_game, generate_series(0, {matches // PLAYED_ON - 1}) n"
    )
    for table in tables:
        copy(table, first_user)
    if "games_archiveddeal" in tables:
        copy_players_of_deals()
    execute("SET session_replication_role = DEFAULT")
    execute("DROP TABLE copies")
    execute("VACUUM ANALYZE")


def copy(table: str, first_user: int) -> None:
    """Copy the rows of the matches, with what must be their own."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT column_name FROM information_schema.columns WHERE table_name = %s", [table])
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


def copy_players_of_deals() -> None:
    """Copy the players of the archived deals, which have been copied before."""
    fields = [field.column for field in ArchivedPlayer._meta.concrete_fields if field.column not in ("id", "deal_id")]
    names = ", ".join(fields)
    values = ", ".join(f"source.{name}" for name in fields)
    execute(
        f"INSERT INTO games_archivedplayer (deal_id, {names}) SELECT deal.id, {values} "
        "FROM games_archivedplayer source JOIN games_archiveddeal first ON first.id = source.deal_id "
        "JOIN copies ON old = first.game_id "
        "JOIN games_archiveddeal deal ON deal.game_id = new AND deal.number = first.number"
    )
