"""An account becomes a bot for good, if it has never played."""

import pytest

from players.models import User
from tests.support.api import Program
from tests.support.play import lobby

pytestmark = pytest.mark.django_db

WISH = {"confirm": True, "author": "Ai of Kamakura"}


def test_an_account_becomes_a_bot_and_its_tokens_end(ai: User) -> None:
    program = Program(ai)
    answer = program.post("/account/bot", WISH)
    assert (answer.status_code, answer.json()["bot"], answer.json()["author"]) == (200, True, "Ai of Kamakura")
    ai.refresh_from_db()
    assert (ai.is_bot, ai.bot_author) == (True, "Ai of Kamakura")
    assert program.get("/account").status_code == 401
    assert Program(ai, "profile:read", "bot:play").get("/account").json()["bot"] is True


def test_who_has_sat_at_a_table_stays_a_person(ai: User) -> None:
    lobby(ai, preset="nap", players=2)
    answer = Program(ai).post("/account/bot", WISH)
    assert (answer.status_code, answer.json()["code"]) == (409, "has_played")
    ai.refresh_from_db()
    assert not ai.is_bot


@pytest.mark.parametrize("wish", [{}, {"confirm": False, "author": "Ai"}, {"confirm": True}, {**WISH, "author": ""}])
def test_it_is_confirmed_and_has_an_author(ai: User, wish: dict[str, object]) -> None:
    assert Program(ai).post("/account/bot", wish).status_code == 422
