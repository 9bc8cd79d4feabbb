"""A machine's clock that was far ahead for some minutes, and is set back: nobody loses time, and nothing waits."""

from datetime import timedelta

import pytest

from games.models import Game, Heartbeat, Outage, Turn
from games.turns import sweep
from players.models import User
from tests.support.play import move, reread
from tests.support.waiting_match import begin, reminded, timed_out
from tests.support.wall_clock import Wall, at, to_move

pytestmark = pytest.mark.django_db
NINE_HOURS = timedelta(hours=9)


@pytest.fixture
def game(ai: User, bo: User, wall: Wall) -> Game:
    return begin(ai, bo)


def go_ahead(wall: Wall) -> None:
    wall.go(minutes=1)
    sweep.sweep()
    wall.go(hours=9, beating=False)
    sweep.sweep()


def set_back(wall: Wall) -> None:
    wall.now += timedelta(minutes=2) - NINE_HOURS
    sweep.sweep()


def test_time_stands_still_for_no_longer_than_the_clock_was_ahead(game: Game, wall: Wall) -> None:
    go_ahead(wall)
    assert Outage.objects.get().end == at("2 21:01")
    set_back(wall)
    assert Heartbeat.objects.get().at == wall.now == at("2 12:03")
    assert list(Outage.objects.values_list("start", "end", "is_given_back")) == [(at("2 12:01"), at("2 12:03"), True)]
    # The two minutes are given back.
    assert game.turns.get().due == at("3 12:02")
    wall.go(hours=12)
    sweep.sweep()
    assert (reminded(game), timed_out(game)) == (1, 0)
    wall.go(hours=22)
    sweep.sweep()
    assert timed_out(game) == 1


def test_a_turn_that_began_meanwhile_begins_now(game: Game, wall: Wall) -> None:
    go_ahead(wall)
    move(game, to_move(game))
    set_back(wall)
    turn = game.turns.get()
    assert (turn.opened_at, turn.due, turn.times_out_at) == (at("2 12:03"), at("3 12:03"), at("3 22:03"))


def test_a_bank_that_was_charged_meanwhile_is_charged_again(game: Game, wall: Wall) -> None:
    wall.go(hours=23)
    go_ahead(wall)
    late = to_move(game)
    wall.go(hours=2)
    move(game, late)
    seat = game.seats.get(user=late)
    assert seat.bank_charged_until == wall.now
    wall.now -= timedelta(hours=2)
    set_back(wall)
    seat.refresh_from_db()
    assert seat.bank_charged_until == wall.now


def test_the_site_first_started_by_a_clock_that_was_ahead(game: Game, wall: Wall) -> None:
    Turn.objects.update(opened_at=wall.now + NINE_HOURS)
    Heartbeat.objects.update(at=wall.now + NINE_HOURS)
    sweep.sweep()
    assert reread(game).turns.get().opened_at == wall.now
    sweep.sweep()
    assert list(Outage.objects.values_list("start", "end")) == [(wall.now, wall.now)]


def test_clocks_of_two_machines_that_differ_by_minutes_are_none(game: Game, wall: Wall) -> None:
    Heartbeat.objects.update(at=wall.now + timedelta(minutes=50))
    sweep.sweep()
    assert not Outage.objects.exists()


def test_a_held_move_that_would_be_made_in_hours_is_made_at_once(game: Game, wall: Wall) -> None:
    held = {"move": {"type": "pass"}, "key": None, "taken_back": 0}
    Turn.objects.update(release_at=wall.now + NINE_HOURS, held=held)
    Heartbeat.objects.update(at=wall.now + NINE_HOURS)
    sweep.sweep()
    assert game.turns.get().release_at == wall.now
