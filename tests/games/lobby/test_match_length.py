"""What is told of a match's length, held against the simulation that it is taken from."""

from datetime import timedelta
from random import Random
from statistics import mean
from typing import Any

import pytest
from pytest_django.asserts import assertContains

from games.lobby.match_length import DAY, about, forecast, match_length
from games.lobby.simulated_match import AutomaticMoves, Habits, SimulatedMatch
from games.models import Game
from napoleon.engine import Rules, rules_from_json
from napoleon.time_bank import ClockRules
from players.models import User
from tests.support.table_form import filled_in
from tests.support.visits import post


def rules(preset: str, **options: Any) -> Rules:
    return rules_from_json({"preset": preset, "deals": 5, **options})


@pytest.mark.parametrize(
    "known",
    [
        rules("gurunapo"),
        rules("gurunapo", auction="sealed"),
        rules("leaflet", finish="when_decided"),
        rules("four", deals_at_once=5),
        rules("booklet", deals_at_once=3),
        rules("gurunapo", auction="sealed", finish="when_decided", deals_at_once=5),
        rules("nap"),
    ],
    ids=lambda rules: f"{rules.preset}-{rules.deals_at_once}",
)
def test_it_is_what_people_with_habits_take(known: Rules) -> None:
    habits = [Habits()] * known.players
    days = [SimulatedMatch(known, habits, AutomaticMoves(), Random(match)).days() for match in range(4)]
    told = match_length(known, ClockRules(), known.players) / DAY
    assert told == pytest.approx(mean(days), rel=0.3)


@pytest.mark.parametrize("auction", ["open", "sealed"])
def test_forced_cards_are_counted(auction: str) -> None:
    known = rules("gurunapo", auction=auction, finish="when_decided", deals_at_once=5)
    people = [Habits()] * 5
    days = [SimulatedMatch(known, people, AutomaticMoves(forced=True), Random(match)).days() for match in range(6)]
    told = match_length(known, ClockRules(), 5, plays_forced=True) / DAY
    assert told == pytest.approx(mean(days), rel=0.2)


def test_a_short_clock_and_bots_make_it_shorter() -> None:
    slow = match_length(rules("gurunapo"), ClockRules(), 5)
    assert match_length(rules("gurunapo"), ClockRules(move=timedelta(hours=1)), 5) < slow / 6
    assert match_length(rules("gurunapo"), ClockRules(), 2) == slow * 2 / 5
    assert not match_length(rules("gurunapo"), ClockRules(), 1)


def test_only_what_is_possible_and_saves_days_is_proposed() -> None:
    def proposed(known: Rules) -> list[str]:
        return [way.change for way in forecast(known, ClockRules(), bots=0).ways]

    assert proposed(rules("gurunapo")) == ["deals_at_once=5", "auction=sealed", "finish=when_decided"]
    assert proposed(rules("gurunapo", deals_at_once=5, auction="sealed")) == ["finish=when_decided"]
    # There is no sealed auction at Nap.
    assert proposed(rules("nap")) == ["deals_at_once=5", "finish=when_decided"]
    assert not proposed(rules("gurunapo", deals=1, auction="sealed", finish="when_decided"))


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (0.2, "less than a day"),
        (1, "about 1 day"),
        (13, "about 13 days"),
        (15, "about 15 days"),
        (22, "about 3 weeks"),
        (80, "about 11 weeks"),
        (100, "about 3 months"),
    ],
)
def test_it_is_said_as_people_say_it(days: float, words: str) -> None:
    assert about(days * DAY) == words


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("", "about 11 weeks"),
        ("deals_at_once=5", "about 16 days"),
        ("bots=4", "as fast as you play"),
        ("deals=0", "Once all settings are valid"),
        ("deals=", "about 11 weeks"),
        ("no_such=1", "about 11 weeks"),
        ("=", "about 11 weeks"),
    ],
)
def test_asking_how_long_it_takes_opens_nothing(ai: User, change: str, said: str) -> None:
    assertContains(post(ai, "/tables/new/", **filled_in(deals=5, change=change)), said)
    assert not Game.objects.exists()
