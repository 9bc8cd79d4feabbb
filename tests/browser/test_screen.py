"""The hand, the trick and the button that plays are on the screen, whatever is asked and whatever is open beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine import Call, ExchangeChoice, Play
from games.engine.events import Action
from games.engine.rules import PRESETS
from games.models import Game
from players.models import User
from tests.browser.tables import brought_to
from tests.browser.visitor import Visit
from tests.support.play import running

pytestmark = pytest.mark.browser

SCREENS = [(360, 640), (360, 740), (1280, 720), (1280, 800)]
SIDES = ("rules", "plans", "chat", "notes", "log")
TABLES: dict[str, dict[str, Any]] = {
    **{preset: {"preset": preset} for preset in PRESETS},
    "seventeen cards to discard from": {"players": 4},
    "seven players": {"players": 7},
    "eight players": {"preset": "nap", "players": 8},
    "three deals at once": {"deals_at_once": 3, "call": "after_exchange"},
}

# What is wrong on the screen. A card may be overlapped by the next one; 24 × 44 px of what can be tapped stay free.
MEASURE = """() => {
  const problems = [];
  const sides = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round);
  const wrong = (what, box) => problems.push(`${what} at ${sides(box)}`);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const hit = (x, y, owner) => owner.contains(document.elementFromPoint(x, y));
  const isInside = (box) =>
    box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  const isFree = (box, owner, width, height) =>
    [1, width / 2, width - 1].every((x) =>
      [1, height / 2, height - 1].every((y) => hit(box.left + x, box.top + y, owner)));
  const isWhole = (box, owner) =>
    isInside(box) && isFree(new DOMRect(box.left + 3, box.top + 3), owner, box.width - 6, box.height - 6);

  if (scrollY) problems.push(`scrolled by ${scrollY}`);
  if (document.documentElement.scrollWidth > innerWidth) problems.push("wider than the screen");
  const bar = document.querySelector(".play-bar");
  const foot = bar ? bar.getBoundingClientRect().top : innerHeight;
  for (const card of all(".hand-card")) {
    const first = card.firstElementChild;
    const box = (first.matches(".card") ? first : card).getBoundingClientRect();
    const isTarget = card.matches("button, .barred, :has(input)");
    if (!isInside(box) || box.bottom > foot + 1) wrong("a card of the hand is off the screen", box);
    else if (!isFree(box, card, isTarget ? 24 : 20, 44)) wrong("a card of the hand is covered", box);
  }
  for (const button of all(".play-bar .button, .hand-form :is(button.small, .key):not(.joker-suit *)")) {
    const box = button.getBoundingClientRect();
    if (!box.width) continue;
    if (!isWhole(box, button)) wrong(`${button.textContent.trim()} is not whole`, box);
    if (box.height < 44 || box.width < 24) wrong(`${button.textContent.trim()} is small`, box);
  }
  const mat = document.querySelector(".mat").getBoundingClientRect();
  if (!isInside(mat) || mat.height < 64) wrong("the mat", mat);
  const laid = all(".place > :first-child");
  for (const card of laid) {
    const box = card.getBoundingClientRect();
    if (!isWhole(box, card) || box.width < 22) wrong("a card of the trick", box);
    const who = card.nextElementSibling.getBoundingClientRect();
    if (who.bottom > mat.bottom || who.top < box.bottom - 1) wrong("a name in the trick", who);
  }
  const last = document.querySelector(".mat .now, .mat .best");
  if (last && !isWhole(last.getBoundingClientRect(), last)) wrong("the last bid", last.getBoundingClientRect());
  return problems;
}"""


def phases(game_of: dict[str, Any]) -> tuple[type[Action], ...]:
    return (Play,) if game_of.get("preset") == "nap" else (Call, ExchangeChoice, Play)


def scenes(user: User, other: User, rules: dict[str, Any]) -> Iterator[tuple[str, Game]]:
    """A table in each phase, and one at which somebody else is to act."""
    yield "auction", running(user, other, **rules)
    yield "waiting", running(other, user, **rules)
    for phase in phases(rules):
        yield phase.__name__, brought_to(phase, user, **rules)


def measured(page: Page, what: str) -> Iterator[str]:
    """What is wrong at any size of the screen."""
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        yield from (f"{what} {width}×{height}: {problem}" for problem in page.evaluate(MEASURE))


@pytest.mark.parametrize("name", TABLES)
def test_the_hand_is_on_the_screen(visit: Visit, ai: User, bo: User, name: str) -> None:
    visitor, problems = visit(ai, locale="ja-JP"), []
    for what, game in scenes(ai, bo, TABLES[name]):
        page = visitor.go(game.get_absolute_url())
        problems += measured(page, what)
    for side in SIDES:
        page.locator(f"#tab-{side}").evaluate("tab => tab.click()")
        expect(page.locator(f"#tab-{side}")).to_have_attribute("aria-current", "page")
        problems += measured(page, side)
    assert not problems, "\n".join(problems)
