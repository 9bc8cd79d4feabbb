"""The landing page's trick, the question below it, and the first hand with its coach."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hand import CORNER
from tests.browser.visitor import Visit

pytestmark = pytest.mark.browser
SMALL = {"width": 360, "height": 640}
MOVING = "() => document.getAnimations().filter((motion) => motion.playState === 'running').length"
LONGEST = "() => Math.max(...document.getAnimations().map((motion) => motion.effect.getComputedTiming().endTime))"


def bottom_of(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def win_the_auction(page: Page) -> None:
    """The suggested bid is chosen already: one tap makes it, and one more each that a bot goes higher."""
    while page.locator("#hand-form[data-kind=bid]").count():
        seen = page.locator("#position [name=seq]").input_value()
        page.locator("#play").click()
        expect(page.locator("#position [name=seq]")).not_to_have_value(seen)


def test_the_trick_plays_itself_for_ten_seconds_and_can_be_paused(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference", viewport=SMALL).go("/")
    assert page.evaluate(LONGEST) == 10_000
    page.locator(".pause").click()
    page.wait_for_function(f"({MOVING})() === 0")


def test_nothing_moves_for_those_who_prefer_it_and_all_is_on_the_first_screen(visit: Visit) -> None:
    page = visit(viewport=SMALL).go("/")
    assert page.evaluate(MOVING) == 0
    expect(page.locator(".pause")).to_be_hidden()
    expect(page.locator(".captions > li:visible")).to_have_count(1)
    assert bottom_of(page, ".showcase") < 640
    assert bottom_of(page, ".play-now .primary") < 640


@pytest.mark.parametrize("has_scripts", [True, False])
def test_words_are_explained_by_a_tap_and_by_the_keyboard(visit: Visit, has_scripts: bool) -> None:
    page = visit(viewport=SMALL, java_script_enabled=has_scripts).go("/")
    page.locator(".play-now [name=coached]").click()
    page.wait_for_url("**/t/**")
    word = page.locator("#coach .word").first
    word.locator("button").click()
    expect(word.locator(".meaning")).to_be_visible()
    page.keyboard.press("Escape")
    page.mouse.move(0, 0)
    expect(word.locator(".meaning")).to_be_hidden()
    word.locator("button").press("Enter")
    expect(word.locator(".meaning")).to_be_visible()
    page.keyboard.press("Escape")
    win_the_auction(page)
    expect(page.locator(".reminders")).to_be_visible()


def test_what_is_suggested_covers_no_other_card(visit: Visit) -> None:
    page = visit(viewport=SMALL).go("/")
    page.locator(".play-now [name=coached]").click()
    page.wait_for_url("**/t/**")
    win_the_auction(page)
    page.locator("#play").click()
    expect(page.locator("#hand-form[data-kind=exchange]")).to_be_visible()
    for card in page.locator(".hand .hand-card").all():
        card.click(position=CORNER, trial=True)


def test_the_pointer_shows_a_word(visit: Visit) -> None:
    page = visit().go("/learn/napoleon/1/")
    word = page.locator(".lesson-text .word").first
    word.hover()
    expect(word.locator(".meaning")).to_be_visible()
    word.locator("button").click()
    expect(word.locator(".meaning")).to_be_visible()
    page.keyboard.press("Escape")
    expect(word.locator(".meaning")).to_be_hidden()


def test_step_five_of_the_lesson_needs_no_scrolling(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 720}).go("/learn/napoleon/5/")
    page.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
    assert bottom_of(page, ".lesson .hand") <= bottom_of(page, ".lesson .hand-form") <= 720
    page.locator("#card-S6").locator("xpath=..").click(position=CORNER)
    assert page.evaluate("scrollY") == 0
