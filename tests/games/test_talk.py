"""What is said at a table: the latest lines, and those before them."""

from __future__ import annotations

import re

import pytest

from games import talk
from games.models import Game
from players.models import User
from tests.games.play import running
from tests.games.visits import get, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ai: User, bo: User) -> Game:
    """A table at which 120 lines have been said."""
    game = running(ai, bo, preset="nap", players=2)
    for number in range(120):
        talk.say(game=game, user=ai, text=f"Line {number}.")
    return game


def said(page: str) -> list[int]:
    return [int(number) for number in re.findall(r"Line (\d+)\.", page)]


def test_the_latest_lines_are_shown_and_the_others_are_a_page_away(game: Game, bo: User) -> None:
    path = f"/t/{game.slug}/?side=chat"
    seen, shown = [], 0
    while True:
        page = text(get(bo, path))
        seen, shown = said(page) + seen, max(shown, len(said(page)))
        earlier = re.search(r'href="([^"]+before=\d+)#side"', page)
        if earlier is None:
            break
        path = earlier[1].replace("&amp;", "&")
    assert seen == list(range(120))
    assert shown == talk.AT_ONCE
    assert f'href="/t/{game.slug}/?side=chat#side"' in page


def test_what_an_open_page_fetches_has_the_latest_alone(game: Game, bo: User) -> None:
    fetched = text(get(bo, f"/t/{game.slug}/chat/"))
    assert said(fetched) == list(range(70, 120))
    page = text(get(bo, f"/t/{game.slug}/?side=chat"))
    assert 'hx-trigger="changed from:#board"' in page
    earlier = text(
        get(bo, f"/t/{game.slug}/?side=chat&before={game.messages.latest('pk').pk - 60}")
    )
    assert 'hx-trigger="changed from:#board"' not in earlier.split('id="panel"')[1]


@pytest.mark.parametrize("before", ["0", "x", "-1", "9" * 18, "9" * 40, "%00"])
def test_odd_places_do_no_harm(game: Game, bo: User, before: str) -> None:
    assert get(bo, f"/t/{game.slug}/?side=chat&before={before}").status_code == 200


def test_thoughts_of_others_are_in_no_page_before_the_end(game: Game, ai: User, bo: User) -> None:
    talk.say(game=game, user=ai, text="Line 777.", is_thought=True)
    assert 777 in said(text(get(ai, f"/t/{game.slug}/chat/")))
    assert 777 not in said(text(get(bo, f"/t/{game.slug}/chat/")))
    assert 777 not in said(text(get(bo, f"/t/{game.slug}/?side=chat")))
