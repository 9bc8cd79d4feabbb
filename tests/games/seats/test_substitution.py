"""Leaving a seat for good, and substitutes."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.kernel import early_end
from games.kernel.log import state_of
from games.kernel.transaction import TableError
from games.models import Event, Game
from games.seats import substitution, time_outs
from games.turns import services, sweep
from napoleon.time_bank import DAY
from players.models import Notification, User
from tests.support.play import move, reread, running
from tests.support.timed_match import CLOCK, events, is_sound
from tests.support.timed_match import game as game
from tests.support.visits import get, text
from tests.support.wall_clock import Wall, away, to_move

pytestmark = pytest.mark.django_db


def test_a_bot_plays_on_for_who_has_left(cast: list[User], wall: Wall) -> None:
    ai, bo, chie = cast[:3]
    game = running(ai, bo, chie, preset="nap", players=3, clock=CLOCK)
    substitution.leave(game_id=game.pk, user=ai)
    assert events(game, "left") == [("left", "player")]
    assert game.seats.get(number=0).bot == "captain"
    assert set(game.turns.values_list("user", flat=True)) <= {bo.pk, chie.pk}
    assert game.turns.get().times_out_at
    with pytest.raises(TableError):
        substitution.leave(game_id=game.pk, user=ai)
    assert is_sound(game)


def test_who_is_left_with_bots_has_no_clock_any_more(game: Game, ai: User, bo: User, wall: Wall) -> None:
    substitution.leave(game_id=game.pk, user=ai)
    assert to_move(game) == bo
    assert game.turns.get().times_out_at is None
    assert reread(game).closes_at == wall.now + timedelta(days=30)


def test_a_substitute_takes_the_seat_that_was_offered(game: Game, ai: User, bo: User, chie: User, wall: Wall) -> None:
    number = game.seats.get(user=ai).number
    game.seats.filter(user=ai).update(moves_seen={"1": 9})
    away(game, ai, wall)
    hand = state_of(reread(game)).match
    substitution.offer(game_id=game.pk, number=number, user=chie)
    assert Notification.objects.get(kind="invited").user == chie
    substitution.sit_in(game_id=game.pk, user=chie)
    assert Notification.objects.get(kind="substitute").user == chie
    seat = game.seats.get(number=number)
    assert (seat.user, seat.invited, seat.bot, seat.autopilot) == (chie, None, "", False)
    assert seat.bank == CLOCK.bank
    assert seat.moves_seen == {}
    assert events(game, "substituted") == [("substituted", "player")]
    # The seat's cards and past are hers now.
    assert state_of(reread(game)).match == hand
    with pytest.raises(Game.DoesNotExist):
        services.act(slug=game.slug, user_id=ai.pk, payload={}, seen=None, key=None)
    assert is_sound(game)


def alone_for(game: Game, user: User, wall: Wall, days: int) -> int:
    """Let the person, alone with bots, leave their turn open for so long; a seat that may be offered."""
    assert game.turns.get().user == user
    assert game.turns.get().times_out_at is None
    wall.go(days=days)
    return game.seats.exclude(user=user).earliest("number").number


def test_who_was_alone_with_bots_has_their_whole_time_when_somebody_comes(ai: User, bo: User, wall: Wall) -> None:
    game = running(ai, preset="nap", players=3, deals=3, clock=CLOCK)
    substitution.offer(game_id=game.pk, number=alone_for(game, ai, wall, days=5), user=bo)
    substitution.sit_in(game_id=game.pk, user=bo)
    turn = game.turns.get()
    assert (turn.user, turn.opened_at, turn.due) == (ai, wall.now, wall.now + DAY)
    assert turn.tell_at == wall.now + timedelta(minutes=2)
    assert turn.remind_at == wall.now + DAY / 2
    sweep.sweep()
    assert not game.events.filter(by=Event.By.TIMEOUT).exists()
    assert is_sound(game)


def test_who_was_left_alone_with_bots_has_their_whole_time_when_somebody_comes(
    ai: User, bo: User, chie: User, wall: Wall
) -> None:
    game = running(ai, bo, preset="nap", players=3, deals=3, clock=CLOCK)
    while to_move(game) != ai:
        move(game, to_move(game))
    substitution.leave(game_id=game.pk, user=bo)
    alone_for(game, ai, wall, days=3)
    substitution.offer(game_id=game.pk, number=1, user=chie)
    substitution.sit_in(game_id=game.pk, user=chie)
    assert game.turns.get(user=ai).times_out_at == wall.now + DAY + CLOCK.bank
    sweep.sweep()
    assert not game.events.filter(by=Event.By.TIMEOUT).exists()
    assert is_sound(game)


def test_of_two_who_play_on_nobody_gets_more_time_when_a_third_comes(
    ai: User, bo: User, chie: User, dai: User, wall: Wall
) -> None:
    game = running(ai, bo, chie, preset="nap", players=3, deals=3, clock=CLOCK)
    while to_move(game) != ai:
        move(game, to_move(game))
    substitution.leave(game_id=game.pk, user=bo)
    before = game.turns.get(user=ai)
    wall.go(hours=3)
    substitution.offer(game_id=game.pk, number=1, user=dai)
    substitution.sit_in(game_id=game.pk, user=dai)
    assert game.turns.get(user=ai).opened_at == before.opened_at
    assert game.turns.get(user=ai).times_out_at == before.times_out_at
    assert is_sound(game)


def test_only_seats_of_bots_are_offered_and_only_to_others(
    game: Game, ai: User, bo: User, chie: User, wall: Wall
) -> None:
    number = game.seats.get(user=bo).number
    with pytest.raises(TableError, match="The player of that seat is playing again"):
        substitution.offer(game_id=game.pk, number=number, user=chie)
    away(game, bo, wall)
    with pytest.raises(TableError, match="is already at this table"):
        substitution.offer(game_id=game.pk, number=number, user=ai)
    with pytest.raises(TableError, match="playing again"):
        substitution.offer(game_id=game.pk, number=7, user=chie)
    substitution.offer(game_id=game.pk, number=number, user=chie)
    substitution.offer(game_id=game.pk, number=number, user=None)
    with pytest.raises(TableError, match="No seat is free"):
        substitution.sit_in(game_id=game.pk, user=chie)


def test_nobody_plays_two_hands_of_a_match(cast: list[User], wall: Wall) -> None:
    ai, bo, chie, dai, _ = cast
    game = running(ai, bo, chie, preset="nap", players=3, deals=9)
    numbers = {user: game.seats.get(user=user).number for user in (bo, chie)}
    substitution.leave(game_id=game.pk, user=chie)
    substitution.offer(game_id=game.pk, number=numbers[chie], user=dai)
    substitution.leave(game_id=game.pk, user=bo)
    with pytest.raises(TableError, match="Bo has played another hand at this table"):
        substitution.offer(game_id=game.pk, number=numbers[chie], user=bo)
    substitution.offer(game_id=game.pk, number=numbers[bo], user=bo)
    substitution.sit_in(game_id=game.pk, user=bo)
    assert game.seats.get(user=bo).number == numbers[bo]


def test_whose_seat_somebody_else_has_taken_has_seen_its_cards(
    game: Game, ai: User, bo: User, chie: User, wall: Wall
) -> None:
    away(game, ai, wall)
    taken = game.seats.get(user=ai).number
    substitution.offer(game_id=game.pk, number=taken, user=chie)
    substitution.sit_in(game_id=game.pk, user=chie)
    substitution.leave(game_id=game.pk, user=bo)
    with pytest.raises(TableError, match="Ai has played another hand"):
        substitution.offer(game_id=game.pk, number=1 - taken, user=ai)


def test_an_offer_ends_when_the_person_comes_back(game: Game, ai: User, chie: User, wall: Wall) -> None:
    away(game, ai, wall)
    substitution.offer(game_id=game.pk, number=game.seats.get(user=ai).number, user=chie)
    time_outs.take_back(game_id=game.pk, user=ai)
    with pytest.raises(TableError, match="No seat is free"):
        substitution.sit_in(game_id=game.pk, user=chie)
    # An old offer is not good for another time.
    away(game, ai, wall)
    with pytest.raises(TableError, match="No seat is free"):
        substitution.sit_in(game_id=game.pk, user=chie)


def test_an_offer_ends_with_a_move_as_well(ai: User, bo: User, chie: User, wall: Wall) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=9, clock=CLOCK, listed=False)
    for user in (ai, bo):
        away(game, user, wall)
    seat = game.seats.get(number=game.turns.get().seat)
    substitution.offer(game_id=game.pk, number=seat.number, user=chie)
    assert get(chie, f"/t/{game.slug}/").status_code == 200
    assert move(game, seat.user)
    seat.refresh_from_db()
    assert (seat.autopilot, seat.invited) == (False, None)
    assert get(chie, f"/t/{game.slug}/").status_code == 404


@pytest.mark.parametrize("end", [early_end.stop, early_end.play_out])
def test_an_offer_ends_with_the_match(ai: User, bo: User, chie: User, wall: Wall, end: Callable[..., bool]) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1, clock=CLOCK, listed=False)
    away(game, bo, wall)
    substitution.offer(game_id=game.pk, number=game.seats.get(user=bo).number, user=chie)
    assert get(chie, f"/t/{game.slug}/").status_code == 200
    while end(game_id=game.pk) and not reread(game).is_over:
        pass
    assert reread(game).is_over
    assert not game.seats.exclude(invited=None).exists()
    assert get(chie, f"/t/{game.slug}/").status_code == 404
    assert "offered to" not in text(get(bo, f"/t/{game.slug}/people/"))
