"""A match of two with a clock, for tests of what happens when its players are away."""

from typing import Any

import pytest

from games.integrity.rebuild import differences
from games.kernel.log import broken_links
from games.models import Game
from napoleon.time_bank import HOUR, ClockRules
from players.models import User
from tests.support.play import reread, running
from tests.support.wall_clock import Wall

CLOCK = ClockRules(bank=10 * HOUR, quiet=False)


@pytest.fixture
def game(ai: User, bo: User, wall: Wall) -> Game:
    """A match of two, begun at noon on Monday 2 March."""
    return begin(ai, bo)


def begin(*people: User, clock: ClockRules = CLOCK, **rules: Any) -> Game:
    return running(*people, preset="nap", players=2, deals=9, clock=clock, **rules)


def events(game: Game, *kinds: str) -> list[tuple[str, str]]:
    return list(game.events.filter(type__in=kinds).order_by("seq").values_list("type", "by"))


def is_sound(game: Game) -> bool:
    game = reread(game)
    return broken_links(game) == [] and differences(game) == []
