"""Results of boards, made again from the logs."""

import pytest
from django.core.management import CommandError, call_command

from games.boards.closing import close
from games.boards.services import begin
from games.models import BoardField, BoardPlay, BoardResult
from players.models import User
from tests.support.boards import open_boards, play_boards

pytestmark = pytest.mark.django_db


def stored() -> list[object]:
    figures = ("points", "done_at", "above", "above_error", "percent", "place")
    return [
        list(BoardPlay.objects.order_by("pk").values(*figures)),
        list(BoardField.objects.order_by("board").values("field_json", "contracts_json")),
        list(BoardResult.objects.order_by("play", "board").values("play", "board", "points", "contract")),
    ]


@pytest.mark.parametrize("is_closed", [False, True])
def test_what_is_kept_follows_from_the_logs(is_closed: bool, ai: User, bo: User, chie: User) -> None:
    board_set = open_boards()
    play_boards(board_set, ai, seed=1)
    play_boards(board_set, bo, seed=2)
    begin(board_set, chie)
    if is_closed:
        close(board_set)
    right = stored()
    BoardPlay.objects.update(points=99, place=None, done_at=None, above=None, above_error=None, percent=None)
    BoardField.objects.update(contracts_json={})
    BoardResult.objects.filter(board=1).delete()
    call_command("rebuild_boards", board_set.slug)
    assert stored() == right


def test_a_set_that_is_not_there_is_named() -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command("rebuild_boards", "nowhere")
