"""The hand, the trick and the button that plays are on the screen, whatever is asked or open beside them."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.kernel.log import state_of
from games.models import Game
from games.seats.live_play import agree
from games.seats.meetings import fix_meeting
from games.seats.pauses import pause
from games.table.chat import post_message
from games.turns import services
from napoleon.engine import Bid, Call, LegalExchanges, Play, view
from napoleon.engine.events import LegalCommand
from napoleon.engine.rules import PRESETS
from napoleon.time_bank import HOUR
from players.models import User
from tests.browser.screen import SCREENS, measured
from tests.browser.tables import bring_on
from tests.browser.visitor import Visit
from tests.support.play import choices, in_play, move, payload, play_first_deal, reread, running

pytestmark = pytest.mark.browser
SIDES = ("rules", "plans", "chat", "notes", "log")
TABLES: dict[str, dict[str, Any]] = {
    **{preset: {"preset": preset} for preset in PRESETS},
    "seventeen cards to discard from": {"players": 4},
    "seven players": {"players": 7},
    "eight players": {"preset": "nap", "players": 8},
    "three deals at once": {"deals_at_once": 3, "call": "after_exchange"},
}

CROWDED = ("gurunapo", "eight players", "three deals at once")
"""At these the panels are opened in every phase, at the others in the play."""

# What of a result is not on the screen: what happened, the score, and the way on.
RESULT = """() => [...document.querySelectorAll(".result h1, .result .score, .result ~ .actions .primary")]
  .filter((one) => { const { top, bottom } = one.getBoundingClientRect(); return top < 0 || bottom > innerHeight; })
  .map((one) => one.textContent.trim())"""


def phases(game_of: dict[str, Any]) -> tuple[type[LegalCommand], ...]:
    return (Play,) if game_of.get("preset") == "nap" else (Call, LegalExchanges, Play)


def scenes(user: User, other: User, rules: dict[str, Any]) -> Iterator[tuple[str, Game]]:
    """A table at which somebody else is to act, and another in each phase, the last with cards in the trick."""
    yield "waiting", running(other, user, **rules)
    game = running(user, **rules)
    yield "auction", game
    for phase in phases(rules):
        game = bring_on(game, phase, user)
        yield phase.__name__, game
    yield "cards lie", until_cards_lie(game, user)


def until_cards_lie(game: Game, user: User) -> Game:
    """The same match, once there is a last trick, half of the table has played to the next, and the user follows."""
    seat = game.seats.get(user=user).number
    while True:
        deal = view(state_of(game).match, seat).deals[0]
        if deal.tricks and len(deal.trick) * 2 >= game.rules.players - 1:
            return game
        move(game, user)
        game = reread(game)


@pytest.mark.parametrize("name", TABLES)
def test_the_hand_is_on_the_screen(visit: Visit, ai: User, bo: User, name: str) -> None:
    visitor, problems = visit(ai, locale="ja-JP"), []
    for what, game in scenes(ai, bo, TABLES[name]):
        page = visitor.go(game.get_absolute_url())
        problems += measured(page, what)
        if name in CROWDED:
            problems += with_panels(page, what)
    if name not in CROWDED:
        problems += with_panels(page, "cards lie")
    page.locator(".last-trick").evaluate("details => { details.open = true }")
    problems += measured(page, "last trick")
    assert not problems, "\n".join(problems)


def test_who_has_still_to_declare_is_on_the_screen(visit: Visit, cast: list[User]) -> None:
    for user in cast:
        User.objects.filter(pk=user.pk).update(name=f"渡辺さくら{user.pk}")
    game = running(*cast, auction="sealed", deals_at_once=2)
    page = visit(cast[0], locale="ja-JP").go(game.get_absolute_url())
    assert page.locator(".mat > .declared > .seal").count() == len(cast) - 1
    problems = list(measured(page, "sealed bids"))
    assert not problems, "\n".join(problems)


def with_panels(page: Page, what: str) -> Iterator[str]:
    """What is wrong once each panel has been opened."""
    for side in SIDES:
        page.locator(f"#tab-{side}").evaluate("tab => tab.click()")
        expect(page.locator(f"#tab-{side}")).to_have_attribute("aria-current", "page")
        yield from measured(page, f"{what}, {side}")


@pytest.mark.parametrize("preset", ["gurunapo", "nap"])
def test_a_result_and_the_way_on_are_on_the_screen(visit: Visit, cast: list[User], preset: str) -> None:
    game = play_first_deal(running(*cast, preset=preset, players=5, deals=9), *cast)
    page = visit(cast[0], locale="ja-JP").go(f"{game.get_absolute_url()}?deal={len(state_of(game).match.ended)}")
    problems = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        problems += [f"{width}×{height}: {what}" for what in page.evaluate(RESULT)]
    assert not problems, "\n".join(problems)


# --- Messages above the table ---


def fix_an_hour(game: Game, other: User) -> None:
    fix_meeting(game_id=game.pk, user=other, at=timezone.now() + 3 * HOUR)


def stop_the_clocks(game: Game, other: User) -> None:
    Game.objects.filter(pk=game.pk).update(host=other)
    pause(game_id=game.pk, user=other, days=7, reason="We all go to the mountains, where there is no net at all.")


def say_something(game: Game, other: User) -> None:
    post_message(game=game, user=other, text="Hello")


NOTICES = (fix_an_hour, lambda game, other: agree(game_id=game.pk, user=other), stop_the_clocks, say_something)


@pytest.mark.parametrize("notice", NOTICES)
@pytest.mark.parametrize("preset", ["gurunapo", "nap"])
def test_a_notice_leaves_the_hand_on_the_screen(
    visit: Visit, cast: list[User], notice: Callable[[Game, User], None], preset: str
) -> None:
    game = in_play(*cast, preset=preset, players=5)
    reader = next(user for user in cast if choices(game, user))
    notice(game, next(user for user in cast if user != reader))
    problems = list(measured(visit(reader, locale="ja-JP").go(game.get_absolute_url()), notice.__name__))
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


@pytest.mark.parametrize("bids", [11, 26])
def test_nothing_jumps_late_in_the_auction(visit: Visit, cast: list[User], bids: int) -> None:
    game = running(*cast)
    visitor, problems = visit(bid_on(game, cast, bids)), []
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
