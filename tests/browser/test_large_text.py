"""Text at 200 %, and larger cards, on the narrowest phone: nothing is cut, and nothing scrolls sideways."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils.translation import override
from playwright.sync_api import Page

from games.bot_names import BOT_NAMES
from napoleon.engine import Call, Play
from players.models import User
from tests.browser import looks
from tests.browser.looks import NARROW
from tests.browser.tables import brought_to
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


# Words that lie on other words; what is laid over the page on purpose is left out.
COVERED = """() => {
  // Words that were scrolled out of the box of which they are a part are not seen.
  const sees = (element, box) => {
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      const edges = outer.getBoundingClientRect();
      const scrolls = /auto|scroll/.test(getComputedStyle(outer).overflowX);
      if (scrolls && (box.right <= edges.left || box.left >= edges.right)) return false;
    }
    return true;
  };
  const boxes = [...document.querySelectorAll("body *")]
    .filter((element) => !element.closest(".vh, .skip, svg, .card, .hand, script, template, [aria-hidden]")
      && !element.closest(".play-bar, .in-view")
      && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
    .map((element) => {
      const range = document.createRange();
      const words = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
      range.selectNodeContents(words[0]);
      const seen = [...range.getClientRects()].filter((box) => sees(element, box));
      return { text: words[0].textContent.trim(), boxes: seen };
    });
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2;
  return boxes.flatMap((one, place) => boxes.slice(place + 1)
    .filter((other) => one.boxes.some((a) => other.boxes.some((b) => meet(a, b))))
    .map((other) => `“${one.text}” and “${other.text}”`));
}"""
ON_SCREEN = """() => ["#hand-form .hand", "#play"].every((found) => {
  const box = document.querySelector(found).getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight + 1;
})"""
# A window of 1280×800 at the browser's own zoom of 200 %; it is also that of a small phone on its side.
ZOOMED: Any = {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2}


def enlarged(page: Page, path: str) -> Iterator[str]:
    """What is wrong with a page whose text is twice as large as usual."""
    page.goto(path)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    yield from (f"{path}: {problem}" for problem in page.evaluate(CUT))
    if page.evaluate(looks.CUT):
        yield f"{path}: the links in the masthead are cut"


def test_twice_as_large(visit: Visit, language: str, ai: User, bo: User) -> None:
    page = visit(ai, locale={"en": "en-GB", "ja": "ja-JP"}[language]).page
    page.set_viewport_size({"width": NARROW, "height": 740})
    over = play_out(running(ai, bo, deals=1, preset="leaflet"), ai, bo)
    tables = [f"/t/{in_play(ai, bo).slug}/", f"/t/{running(ai, bo).slug}/", f"/t/{over.slug}/"]
    paths = [*PAGES, *tables, f"{tables[0]}people/", f"/t/{over.slug}/review/1/12/"]
    problems = [problem for path in paths for problem in enlarged(page, path)]
    assert not problems, "\n".join(problems)


def test_the_browsers_own_zoom(visit: Visit, language: str, ai: User, bo: User) -> None:
    page = visit(ai, locale={"en": "en-GB", "ja": "ja-JP"}[language], **ZOOMED).page
    over = play_out(running(ai, bo, deals=1, preset="leaflet"), ai, bo)
    play, call = (brought_to(kind, ai) for kind in (Play, Call))
    bid = running(ai, bo)
    problems = []
    for game in (play, call, bid, over):
        page.goto(game.get_absolute_url())
        problems += page.evaluate(CUT) + page.evaluate(COVERED)
    for path in ("/", f"/t/{over.slug}/review/1/12/", "/tables/new/"):
        page.goto(path)
        problems += page.evaluate(CUT) + page.evaluate(COVERED)
    assert not problems, "\n".join(problems)
    page.goto(play.get_absolute_url())
    assert page.evaluate(ON_SCREEN)


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


# The words that name bots on the page, so that each name can stand in their place.
NAMED = """(names) => {
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  window.named ??= [...(function* () { while (words.nextNode()) yield words.currentNode; })()]
    .filter((node) => names.includes(node.textContent.trim()));
  return window.named.length;
}"""
RENAME = "(name) => window.named.forEach((node) => { node.textContent = name; })"


def test_the_names_of_bots_fit_a_fifth_of_a_phone(visit: Visit, language: str, ai: User, bo: User) -> None:
    page = visit(ai, locale={"en": "en-GB", "ja": "ja-JP"}[language]).page
    page.set_viewport_size({"width": NARROW, "height": 740})
    with override(language):
        names = [str(name) for of_level in BOT_NAMES.values() for name in of_level]
    problems = []
    for game in (in_play(ai, bo), running(ai, bo)):
        page.goto(game.get_absolute_url())
        assert page.evaluate(NAMED, names) >= 3
        for name in names:
            page.evaluate(RENAME, name)
            problems += page.evaluate(CUT)
    assert not problems, "\n".join(problems)
