"""A division in the middle of its last round, whose matches end one after the other, for `benchmarks/peak.py`."""

from __future__ import annotations

import time
from random import Random

from . import world  # isort: skip  # sets Django up for all that follows

from django.utils import timezone

from games.models import Game
from leagues.models import Club, Division, DivisionStandings, Entry, Round, Season, Table, TableSeat
from leagues.seasons.scheme_json import scheme_to_json
from tests.support.play import play_out_by_moves, running

from .standings import SCHEMES, a_deal

RULES = {"preset": "gurunapo", "deals": 1}
LONGEST = 60.0


def a_season(members: int, rounds: int, rng: Random) -> tuple[Division, list[Game]]:
    """A division whose tables have ended, and the running matches of its last round."""
    now = timezone.now()
    club = Club.objects.create(slug="club", name="Club", created_at=now)
    scheme = scheme_to_json(SCHEMES["by place, every tie-break"])
    values = {"rounds_planned": rounds, "scheme_json": scheme, "created_at": now}
    season = Season.objects.create(
        club=club, slug="season", name="Season", state="running", rules_json=RULES, **values
    )
    division = Division.objects.create(season=season, number=1)
    entries = Entry.objects.bulk_create(
        Entry(season=season, division=division, user=user, state="entered", order=n, applied_at=now)
        for n, user in enumerate(world.people(members), start=1)
    )
    games = []
    for number in range(1, rounds + 1):
        round_ = Round.objects.create(season=season, number=number, state="running")
        order = rng.sample(entries, members)
        for first in range(0, members, 5):
            seats = order[first : first + 5]
            if number == rounds:
                games.append(running(*(entry.user for entry in seats), **RULES))
                values = {"state": "running", "game": games[-1]}
            else:
                deal = {**a_deal(rng)._asdict(), "players": None}
                values = {"state": "finished", "deals_json": [deal]}
            table = Table.objects.create(
                round=round_, division=division, number=1 + first // 5, **values
            )
            TableSeat.objects.bulk_create(
                TableSeat(table=table, number=n, entry=entry) for n, entry in enumerate(seats)
            )
    return division, games


def milliseconds_to_standings(division: Division, game: Game) -> float:
    """Play the match to its end; how long the standings take to follow its last move."""
    basis = DivisionStandings.objects.get(division=division).basis
    play_out_by_moves(game, *(seat.user for seat in game.seats.all() if seat.user))
    since = time.perf_counter()
    while DivisionStandings.objects.get(division=division).basis == basis:
        if time.perf_counter() - since > LONGEST:
            raise RuntimeError(f"no standings after {LONGEST:.0f} s")
        time.sleep(0.005)
    return 1000 * (time.perf_counter() - since)
