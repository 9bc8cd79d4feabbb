"""People, each in a browser of their own, play whole matches, and each sees the others' moves unasked."""

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from players.models import User
from tests.browser.hand import ASKED, Player, asked, is_over, whose_turn
from tests.browser.tables import dealt
from tests.browser.visitor import PHONE, Visit
from tests.support.play import reread

pytestmark = pytest.mark.browser

# In seconds: so soon a card comes only by the stream. `benchmarks.live` measures it.
SOON = 5.0
# Where bots follow, the trick may be the last one by then, which is folded up.
SHOWN = """card => {
  const found = document.querySelector(`.trick [data-card="${card}"], .result`);
  return found && (found.checkVisibility() || found.closest(".last-trick"));
}"""
NAPOLEON = {"bid", "call", "exchange", "play"}


def play(players: dict[str, Player], turn_comes: Callable[[Page], object]) -> Iterator[tuple[Player, str]]:
    """Play to the end: each page names the next player, who does what their page asks."""
    player = next(iter(players.values()))
    while not is_over(player.page):
        if asked(player.page) in ("", "wait"):
            player = players[whose_turn(player.page)]
            turn_comes(player.page)
        yield player, player.answer()


def until_seen(move: str, page: Page) -> float:
    """How long it takes until somebody else's page shows a card that was played."""
    start = time.monotonic()
    page.wait_for_function(SHOWN, arg=move.split()[1])
    return time.monotonic() - start


# Every page follows every move, so that two people and bots take a third of the time of five people.
@pytest.mark.parametrize(
    ("preset", "count", "rules", "kinds"),
    [
        ("gurunapo", 5, {}, NAPOLEON),
        ("leaflet", 2, {"finish": "when_decided"}, NAPOLEON),
        ("booklet", 2, {"finish": "when_decided"}, NAPOLEON),
        ("four", 2, {"finish": "when_decided"}, NAPOLEON),
        ("nap", 4, {}, {"nap_bid", "play"}),
    ],
)
def test_people_play_a_match(
    monkeypatch: pytest.MonkeyPatch,
    visit: Visit,
    cast: list[User],
    preset: str,
    count: int,
    rules: dict[str, Any],
    kinds: set[str],
) -> None:
    people = cast[:count]
    game = dealt(monkeypatch, 1, *people, preset=preset, deals=1, **rules)
    players = {
        user.name: Player(visit(user, viewport=PHONE).go(game.get_absolute_url()), number)
        for number, user in enumerate(people)
    }
    done, delays = [], []
    for player, move in play(players, lambda page: page.wait_for_function(ASKED)):
        done.append(move)
        if move.startswith("play"):
            others = [other.page for other in players.values() if other is not player]
            delays.append(until_seen(move, others[len(delays) % len(others)]))
    for player in players.values():
        expect(player.page.locator(".result")).to_be_visible()
    assert kinds == {move.split()[0] for move in done}
    assert reread(game).status == Game.Status.FINISHED
    assert median(delays) < SOON


def test_people_play_a_match_without_javascript(
    monkeypatch: pytest.MonkeyPatch, visit: Visit, cast: list[User]
) -> None:
    # Every move loads two pages; those after the match is decided look like the ones before.
    game = dealt(monkeypatch, 1, *cast, deals=1, finish="when_decided")
    options = {"viewport": PHONE, "java_script_enabled": False}
    players = {
        user.name: Player(visit(user, **options).go(game.get_absolute_url()), number)
        for number, user in enumerate(cast)
    }
    assert {move.split()[0] for _, move in play(players, lambda page: page.reload())} == NAPOLEON
    assert reread(game).status == Game.Status.FINISHED
