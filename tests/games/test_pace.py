"""Matches by a counted clock."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from benchmarks.pace import main
from games.lobby.simulated_match import AutomaticMoves, Habits, LiveEvenings, SimulatedMatch
from napoleon.engine import rules_from_json

ALL = AutomaticMoves(forced=True, plans=True)


def days(automatic: AutomaticMoves, visits: int = 3, seed: int = 1, **rules: Any) -> float:
    """How many days a match of two deals takes."""
    judged = rules_from_json({"preset": "gurunapo", "deals": 2, **rules})
    return SimulatedMatch(judged, [Habits(visits)] * 5, automatic, Random(seed)).days()


def test_people_look_in_while_they_are_awake() -> None:
    midnight = datetime(2026, 1, 5, tzinfo=UTC)
    tokyo = Habits(4, zone=timedelta(hours=9)).day(midnight, Random(1))
    assert len(tokyo) == 4
    assert all(
        datetime(2026, 1, 4, 22, tzinfo=UTC) <= moment < datetime(2026, 1, 5, 14, tzinfo=UTC) for moment in tokyo
    )


def test_a_match_takes_weeks_as_first_built_and_days_with_everything() -> None:
    slow = days(AutomaticMoves())
    quick = days(ALL, auction="sealed", finish="when_decided", deals_at_once=2)
    assert slow > 20
    assert quick < slow / 2


def test_who_taps_the_next_card_is_sooner_done() -> None:
    assert days(AutomaticMoves(taps=1)) < days(AutomaticMoves(taps=0.5)) < days(AutomaticMoves())


def test_the_same_seed_gives_the_same_match() -> None:
    assert days(ALL) == days(ALL) != days(ALL, seed=2)


def test_who_looks_in_more_often_is_sooner_done() -> None:
    assert days(AutomaticMoves(), visits=9) < days(AutomaticMoves(), visits=3)


def test_a_delay_costs_time() -> None:
    assert days(AutomaticMoves(forced=True, plans=True, delay=timedelta(hours=6))) > days(ALL)


def test_a_live_evening_ends_a_match_of_two_deals() -> None:
    rules = rules_from_json({"preset": "gurunapo", "deals": 2, "deals_at_once": 2})

    def days(live: LiveEvenings) -> float:
        return SimulatedMatch(rules, [Habits()] * 5, ALL, Random(1), live=live).days()

    assert days(LiveEvenings(share=1)) < 0.2 < days(LiveEvenings())
    short = LiveEvenings(share=1, lasts=timedelta(minutes=10))
    assert 1 < days(short) < days(LiveEvenings())


def test_in_a_live_evening_nobody_makes_two_moves_at_once() -> None:
    """However many deals wait for them: so an hour holds so many moves of a player at most."""
    moves: list[datetime] = []

    class Watched(SimulatedMatch):
        def _choose(self, number: int, seat: int, now: datetime) -> None:
            if seat == 0:
                moves.append(now)
            super()._choose(number, seat, now)

    rules = rules_from_json({"preset": "nap", "players": 2, "deals": 5, "deals_at_once": 5})
    live = LiveEvenings(share=1, slowest=timedelta(minutes=4))
    Watched(rules, [Habits(0)] * 2, AutomaticMoves(), Random(1), live=live).days()
    assert len(moves) > 20
    assert all(after - before >= timedelta(minutes=1) for before, after in pairwise(moves))


@pytest.mark.parametrize("preset", ["leaflet", "booklet", "four", "nap"])
def test_every_preset_comes_to_its_end(preset: str) -> None:
    players = 4 if preset in ("four", "nap") else 5
    rules = rules_from_json({"preset": preset, "deals": 1, "players": players})
    assert 0 < SimulatedMatch(rules, [Habits()] * players, ALL, Random(1)).days() < 60


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    main(arguments)
    return capsys.readouterr().out.splitlines()


def test_it_prints_a_line_for_each_way(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--deals=1", "--matches=2")
    assert len(lines) == 3 + 11
    assert lines[3].startswith("| as first built | ")
    assert lines[3].endswith(" | 1.0 |")


def test_it_leaves_out_what_the_rules_do_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    """Nap has no sealed auction; it can have deals at once, which is what of all together is left."""
    assert [line.split(" | ")[0] for line in printed(capsys, "--preset=nap", "--deals=2", "--matches=2")[3:]] == [
        "| as first built",
        "| plans",
        "| forced cards",
        "| ends when decided",
        "| deals at once",
        "| all together",
        "| all together, and every other time a tapped card",
        "| all together, live one evening in seven",
        "| all together, live one evening in four",
        "| all together, live one evening in two",
    ]
