"""A wish for a seat, and a visitor who sits down at a listed table."""

import pytest
from playwright.sync_api import expect

from players.models import User
from tests.browser.visitor import Visit
from tests.support.play import lobby

pytestmark = pytest.mark.browser


def test_a_visitor_waits_for_a_seat_and_others_see_what_is_wanted(visit: Visit, ai: User) -> None:
    page = visit().go("/tables/")
    page.get_by_role("link", name="Seat me").click()
    page.get_by_label("Four-handed").check()
    page.get_by_role("button", name="Seat me as a guest").click()
    expect(page.locator(".panel", has=page.get_by_role("button", name="Stop looking"))).to_contain_text(
        "Gurunapo, Four-handed · Two weeks at most"
    )
    expect(page.get_by_role("link", name="Seat me")).to_have_count(0)
    other = visit(ai).go("/tables/")
    expect(other.locator("section:has-text('Waiting for a seat') .what")).to_have_count(2)
    page.get_by_role("button", name="Stop looking").click()
    expect(page.get_by_role("link", name="Seat me")).to_be_visible()
    other.reload()
    expect(other.get_by_text("Waiting for a seat")).to_have_count(0)


def test_a_visitor_sits_down_at_a_listed_table(visit: Visit, ai: User) -> None:
    game = lobby(ai)
    page = visit().go("/tables/")
    page.locator(f"#open a[href='{game.get_absolute_url()}']").click()
    page.get_by_role("button", name="as a guest").first.click()
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    assert game.seats.filter(user__is_guest=True).count() == 1
