"""A set of boards from its opening to its close."""

import pytest
from django.utils import timezone

from games.boards import closing
from games.boards.closing import close
from games.boards.services import begin, open_challenge
from games.integrity.audit import audit
from games.kernel.early_end import stop
from games.models import BoardPlay, BoardSet, Game
from players.models import User
from tests.support.boards import open_boards, play_boards
from tests.support.concurrency import at_once
from tests.support.visits import get

pytestmark = pytest.mark.django_db


def reread(play: BoardPlay) -> BoardPlay:
    return BoardPlay.objects.select_related("game__board_set").get(pk=play.pk)


@pytest.mark.parametrize("preset", ["gurunapo", "leaflet", "four", "booklet", "nap"])
def test_plays_are_ranked_and_become_public(preset: str, ai: User, bo: User, chie: User) -> None:
    board_set = open_boards(preset)
    first, second = play_boards(board_set, ai, seed=1), play_boards(board_set, bo, seed=2)
    left = begin(board_set, chie)
    assert (first.game.status, first.place) == (Game.Status.SEALED, None)
    close(board_set)
    first, second, left = reread(first), reread(second), reread(left)
    assert [play.game.status for play in (first, second, left)] == ["finished", "finished", "abandoned"]
    assert min(first.place or 0, second.place or 0) == 1
    # Nobody is behind those who left.
    assert left.place == max(play.place or 0 for play in (first, second, left))
    captain = board_set.plays.get(by_captain=True)
    assert captain.done_at is not None
    assert (captain.place, captain.counts) == (None, False)


def test_whoever_plays_alike_is_answered_alike(ai: User, bo: User) -> None:
    board_set = open_boards()
    plays = [play_boards(board_set, user, seed=7) for user in (ai, bo)]
    logs = [list(play.game.events.order_by("seq").values_list("type", "payload", "by")) for play in plays]
    assert logs[0] == logs[1]
    close(board_set)
    assert [reread(play).place for play in plays] == [1, 1]


def test_the_log_holds_and_the_secret_is_the_sets(ai: User) -> None:
    board_set = open_boards()
    play = play_boards(board_set, ai)
    assert all(claim.holds for claim in audit(play.game))
    close(board_set)
    claims = {claim.claim: claim.holds for claim in audit(reread(play).game)}
    assert claims["the shuffle is the one that was promised"]
    assert all(claims.values())


def test_a_close_may_be_done_twice(ai: User) -> None:
    board_set = open_boards()
    play = play_boards(board_set, ai)
    close(board_set)
    close(BoardSet.objects.get())
    assert reread(play).place == 1
    assert board_set.plays.filter(by_captain=True).count() == 1


def test_what_nobody_finished_stays_hidden_until_the_set_has_closed(ai: User, bo: User) -> None:
    board_set = open_boards()
    game = begin(board_set, ai).game
    stop(game_id=game.pk)
    assert reread(BoardPlay.objects.get()).game.opens_deals is False
    assert get(bo, f"/t/{game.slug}/").status_code == 404
    close(board_set)
    assert reread(board_set.plays.get(user=ai)).game.opens_deals is True
    assert get(bo, f"/t/{game.slug}/").status_code == 200


def test_what_another_worker_has_closed_meanwhile_is_left_alone(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the captain of the first played, say."""
    open_boards()
    open_challenge(ai, "gurunapo", 2)
    now = timezone.now()
    BoardSet.objects.update(closes_at=now)
    closed: list[int] = []

    def close_all(board_set: BoardSet) -> None:
        closed.append(board_set.pk)
        BoardSet.objects.update(closed_at=now)

    monkeypatch.setattr(closing, "close", close_all)
    closing.close_due(now)
    assert len(closed) == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_have_one_captain_play() -> None:
    board_set = open_boards()
    at_once(*[lambda: closing._play_of_captain(board_set)] * 2)
    assert board_set.plays.filter(by_captain=True).count() == 1
