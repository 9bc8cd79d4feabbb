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
from tests.browser.screen import SCREENS, measured
from tests.browser.tables import bring_on
from tests.browser.visitor import Visit
from tests.support.play import choices, payload, reread, running

pytestmark = pytest.mark.browser

SIDES = ("rules", "plans", "chat", "notes", "log")
TABLES: dict[str, dict[str, Any]] = {
    **{preset: {"preset": preset} for preset in PRESETS},
    "seventeen cards to discard from": {"players": 4},
    "seven players": {"players": 7},
    "eight players": {"preset": "nap", "players": 8},
    "three deals at once": {"deals_at_once": 3, "call": "after_exchange"},
}


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
