"""Giving up and claiming in a browser: on the narrowest phone, by keyboard, and without scripts."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from napoleon.engine import Play
from players.models import User
from tests.browser.tables import brought_to
from tests.browser.visitor import Visit

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}


def at_the_table(visit: Visit, user: User, **options: object) -> tuple[Page, str]:
    """The page of a table on which the person, who is Napoleon, is to lead."""
    address = brought_to(Play, user, deals=1).get_absolute_url()
    page = visit(user, **options).go(address)
    page.set_viewport_size(PHONE)
    return page, address


def test_the_hand_and_its_button_fill_the_first_screen(visit: Visit, ai: User) -> None:
    page, _ = at_the_table(visit, ai)
    box = page.locator("#play").bounding_box()
    last = page.locator("#hand-form .hand-card").last.bounding_box()
    assert box is not None
    assert last is not None
    assert box["y"] + box["height"] <= PHONE["height"]
    assert last["y"] + last["height"] <= box["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_napoleon_gives_up_by_keyboard(visit: Visit, ai: User) -> None:
    page, _ = at_the_table(visit, ai)
    fold = page.locator("#propose > summary")
    fold.focus()
    fold.press("Enter")
    button = page.get_by_role("button", name="We give up")
    expect(button).to_be_visible()
    button.press("Enter")
    expect(page.locator("#board")).to_contain_text("You gave up the rest.")


def test_a_claim_is_refused_and_the_deal_is_played_on(visit: Visit, ai: User) -> None:
    page, _ = at_the_table(visit, ai)
    page.locator("#propose > summary").click()
    page.get_by_role("button", name="The rest is mine").click()
    expect(page.locator("#board")).to_contain_text("Offers to end the deal that were refused: You.")
    expect(page.locator("#propose")).to_have_count(0)
    expect(page.locator("#play")).to_be_visible()


def test_without_scripts(visit: Visit, ai: User) -> None:
    page, address = at_the_table(visit, ai, java_script_enabled=False)
    page.locator("#propose > summary").click()
    page.get_by_role("button", name="We give up").click()
    expect(page.locator("#board")).to_contain_text("You gave up the rest.")
    assert Game.objects.get(slug=address.split("/")[2]).is_over
