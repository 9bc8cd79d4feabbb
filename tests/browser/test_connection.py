"""A visit from a train: a request or its answer is lost, and the page says so."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.models import Game
from napoleon.engine import Play
from players.models import Session, User
from tests.browser.hand import Player
from tests.browser.looks import looks
from tests.browser.tables import brought_to, cards_played
from tests.browser.visitor import Visit

pytestmark = pytest.mark.browser
LOST = "ERR_CONNECTION_FAILED|htmx:sendError"


def trouble(page: Page) -> Locator:
    return page.get_by_role("alert")


def deaf_table(visit: Visit, ai: User, problems: str) -> tuple[Game, Page]:
    """A table at which it is their turn; only what they do themselves brings news."""
    game = brought_to(Play, ai)
    visitor = visit(ai)
    visitor.expect_problem(f"/events/|{problems}")
    # Left without an answer, it would hold up the streams of the tests that follow.
    visitor.page.route("**/events/**", lambda route: route.abort())
    return game, visitor.go(game.get_absolute_url())


def test_a_card_that_cannot_be_sent_stays_in_the_hand(visit: Visit, ai: User) -> None:
    game, page = deaf_table(visit, ai, LOST)
    page.route("**/act/", lambda route: route.abort("connectionfailed"))
    Player(page).choose()
    expect(trouble(page)).to_have_text("No connection to the site. Please try again.")
    assert cards_played(game) == 0
    assert not list(looks(page))
    page.unroute("**/act/")
    page.locator("#play").click()
    expect(trouble(page)).to_have_count(0)
    assert cards_played(game) == 1


def test_a_card_whose_answer_is_lost_is_played_once(visit: Visit, ai: User) -> None:
    def lose_answer(route: Route) -> None:
        route.fetch()
        route.abort("connectionfailed")

    game, page = deaf_table(visit, ai, LOST)
    page.route("**/act/", lose_answer)
    Player(page).choose()
    expect(trouble(page)).to_be_visible()
    assert cards_played(game) == 1
    page.unroute("**/act/")
    hand = page.locator(".hand-card")
    before = hand.count()
    page.locator("#play").click()
    expect(hand).to_have_count(before - 1)
    expect(trouble(page)).to_have_count(0)
    assert cards_played(game) == 1


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "<main><header><h1>Temporarily unavailable</h1></header><p>Try again.</p></main>",
            "Temporarily unavailable · Try again.",
        ),
        ("<h1>Bad gateway</h1>", "The site is not responding properly. Please try again in a moment."),
    ],
)  # fmt: skip
def test_an_answer_that_is_an_error_is_told_in_its_words(visit: Visit, ai: User, body: str, words: str) -> None:
    game, page = deaf_table(visit, ai, "503|htmx:")
    page.route("**/act/", lambda route: route.fulfill(status=503, body=body))
    Player(page).choose()
    expect(trouble(page)).to_have_text(words)
    # Another request's luck does not take it away; that of the card itself does.
    page.locator("#tab-rules").click()
    expect(page.locator("#tab-rules")).to_have_attribute("aria-current", "page")
    expect(trouble(page)).to_have_text(words)
    page.unroute("**/act/")
    page.locator("#play").click()
    expect(trouble(page)).to_have_count(0)
    assert cards_played(game) == 1


def test_who_has_signed_out_elsewhere_is_led_to_signing_in(visit: Visit, ai: User) -> None:
    game, page = deaf_table(visit, ai, "HX-Redirect")
    Session.objects.all().delete()
    Player(page).choose()
    expect(page).to_have_url(re.compile(rf"/accounts/login/\?next=/t/{game.slug}/"))
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert cards_played(game) == 0


def test_a_page_that_counts_notifications_stays_when_its_reader_has_signed_out(visit: Visit, ai: User) -> None:
    page = visit(ai).go("/rules/")
    Session.objects.all().delete()
    with page.expect_response("**/me/notifications/count/") as answer:
        page.evaluate("htmx.trigger('#notification-link', 'look')")
    assert answer.value.status == 204
    expect(page.locator("#notification-link")).to_have_count(1)
    expect(page.get_by_role("heading", name="Sign in")).to_have_count(0)
