"""Talking about positions: by keyboard with scripts, and without them."""

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Comment, Note
from players.models import User
from tests.browser.looks import looks
from tests.browser.review_pages import at
from tests.browser.visitor import Visit
from tests.support.chat import HALF_WAY, HERE, match_of, note, path, say

pytestmark = pytest.mark.browser

TAKEN_OR_REFUSED = """() => !document.getElementById("comment-text").value
    || !document.getElementById("trouble").hidden"""


def words(page: Page) -> Locator:
    return page.locator(".comment .words")


def test_a_comment_by_keyboard(visit: Visit, cast: list[User]) -> None:
    game = match_of(cast)
    say(game, cast[1], "Why not the joker?")
    page = visit(cast[0]).go(path(game))
    page.keyboard.press("m")
    expect(page.locator("#comment-text")).not_to_be_focused()
    page.locator("#slider").focus()
    page.keyboard.press("m")
    expect(page.locator("#comment-text")).to_be_focused()
    # Letters, digits and arrows belong to the text now.
    page.keyboard.type("a c e 1 2 r s t n p")
    for key in ("ArrowLeft", "ArrowUp", "Home", "End"):
        page.keyboard.press(key)
    at(page, HERE.step)
    page.keyboard.press("Control+Enter")
    expect(words(page)).to_have_text(["Why not the joker?", "a c e 1 2 r s t n p"])
    expect(page.locator("#comment-text")).to_have_value("")
    at(page, HERE.step)
    assert not list(looks(page))


def test_what_is_being_written_waits_where_it_belongs(visit: Visit, cast: list[User]) -> None:
    game = match_of(cast)
    page = visit(cast[0]).go(path(game))
    page.locator("#slider").focus()
    page.keyboard.press("m")
    page.keyboard.type("Half a thou")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    at(page, HERE.step + 1)
    expect(page.locator("#comment-text")).to_have_value("")
    page.keyboard.press("ArrowLeft")
    at(page, HERE.step)
    expect(page.locator("#comment-text")).to_have_value("Half a thou")
    page.keyboard.press("m")
    page.keyboard.press("End")
    page.keyboard.type("ght")
    page.keyboard.press("Control+Enter")
    expect(words(page)).to_have_text(["Half a thought"])
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    at(page, HERE.step + 1)
    page.keyboard.press("p")
    at(page, HERE.step)
    expect(page.locator("#comment-text")).to_have_value("")


def test_who_writes_too_often_hears_so_and_loses_nothing(visit: Visit, cast: list[User]) -> None:
    game = match_of(cast)
    visitor = visit(cast[0])
    visitor.expect_problem("429")
    page = visitor.go(path(game))
    # Twenty a minute: where a minute ends on the way, it takes some more.
    number, refused = 0, page.locator("#trouble")
    while not refused.is_visible():
        number += 1
        assert number <= 41
        page.locator("#comment-text").fill(f"Number {number}")
        page.locator("#comment-send").click()
        page.wait_for_function(TAKEN_OR_REFUSED)
    assert number > 20
    expect(refused).to_contain_text("Try again in a minute.")
    expect(page.locator("#comment-text")).to_have_value(f"Number {number}")
    page.route("**/comment/", lambda route: route.abort("connectionfailed"))
    visitor.expect_problem("429|ERR_CONNECTION_FAILED|htmx:")
    page.locator("#comment-send").click()
    expect(page.locator("#trouble")).to_have_text("No connection to the site. Please try again.")
    expect(page.locator("#comment-text")).to_have_value(f"Number {number}")
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    at(page, HERE.step + 1)
    page.keyboard.press("ArrowLeft")
    at(page, HERE.step)
    expect(page.locator("#comment-text")).to_have_value(f"Number {number}")


def test_changing_and_deleting_stay_on_the_page(visit: Visit, cast: list[User]) -> None:
    game = match_of(cast)
    say(game, cast[0], "Helo")
    page = visit(cast[0]).go(f"{path(game)}?as=2")
    page.locator(".change summary").click()
    page.locator(".change textarea").fill("Hello")
    page.get_by_role("button", name="Save").click()
    expect(words(page)).to_have_text(["Hello"])
    expect(page.locator("#way-2")).to_have_attribute("aria-current", "true")
    page.locator(".change summary").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator(".comment")).to_have_count(0)
    at(page, HERE.step)


def test_a_note_is_shared_where_it_stands(visit: Visit, cast: list[User]) -> None:
    game = match_of(cast)
    note(game, cast[0], "I feared the joker")
    page = visit(cast[0], locale="ja-JP").go(path(game))
    expect(page.locator(".noted")).to_contain_text("I feared the joker")
    page.locator(".noted button").click()
    expect(words(page)).to_have_text(["I feared the joker"])
    expect(page.locator(".noted")).to_have_count(0)
    assert not list(looks(page))
    other = visit(cast[1]).go(f"/t/{game.slug}/comments/")
    expect(words(other)).to_have_text(["I feared the joker"])
    assert not list(looks(other))


def test_a_note_at_the_table_is_kept_beside_the_board(visit: Visit, cast: list[User]) -> None:
    game = match_of(cast, HALF_WAY)
    page = visit(cast[0]).go(f"/t/{game.slug}/?deal=2&side=notes")
    page.locator("#note-text").fill("Bo has no hearts")
    page.locator("#note-form button").click()
    expect(page.locator(".notes")).to_contain_text("Bo has no hearts")
    page.locator("#note-text").fill("Nor has Emi")
    page.locator("#note-form button").click()
    expect(page.locator(".notes li")).to_have_count(2)
    assert {kept.deal for kept in Note.objects.all()} == {2}
    page.get_by_role("link", name="Edit, delete or share notes").click()
    expect(page.locator(".comment")).to_have_count(2)
    assert not list(looks(page))


def test_without_javascript(visit: Visit, cast: list[User]) -> None:
    game = match_of(cast)
    page = visit(cast[0], java_script_enabled=False).go(f"{path(game)}?as=2")
    page.locator("#comment-text").fill("Helo")
    page.locator("#comment-send").click()
    expect(words(page)).to_have_text(["Helo"])
    expect(page).to_have_url(f"{path(game)}?as=2#comment-{Comment.objects.get().pk}")
    page.locator(".change summary").click()
    page.locator(".change textarea").fill("Hello")
    page.get_by_role("button", name="Save").click()
    expect(words(page)).to_have_text(["Hello"])
    page.locator("#comment-text").fill("For me")
    page.locator("#comment-private").check()
    page.locator("#comment-send").click()
    expect(page.locator(".noted")).to_contain_text("For me")
    page.locator(".noted a").click()
    page.get_by_role("button", name="Share 1 note").click()
    page.get_by_role("link", name="shared").click()
    expect(words(page)).to_have_text(["Hello", "For me"])
    page.locator(".change summary").first.click()
    page.get_by_role("button", name="Delete").click()
    expect(words(page)).to_have_text(["For me"])
