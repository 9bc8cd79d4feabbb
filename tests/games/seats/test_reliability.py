"""The share of turns that somebody takes in time, as the profile tells it."""

import pytest

from games.kernel import early_end
from games.models import Game, Stint
from games.seats import substitution, time_outs
from napoleon.time_bank import HOUR, ClockRules
from players.models import User
from tests.support.play import move, play_out, reread, running
from tests.support.visits import get, text
from tests.support.wall_clock import Wall, away, to_move

pytestmark = pytest.mark.django_db
CLOCK = ClockRules(bank=10 * HOUR, quiet=False)


def begin(*people: User, deals: int = 9) -> Game:
    return running(*people, preset="nap", players=2, deals=deals, clock=CLOCK)


def stints(game: Game) -> set[tuple[str, int, int]]:
    return {(str(one.user), one.turns, one.missed) for one in game.stints.select_related("user")}


def turns_of(game: Game, number: int) -> int:
    moves = game.events.exclude(type__in=("deal", "autopilot", "left", "substituted"))
    return moves.filter(payload__seat=number).count()


def test_a_match_to_its_end_counts_for_everybody(ai: User, bo: User, wall: Wall) -> None:
    game = play_out(begin(ai, bo, deals=2), ai, bo)
    assert stints(game) == {("Ai", turns_of(game, 0), 0), ("Bo", turns_of(game, 1), 0)}


def test_what_a_bot_had_to_play_was_not_in_time(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    late = to_move(game)
    number = game.seats.get(user=late).number
    wall.go(days=2)
    time_outs.time_out(game_id=game.pk)
    move(game, to_move(game))
    substitution.leave(game_id=game.pk, user=late)
    [(name, turns, missed)] = stints(game)
    assert (name, missed) == (late.name, 1)
    assert turns >= 1
    assert turns_of(game, number) >= turns


def test_autopilot_counts_as_missed(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    away(game, bo, wall)
    assert to_move(game) == ai
    for _ in range(4):
        move(game, ai)
    substitution.leave(game_id=game.pk, user=bo)
    [(_name, _turns, missed)] = stints(game)
    assert missed > 2


def test_what_bots_play_because_a_round_was_closed_counts_for_nobody(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    for _ in range(6):
        move(game, to_move(game))
    taken = {user.name: turns_of(game, game.seats.get(user=user).number) for user in (ai, bo)}
    while early_end.play_out(game_id=game.pk):
        pass
    assert stints(game) == {(name, turns, 0) for name, turns in taken.items()}


def test_who_was_away_when_a_round_was_closed_has_missed_what_they_missed_before(
    ai: User, bo: User, wall: Wall
) -> None:
    game = begin(ai, bo)
    away(game, bo, wall)
    before = {user.name: turns_of(game, game.seats.get(user=user).number) for user in (ai, bo)}
    missed = game.events.filter(by__in=("timeout", "bot"), payload__seat=1).count()
    while early_end.play_out(game_id=game.pk):
        pass
    assert stints(game) == {("Ai", before["Ai"], 0), ("Bo", before["Bo"], missed)}


def test_a_substitute_answers_only_for_himself(ai: User, bo: User, chie: User, wall: Wall) -> None:
    game = begin(ai, bo, deals=3)
    away(game, bo, wall)
    number = game.seats.get(user=bo).number
    # Two turns ran out; the third is the bot's if it came up at once.
    played_for_bo = turns_of(game, number)
    substitution.offer(game_id=game.pk, number=number, user=chie)
    substitution.sit_in(game_id=game.pk, user=chie)
    missed = {name: missed for name, _turns, missed in stints(play_out(reread(game), ai, chie))}
    assert played_for_bo in (2, 3)
    assert missed == {"Ai": 0, "Bo": played_for_bo, "Chie": 0}


def test_against_bots_alone_nothing_counts(ai: User, wall: Wall) -> None:
    assert stints(play_out(running(ai, preset="nap", players=2, deals=1), ai)) == set()


def test_the_profile_tells_the_share_once_there_is_enough_to_tell(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    User.objects.filter(pk=ai.pk).update(statistics_for=User.Audience.EVERYBODY)
    Stint.objects.create(game=game, user=ai, turns=19, missed=0)
    assert "Turns played in time" not in text(get(bo, f"/u/{ai.pk}/"))
    Stint.objects.create(game=game, user=ai, turns=181, missed=1)
    assert "<dt>Turns played in time</dt><dd>99% of 200</dd>" in text(get(bo, f"/u/{ai.pk}/"))
