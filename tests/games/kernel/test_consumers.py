"""Results that are counted after the commit: once, whatever is lost, repeated or fails."""

from datetime import timedelta
from typing import Any

import pytest

from games import tasks
from games.kernel import followers
from games.kernel.followers import behind, consume_again
from games.models import Game, Progress
from players.models import User
from tests.support.play import play_out, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What two consumers were asked to count, the second of which fails at first."""
    found: list[tuple[str, int]] = []
    failures = [OSError("no disk")]

    def works(game_id: int) -> None:
        found.append(("works", game_id))

    def fails_once(game_id: int) -> None:
        if failures:
            raise failures.pop()
        found.append(("fails once", game_id))

    monkeypatch.setattr(followers, "_consumers", {"fails once": fails_once, "works": works})
    return found


@pytest.fixture
def game(ai: User, bo: User, counted: list[tuple[str, int]]) -> Game:
    """A match that is over, of which no message has arrived."""
    return play_out(running(ai, bo, preset="nap", players=2, deals=2), ai, bo)


def test_one_that_fails_holds_up_no_other_and_is_found_again(game: Game, counted: list[tuple[str, int]]) -> None:
    assert behind() == [game.pk]
    tasks.game_changed(game.pk)
    assert counted == [("works", game.pk)]
    assert behind() == [game.pk]
    tasks.catch_up()
    assert counted == [("works", game.pk), ("fails once", game.pk)]
    assert behind() == []


def test_running_it_twice_changes_nothing(game: Game, counted: list[tuple[str, int]]) -> None:
    for _ in range(3):
        tasks.game_changed(game.pk)
    assert sorted(counted) == [("fails once", game.pk), ("works", game.pk)]
    assert set(Progress.objects.values_list("seq", flat=True)) == {game.seq}


def test_what_another_worker_has_seen_is_never_taken_back(game: Game, counted: list[tuple[str, int]]) -> None:
    Progress.objects.create(game=game, consumer="works", seq=game.seq + 5)
    tasks.game_changed(game.pk)
    assert counted == []
    assert Progress.objects.get(consumer="works").seq == game.seq + 5


def test_it_may_be_asked_to_count_anew(game: Game, counted: list[tuple[str, int]]) -> None:
    tasks.game_changed(game.pk)
    tasks.game_changed(game.pk)
    # However long ago the match was played.
    Game.objects.update(ended_at=game.started_at - timedelta(days=300))
    consume_again("works", game.pk)
    assert behind() == [game.pk]
    tasks.catch_up()
    assert counted.count(("works", game.pk)) == 2
    assert behind() == []
    assert counted.count(("fails once", game.pk)) == 1


def test_a_move_within_a_deal_is_no_news(
    ai: User, bo: User, counted: list[tuple[str, int]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        game = running(ai, bo, preset="nap", players=2, deals=2)
    assert game.result_seq == 0
    assert counted == behind() == []


def test_what_changes_while_it_is_counted_is_counted_again(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []

    def disturbed(game_id: int) -> None:
        counts.append(game_id)
        if len(counts) == 1:
            # Another worker's transaction, after this one has read.
            Progress.objects.filter(game=game_id, consumer="works").delete()

    monkeypatch.setattr(followers, "_consumers", {"works": disturbed})
    tasks.game_changed(game.pk)
    assert behind() == [game.pk]
    tasks.catch_up()
    assert counts == [game.pk, game.pk]
    assert behind() == []
