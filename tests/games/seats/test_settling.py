"""Whatever moves a deadline first settles what has passed: a clock that has run out cannot be stopped any more."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.kernel.events import MatchAbandoned
from games.kernel.log import state_of
from games.kernel.transaction import TableError
from games.models import Game, Heartbeat
from games.seats import live_play, pauses, substitution, time_outs
from games.turns import held_moves, sweep
from napoleon.time_bank import DAY, HOUR, ClockRules
from players.models import User
from players.vacations import services as vacations
from tests.support.play import move, reread, running
from tests.support.waiting_match import begin, timed_out
from tests.support.wall_clock import Wall, at, away, to_move

pytestmark = pytest.mark.django_db

LATE = {"hours": 34, "seconds": 30}
"""The first turn of `begin` times out after 34 hours; the next sweep has not come yet."""


def pause(game: Game, user: User) -> None:
    pauses.pause(game_id=game.pk, user=user, days=3, reason="")


def take_a_vacation(game: Game, user: User) -> None:
    today = timezone.now().date()
    vacations.enter(user=user, first=today, last=today + timedelta(days=3))


def play_live(game: Game, user: User) -> None:
    for each in game.seats.values_list("user", flat=True):
        live_play.agree(game_id=game.pk, user=User.objects.get(pk=each))


def leave(game: Game, user: User) -> None:
    """The other one is alone with a bot then, and has no clock."""
    other = game.seats.exclude(user=user).get().user
    substitution.leave(game_id=game.pk, user=other)


@pytest.mark.parametrize("stop", [pause, take_a_vacation, play_live, leave])
def test_a_clock_that_has_run_out_cannot_be_stopped(
    ai: User, bo: User, wall: Wall, stop: Callable[[Game, User], None]
) -> None:
    game = begin(ai, bo)
    late = to_move(game)
    wall.go(**LATE)
    stop(game, late)
    assert timed_out(game) == 1
    assert game.seats.get(user=late).missed == (0 if stop is play_live else 1)
    sweep.sweep()
    assert timed_out(game) == 1


@pytest.mark.parametrize("stop", [pause, take_a_vacation])
def test_what_is_open_afterwards_is_stopped(ai: User, bo: User, wall: Wall, stop: Callable[[Game, User], None]) -> None:
    game = begin(ai, bo)
    late = to_move(game)
    wall.go(**LATE)
    stop(game, late)
    while to_move(game) != late:
        move(game, to_move(game))
    assert game.turns.get(user=late).times_out_at >= at("7 00:00")


@pytest.mark.parametrize("stop", [pause, take_a_vacation, play_live, leave])
def test_a_clock_that_an_outage_has_stopped_has_not_run_out(
    ai: User, bo: User, wall: Wall, stop: Callable[[Game, User], None]
) -> None:
    """The sweep has not come yet, so nobody has noted the outage."""
    game = begin(ai, bo)
    late = to_move(game)
    wall.go(hours=33)
    wall.go(hours=10, beating=False)
    stop(game, late)
    assert timed_out(game) == 0
    sweep.sweep()
    assert timed_out(game) == 0


def test_a_refused_pause_settles_nothing(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    wall.go(**LATE)
    with pytest.raises(TableError):
        pauses.pause(game_id=game.pk, user=ai, days=31, reason="")
    assert timed_out(game) == 0


def test_a_match_that_is_over_by_now_cannot_be_paused(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    substitution.leave(game_id=game.pk, user=ai)
    substitution.leave(game_id=game.pk, user=bo)
    wall.go(days=7, seconds=30)
    with pytest.raises(TableError):
        pauses.pause(game_id=game.pk, user=ai, days=3, reason="")
    sweep.sweep()
    assert isinstance(state_of(reread(game)).happened[-1].event, MatchAbandoned)


def test_a_held_move_is_made_when_time_is_up_and_cannot_be_taken_back(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    Game.objects.filter(pk=game.pk).update(takes_back=True)
    late = to_move(game)
    wall.go(hours=33, minutes=59, seconds=57)
    move(game, late)
    wall.go(seconds=5)
    held_moves.take_move_back(slug=game.slug, user=late, deal=1)
    sweep.sweep()
    assert timed_out(game) == 0
    assert to_move(game) != late


def test_a_late_move_gives_the_other_deals_no_time(ai: User, bo: User, wall: Wall) -> None:
    """They have run out as well, and what a move earns would let them run again."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": wall.now})
    clock = ClockRules(move=DAY, bank=HOUR, increment=8 * HOUR, quiet=False)
    game = running(ai, bo, preset="nap", players=2, deals=4, deals_at_once=2, clock=clock)
    while len(set(game.turns.values_list("user", flat=True))) > 1:
        move(game, to_move(game))
    late = to_move(game)
    wall.go(days=1, hours=1, seconds=30)
    before = timed_out(game)
    move(game, late)
    assert game.seats.get(user=late).bank == timedelta()
    sweep.sweep()
    assert timed_out(game) > before


def test_who_comes_back_in_time_moves_nobody_s_deadline(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    away(game, bo, wall)
    wall.go(hours=1)
    mine = to_move(game)
    due = game.turns.get(user=mine).times_out_at
    time_outs.take_back(game_id=game.pk, user=bo)
    assert list(game.turns.filter(user=mine).values_list("times_out_at", flat=True)) == [due]
