"""Pauses by the host's wish."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.kernel.transaction import TableError
from games.models import Game
from games.seats import pauses
from games.turns import sweep
from players.models import User
from tests.support.play import move, reread
from tests.support.timed_match import events, is_sound
from tests.support.timed_match import game as game
from tests.support.visits import post, text
from tests.support.wall_clock import Wall, at, to_move

pytestmark = pytest.mark.django_db


def test_a_pause_moves_every_deadline(game: Game, ai: User, wall: Wall) -> None:
    wall.go(hours=6)
    pauses.pause(game_id=game.pk, user=ai, days=3, reason="New Year")
    assert game.turns.get().times_out_at == at("6 22:00")
    assert events(game, "paused") == [("paused", "player")]
    wall.go(days=1)
    pauses.resume(game_id=game.pk)
    assert game.turns.get().times_out_at == at("4 22:00")
    assert events(game, "resumed") == [("resumed", "player")]
    assert reread(game).paused_until == wall.now
    assert is_sound(game)


def test_play_goes_on_in_a_pause_for_who_wants_to(game: Game, ai: User, wall: Wall) -> None:
    pauses.pause(game_id=game.pk, user=ai, days=3, reason="")
    wall.go(hours=5)
    move(game, to_move(game))
    assert game.turns.get().due == at("6 12:00")


def test_a_table_does_not_rest_for_ever(game: Game, ai: User, wall: Wall) -> None:
    def pause(days: int) -> None:
        pauses.pause(game_id=game.pk, user=ai, days=days, reason="")

    for days in (0, 15):
        with pytest.raises(TableError, match="14 more days"):
            pause(days)
    pause(14)
    with pytest.raises(TableError, match="already"):
        pause(1)
    wall.go(days=14)
    pause(14)
    wall.go(days=14)
    with pytest.raises(TableError, match="2 more days"):
        pause(3)
    pause(2)


def test_a_host_who_is_muted_writes_no_reason(game: Game, ai: User) -> None:
    Game.objects.update(host=ai)
    ai.muted_until = timezone.now() + timedelta(days=3)
    ai.save()
    answer = post(ai, f"/t/{game.slug}/pause/", days=3, reason="Rude words")
    assert answer.status_code == 422
    assert "you cannot write for now" in text(answer)
    assert not game.pauses.exists()


def test_an_outage_uses_up_nothing_of_a_pause(game: Game, ai: User, wall: Wall) -> None:
    """The pause has two days left when the site goes down, and when it is back."""
    wall.go(hours=6)
    pauses.pause(game_id=game.pk, user=ai, days=3, reason="New Year")
    wall.go(days=1)
    wall.go(days=10, beating=False)
    sweep.sweep()
    assert reread(game).paused_until == wall.now + timedelta(days=2)
    assert game.turns.get().times_out_at == at("6 22:00") + timedelta(days=10)
    assert pauses.pauses_of_host(game) == timedelta(days=3)
    assert is_sound(game)


def test_a_pause_that_was_over_before_an_outage_stays_over(game: Game, ai: User, wall: Wall) -> None:
    pauses.pause(game_id=game.pk, user=ai, days=1, reason="")
    wall.go(days=2)
    ended = reread(game).paused_until
    wall.go(days=1, beating=False)
    sweep.sweep()
    assert reread(game).paused_until == ended
