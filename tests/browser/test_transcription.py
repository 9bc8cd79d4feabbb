"""Typing in a deal from a real table: by keyboard and by tapping, with and without JavaScript."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from games.models import Draft, Game
from players.models import User
from tests.browser.visitor import Visit
from tests.support.scribe import Line, a_match, without_hands

pytestmark = pytest.mark.browser
SMALL: ViewportSize = {"width": 360, "height": 740}
# A deal with a joker that is led and cards laid away, by the first rules that the form offers.
MATCH = a_match(0, preset="gurunapo", deals=1)
LINES = list(without_hands(MATCH.rules, MATCH.events))


def begin(page: Page) -> None:
    page.goto("/transcriptions/new/")
    page.fill("[name=players]", "Ai\nBo\nChie\nDai\nEmi")
    page.fill("[name=dealer]", str(MATCH.dealer + 1))
    page.fill("[name=deals]", "1")
    page.locator("main button.primary").click()
    # Loaded, with its scripts; what is typed before would be lost.
    page.wait_for_url(re.compile(r"/transcriptions/(?!new/)"))
    expect(page.locator("#asked")).to_contain_text("to bid")
    expect(page.locator("#text")).to_be_focused()


def type_in(page: Page, line: Line) -> None:
    """The line, as one types it, and Enter."""
    index, name, text = line
    if name.startswith("hand-") and page.locator("[name=line]").first.input_value() != name:
        page.get_by_role("link", name="Hands first").click()
    expect(page.locator("#line-form [name=line]")).to_have_value(name)
    if name == "trick-1":
        page.locator("#text").press_sequentially(text.lower())
    else:
        page.locator("#text").fill(text.lower())
    page.locator("#text").press("Enter")
    _has_been_written(page, index, name)


def tap(page: Page, line: Line) -> None:
    """The same line by its keys."""
    index, name, text = line
    for word in text.split():
        value = {"p": "P"}.get(word, word.upper())
        key = page.locator(f'#line-form [name=add][value="{value}"]')
        if not key.is_visible():
            page.locator(".more summary").click()
        version = page.locator("#line-form [name=version]").input_value()
        key.click()
        expect(page.locator(f'#line-form [name=version][value="{version}"]')).to_have_count(0)
    _has_been_written(page, index, name)


def _has_been_written(page: Page, index: int, name: str) -> None:
    expect(page.locator(f'.lines a[href="?deal={index}&line={name}"]')).to_be_attached()


def finish(page: Page) -> None:
    page.get_by_role("link", name="Check and store it").click()
    expect(page.locator(".table-sheet")).to_be_visible()
    page.get_by_role("button", name="Store the match").click()
    expect(page.locator("#review")).to_be_visible()


def is_stored(lines: Sequence[Line]) -> bool:
    game = Game.objects.get(is_imported=True)
    return not Draft.objects.exists() and game.events.filter(type="play").count() == sum(
        len(text.split()) for _, line, text in lines if line.startswith("trick-")
    )


def test_a_deal_is_typed_in_on_a_small_screen(visit: Visit, ai: User) -> None:
    page = visit(ai, viewport=SMALL).go("/imports/")
    page.get_by_role("link", name="Type in a match").click()
    begin(page)
    for line in LINES:
        type_in(page, line)
    finish(page)
    assert is_stored(LINES)


def test_a_deal_is_tapped_in_on_a_small_screen(visit: Visit, ai: User) -> None:
    page = visit(ai, viewport=SMALL, has_touch=True).go("/imports/")
    begin(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    for line in LINES:
        if line[1] in ("end", "left-0") or line[1].startswith("hand-"):
            type_in(page, line)
        else:
            tap(page, line)
    finish(page)
    assert is_stored(LINES)


def test_a_deal_is_typed_in_without_javascript(visit: Visit, ai: User) -> None:
    page = visit(ai, viewport=SMALL, java_script_enabled=False).go("/imports/")
    begin(page)
    for line in LINES:
        type_in(page, line)
    finish(page)
    assert is_stored(LINES)


def test_it_is_checked_while_one_types(visit: Visit, ai: User) -> None:
    visitor = visit(ai, viewport=SMALL)
    page = visitor.go("/transcriptions/new/")
    begin(page)
    page.keyboard.type("p 12h ")
    expect(page.locator("#typed .said:not(.now)")).to_have_count(2)
    page.keyboard.type("11s")
    expect(page.locator("#fault")).to_contain_text("The bid must be higher than the last.")
    visitor.expect_problem("422")
    page.keyboard.press("Enter")
    expect(page.locator("#text")).to_have_value("p 12h 11s")
    expect(page.locator("#fault")).to_have_attribute("role", "alert")
    page.keyboard.press("Backspace")
    expect(page.locator("#text")).to_be_focused()
