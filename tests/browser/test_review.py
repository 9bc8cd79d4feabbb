"""Looking back on recorded matches of each preset: by buttons, keys, swipe and slider, and without JavaScript."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from napoleon.engine.record import replay
from players.models import User
from tests.browser.looks import looks
from tests.browser.review_pages import at
from tests.browser.visitor import Visit
from tests.support.cast import person
from tests.support.golden import lines_of
from tests.support.stored_games import stored

pytestmark = pytest.mark.browser
PRESETS = ("gurunapo", "leaflet", "booklet", "four", "nap")


@pytest.fixture
def people(cast: list[User]) -> list[User]:
    return [*cast, person("funabashi"), person("gin")]


def recorded(people: list[User], name: str) -> Game:
    """A golden match as if these people had played it here."""
    (record,) = replay(lines_of(name))
    assert record.rules is not None
    return stored(people, record.rules, record.events)


def step(page: Page) -> int:
    return int(page.locator("#review").get_attribute("data-step") or "")


def last(page: Page) -> int:
    return int(page.locator("#review").get_attribute("data-last") or "")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_recorded_match_by_keyboard_on_a_phone_and_a_desk(visit: Visit, people: list[User], preset: str) -> None:
    game = recorded(people, preset)
    is_first_of_its_game = preset in ("gurunapo", "nap")
    page = visit(locale="ja-JP" if is_first_of_its_game else "en-GB").go(f"/t/{game.slug}/review/")
    at(page, 0)
    for moves in range(1, 4):
        page.keyboard.press("ArrowRight")
        at(page, moves)
    page.keyboard.press("ArrowLeft")
    at(page, 2)
    page.keyboard.press("2")
    expect(page.locator("#jump-2")).to_have_attribute("aria-current", "step")
    in_trick = step(page)
    expect(page.locator(".trick [data-state=winning]")).to_have_count(1)
    page.keyboard.press("s")
    expect(page.locator("#way-1")).to_have_attribute("aria-current", "true")
    assert step(page) == in_trick
    expect(page.locator(".open-hands.single")).to_be_visible()
    assert not is_first_of_its_game or not list(looks(page))
    page.keyboard.press("o")
    expect(page.locator("#way-0")).to_have_attribute("aria-current", "true")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#jump-3")).to_have_attribute("aria-current", "step")
    page.keyboard.press("t")
    expect(page.locator(".timed time").first).to_be_visible()
    page.keyboard.press("End")
    at(page, last(page))
    expect(page.locator(".result")).to_be_visible()
    assert not is_first_of_its_game or not list(looks(page))
    page.go_back()
    expect(page.locator("#jump-3")).to_have_attribute("aria-current", "step")


def test_the_help_on_keys_stays_open_while_one_tries_them(visit: Visit, people: list[User]) -> None:
    page = visit().go(f"/t/{recorded(people, 'nap').slug}/review/")
    page.locator(".keys-help summary").click()
    for step in ("1", "2"):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#review")).to_have_attribute("data-step", step)
        expect(page.locator(".keys-help")).to_have_attribute("open", "")


def test_on_a_phone_the_next_step_stays_under_the_thumb(visit: Visit, people: list[User]) -> None:
    game = recorded(people, "gurunapo")
    visitor = visit(viewport={"width": 360, "height": 740})
    page = visitor.go(f"/t/{game.slug}/review/1/0/")
    places = set()
    for position in range(0, last(page), 7):
        visitor.go(f"/t/{game.slug}/review/1/{position}/")
        places.add(page.locator("#to-on").evaluate("link => link.getBoundingClientRect().y"))
    assert len(places) == 1


def test_by_buttons_slider_and_swipe(visit: Visit, people: list[User]) -> None:
    game = recorded(people, "gurunapo")
    page = visit(viewport={"width": 360, "height": 740}, has_touch=True).go(f"/t/{game.slug}/review/")
    page.locator("#to-on").click()
    at(page, 1)
    page.locator("#slider").evaluate(
        "slider => { slider.value = 20; slider.dispatchEvent(new Event('change', {bubbles: true})) }"
    )
    at(page, 20)
    swipe(page, -120)
    at(page, 21)
    swipe(page, 120)
    at(page, 20)
    page.locator("#to-back").click()
    at(page, 19)
    page.locator("#jump-auction").click()
    expect(page.locator("#jump-auction")).to_have_attribute("aria-current", "step")
    page.locator("#jump-exchange").click()
    expect(page.locator("#jump-exchange")).to_have_attribute("aria-current", "step")


def test_keys_keep_their_place_at_both_ends(visit: Visit, people: list[User]) -> None:
    page = visit().go(f"/t/{recorded(people, 'four').slug}/review/1/1/")
    for button in ("to-back", "to-end", "to-first"):
        page.locator(f"#{button}").press("Enter")
        expect(page.locator(f"#{button}")).to_have_attribute("aria-disabled", "true")
        expect(page.locator(f"#{button}")).to_be_focused()


def swipe(page: Page, across: int) -> None:
    """A finger moves over the mat."""
    page.locator(".review .mat").evaluate(
        """(mat, across) => {
            const box = mat.getBoundingClientRect();
            const touch = x => new Touch({identifier: 1, target: mat, clientX: x, clientY: box.y + 40});
            const send = (type, x) => mat.dispatchEvent(new TouchEvent(type, {
                bubbles: true, touches: type === "touchend" ? [] : [touch(x)], changedTouches: [touch(x)]}));
            send("touchstart", box.x + 150);
            send("touchend", box.x + 150 + across);
        }""",
        across,
    )


@pytest.mark.parametrize("preset", ["gurunapo", "nap"])
def test_without_javascript(visit: Visit, people: list[User], preset: str) -> None:
    game = recorded(people, preset)
    page = visit(java_script_enabled=False).go(f"/t/{game.slug}/review/")
    page.locator("#to-on").click()
    at(page, 1)
    page.locator("#slider").fill("9")
    page.locator("#stepper button").click()
    at(page, 9)
    page.locator("#jump-2").click()
    expect(page.locator("#jump-2")).to_have_attribute("aria-current", "step")
    page.locator("#way-2").click()
    expect(page.locator("#way-2")).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile("as=2"))
    page.locator("#times").click()
    expect(page.locator(".timed time").first).to_be_visible()
    page.locator("#jump-result").click()
    expect(page.locator(".result")).to_be_visible()


def test_an_address_opens_at_its_position_and_has_a_picture(visit: Visit, people: list[User]) -> None:
    game = recorded(people, "booklet")
    page = visit().go(f"/t/{game.slug}/review/1/14/?as=3")
    at(page, 14)
    answer = page.request.get(page.locator("meta[property='og:image']").get_attribute("content") or "")
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
