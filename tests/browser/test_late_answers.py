"""Answers that come in another order than they were given."""

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from napoleon.engine import Play
from players.models import User
from tests.browser.hand import Player
from tests.browser.tables import brought_to
from tests.browser.visitor import Visit, until

pytestmark = pytest.mark.browser


# Notes the number of the last event of every board that the page shows.
WATCH = """() => {
  window.boards = [];
  const note = () => boards.push(Number(document.querySelector("#board [name=seq]").value));
  note();
  new MutationObserver(note).observe(document.getElementById("board"), { childList: true });
}"""


class Held:
    """The answer to the first request of an address: given by the site, and kept on its way."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.page, self.first = page, True
        self.answers: list[tuple[Route, APIResponse]] = []
        page.route(pattern, self._hold)

    def _hold(self, route: Route) -> None:
        if not self.first:
            return route.continue_()
        self.first = False
        self.answers.append((route, route.fetch()))
        return None

    def wait(self) -> None:
        until(self.page, lambda: self.answers)

    def release(self) -> None:
        for route, answer in self.answers:
            route.fulfill(response=answer)


def test_a_late_answer_never_puts_an_older_board_back(visit: Visit, ai: User) -> None:
    game = brought_to(Play, ai)
    page = visit(ai).go(game.get_absolute_url())
    hand = page.locator(".hand-card")
    before = hand.count()
    page.evaluate(WATCH)
    moved, followed = Held(page, "**/act/"), Held(page, "**/board/**")
    Player(page).choose()
    moved.wait()
    # The page hears of its own move before it is answered, and asks for the board.
    followed.wait()
    moved.release()
    expect(hand).to_have_count(before - 1)
    Player(page).answer()
    expect(hand).to_have_count(before - 2)
    followed.release()
    page.wait_for_timeout(1000)
    boards = page.evaluate("boards")
    # Nor the same one again, which would take the focus from what is being chosen.
    assert boards == sorted(set(boards))
    assert len(boards) == 3


def test_an_answer_finds_its_places_though_the_board_has_come_before_it(visit: Visit, ai: User) -> None:
    """The page hears of its own move and shows it; then the answer comes, whose form is no longer there."""
    game = brought_to(Play, ai)
    page = visit(ai).go(game.get_absolute_url())
    hand = page.locator(".hand-card")
    before = hand.count()
    moved = Held(page, "**/act/")
    Player(page).choose()
    moved.wait()
    expect(hand).to_have_count(before - 1)
    moved.release()
    # Whatever the console complains of fails the test; the table goes on.
    Player(page).answer()
    expect(hand).to_have_count(before - 2)
