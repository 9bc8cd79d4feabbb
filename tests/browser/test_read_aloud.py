"""A blind visitor's first deal: by keys and with a screen reader."""

import pytest
from playwright.sync_api import expect

from tests.browser.hand import asked, wait_for_turn
from tests.browser.reading import SETS, faults, names, told
from tests.browser.typist import Typist
from tests.browser.visitor import PHONE, Visit

pytestmark = pytest.mark.browser

WORDS = {
    "en": {
        "deal": "Deal 1 of 1",
        "hand": "Your hand",
        "bid": "Bid or pass",
        "call": "Call the adjutant’s card",
        "exchange": "Choose 3 cards to discard",
        "play": "Your turn",
    },
    "ja": {
        "deal": "第1局 全1局",
        "hand": "あなたの手札",
        "bid": "宣言かパス",
        "call": "副官の札を指名",
        "exchange": "捨てる札を3枚選んでください",
        "play": "あなたの番です",
    },
}


def test_a_first_deal_is_played_by_keys_and_by_ear(visit: Visit, language: str) -> None:
    locale, words = {"en": "en-GB", "ja": "ja-JP"}[language], WORDS[language]
    page = visit(viewport=PHONE, locale=locale).go("/")
    assert list(faults(told(page))) == []
    typist = Typist(page)
    typist.tab_to("form[action='/play-now/'] button:not([name])")
    typist.press("Enter")
    page.wait_for_url("**/t/**")
    heard = set()
    while wait_for_turn(typist):
        kind, nodes = asked(page), told(page)
        assert list(faults(nodes)) == [], kind
        if kind not in heard:
            # The form says what is asked; the hand is one set of cards in it.
            assert names(nodes, "form") == [words[kind]]
            assert words["hand"] in names(nodes, "group", *SETS)
            assert words["deal"] in names(nodes, "heading")[0]
        heard.add(kind)
        typist.answer()
    assert heard == {"bid", "call", "exchange", "play"}
    expect(page.locator(".score")).to_be_visible()
    nodes = told(page)
    assert list(faults(nodes)) == []
    # What has come of it is said at once, and stands below a heading of its own.
    headline = page.locator(".result h1").inner_text()
    assert headline in names(nodes, "heading")
    assert page.locator("#news").inner_text().startswith(headline)
