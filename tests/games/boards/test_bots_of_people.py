"""Bots made by people play no boards."""

import pytest

from games.boards.services import begin
from games.kernel.transaction import TableError
from players.models import User
from tests.support.boards import open_boards

pytestmark = pytest.mark.django_db


def test_a_bot_does_not_play_boards(ai: User) -> None:
    ai.is_bot = True
    with pytest.raises(TableError):
        begin(open_boards("nap", 1), ai)
    assert not ai.board_plays.exists()
