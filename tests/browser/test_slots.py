"""The slots of a table keep their place and height over a whole deal, and the cards in the trick are large."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from games.kernel.log import state_of
from games.models import Game
from games.turns.services import act
from napoleon.engine import Play
from players.models import User
from tests.browser.tables import BOXES, boldest, brought_to
from tests.browser.visitor import Visit
from tests.support.play import payload, reread, running

pytestmark = pytest.mark.browser
LEAST_WIDTH = {(1280, 720): 70, (360, 640): 48, (640, 360): 48}
"""How wide a card in the trick is at least, by the size of the screen."""
TOLERANCE = 2
TABLES: dict[str, dict[str, Any]] = {
    "gurunapo": {"preset": "gurunapo"},
    "four": {"preset": "gurunapo", "players": 4},
    "seven": {"preset": "gurunapo", "players": 7},
    "mighty": {"preset": "mighty", "redeal_claim": "none"},
    "nap": {"preset": "nap", "players": 8},
}
WIDTHS = "() => [...document.querySelectorAll('.place > :is(.card, .slot)')].map((card) => card.offsetWidth)"


def positions(game: Game, reader: User) -> Iterator[Game]:
    """The match at each turn of the reader in its first deal, which they play as Napoleon."""
    rng = Random(0)
    while not state_of(game).match.ended:
        yield game
        act(slug=game.slug, user_id=reader.pk, payload=payload(boldest(game, reader), rng), seen=None, key=None)
        game = reread(game)


@pytest.mark.parametrize("name", TABLES)
def test_slots_keep_their_place(visit: Visit, ai: User, name: str) -> None:
    visitor = visit(ai)
    first: dict[tuple[int, int], dict[str, list[float]]] = {}
    problems = []
    for game in positions(running(ai, deals=2, **TABLES[name]), ai):
        page = visitor.go(game.get_absolute_url())
        for size, least in LEAST_WIDTH.items():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            boxes = page.evaluate(BOXES)
            problems += list(moved(first.setdefault(size, boxes), boxes, size))
            problems += [f"{size} card {width}" for width in page.evaluate(WIDTHS) if width < least]
    assert not problems, "\n".join(sorted(set(problems)))


CUT = """() => {
  const foot = document.querySelector(".felt").getBoundingClientRect().bottom;
  return [...document.querySelectorAll(".felt .key")].filter((key) => key.getBoundingClientRect().bottom > foot).length;
}"""


def test_the_last_result_leaves_room_for_the_keys_of_the_next_auction(visit: Visit, ai: User) -> None:
    game = running(ai, deals=2)
    for _turn in positions(game, ai):
        pass
    page = visit(ai).go(game.get_absolute_url())
    for size in LEAST_WIDTH:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator(".felt > .fold > summary")).to_be_visible()
        expect(page.locator(".felt .key").first).to_be_visible()
        assert page.evaluate(CUT) == 0, size


# What of the hand is not on the screen above its button, and cards in the trick that are too small.
HAND = """() => {
  const foot = document.querySelector(".play-bar").getBoundingClientRect().top + 1;
  const boxes = [...document.querySelectorAll(".hand-card")].map((card) => card.getBoundingClientRect());
  const cut = boxes.filter((box) => box.top < 0 || box.bottom > foot || box.left < 0 || box.right > innerWidth);
  return cut.map((box) => `a card of the hand at ${Math.round(box.left)},${Math.round(box.top)}`);
}"""
CROWDED: dict[str, dict[str, Any]] = {
    "five": {},
    "three deals at once": {"deals_at_once": 3},
    "eight": {"preset": "nap", "players": 8},
}


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("name", CROWDED)
def test_the_trick_is_large_and_the_hand_on_the_screen(visit: Visit, ai: User, name: str, larger: bool) -> None:
    User.objects.filter(pk=ai.pk).update(large_cards=larger)
    page = visit(ai).go(brought_to(Play, ai, **CROWDED[name]).get_absolute_url())
    problems = []
    for size, least in LEAST_WIDTH.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        problems += [f"{size} card {width}" for width in page.evaluate(WIDTHS) if width < least]
        problems += [f"{size} {problem}" for problem in page.evaluate(HAND)]
    assert not problems, "\n".join(problems)


def moved(first: dict[str, list[float]], now: dict[str, list[float]], size: tuple[int, int]) -> Iterator[str]:
    for slot in first.keys() & now.keys():
        for what, before, after in zip(("top", "height"), first[slot], now[slot], strict=True):
            if abs(after - before) > TOLERANCE:
                yield f"{size} {slot}: {what} {before:.0f} → {after:.0f}"
