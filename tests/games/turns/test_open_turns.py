"""The open turns of a game, as they follow its moves."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.integrity.rebuild import differences
from players.models import User
from tests.support.play import move, reread, running

pytestmark = pytest.mark.django_db


@pytest.mark.cards(2)
def test_new_turns_take_the_rows_of_closed_ones(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=4, deals_at_once=2)
    while game.result_seq == 0:
        with CaptureQueriesContext(connection) as queries:
            assert move(game, ai) or move(game, bo)
        game = reread(game)
        changes = [one["sql"].split()[0] for one in queries if "games_turn" in one["sql"].split("(")[0]]
        assert [one for one in changes if one != "SELECT"] in ([], ["UPDATE"])
        assert differences(game) == []
