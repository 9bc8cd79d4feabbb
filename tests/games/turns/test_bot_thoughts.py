"""Bots that think long: nobody waits for them in a request, no lock is held and no worker sleeps while they think."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache, caches
from django.utils import timezone

from games import tasks
from games.kernel.log import state_of
from games.models import Event, Game, Seat
from games.turns import bot_thoughts, services
from napoleon import bots
from napoleon.engine import DealView
from players.models import User
from tests.support.play import move, reread, running
from tests.support.visits import get, text
from tests.support.wall_clock import Wall


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


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[int, ...], float]]:
    """What is enqueued to be done later: the task's arguments, and in how many seconds."""
    found: list[tuple[tuple[int, ...], float]] = []

    def apply_async(arguments: tuple[int, ...], countdown: float) -> None:
        found.append((arguments, countdown))

    monkeypatch.setattr(tasks.go_on, "apply_async", apply_async)
    return found


def test_a_captain_moves_where_workers_let_the_game_go_on(with_captain: Game) -> None:
    while not with_captain.turns.filter(user__isnull=False).exists():
        before = moves_of_bots(with_captain)
        assert services.go_on(game_id=with_captain.pk)
        assert moves_of_bots(with_captain) == before + 1
    assert not services.go_on(game_id=with_captain.pk)


def test_it_is_not_asked_while_the_game_is_locked(with_captain: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "next_thought", lambda _: None)
    before = moves_of_bots(with_captain)
    services.go_on(game_id=with_captain.pk)
    assert moves_of_bots(with_captain) == before


