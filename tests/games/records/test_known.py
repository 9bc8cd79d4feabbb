"""What a seat knows, as a process keeps and shares it: always what the whole log says, and little of that is read."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.kernel.replay import rows_of
from games.models import Game
from games.records import known, known_record
from games.records.export import known_lines
from players.models import User
from tests.support.caches import forget_games, restart
from tests.support.play import move, reread, running

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


def move_on(game: Game, ai: User, bo: User, moves: int) -> Game:
    for _ in range(moves):
        assert move(game, ai) or move(game, bo)
    return reread(game)


@pytest.fixture
def game(ai: User, bo: User) -> Game:
    """A match with a long log, on a site that was restarted."""
    game = move_on(running(ai, bo, preset="gurunapo", deals=8), ai, bo, 25)
    forget_games()
    return game


@pytest.fixture(params=[0, 1, None])
def seat(request: pytest.FixtureRequest) -> int | None:
    found: int | None = request.param
    return found


def whole(game: Game, seat: int | None) -> list[Json]:
    """The record as the whole log tells it."""
    return known_lines(game, rows_of(game), seat)


def queries_of_the_log(game: Game, seat: int | None) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        known_record(game, seat)
    return [one["sql"] for one in queries if '"games_event"' in one["sql"]]


def test_it_is_the_record_of_the_seat_after_every_restart(game: Game, ai: User, bo: User, seat: int | None) -> None:
    for _ in range(4):
        assert known_record(game, seat) == whole(game, seat)
        restart()
        game = move_on(game, ai, bo, 5)


def test_another_process_reads_only_what_came_since(game: Game, ai: User, bo: User, seat: int | None) -> None:
    known_record(game, seat)
    seq = game.seq
    game = move_on(game, ai, bo, 3)
    restart()
    queries = queries_of_the_log(game, seat)
    assert any(f'"seq" >= {seq}' in sql.replace("(", "") for sql in queries), queries
    assert not any('"seq" >= 0' in sql.replace("(", "") for sql in queries), queries


def test_what_was_shared_of_another_log_is_not_believed(game: Game, ai: User, bo: User, seat: int | None) -> None:
    """As after a backup was restored, and the match went on in another way."""
    known_record(game, seat)
    game = move_on(game, ai, bo, 3)
    restart()
    [shared] = known.read_shared([known._key(game, seat)]).values()
    shared.digest, shared.lines[-1] = "of another log", {"type": "wrong"}
    known.share(known._key(game, seat), shared)
    assert known_record(game, seat) == whole(game, seat)


def test_what_one_reader_got_does_not_grow_with_what_others_learn(game: Game, ai: User, bo: User) -> None:
    before = known_record(game, 0)
    text = str(before)
    move_on(game, ai, bo, 10)
    known_record(reread(game), 0)
    assert str(before) == text
