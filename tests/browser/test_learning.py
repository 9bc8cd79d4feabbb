"""Learning the game in a browser: the words, two rule sets side by side, and first deals to play through."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.learning.stage import LessonStep, steps_of
from games.learning.views import LESSONS
from tests.browser.hand import CORNER
from tests.browser.looks import looks
from tests.browser.visitor import PHONE, Visit

pytestmark = pytest.mark.browser


def check(page: Page, box: str) -> None:
    """Choose by the label, as one does; of an overlapped card only the corner can be hit."""
    found = page.locator(box)
    found.locator("xpath=..").click(position=CORNER)
    expect(found).to_be_checked()


def answer(page: Page, step: LessonStep) -> None:
    """Give the answer with which the deal goes on, by the table's own controls."""
    move = step.answer
    if move["type"] == "bid" and "bid" in move:
        check(page, f"#bid-{move['bid']}")
    elif move["type"] == "bid":
        check(page, f"#count-{move['count']}")
        check(page, f"#trump-{move['trump']}")
    elif move["type"] == "call":
        check(page, f"#call-{move['card']}")
    elif move["type"] == "exchange":
        for card in move["discard"]:
            check(page, f"#card-{card}")
    else:
        check(page, f"#card-{move['card']}")
        if "suit" in move:
            check(page, f"#suit-{move['suit']}")
    page.locator("#play").click()


def walk_through(page: Page, game: str) -> None:
    """From the first page of a lesson to the last, by right answers."""
    page.goto(f"/learn/{game}/")
    page.locator(".actions .primary").click()
    for step in steps_of(LESSONS[game]):
        expect(page.locator(f".lesson-steps a[aria-current]:has-text('{step.number}')")).to_be_visible()
        if step.question:
            answer(page, step)
            expect(page.locator("#reply.note:not(.warn)")).to_be_visible()
        page.locator("#onward").click()
    page.wait_for_url(f"**/learn/{game}/end/")


def test_the_first_deal_of_napoleon_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE, locale="ja-JP").go("/")
    walk_through(page, "napoleon")
    page.locator("main form .primary").click()
    page.wait_for_url("**/t/**")
    expect(page.locator("#hand-form")).to_be_visible()


def test_the_first_deal_of_nap_without_javascript(visit: Visit) -> None:
    walk_through(visit(java_script_enabled=False).go("/"), "nap")


def test_a_wrong_answer_and_back(visit: Visit) -> None:
    page = visit().go("/learn/napoleon/6/")
    check(page, "#card-HT")
    page.locator("#play").click()
    expect(page.locator("#reply.warn")).to_be_focused()
    expect(page).to_have_url(re.compile("card=HT"))
    page.keyboard.press("c")
    page.keyboard.press("Enter")
    expect(page.locator("#onward")).to_be_visible()
    page.go_back()
    expect(page.locator("#reply.warn")).to_be_visible()


# Every page has been looked at in both languages; each run looks at each kind in one of them.
PAGES = {
    "en-GB": (
        "/rules/compare/?a=gurunapo&b=leaflet",
        "/learn/napoleon/",
        "/learn/napoleon/6/?do=play&deal=1&card=C8",
        "/learn/nap/1/",
    ),
    "ja-JP": (
        "/learn/",
        "/learn/glossary/",
        "/rules/compare/?a=four&b=nap",
        "/learn/napoleon/3/?do=exchange&deal=1&discard=DJ&discard=HJ&discard=S6",
        "/learn/napoleon/10/",
        "/learn/nap/end/",
    ),
}


@pytest.mark.parametrize("locale", PAGES)
def test_how_it_looks(visit: Visit, locale: str) -> None:
    visitor = visit(locale=locale)
    problems = [f"{path} {problem}" for path in PAGES[locale] for problem in looks(visitor.go(path))]
    assert not problems, "\n".join(problems)


def test_choosing_another_rule_set_compares_at_once(visit: Visit) -> None:
    page = visit().go("/rules/compare/?a=gurunapo&b=leaflet")
    page.locator("#side-b").select_option("booklet")
    expect(page.locator(".pairs thead")).to_contain_text("Booklet")
    page.wait_for_url("**b=booklet**")
    page.locator("#only").check()
    expect(page.locator(".pairs tr[id]:not(.differs)")).to_have_count(0)
