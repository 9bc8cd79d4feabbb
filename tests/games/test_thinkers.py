"""Bots that think long: nobody waits for them in a request, and no lock is held while they think."""

from __future__ import annotations

import pytest
from django.conf import settings

from games import bots
from games.models import Event, Game, Seat
from games.turns import services
from players.models import User
from tests.support.play import move, reread, running


@pytest.fixture
def with_captain(ai: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Ai's match of Nap, in which a captain is to act."""
    monkeypatch.setattr(services, "MOST_BOT_MOVES", 0)
    game = running(ai, preset="nap", players=2, bots="corporal")
    if game.turns.filter(user=ai).exists():
        move(game, ai)
    monkeypatch.undo()
    Seat.objects.filter(game=game, bot="corporal").update(bot="captain")
    return reread(game)


def moves_of_bots(game: Game) -> int:
    return game.events.filter(by=Event.By.BOT).count()


def test_a_captain_moves_where_workers_let_the_game_go_on(with_captain: Game) -> None:
    while not with_captain.turns.filter(user__isnull=False).exists():
        before = moves_of_bots(with_captain)
        assert services.go_on(game_id=with_captain.pk)
        assert moves_of_bots(with_captain) == before + 1
    assert not services.go_on(game_id=with_captain.pk)


def test_it_is_not_asked_while_the_game_is_locked(
    with_captain: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "_thought", lambda _: None)
    before = moves_of_bots(with_captain)
    services.go_on(game_id=with_captain.pk)
    assert moves_of_bots(with_captain) == before


def test_what_it_thought_of_another_position_is_not_played(
    with_captain: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = services._thought(with_captain.pk)
    assert thought is not None
    stale = thought._replace(seat=thought.seat + 1)
    monkeypatch.setattr(services, "_thought", lambda _: stale)
    assert not services.go_on(game_id=with_captain.pk)
    assert "captain" in bots.THINKERS


def test_how_long_it_thinks_tells_nothing(
    with_captain: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(settings, "BOT_THINKS_FOR", 60.0)
    monkeypatch.setattr(services.time, "sleep", slept.append)
    assert services._thought(with_captain.pk)
    assert 0 < slept[0] < 60
