"""The hand, the trick and the button that plays are on the screen, whatever is asked or open beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine import Bid, Call, ExchangeChoice, Play
from games.engine.events import Action
from games.engine.rules import PRESETS
from games.models import Game
from games.turns import services
from players.models import User
from tests.browser.tables import bring_on
from tests.browser.visitor import Visit
from tests.support.play import choices, payload, reread, running

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
  const edges = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round);
  const wrong = (what, box) => problems.push(`${what} at ${edges(box)}`);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const hit = (x, y, owner) => owner.contains(document.elementFromPoint(x, y));
  const isInside = (box) => box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
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
    const box = (card.querySelector(":scope > .card:first-child") ?? card).getBoundingClientRect();
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
    const isApart = who.top >= box.bottom - 1 || who.left >= box.right;
    if (!isApart || who.bottom > mat.bottom || who.right > mat.right) wrong("a name in the trick", who);
  }
  const last = document.querySelector(".mat .now, .mat .best");
  if (last && !isWhole(last.getBoundingClientRect(), last)) wrong("the last bid", last.getBoundingClientRect());
  return problems;
}"""


def phases(game_of: dict[str, Any]) -> tuple[type[Action], ...]:
    return (Play,) if game_of.get("preset") == "nap" else (Call, ExchangeChoice, Play)


def scenes(user: User, other: User, rules: dict[str, Any]) -> Iterator[tuple[str, Game]]:
    """A table at which somebody else is to act, and another in each phase."""
    yield "waiting", running(other, user, **rules)
    game = running(user, **rules)
    yield "auction", game
    for phase in phases(rules):
        game = bring_on(game, phase, user)
        yield phase.__name__, game


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


def bid_on(game: Game, people: list[User], bids: int) -> User:
    """Let each in turn bid the least that is possible; gives the person who is to act next."""
    for _ in range(bids):
        user, options = next((user, mine) for user in people if (mine := choices(game, user)))
        least = next(option for option in options if isinstance(option, Bid))
        services.act(slug=game.slug, user_id=user.pk, payload=payload(least), seen=None, key=None)
        game = reread(game)
    return next(user for user in people if choices(game, user))


# Where the masthead, the contract and each card of the hand are.
PLACES = """() => [...document.querySelectorAll(".hand .card, .contract, .masthead")].map((card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""


def test_nothing_jumps_after_the_twelfth_call(visit: Visit, cast: list[User]) -> None:
    game = running(*cast)
    user = bid_on(game, cast, 11)
    visitor, problems = visit(user), []
    page = visitor.go(game.get_absolute_url())
    problems += measured(page, "before")
    before = places(page)
    page.locator("#pass").click()
    expect(page.locator("#hand-form")).to_have_attribute("data-kind", "wait")
    problems += measured(page, "after")
    assert not problems, "\n".join(problems)
    assert places(page) == before


def places(page: Page) -> list[Any]:
    found = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        found.append(page.evaluate(PLACES))
    return found
