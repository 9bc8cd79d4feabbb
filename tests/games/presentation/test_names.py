"""What bots and tables are called."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.bots import LEVELS
from games.models import Seat
from players.models import User
from tests.support.play import running
from tests.support.visits import get, text


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_is_called_by_its_level_and_place(level: str) -> None:
    assert Seat(bot=level, number=2).name == f"{level.capitalize()} 3"


def test_a_bot_has_a_name_in_the_readers_language() -> None:
    with translation.override("ja"):
        assert Seat(bot="recruit", number=2).name == "新兵3"


@pytest.mark.django_db
def test_a_running_table_without_a_name_is_called_after_its_host(ai: User) -> None:
    game = running(ai)
    assert f"<b>{ai.name}’s table</b>" in text(get(ai, f"/t/{game.slug}/"))
