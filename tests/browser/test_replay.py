"""What was played since the last visit, and each move as it comes, shown as cards in motion over the true table."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from games.kernel.log import state_of
from games.models import Game
from napoleon.engine import Play, view
from players.models import User
from tests.browser.hand import CORNER, Player, wait_for_turn
from tests.browser.looks import devtools
from tests.browser.tables import brought_to, cards_played
from tests.browser.visitor import Visit, until
from tests.support.play import choices, in_play, move_on, move_on_unseen, reread
from tests.support.visits import get

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 800}
MOVES: dict[str, Any] = {"reduced_motion": "no-preference"}

# What has moved since the page began, but for what the browser lets a touch move within half a second of it.
SHIFTS = """() => new Promise((done) => {
  const found = (list) => list.getEntries().filter((entry) => !entry.hadRecentInput).flatMap((entry) => entry.sources);
  const note = (list) => done(found(list).map(
    ({ node, previousRect: from, currentRect: to }) => `${node?.className ?? "?"} ${[from.x, from.y, to.x, to.y]}`));
  new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done([]), 300);
})"""
# Of every card in motion when it begins, in ms, and when the last is over.
FALLS = """() => document.getAnimations().map((one) => one.effect.getComputedTiming())
  .filter((timing) => timing.fill === "backwards").map((timing) => Math.round(timing.delay)).sort((a, b) => a - b)"""
LENGTH = "() => Math.max(0, ...document.getAnimations().map((one) => one.effect.getComputedTiming().endTime))"
MAT = "() => (({ offsetTop, offsetHeight }) => `${[offsetTop, offsetHeight]}`)(document.querySelector('.trick'))"
# Where the trick lies on the page, whatever its reader has scrolled.
LIES = """() => (({ y, height }) => [Math.round(y + scrollY), Math.round(height)])(
  document.querySelector("#board .trick").getBoundingClientRect())"""
# How wide the cards of each trick stand in the log, whether the trick gained pictures or is not over.
LINES = "() => [...new Set([...document.querySelectorAll('.log .plays')].map((one) => one.offsetWidth))]"
SHOWS = "seq => Number(document.querySelector('#board [name=seq]').value) >= seq"


def back_after(game: Game, people: list[User], moves: int) -> User:
    """Somebody looks at the table, and comes back after so many moves of all."""
    reader = people[0]
    get(reader, game.get_absolute_url())
    move_on_unseen(game, reader, people, moves)
    return reader


def motion(page: Page) -> Any:
    return page.locator(".motion")


@contextmanager
def in_slow_motion(page: Page) -> Iterator[Page]:
    """So slow that every card is still to fall when the page is asked."""
    speed = partial(devtools(page).send, "Animation.setPlaybackRate")
    speed({"playbackRate": 0.01})
    yield page
    speed({"playbackRate": 1})


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_but_cards_moves(visit: Visit, cast: list[User], viewport: ViewportSize) -> None:
    game = in_play(*cast)
    reader = back_after(game, cast, 8)
    page = visit(reader, viewport=viewport, **MOVES).go(game.get_absolute_url())
    page.route("**/act/", answer_late)
    expect(motion(page)).to_have_count(1)
    expect(motion(page)).to_have_count(0)
    mats: dict[int, set[str]] = {}
    lines: set[int] = set()
    for _ in range(6):
        follow(page, game, cast, reader)
        mats.setdefault(page.locator(".hand-card").count(), set()).add(page.evaluate(MAT))
        lines.update(page.evaluate(LINES))
    assert page.evaluate(SHIFTS) == []
    assert len(lines) == 1
    # Only a hand with a row less gives its room to the trick.
    assert all(len(places) == 1 for places in mats.values()), mats


def answer_late(route: Route) -> None:
    """So late that the touch excuses nothing."""
    time.sleep(0.6)
    route.continue_()


def follow(page: Page, game: Game, people: list[User], reader: User) -> None:
    """The player to act moves: the reader on their page, others elsewhere; the page shows it."""
    if choices(reread(game), reader):
        player = Player(page)
        assert wait_for_turn(player)
        player.answer()
    else:
        assert move_on(game, people, 1)[0] != reader
        page.wait_for_function(SHOWS, arg=reread(game).seq)
    page.wait_for_timeout(400)


@pytest.mark.cards(3)
def test_cards_fall_one_at_a_time_and_all_within_five_seconds(visit: Visit, cast: list[User]) -> None:
    game = in_play(*cast)
    reader = back_after(game, cast, 3)
    visitor = visit(reader, **MOVES)
    with in_slow_motion(visitor.page) as page:
        visitor.go(game.get_absolute_url())
        falls = page.evaluate(FALLS)
    assert len(falls) == 3
    assert min(later - one for one, later in pairwise(falls)) >= 300
    visitor.go("/")
    move_on(game, cast, 25)
    game.seats.filter(user=reader).update(moves_seen={"1": 0})
    with in_slow_motion(page):
        visitor.go(game.get_absolute_url())
        falls, length = page.evaluate(FALLS), page.evaluate(LENGTH)
    assert len(falls) == len(set(falls)) == 38
    assert 4000 < length <= 5000


def test_the_last_trick_of_a_deal_is_gathered_before_its_result(visit: Visit, ai: User) -> None:
    game = last_trick(ai)
    page = visit(ai, viewport=PHONE, **MOVES).go(game.get_absolute_url())
    expect(motion(page)).to_have_count(0)
    mat = page.evaluate(LIES)
    with in_slow_motion(page):
        Player(page).answer()
        expect(page.locator(".finale")).to_be_visible()
        assert 1 <= len(page.evaluate(FALLS)) <= 5
        assert page.locator(".finale .motion > .card").count() == 5
        assert page.evaluate(LIES) == mat
    expect(page.locator(".finale")).to_be_hidden()
    expect(page.locator(".score")).to_be_visible()
    page.reload()
    assert page.locator(".finale").count() == 0


def test_the_result_can_be_used_while_the_last_trick_is_gathered(visit: Visit, ai: User) -> None:
    game = last_trick(ai)
    page = visit(ai, **MOVES).go(game.get_absolute_url())
    with in_slow_motion(page):
        Player(page).answer()
        expect(page.locator(".finale")).to_be_visible()
        page.get_by_role("link", name="Review move by move").click()
        page.wait_for_url("**/review/**")


def last_trick(user: User) -> Game:
    """A match of one deal against bots, in which the person has one card left to play."""
    game = brought_to(Play, user)
    while len(view(state_of(reread(game)).match, 0).deals[0].tricks) < 9:
        move_on(game, [user], 1)
    return reread(game)


def test_a_touch_ends_the_motion_and_acts_at_once(visit: Visit, ai: User) -> None:
    game = brought_to(Play, ai)
    game.seats.filter(user=ai).update(moves_seen={"1": 0})
    page = visit(ai, **MOVES).go(game.get_absolute_url())
    Player(page).answer()
    expect(motion(page)).to_have_count(1)
    card = page.locator("#hand-form [name=card]:enabled").first
    card.locator("xpath=..").click(position=CORNER)
    expect(card).to_be_checked()
    expect(motion(page)).to_have_count(0)
    page.locator("#play").click()
    until(page, lambda: cards_played(game) == 2)


def test_a_key_ends_the_motion(visit: Visit, cast: list[User]) -> None:
    game = in_play(*cast)
    page = visit(back_after(game, cast, 4), **MOVES).go(game.get_absolute_url())
    expect(motion(page)).to_have_count(1)
    page.keyboard.press("Shift")
    expect(motion(page)).to_have_count(0)
    assert page.evaluate(LENGTH) == 0


def test_who_prefers_less_motion_sees_none(visit: Visit, cast: list[User]) -> None:
    game = in_play(*cast)
    page = visit(back_after(game, cast, 7)).go(game.get_absolute_url())
    assert page.locator(".gathered").count() == 1
    assert motion(page).count() == 0
    assert page.evaluate(FALLS) == []


def test_a_board_that_comes_meanwhile_shows_what_has_not_fallen_yet(visit: Visit, cast: list[User]) -> None:
    game = in_play(*cast)
    reader = back_after(game, cast, 1)
    game.seats.filter(user=reader).update(moves_seen={"1": 0})
    page = visit(reader, **MOVES).go(game.get_absolute_url())
    assert len(page.evaluate(FALLS)) >= 9
    with page.expect_request("**/board/**") as asked_for:
        move_on(game, cast, 1)
    assert "shown=11" not in asked_for.value.url
    page.wait_for_function(SHOWS, arg=reread(game).seq)
    assert 3 < len(page.evaluate(FALLS)) <= 12


@pytest.mark.parametrize("key", ["Enter", "click"])
def test_the_focus_stays_at_the_table_after_a_move(visit: Visit, cast: list[User], key: str) -> None:
    game = in_play(*cast)
    page = visit(next(user for user in cast if choices(game, user))).go(game.get_absolute_url())
    page.locator("#hand-form [name=card]:enabled").first.locator("xpath=..").click(position=CORNER)
    if key == "click":
        page.locator("#play").click()
    else:
        page.keyboard.press(key)
    expect(page.locator("#hand-form")).to_have_attribute("data-kind", "wait")
    assert page.evaluate("document.activeElement.id") == "hand-form"
