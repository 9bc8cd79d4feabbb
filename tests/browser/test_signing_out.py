"""What a browser shows to its next user, who goes back: nothing of the person who has signed out."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Error, Page

from players.models import User
from tests.browser.chromium import LAUNCH
from tests.browser.visitor import Visit, session_of, until
from tests.support.play import running

pytestmark = pytest.mark.browser

PRIVATE = ("/me/", "/me/devices/", "/me/friends/", "/accounts/email/")


@pytest.fixture
def page(base_url: str, transactional_db: None, browser_type: BrowserType) -> Iterator[Page]:
    """A page of a browser that keeps pages to go back to, as people's browsers do and Playwright's do not."""
    options: dict[str, Any] = {**LAUNCH, "ignore_default_args": ["--disable-back-forward-cache"]}
    browser = browser_type.launch(**options)
    yield browser.new_page(base_url=base_url)
    browser.close()


def sign_in(page: Page, base_url: str, user: User) -> None:
    page.context.add_cookies([{"name": "sessionid", "value": session_of(user), "url": base_url}])


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").first.wait_for()


def seen_going_back(page: Page, steps: int) -> list[str]:
    """The pages that the browser goes back to, as they are shown."""
    pages = []
    for _ in range(steps):
        # Playwright's own way waits for ever for a page that was kept.
        page.evaluate("() => { window.left = true; setTimeout(() => history.back()); }")
        until(page, lambda: has_arrived(page))
        pages.append(page.content())
    return pages


def has_arrived(page: Page) -> bool:
    try:
        return bool(page.evaluate("!window.left && document.readyState === 'complete'"))
    except Error:  # between two pages
        return False


def test_going_back_shows_nothing_of_the_former_reader(page: Page, base_url: str, ai: User, bo: User) -> None:
    table = running(ai, bo).get_absolute_url()
    sign_in(page, base_url, ai)
    paths = [*PRIVATE, table]
    for path in paths:
        page.goto(path)
        assert f'data-reader="{ai.pk}"' in page.content()
    sign_out(page)
    for shown in seen_going_back(page, len(paths) + 1):
        assert f'data-reader="{ai.pk}"' not in shown
        assert ai.email not in shown


def test_a_session_that_was_ended_elsewhere_leaves_nothing_either(page: Page, base_url: str, ai: User) -> None:
    sign_in(page, base_url, ai)
    for path in PRIVATE:
        page.goto(path)
    ai.sessions.all().delete()
    page.goto("/me/")
    for shown in seen_going_back(page, len(PRIVATE)):
        assert ai.email not in shown


def test_htmx_keeps_no_pages(visit: Visit, ai: User) -> None:
    page = visit(ai).go("/tables/new/")
    page.locator("#preset-leaflet").click()
    page.wait_for_url("**preset=leaflet*")
    assert page.evaluate("sessionStorage.getItem('htmx-history-cache')") is None
    page.go_back()
    page.wait_for_url("**/tables/new/")
    page.locator("#preset-leaflet:not([aria-current])").wait_for()
