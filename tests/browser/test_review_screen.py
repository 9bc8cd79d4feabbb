"""While one steps through a deal, all hands are on the screen, and the felt is no taller than its trick."""

from collections.abc import Iterator
from typing import Any

import pytest

from players.models import User
from tests.browser.review_pages import at
from tests.browser.visitor import Visit
from tests.support.play import play_out, running

pytestmark = pytest.mark.browser
SIZES = ((1280, 720), (360, 640))
TABLES: dict[str, dict[str, Any]] = {
    "four": {"players": 4},
    "five": {},
    "six": {"players": 6},
    "seven": {"players": 7},
    "eight": {"preset": "nap", "players": 8},
}
# A card may be overlapped by the next one and the next hand, but its corner can be read: 14 × 16 px of it are free.
MEASURE = """() => {
  const problems = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const edges = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round);
  const foot = document.querySelector(".review-steps").getBoundingClientRect();
  const inside = (box, by) =>
    box.left >= by.left && box.top >= by.top && box.right <= by.right && box.bottom <= by.bottom + 1;
  const screen = new DOMRect(0, 0, innerWidth, foot.top);
  const reads = (card, box) => [[3, 3], [14, 3], [3, 16], [14, 16]].every(([x, y]) =>
    card.contains(document.elementFromPoint(box.left + x, box.top + y)));
  if (scrollY) problems.push(`scrolled by ${scrollY}`);
  if (document.documentElement.scrollWidth > innerWidth) problems.push("wider than the screen");
  if (Math.abs(foot.bottom - innerHeight) > 1) problems.push(`the steps end at ${foot.bottom}`);
  if (all(".open-hand").length < all(".ways a").length - 1) problems.push("a hand is missing");
  for (const card of all(".open-hand .card")) {
    const box = card.getBoundingClientRect();
    if (!inside(box, screen)) problems.push(`${card.dataset.card} is off the screen: ${edges(box)}`);
    else if (!reads(card, box)) problems.push(`${card.dataset.card} is covered: ${edges(box)}`);
  }
  const places = all(".felt .place").map((place) => place.getBoundingClientRect());
  const felt = document.querySelector(".felt").getBoundingClientRect();
  if (places.length) {
    const trick = Math.max(...places.map((box) => box.bottom)) - Math.min(...places.map((box) => box.top));
    if (felt.height > trick + 16) problems.push(`the felt of ${felt.height} has a trick of ${trick}`);
  }
  const cards = all(".felt .place > :first-child").map((card) => card.getBoundingClientRect());
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const isPiled = cards.some((one, place) => cards.slice(place + 1).some((other) => meet(one, other)));
  if (isPiled) problems.push("cards of the trick meet");
  return { problems, felt: [Math.round(felt.top), Math.round(felt.height)] };
}"""


def problems(measured: dict[str, Any], first: list[int], what: str) -> Iterator[str]:
    yield from (f"{what}: {problem}" for problem in measured["problems"])
    if measured["felt"] != first:
        yield f"{what}: the felt moves from {first} to {measured['felt']}"


@pytest.mark.parametrize("name", TABLES)
def test_all_hands_are_on_the_screen(visit: Visit, ai: User, name: str) -> None:
    game = play_out(running(ai, deals=1, **TABLES[name]), ai)
    visitor, first, found = visit(), {}, []
    page = visitor.go(f"/t/{game.slug}/review/")
    deal = page.url.split("/review/")[1].split("/")[0]
    last = int(page.locator("#review").get_attribute("data-last") or "")
    for step in [*range(0, last - 1, max(1, last // 12)), last - 1]:
        visitor.go(f"/t/{game.slug}/review/{deal}/{step}/")
        at(page, step)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            measured = page.evaluate(MEASURE)
            start = first.setdefault(width, measured["felt"])
            found += problems(measured, start, f"{width}×{height} step {step}")
    assert not found, "\n".join(found)
