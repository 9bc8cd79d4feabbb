"""Text at 200 %, and larger cards, on the narrowest phone: nothing is cut, and nothing scrolls sideways."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from players.models import User
from tests.browser.looks import NARROW
from tests.browser.visitor import Visit
from tests.support.play import in_play, play_out, running

pytestmark = pytest.mark.browser

PAGES = (
    "/",
    "/tables/",
    "/tables/new/",
    "/me/",
    "/me/friends/",
    "/me/notifications/settings/",
    "/archive/",
    "/clubs/",
    "/learn/",
    "/learn/napoleon/",
    "/rules/gurunapo/",
)
# Words outside the screen that no part of the page scrolls to, and words that their own box cuts off.
CUT = """() => {
  const width = document.documentElement.clientWidth;
  const problems = document.documentElement.scrollWidth > width ? ["wider than the screen"] : [];
  const scrolls = (element) => element && (
    (/auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth)
    || scrolls(element.parentElement));
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest(".vh, .skip, svg, .card, script, template")) continue;
    const box = element.getBoundingClientRect();
    const has_words = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!has_words || box.width <= 1) continue;
    const style = getComputedStyle(element);
    const words = element.textContent.trim().slice(0, 30);
    if (box.right > width + 1 && !scrolls(element.parentElement)) problems.push(`off the screen: ${words}`);
    if (style.overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1) problems.push(`cut: ${words}`);
  }
  return problems;
}"""


def enlarged(page: Page, path: str) -> Iterator[str]:
    """What is wrong with a page whose text is twice as large as usual."""
    page.goto(path)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    yield from (f"{path}: {problem}" for problem in page.evaluate(CUT))


def test_twice_as_large(visit: Visit, language: str, ai: User, bo: User) -> None:
    locale = {"en": "en-GB", "ja": "ja-JP"}[language]
    page = visit(ai, locale=locale).page
    page.set_viewport_size({"width": NARROW, "height": 740})
    over = play_out(running(ai, bo, deals=1, preset="leaflet"), ai, bo)
    tables = [f"/t/{in_play(ai, bo).slug}/", f"/t/{running(ai, bo).slug}/", f"/t/{over.slug}/"]
    paths = [*PAGES, *tables, f"{tables[0]}people/", f"/t/{over.slug}/review/1/12/"]
    problems = [problem for path in paths for problem in enlarged(page, path)]
    assert not problems, "\n".join(problems)


def test_larger_cards_by_choice(visit: Visit, ai: User, bo: User) -> None:
    game = in_play(ai, bo)
    page = visit(ai).page
    page.set_viewport_size({"width": NARROW, "height": 740})
    widths = []
    for wished in (False, True):
        User.objects.filter(pk=ai.pk).update(large_cards=wished)
        page.goto(game.get_absolute_url())
        widths.append(page.locator(".hand .card").first.evaluate("card => card.offsetWidth"))
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW
    small, large = widths
    assert large >= 1.4 * small
