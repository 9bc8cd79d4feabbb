"""States that are kept: a process that does not know a game reads little of its log, and believes nothing wrong."""

from collections.abc import Callable

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.kernel import known_states
from games.kernel.known_states import GameState
from games.kernel.log import state_of, states_of
from games.models import Game
from players.models import User
from tests.support.caches import forget_games, restart
from tests.support.play import move, reread, running

pytestmark = pytest.mark.django_db


def of_one(game: Game) -> GameState:
    return state_of(game)


def of_many(game: Game) -> GameState:
    return states_of([game])[game.pk]


@pytest.fixture(params=[of_one, of_many])
def read(request: pytest.FixtureRequest) -> Callable[[Game], GameState]:
    """Both ways to ask for a state."""
    found: Callable[[Game], GameState] = request.param
    return found


def move_on(game: Game, ai: User, bo: User, moves: int = 1) -> Game:
    for _ in range(moves):
        assert move(game, ai) or move(game, bo)
    return reread(game)


@pytest.fixture
def game(ai: User, bo: User) -> Game:
    """A match with a long log, on a site that was restarted."""
    game = move_on(running(ai, bo, preset="nap", players=2, deals=20), ai, bo, 60)
    forget_games()
    return game


def queries_of_logs(read: Callable[[Game], GameState], game: Game) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        read(game)
    return [one["sql"] for one in queries if '"games_event"' in one["sql"]]


def test_what_one_process_has_read_another_need_not_read(game: Game, read: Callable[[Game], GameState]) -> None:
    state = read(game)
    restart()
    assert queries_of_logs(read, game) == []
    assert read(game) == state


def test_only_what_came_since_is_read(game: Game, ai: User, bo: User, read: Callable[[Game], GameState]) -> None:
    seq = read(game).seq
    restart()
    game = move_on(game, ai, bo, 3)
    restart()
    [sql] = queries_of_logs(read, game)
    assert f'"games_event"."seq" >= {seq}' in sql.replace("(", "").replace(")", "")
    state = read(game)
    forget_games()
    assert read(game) == state


def test_an_older_game_gets_its_own_state(game: Game, ai: User, bo: User, read: Callable[[Game], GameState]) -> None:
    before, state = reread(game), read(game)
    forget_games()
    read(move_on(game, ai, bo, 3))
    assert read(before) == state


@pytest.mark.parametrize("more", [0, 3])
def test_the_state_of_another_log_is_not_believed(
    game: Game, ai: User, bo: User, read: Callable[[Game], GameState], more: int
) -> None:
    """As after a backup was restored, and the match went on in another way."""
    state = read(game)
    known_states.share(Game(slug=game.slug, digest="of another log"), state)
    game = move_on(game, ai, bo, more)
    restart()
    assert len(queries_of_logs(read, game)) == (1 if more == 0 else 2)
    found = read(game)
    forget_games()
    assert read(game) == found


def test_a_cache_that_is_down_costs_nothing_but_time(
    game: Game, read: Callable[[Game], GameState], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    state = read(game)
    restart()

    def fail(*args: object, **kwargs: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(caches["states"], "get_many", fail)
    monkeypatch.setattr(caches["states"], "set", fail)
    assert read(game) == state
    assert "could be read" in caplog.text
    assert "could be shared" in caplog.text


def test_short_logs_are_simply_read(ai: User, bo: User, read: Callable[[Game], GameState]) -> None:
    game = running(ai, bo, preset="nap", players=2)
    forget_games()
    read(game)
    restart()
    assert len(queries_of_logs(read, game)) == 1
