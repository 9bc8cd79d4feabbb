"""A page counts as read only while somebody does something there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from players.models import User
from tests.browser.visitor import Visit, until
from tests.support.play import move, running

pytestmark = pytest.mark.browser
SIGNS: list[Callable[[Page], None]] = [
    lambda page: page.mouse.move(150, 120),
    lambda page: page.keyboard.press("ArrowRight"),
    lambda page: page.mouse.wheel(0, 40),
    lambda page: page.evaluate("document.dispatchEvent(new Event('scroll'))"),
    lambda page: page.evaluate("window.dispatchEvent(new Event('focus'))"),
    lambda page: page.mouse.click(5, 300),
]


def test_a_page_is_read_while_it_is_used_and_not_while_it_is_merely_open(visit: Visit, ai: User, bo: User) -> None:
    game = running(ai, bo)
    visitor = visit(bo)
    page, told = visitor.page, []
    page.on("request", lambda request: told.append(request.url) if request.method == "POST" else None)
    page.clock.install()
    visitor.go(game.get_absolute_url())
    page.mouse.move(100, 100)
    seen = page.locator("#board [name=seq]")
    before = seen.first.input_value()
    page.clock.fast_forward(40000)
    assert any(move(game, user) for user in (ai, bo))
    expect(seen.first).not_to_have_value(before)
    page.clock.fast_forward(40000)
    page.wait_for_timeout(500)
    assert told == []
    for number, sign in enumerate(SIGNS, 1):
        page.clock.fast_forward(31000)
        sign(page)
        until(page, lambda number=number: len(told) == number)  # type: ignore[misc]
        sign(page)
        page.wait_for_timeout(100)
        assert len(told) == number, "not at every sign"
    assert set(told) == {f"{visitor.address}/events/{game.slug}"}