def test_what_it_thought_of_another_position_is_not_played(with_captain: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    found = bot_thoughts.next_thought(with_captain.pk)
    assert found is not None
    thought, wait = found
    stale = thought._replace(seat=thought.seat + 1)
    monkeypatch.setattr(services, "next_thought", lambda _: (stale, wait))
    assert not services.go_on(game_id=with_captain.pk)
    assert "captain" in bots.THINKERS


# --- How long it takes tells nothing ---


def test_a_move_waits_for_its_time_and_no_worker_sleeps(
    with_captain: Game, sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "BOT_THINKS_FOR", 60.0)
    before = moves_of_bots(with_captain)
    assert services.go_on(game_id=with_captain.pk)
    assert moves_of_bots(with_captain) == before
    [((game_id,), wait)] = sent
    assert (game_id, 50 < wait <= 60) == (with_captain.pk, True)


def test_one_task_waits_however_often_the_game_is_sent(
    with_captain: Game, sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "BOT_THINKS_FOR", 60.0)
    for _sweep in range(3):
        assert services.go_on(game_id=with_captain.pk)
    assert len(sent) == 1


def test_it_is_thought_of_once(with_captain: Game, sent: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(settings, "BOT_THINKS_FOR", 60.0)
    captain = bots.LEVELS["captain"]
    monkeypatch.setitem(bots.LEVELS, "captain", lambda *view: asked.append(1) or captain(*view))
    services.go_on(game_id=with_captain.pk)
    with_captain.turns.update(opened_at=timezone.now() - timedelta(seconds=60))
    before = moves_of_bots(with_captain)
    services.go_on(game_id=with_captain.pk)
    assert (moves_of_bots(with_captain) - before, len(asked), len(sent)) == (1, 1, 1)


def test_without_a_cache_it_is_thought_of_again(
    with_captain: Game, sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(settings, "BOT_THINKS_FOR", 60.0)
    for name in ("get", "set", "add"):
        monkeypatch.setattr(caches["default"], name, fail)
    before = moves_of_bots(with_captain)
    services.go_on(game_id=with_captain.pk)
    assert len(sent) == 1
    with_captain.turns.update(opened_at=timezone.now() - timedelta(seconds=60))
    services.go_on(game_id=with_captain.pk)
    assert moves_of_bots(with_captain) == before + 1


def test_a_clock_that_is_ahead_makes_no_one_wait_longer(
    with_captain: Game, sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "BOT_THINKS_FOR", 60.0)
    with_captain.turns.update(opened_at=timezone.now() + timedelta(hours=1))
    services.go_on(game_id=with_captain.pk)
    [(arguments, countdown)] = sent
    assert arguments == (with_captain.pk,)
    assert 59 < countdown <= 60


def test_it_moves_when_that_time_is_over(with_captain: Game, wall: Wall, sent: list[Any], pause: float) -> None:
    """By its own clock, though by the other machine's the turn is still to open."""
    with_captain.turns.update(opened_at=timezone.now() + timedelta(hours=1))
    services.go_on(game_id=with_captain.pk)
    assert sent
    before = moves_of_bots(with_captain)
    wall.go(seconds=pause)
    services.go_on(game_id=with_captain.pk)
    assert moves_of_bots(with_captain) == before + 1


@pytest.fixture
def pause(monkeypatch: pytest.MonkeyPatch) -> float:
    monkeypatch.setattr(settings, "BOT_THINKS_FOR", 10.0)
    return 10.0


@pytest.fixture
def wait_of(with_captain: Game, wall: Wall, sent: list[Any], monkeypatch: pytest.MonkeyPatch) -> Callable[..., float]:
    """How long a captain's turn lasts that a worker takes after `waited` seconds, and a thought of `took` seconds."""
    captain = bots.LEVELS["captain"]

    def think(took: float, view: DealView, *rest: Any) -> Any:
        wall.go(seconds=took)
        return captain(view, *rest)

    def wait(waited: float, took: float) -> float:
        with_captain.turns.update(opened_at=timezone.now())
        opened = wall.go(seconds=waited) - timedelta(seconds=waited)
        monkeypatch.setitem(bots.LEVELS, "captain", partial(think, took))
        for key in cache_keys():
            cache.delete(key)
        before = moves_of_bots(with_captain)
        services.go_on(game_id=with_captain.pk)
        [(_, countdown)] = sent
        sent.clear()
        moment = wall.go(seconds=countdown)
        assert moves_of_bots(with_captain) == before
        return (moment - opened).total_seconds()

    def cache_keys() -> list[str]:
        """The thought of the position and who waits with it, so that it is thought of once more."""
        seen = state_of(with_captain).seen
        thoughts = [f"thought:{with_captain.slug}:{d}:{s}:{seen[d]}" for d in seen for s in range(2)]
        return [*thoughts, *(f"waiting-{key}" for key in thoughts)]

    return wait


@pytest.mark.parametrize("waited", [0.0, 4.0, 9.0, 9.9, 10.1, 13.0, 27.0])
def test_a_forced_move_and_a_free_one_cannot_be_told_apart_by_their_time(
    wait_of: Callable[..., float], pause: float, waited: float
) -> None:
    wait_of(0.0, 9.0)
    forced, free, quick = wait_of(waited, 0.0), wait_of(waited, 9.0), wait_of(waited, 3.0)
    assert forced == free == quick
    assert forced % pause == 0


def test_a_late_move_is_made_at_the_next_full_pause(wait_of: Callable[..., float], pause: float) -> None:
    assert [wait_of(waited, 0.0) for waited in (0.0, 4.0, 6.0, 14.0, 16.0)] == [10, 10, 20, 20, 30]


@pytest.mark.slow
def test_after_a_slow_thought_all_captains_take_their_time_for_an_hour(
    wait_of: Callable[..., float], pause: float
) -> None:
    assert [wait_of(0.0, took) for took in (0.0, 14.0, 0.0)] == [10, 20, 20]
    # A machine that stood still is no measure for others.
    assert [wait_of(0.0, took) for took in (304.0, 0.0)] == [310, 30]


# --- Pages without JavaScript ---


def test_a_page_without_scripts_looks_again_while_bots_think(with_captain: Game, ai: User) -> None:
    again = f'<meta http-equiv="refresh" content="2; url=/t/{with_captain.slug}/?deal=1">'
    assert again in text(get(ai, f"/t/{with_captain.slug}/"))
    while services.go_on(game_id=with_captain.pk):
        pass
    assert "http-equiv" not in text(get(ai, f"/t/{with_captain.slug}/"))
