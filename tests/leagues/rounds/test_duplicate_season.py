"""A whole duplicate season, and its standings recomputed from the exported records alone."""

import ast
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command

from benchmarks import duplicate_standings
from leagues.models import Club, RoundBoards, Season, Standing
from players.models import User
from tests.support.duplicate import duplicate_season, play_round
from tests.support.visits import get, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]


def exported() -> list[str]:
    """The records of the archive, as anybody may download them."""
    # Each download as on a day of its own: the site limits them.
    cache.clear()
    answer = get(None, "/archive/records.jsonl")
    assert answer.status_code == 200, text(answer)[:800]
    lines: list[str] = answer.getvalue().decode().splitlines()
    return lines


def on_the_site(season: Season) -> dict[str, tuple[Fraction, int]]:
    found = Standing.objects.filter(division__season=season)
    return {
        line.entry.name: (Fraction(line.points), sum(int(result.get("score", 0)) for result in line.results_json))
        for line in found
    }


def only_byes(season: Season) -> set[str]:
    lines = Standing.objects.filter(division__season=season)
    return {line.entry.name for line in lines if {result["how"] for result in line.results_json} == {"bye"}}


def from_records() -> dict[str, tuple[Fraction, int]]:
    return {line.name: (line.points, line.scored) for line in duplicate_standings.standings(exported())}


@pytest.mark.parametrize(("people", "tables"), [(8, 2), (17, 4)])
def test_the_standings_follow_from_the_records_alone(club: Club, ai: User, people: int, tables: int) -> None:
    season = duplicate_season(club, ai, people, rounds_planned=3, opening="finished", gap="byes")
    for number in (1, 2, 3):
        season = play_round(season, number)
        recomputed, known = from_records(), on_the_site(season)
        # Nothing but byes so far: no record names them.
        assert {name for name in known if name not in recomputed} == only_byes(season)
        assert recomputed == {name: known[name] for name in recomputed}
    assert season.state == Season.State.FINISHED
    assert season.rounds.get(number=1).tables.count() == tables
    assert any(points for points, _scored in recomputed.values())


def test_two_sizes_of_tables_play_different_boards(club: Club, ai: User) -> None:
    season = duplicate_season(club, ai, 9, rules_json={"preset": "gurunapo", "deals": 1}, other_size=4)
    assert sorted(RoundBoards.objects.values_list("players", flat=True)) == [4, 5]
    season = play_round(season)
    assert season.state == Season.State.FINISHED
    assert from_records() == on_the_site(season)


def test_the_script_knows_nothing_of_the_site() -> None:
    tree = ast.parse(Path(duplicate_standings.__file__).read_text())
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    assert not {name for name in modules if name.split(".")[0] in ("leagues", "games", "django", "players")}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_season_of_bots_plays_duplicate_rounds_to_its_end(settings: Any) -> None:
    settings.DEMO = True
    call_command("demo_season", members=9, rounds=2, deals=1, duplicate=True)
    season = Season.objects.get()
    assert (season.state, season.is_duplicate) == (Season.State.FINISHED, True)
    assert from_records() == on_the_site(season)
