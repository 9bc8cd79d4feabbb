"""From a game's end to the standings: `python -m benchmarks.standings_update [--rounds N] [--postgres]`.

A division is in the middle of its last round, with a real worker, and one match after the other ends. The benchmark
measures the time from the commit of the last move until another process reads the new standings.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from statistics import median

if "--postgres" in sys.argv:
    from . import postgres  # isort: skip  # noqa: F401  # makes the database that the next one takes
from . import world  # isort: skip  # sets Django up for all that follows

from django.utils import timezone

from games.bots import choose
from games.engine import is_over, open_deal, to_act
from games.engine.view import deal_view
from games.engine.wire import event_to_json
from games.kernel.log import state_of
from games.lobby import services as lobby_services
from games.models import Game
from games.turns import services
from leagues.models import (
    Club,
    Division,
    DivisionStandings,
    Entry,
    Round,
    Season,
    Table,
    TableSeat,
)
from leagues.seasons.scheme_json import scheme_to_json
from leagues.standings.store import update_standings

from .measure import print_circumstances
from .standings import SCHEMES, a_deal

RULES = {"preset": "gurunapo", "deals": 1}
SCHEME = "by place, every tie-break"
LONGEST = 60.0


def a_season(members: int, rounds: int, ends: int, rng: Random) -> tuple[Division, list[Game]]:
    """A division whose tables are finished, except for some running ones of the last round."""
    now = timezone.now()
    club = Club.objects.create(slug="club", name="Club", created_at=now)
    season = Season.objects.create(
        club=club,
        slug="season",
        name="Season",
        state=Season.State.RUNNING,
        rules_json=RULES,
        rounds_planned=rounds,
        scheme_json=scheme_to_json(SCHEMES[SCHEME]),
        created_at=now,
    )
    division = Division.objects.create(season=season, number=1)
    people = world.people(members)
    entries = Entry.objects.bulk_create(
        Entry(
            season=season,
            division=division,
            user=user,
            state=Entry.State.ENTERED,
            order=order,
            applied_at=now,
        )
        for order, user in enumerate(people, start=1)
    )
    games = []
    for number in range(1, rounds + 1):
        round_ = Round.objects.create(season=season, number=number, state=Round.State.RUNNING)
        order = rng.sample(entries, members)
        for at in range(members // 5):
            running = number == rounds and at < ends
            seats = order[5 * at : 5 * at + 5]
            found = _table(round_, division, at + 1, seats, rng, running=running)
            if found.game is not None:
                games.append(found.game)
    return division, games


def _table(
    round_: Round,
    division: Division,
    number: int,
    seats: list[Entry],
    rng: Random,
    *,
    running: bool,
) -> Table:
    deal = a_deal(rng)
    stored = {**deal._asdict(), "players": None}
    found = Table.objects.create(
        round=round_,
        division=division,
        number=number,
        state=Table.State.RUNNING if running else Table.State.FINISHED,
        deals_json=[] if running else [stored],
        game=_game(seats) if running else None,
    )
    TableSeat.objects.bulk_create(
        TableSeat(table=found, number=place, entry=entry) for place, entry in enumerate(seats)
    )
    return found


def _game(seats: list[Entry]) -> Game:
    return lobby_services.begin(
        lobby_services.TableTerms(rules=RULES, release=Game.Release.AT_ONCE),
        people=[entry.user for entry in seats],
        bots="recruit",
    )


def play(game: Game) -> float:
    """Play the match to its end; returns when its last move was committed."""
    users = dict(game.seats.values_list("number", "user_id"))
    while True:
        game.refresh_from_db(fields=["seq", "status"])
        match = state_of(game).match
        if is_over(match):
            return time.perf_counter()
        number, seat = to_act(match)[0]
        state = open_deal(match, number)
        command = choose("recruit", deal_view(state, seat), match.rules, game.seq)
        payload = event_to_json(command)
        services.act(slug=game.slug, user_id=users[seat], payload=payload, seen=None, key=None)


def until_tallied(division: Division, basis: str, since: float) -> float:
    """Milliseconds until the standings have another basis."""
    while time.perf_counter() - since < LONGEST:
        if (
            DivisionStandings.objects.values_list("basis", flat=True).get(division=division)
            != basis
        ):
            return 1000 * (time.perf_counter() - since)
        time.sleep(0.005)
    raise SystemExit(f"No standings after {LONGEST:.0f} s.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--ends", type=int, default=20)
    parser.add_argument("--postgres", action="store_true", help="with Redis; otherwise SQLite")
    options = parser.parse_args()
    world.prepare()
    division, games = a_season(options.members, options.rounds, options.ends, Random(1))
    begun = time.perf_counter()
    update_standings(division.pk)
    alone = 1000 * (time.perf_counter() - begun)
    worker = world.Process("napoleon_site.background", "worker")
    try:
        # The first one waits for the worker to start, and does not count.
        times = []
        for game in games:
            basis = DivisionStandings.objects.values_list("basis", flat=True).get(division=division)
            times.append(until_tallied(division, basis, play(game)))
    finally:
        worker.kill()
    print_circumstances(["Django", "celery"])
    print(f"\n{options.members} members, {options.rounds} rounds, scheme: {SCHEME}\n")
    counted = sorted(times[1:])
    print("| | ms |\n|---|---|")
    print(f"| computed and stored from nothing, in this process | {alone:.0f} |")
    print(
        f"| a game's end to its standings, {len(counted)} times: median | {median(counted):.0f} |"
    )
    print(f"| longest | {counted[-1]:.0f} |")


if __name__ == "__main__":
    main()
