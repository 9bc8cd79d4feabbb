"""The cost of the sweep: `python -m benchmarks.sweep [--rounds N] [--due N] [--turns N]`.

It runs on PostgreSQL, in one database with two schemas. Both hold the same matches with due turns, one among ten
thousand open turns, the other among a million. Each step is measured in both in turn: with nothing due, with reminders
due, with planned moves, and with time-outs. Then a worker helps with the time-outs among the million while people play
by HTTP.
"""

import json
import time
from collections.abc import Callable
from datetime import timedelta
from random import Random
from statistics import median
from threading import Event as Flag
from threading import Thread

from . import postgres  # isort: skip  # makes the database that the next one takes
from . import world  # isort: skip  # sets Django up for all that follows

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from games.kernel.log import state_of
from games.models import Event, Turn
from games.models import Game as GameRow
from games.plans import timekeeper
from games.turns import services
from games.turns import sweep as turns_sweep
from napoleon.engine import legal
from napoleon.engine.wire import event_to_json
from napoleon.time_bank import ClockRules
from players.models import Notification
from tests.support.play import running

from .measure import arguments, print_circumstances, print_table, spread
from .tables import Table, execute, seat_people

SMALL = 10_000
TURNS_OF_A_GAME = 4
# Keeps a match from ending, and a seat from leaving, however often the clock moves for it.
RULES = {"preset": "nap", "players": 2, "deals": 40}
CLOCK = ClockRules(bank=timedelta(), quiet=False, autopilot=0)
TABLES = ("players_user", "games_game", "games_gamesecret", "games_seat", "games_event", "games_turn")


def use(schema: str) -> None:
    execute(f"SET search_path TO {schema}")


def make(schema: str) -> None:
    execute(f"CREATE SCHEMA {schema}")
    use(schema)
    call_command("migrate", verbosity=0)


def seat_matches(count: int) -> None:
    """Matches of two people, each with one open turn."""
    people = world.people(20)
    for number in range(count):
        running(people[number % 20], people[(number + 7) % 20], clock=CLOCK, **RULES)


def copy_matches(source: str, target: str) -> None:
    for table in TABLES:
        execute(f"INSERT INTO {target}.{table} SELECT * FROM {source}.{table}")
        if table != "games_gamesecret":
            sequence = f"pg_get_serial_sequence('{target}.{table}', 'id')"
            execute(f"SELECT setval({sequence}, max(id)) FROM {target}.{table}")


def fill_up(turns: int) -> None:
    """Insert open turns of other matches, due within ten days, by SQL."""
    games = (turns - Turn.objects.count()) // TURNS_OF_A_GAME
    first = GameRow.objects.latest("pk").pk + 1
    rules, clock = GameRow.objects.values_list("rules_json", "clock_json")[0]
    person = "(SELECT min(id) FROM players_user)"
    execute(
        "INSERT INTO games_game (id, slug, name, rules_json, clock_json, status, is_listed, invitation, commitment, "
        "seq, result_seq, digest, created_at, release, is_imported, content) "
        f"SELECT {first} + n, 'g' || n, '', %s, %s, 'running', true, 'i' || n, '', 2, 0, '', now(), 'at_once', "
        f"false, '' FROM generate_series(0, {games - 1}) n",
        [json.dumps(rules), json.dumps(clock)],
    )
    execute(
        "INSERT INTO games_seat (game_id, number, user_id, bot, seed, seed_is_chosen, autopilot, automates, missed, "
        f"hours_json, given_name) SELECT {first} + n, s, {person} + s, '', 'seed', false, false, false, 0, '{{}}', '' "
        f"FROM generate_series(0, {games - 1}) n, generate_series(0, 3) s"
    )
    execute(
        "INSERT INTO games_turn (game_id, deal, seat, user_id, opened_at, due, times_out_at, remind_at, remind_later, "
        f"tell_at) SELECT {first} + n, d, d - 1, {person} + d - 1, now(), now() + due, now() + due * 1.5, "
        "now() + due * 0.5, '[]', NULL FROM (SELECT n, d, (1 + random() * 240) * interval '1 hour' AS due "
        f"FROM generate_series(0, {games - 1}) n, generate_series(1, {TURNS_OF_A_GAME}) d) AS turns"
    )
    execute("SELECT setval(pg_get_serial_sequence('games_game', 'id'), max(id)) FROM games_game")
    execute("ANALYZE")


# --- Measurements ---


def real_turns() -> list[int]:
    """The turns of the matches that can be played on, without the tables of those who play by HTTP."""
    played = Event.objects.filter(seq=1, game__rules_json__preset=RULES["preset"]).values("game")
    return list(Turn.objects.filter(game__in=played).values_list("pk", flat=True))


def let_turns_time_out() -> None:
    past = timezone.now() - timedelta(days=30)
    Turn.objects.filter(pk__in=real_turns()).update(opened_at=past, times_out_at=past, remind_at=None)


def let_reminders_be_due() -> None:
    now = timezone.now()
    Turn.objects.filter(pk__in=real_turns()).update(
        opened_at=now, times_out_at=now + timedelta(days=1), remind_at=now - timedelta(minutes=1)
    )


