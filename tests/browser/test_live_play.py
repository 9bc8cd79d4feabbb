"""Playing live, in the browsers of those at the table."""

import pytest
from playwright.sync_api import expect

from games.seats import live_play
from players.models import User
from tests.browser.screen import measured
from tests.browser.visitor import Visit
from tests.support.play import running

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def seen(ai: User, bo: User, chie: User) -> None:
    User.objects.update(shows_presence=True)


def test_they_come_one_after_the_other_and_agree(visit: Visit, ai: User, bo: User, chie: User) -> None:
    path, here = running(ai, bo, chie).get_absolute_url(), "3 of 3 are here now"
    pages = [visit(user).go(path) for user in (ai, bo, chie)]
    expect(pages[0].get_by_role("link", name=here)).to_be_visible()
    for page in pages[:2]:
        page.get_by_role("button", name="Play live").click()
    expect(pages[2].get_by_role("link", name="2 of 3 want to play live")).to_be_visible()
    pages[2].get_by_role("button", name="Play live").click()
    for page in pages:
        expect(page.get_by_role("link", name="Playing live")).to_be_visible()
    pages[0].get_by_role("button", name="Slow clock").click()
    for page in pages:
        expect(page.get_by_text("Ai switched back to the slow clock.")).to_be_visible()
        expect(page.get_by_text("Playing live")).to_have_count(0)


def test_a_button_stays_while_it_is_pressed(visit: Visit, ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo, chie)
    pages = [visit(user).go(game.get_absolute_url()) for user in (ai, bo, chie)]
    expect(pages[0].get_by_role("link", name="3 of 3 are here now")).to_be_visible()
    pages[0].get_by_role("button", name="Play live").hover()
    pages[0].mouse.down()
    with pages[0].expect_response("**/board/*"):
        live_play.agree(game_id=game.pk, user=bo)
    expect(pages[2].get_by_role("link", name="1 of 3 want to play live")).to_be_visible()
    expect(pages[0].get_by_role("link", name="3 of 3 are here now")).to_be_visible()
    pages[0].mouse.up()
    expect(pages[2].get_by_role("link", name="2 of 3 want to play live")).to_be_visible()
    expect(pages[0].get_by_role("link", name="2 of 3 want to play live")).to_be_visible()


def test_the_hand_stays_on_the_screen(visit: Visit, ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo, chie)
    page = visit(ai, locale="ja-JP").go(game.get_absolute_url())
    for user in (bo, chie):
        visit(user).go(game.get_absolute_url())
    expect(page.locator(".live-bar")).to_be_visible()
    problems = list(measured(page, "offered"))
    for user in (bo, chie):
        live_play.agree(game_id=game.pk, user=user)
    expect(page.locator(".live-bar")).to_contain_text("3人中2人")
    page.locator(".live-bar button").click()
    expect(page.locator(".live-bar")).to_contain_text("ライブ対局中")
    problems += measured(page, "live")
    assert not problems, "\n".join(problems)
