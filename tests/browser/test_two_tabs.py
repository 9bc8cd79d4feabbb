"""The same person twice: two tabs, two clicks."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from napoleon.engine import Play
from players.models import User
from tests.browser.hand import Player
from tests.browser.tables import brought_to, cards_played
from tests.browser.visitor import Visit

pytestmark = pytest.mark.browser
MOVED_ON = "The table has moved on. This is the current position."


def play_in_both(game: Game, first: Page, second: Page) -> None:
    """Play in the first tab, and then what the second one still offers."""
    Player(first).answer()
    assert cards_played(game) == 1
    Player(second).choose()
    expect(second.get_by_role("alert")).to_have_text(MOVED_ON)
    assert cards_played(game) == 1
    # It is the fresh board: from there one goes on.
    Player(second).answer()
    assert cards_played(game) == 2
    expect(second.get_by_role("alert")).to_have_count(0)


def test_a_tab_that_was_left_behind_is_told_so(visit: Visit, ai: User) -> None:
    game = brought_to(Play, ai)
    visitor = visit(ai)
    first = visitor.go(game.get_absolute_url())
    second = visitor.context.new_page()
    visitor.expect_problem(r"/events/|/act/.* 409|Error Code 409")
    second.route("**/events/**", lambda route: route.abort())  # it hears of nothing
    second.goto(game.get_absolute_url())
    play_in_both(game, first, second)


def test_a_tab_without_javascript_is_told_so(visit: Visit, ai: User) -> None:
    game = brought_to(Play, ai)
    visitor = visit(ai, java_script_enabled=False)
    first = visitor.go(game.get_absolute_url())
    second = visitor.context.new_page()
    second.goto(game.get_absolute_url())
    visitor.expect_problem(r"/act/.* 409")
    play_in_both(game, first, second)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_double_click_plays_one_card(visit: Visit, ai: User, scripts: bool) -> None:
    game = brought_to(Play, ai)
    page = visit(ai, java_script_enabled=scripts).go(game.get_absolute_url())
    hand = page.locator(".hand-card")
    before = hand.count()
    page.locator(".hand-card:has(:enabled)").first.click()
    page.locator("#play").dblclick()
    expect(hand).to_have_count(before - 1)
    page.wait_for_timeout(500)
    expect(hand).to_have_count(before - 1)
    assert cards_played(game) == 1
