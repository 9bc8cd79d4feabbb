"""What was typed into a score sheet and not stored comes back: to its reader alone, and never over results."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from leagues.external_matches import enter
from leagues.models import Season, Table
from players.models import User
from tests.browser.visitor import Visit, Visitor, session_of
from tests.support.clubs import tuesday
from tests.support.external_matches import people_of, take_back
from tests.support.stored_seasons import crowd, quick_draws, started, table_at

__all__ = ["quick_draws"]
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("quick_draws")]
ROUND = "/clubs/tuesday/seasons/spring/rounds/1/"
KEYS = "113315"
"""A deal: Napoleon, bid, adjutant and pictures."""
DRAFTS = "JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('draft ')))"
REFUSED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } });"


@pytest.fixture
def season(transactional_db: None, bo: User) -> Season:
    return started(tuesday(), bo, crowd(8), venue="real")


@pytest.fixture
def table(season: Season) -> Table:
    return table_at(season, "1-1")


@pytest.fixture
def player(table: Table) -> User:
    return people_of(table)[0]


@pytest.fixture
def visitor(visit: Visit, player: User) -> Visitor:
    return visit(player)


@pytest.fixture
def half(visitor: Visitor, table: Table) -> Page:
    """The sheet, half entered by a player."""
    page = visitor.go(sheet_of(table))
    page.locator("[name=deal-1-declarer]").click()
    page.keyboard.type(KEYS + "2")
    expect(page.locator("[name=deal-2-bid]")).to_be_focused()
    return page


def sheet_of(table: Table) -> str:
    return f"{ROUND}tables/{table.pk}/results/"


def note(page: Page) -> Locator:
    return page.locator("#draft")


def entered(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator("tbody input").all()]


def store(season: Season, table: Table, user: User) -> None:
    deals = [{"declarer": 2, "bid": 14, "adjutant": None, "pictures": 10}]
    enter.enter_results(club_id=season.club_id, user=user, season_id=season.pk, table_id=table.pk, deals=deals, seen="")


def test_half_a_sheet_is_back_when_it_is_opened_again(half: Page, table: Table) -> None:
    before = entered(half)
    expect(note(half)).to_be_hidden()
    half.goto(ROUND)
    half.goto(sheet_of(table))
    expect(note(half)).to_have_text(re.compile(r"Your unsaved entries from \d\d:\d\d are back\.\s+Discard them"))
    assert entered(half) == before == [*("1", "13", "3", "15"), *("2", "", "", "")]
    kept = half.evaluate(DRAFTS)
    assert "deal-2-declarer" in kept
    assert "csrf" not in kept
    assert "seen" not in kept
    # The keyboard leads on as before, and what it adds is kept as well.
    half.locator("[name=deal-2-bid]").click()
    half.keyboard.type("14")
    expect(half.locator("[name=deal-2-adjutant]")).to_be_focused()
    half.reload()
    expect(half.locator("[name=deal-2-bid]")).to_have_value("14")


def test_scores_of_the_whole_match_are_back_in_sight(visitor: Visitor, table: Table) -> None:
    page = visitor.go(sheet_of(table))
    page.get_by_text("Only the scores of the whole match").click()
    page.locator("[name=total-1]").fill("-7")
    page.reload()
    expect(note(page)).to_be_visible()
    expect(page.locator("[name=total-1]")).to_be_visible()
    expect(page.locator("[name=total-1]")).to_have_value("-7")
    assert not any(entered(page))


def test_they_can_be_discarded(half: Page) -> None:
    half.reload()
    note(half).get_by_role("button").click()
    expect(note(half)).to_be_hidden()
    expect(half.locator("[name=deal-1-declarer]")).to_be_focused()
    assert not any(entered(half))
    half.reload()
    expect(note(half)).to_be_hidden()
    assert not any(entered(half))


def test_a_sheet_that_was_stored_is_forgotten(half: Page, season: Season, table: Table, bo: User) -> None:
    half.locator("[name=deal-2-declarer]").fill("")
    half.get_by_role("button", name="Check the results").first.click()
    half.get_by_role("button", name="Change them").click()
    # As it was sent.
    expect(half.locator("[name=deal-1-bid]")).to_have_value("13")
    expect(note(half)).to_be_hidden()
    half.get_by_role("button", name="Check the results").first.click()
    assert half.evaluate(DRAFTS) != "[]"
    half.get_by_role("button", name="Store the results").click()
    half.wait_for_url(f"**{ROUND}")
    assert half.evaluate(DRAFTS) == "[]"
    take_back(bo, season, table, reason="A slip")
    half.goto(sheet_of(table))
    expect(half.locator("[name=deal-1-bid]")).to_have_value("")
    expect(note(half)).to_be_hidden()


def test_results_that_somebody_else_has_stored_win(half: Page, season: Season, table: Table, bo: User) -> None:
    store(season, table, bo)
    half.goto(sheet_of(table))
    expect(note(half)).to_have_count(0)
    assert entered(half)[:4] == ["3", "14", "0", "10"]
    half.goto(ROUND)
    assert half.evaluate(DRAFTS) == "[]"


def test_another_reader_of_the_browser_sees_nothing(half: Page, visitor: Visitor, bo: User) -> None:
    visitor.sign_in(session_of(bo))
    half.reload()
    expect(half.locator("body")).to_have_attribute("data-reader", str(bo.pk))
    expect(note(half)).to_be_hidden()
    assert not any(entered(half))
    assert half.evaluate(DRAFTS) == "[]"


def test_after_a_week_they_are_forgotten(half: Page) -> None:
    half.evaluate(
        """() => {
          const key = Object.keys(localStorage).find((name) => name.startsWith("draft "));
          const draft = JSON.parse(localStorage.getItem(key));
          localStorage.setItem(key, JSON.stringify({ ...draft, at: draft.at - 8 * 24 * 3600 * 1000 }));
        }"""
    )
    half.reload()
    expect(note(half)).to_be_hidden()
    assert half.evaluate(DRAFTS) == "[]"


def test_a_browser_that_stores_nothing_enters_results_all_the_same(
    visitor: Visitor, base_url: str, table: Table
) -> None:
    page = visitor.context.new_page()
    page.add_init_script(REFUSED)
    page.goto(base_url + sheet_of(table))
    page.locator("[name=deal-1-declarer]").click()
    page.keyboard.type(KEYS)
    page.get_by_role("button", name="Check the results").first.click()
    page.get_by_role("button", name="Store the results").click()
    page.wait_for_url(f"**{ROUND}")
    table.refresh_from_db()
    assert len(table.deals_json) == 1
