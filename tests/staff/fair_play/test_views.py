"""Staff's pages about fair play in boards."""

import pytest

from games.boards.closing import close
from players.models import User
from tests.support.boards import open_boards, play_boards
from tests.support.cast import person
from tests.support.visits import get, post, queries, text

pytestmark = pytest.mark.django_db


def test_nothing_before_the_close(staff: User, ai: User) -> None:
    board_set = open_boards("four", 1)
    play_boards(board_set, ai)
    path = f"/staff/boards/{board_set.slug}/"
    assert get(staff, path).status_code == 404
    assert "No boards have closed yet." in text(get(staff, "/staff/boards/"))
    close(board_set)
    assert board_set.slug in text(get(staff, "/staff/boards/"))
    assert "no verdict" in text(get(staff, path))
    assert get(ai, path).status_code == 404


def test_the_number_of_queries_does_not_grow(staff: User) -> None:
    board_set = open_boards("four", 1)
    for number, name in enumerate(("ai", "bo", "chie", "emi")):
        play_boards(board_set, person(name), seed=number)
    close(board_set)
    path = f"/staff/boards/{board_set.slug}/"
    assert queries(staff, path) <= 12
    assert post(staff, path).status_code == 302
    assert queries(staff, path) <= 12
