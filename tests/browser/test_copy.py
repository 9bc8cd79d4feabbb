"""Links are copied by one tap."""

import pytest
from playwright.sync_api import expect

from players.models import User
from tests.browser.visitor import Visit
from tests.support.clubs import club_of
from tests.support.play import lobby
from tests.support.stored_seasons import crowd, quick_draws, started

__all__ = ["quick_draws"]
pytestmark = pytest.mark.browser


def test_the_link_of_a_table_is_copied(visit: Visit, ai: User) -> None:
    page = visit(ai).go(lobby(ai).get_absolute_url())
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == page.locator("input[readonly]").input_value()
    expect(page.get_by_role("button", name="Copy", exact=True)).to_be_visible()


@pytest.mark.usefixtures("quick_draws")
def test_how_a_round_stands_is_copied_line_by_line(visit: Visit, ai: User) -> None:
    started(club_of(ai), ai, crowd(4))
    page = visit(ai).go("/clubs/tuesday/seasons/spring/rounds/1/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    first, *lines = page.evaluate("() => navigator.clipboard.readText()").splitlines()
    assert first == "Spring, round 1"
    assert [line[:8] for line in lines if line.startswith("Table")] == ["Table 1 "]


def test_without_javascript_there_is_the_link_alone(visit: Visit, ai: User) -> None:
    page = visit(ai, java_script_enabled=False).go(lobby(ai).get_absolute_url())
    assert "/join/" in page.locator("input[readonly]").input_value()
    expect(page.get_by_role("button", name="Copy", exact=True)).to_be_hidden()
