"""Whole knock-outs played by bots, and their places computed again from the exported records alone."""

import ast
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command

from benchmarks import knock_out_standings
from benchmarks.knock_out_standings import Table, standings, tables, wrongly_on
from games.models import Game
from games.records import whole_record
from leagues.models import Draw, Season, Standing
from tests.support.visits import get, text

pytestmark = pytest.mark.django_db(transaction=True)


def exported() -> list[str]:
    """The records of the archive, as anybody may download them."""
    cache.clear()
    answer = get(None, "/archive/records.jsonl")
    assert answer.status_code == 200, text(answer)[:800]
    lines: list[str] = answer.getvalue().decode().splitlines()
    return lines


def on_the_site(season: Season) -> dict[str, tuple[int | None, int, str]]:
    found = Standing.objects.filter(division__season=season).select_related("entry__user")
    return {line.entry.name: (line.place, line.results_json[-1]["round"], line.points) for line in found}


def play(members: int, settings: Any) -> tuple[Season, list[Table]]:
    settings.DEMO = True
    call_command("demo_season", members=members, rounds=5, deals=2, pairing="out")
    season = Season.objects.get()
    assert season.state == Season.State.FINISHED
    # The archive shows so many at a time; the rest come from the tables' own pages.
    lines = (
        exported()
        if members <= 8
        else [line for game in Game.objects.all() for line in whole_record(game).splitlines()]
    )
    return season, tables(lines)


def holds(members: int, settings: Any, rounds: int) -> None:
    season, played = play(members, settings)
    assert season.rounds_planned == rounds
    assert {line.name: (line.place, line.round, str(line.score)) for line in standings(played)} == on_the_site(season)
    assert wrongly_on(played, season.advancing) == []
    certified(season, played)


def certified(season: Season, played: list[Table]) -> None:
    """The certificates tell of repeats and byes what the records show."""
    met: Counter[frozenset[str]] = Counter()
    for draw in Draw.objects.filter(division__season=season).order_by("first_round"):
        before = Counter(met)
        own = [table for table in played if table.round == draw.first_round]
        for table in own:
            met.update(frozenset(pair) for pair in combinations(table.scores, 2))
        again = sum(max(0, met[pair] - 1) - max(0, before[pair] - 1) for pair in met)
        assert draw.certificate_json["repeats"] == again
        assert draw.certificate_json["misplaced"] == 0
        assert again >= draw.certificate_json["by_pairs"]
        seated = sum(len(table.scores) for table in own)
        assert seated == len(draw.request_json["members"]) - len(draw.rounds_json[0]["byes"])


def test_the_places_of_eight_follow_from_the_records_alone(settings: Any) -> None:
    holds(8, settings, rounds=2)


@pytest.mark.slow
@pytest.mark.parametrize(("members", "rounds"), [(31, 4), (200, 6)])
def test_the_places_of_many_follow_from_the_records_alone(settings: Any, members: int, rounds: int) -> None:
    holds(members, settings, rounds)


def test_who_goes_on_behind_others_is_named() -> None:
    first = Table(1, 1, {"Ai": 5, "Bo": 3, "Chie": 1, "Dai": 0})
    assert wrongly_on([first, Table(2, 1, {"Ai": 0, "Bo": 1})], 2) == []
    assert wrongly_on([first, Table(2, 1, {"Ai": 0, "Dai": 1})], 2) == ["Dai (1-1)"]


def test_the_script_knows_nothing_of_the_site() -> None:
    tree = ast.parse(Path(knock_out_standings.__file__).read_text())
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    assert not {name for name in modules if name.split(".")[0] in ("leagues", "games", "django", "players")}
