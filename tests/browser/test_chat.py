"""The chat on a page that stays open: the number of new messages comes by itself, and nothing else moves."""

import pytest
from playwright.sync_api import expect

from games.table import chat
from players.models import User
from tests.browser.looks import looks
from tests.browser.visitor import PHONE, Visit
from tests.support.play import running

pytestmark = pytest.mark.browser


def test_the_number_of_new_messages_comes_by_itself(visit: Visit, ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2)
    page = visit(bo, viewport=PHONE).go(game.get_absolute_url())
    tab, head = page.locator("#unread-tab .count"), page.locator("#unread .count")
    expect(tab).to_have_count(0)
    page.evaluate("document.querySelector('#board .mat').id = 'same'")
    for number in (1, 2):
        chat.post_message(game=game, user=ai, text=f"Hello {number}")
        expect(tab).to_have_text(str(number))
        expect(head).to_have_text(str(number))
    # The board is the one that was there.
    expect(page.locator("#same")).to_have_count(1)
    assert not list(looks(page))
    page.locator("#tab-chat").click()
    expect(page.get_by_text("Hello 2")).to_be_visible()
    for count in (tab, head):
        expect(count).to_have_count(0)
    chat.post_message(game=game, user=ai, text="Still there?")
    expect(page.locator(".chat").get_by_text("Still there?")).to_be_visible()
    expect(page.locator("#news")).to_have_text("Ai: Still there?")
    for count in (tab, head):
        expect(count).to_have_count(0)
