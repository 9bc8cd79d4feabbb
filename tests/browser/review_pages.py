"""Where the page of a review has come to."""

import re

from playwright.sync_api import Page, expect


def at(page: Page, number: int) -> None:
    """The page and its address show this position."""
    expect(page.locator(f"#review[data-step='{number}']")).to_be_visible()
    page.wait_for_url(re.compile(rf"/review/\d+/{number}/"))