def let_moves_be_due() -> None:
    """Hold a move in each turn, whose moment has come. Planned moves are made in the same way."""
    let_nothing_be_due()
    turns = list(Turn.objects.filter(pk__in=real_turns()).select_related("game"))
    for turn in turns:
        choice = legal(state_of(turn.game).match, turn.seat)[0]
        move = event_to_json(choice)  # type: ignore[arg-type]  # at Nap nothing is exchanged
        turn.held = {"move": move, "key": None, "taken_back": 0}
        turn.release_at = timezone.now()
    Turn.objects.bulk_update(turns, ["held", "release_at"])


def let_nothing_be_due() -> None:
    later = timezone.now() + timedelta(days=9)
    Turn.objects.filter(pk__in=real_turns()).update(times_out_at=later, remind_at=None)


def sweep() -> None:
    turns_sweep.sweep()
    services.games_awaiting_bots()


def keep_time() -> None:
    """What the thread of the scheduler does, until nothing is due."""
    while not timekeeper.step():
        pass


STEPS: dict[str, tuple[Callable[[], None], Callable[[], None]]] = {
    "nothing due": (let_nothing_be_due, sweep),
    "reminders due": (let_reminders_be_due, sweep),
    "planned moves": (let_moves_be_due, keep_time),
    "time-outs": (let_turns_time_out, sweep),
}


def measured(prepare: Callable[[], None], work: Callable[[], None]) -> tuple[float, int]:
    """The seconds of the work, and how many reminders and moves it made."""
    prepare()
    before, begun = written(), time.perf_counter()
    work()
    return time.perf_counter() - begun, written() - before


def written() -> int:
    moves = Event.objects.filter(by__in=[Event.By.PLAYER, Event.By.TIMEOUT])
    return Notification.objects.filter(kind="reminder").count() + moves.count()


# --- With help, while people play ---


class Mover(Thread):
    """Plays at some tables, one move after the other, and notes how long the site takes to answer each."""

    def __init__(self, tables: list[Table]) -> None:
        super().__init__(daemon=True)
        self.tables, self.stopped = tables, Flag()
        self.waits: list[float] = []

    def run(self) -> None:
        rng = Random(1)
        while not self.stopped.wait(0.2):
            if took := rng.choice(self.tables).act(rng).timed():
                self.waits.append(took)

    def stop(self) -> list[float]:
        self.stopped.set()
        self.join()
        return self.waits


def shared(rounds: int) -> tuple[list[float], list[float], list[float]]:
    """Seconds of sweeps with time-outs and a worker's help; of moves before, and of moves during them."""
    call_command("collectstatic", verbosity=0, interactive=False)
    # New connections of all processes are to the schema with a million turns.
    execute(f"ALTER DATABASE {postgres.NAME} SET search_path TO large")
    connection.close()
    connection.close_pool()
    with world.Site(count=1) as site, world.background("worker", "timekeeper"):
        tables = seat_people(8, site.port, Random(1))
        let_nothing_be_due()
        alone = Mover(tables)
        alone.start()
        time.sleep(15)
        before, seconds, during = alone.stop(), [], []
        for _ in range(rounds):
            let_turns_time_out()
            mover = Mover(tables)
            mover.start()
            begun = time.perf_counter()
            sweep()
            while due():
                time.sleep(0.02)
            seconds.append(time.perf_counter() - begun)
            during += mover.stop()
    return seconds, before, during


def due() -> bool:
    """Whether a worker still has games to play on."""
    return Turn.objects.filter(times_out_at__lte=timezone.now()).exists()


# --- Output ---


def print_times(rounds: int, due: int, turns: int) -> None:
    times: dict[str, dict[str, list[float]]] = {what: {"small": [], "large": []} for what in STEPS}
    counts = {}
    for _ in range(rounds):
        for what, step in STEPS.items():
            for schema, seconds in times[what].items():
                use(schema)
                took, counts[what] = measured(*step)
                seconds.append(took)
    print(f"\n{due:,} matches with turns that are due, {rounds} rounds")
    rows = []
    for what in STEPS:
        small, large = times[what].values()
        ratio = median(slow / quick for slow, quick in zip(large, small, strict=True))
        figures = (spread(small, ".3f"), spread(large, ".3f"), f"{ratio:.2f}")
        rows.append((what, counts[what], *figures))
    print_table(("", "made", f"s, among {SMALL:,}", f"s, among {turns:,}", "ratio"), rows)


def main() -> None:
    options = arguments(__doc__, rounds=5, due=1_000, turns=1_000_000)
    make("small")
    make("large")
    use("small")
    seat_matches(options.due)
    copy_matches("small", "large")
    for schema, turns in (("small", SMALL), ("large", options.turns)):
        use(schema)
        fill_up(turns)
        sweep()
    print_circumstances(["django", "psycopg"])
    print_times(options.rounds, options.due, options.turns)
    use("large")
    seconds, before, during = shared(options.rounds)
    print(f"\nTime-outs with the help of a worker: {spread(seconds, '.3f')} s")
    for what, waits in (("before", before), ("during them", during)):
        print(f"{len(waits)} moves {what}: {spread(waits, '.0f')} ms")


if __name__ == "__main__":
    main()
