"""A whole deal without a mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.models import Game
from players.models import User
from tests.browser.hand import Player, wait_for_turn
from tests.browser.tables import dealt
from tests.browser.visitor import Visit
from tests.games.play import reread

pytestmark = pytest.mark.browser

FOCUSED = "selector => document.activeElement.matches(selector)"


class Typist(Player):
    """Answers by keys alone."""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str) -> None:
        for _ in range(60):
            self.press("Tab")
            if self.page.evaluate(FOCUSED, selector):
                return
        raise AssertionError(f"{selector} was not reached by Tab.")

    def _bid(self) -> str:
        # From the first of the counts one step back leads to the last, which nobody outbids.
        self.tab_to("[name=count]")
        self.press("ArrowLeft")
        self.tab_to("[name=trump]")
        self.press("Space")
        self.tab_to("#play")
        self.press("Enter")
        return "20"

    def _call(self) -> str:
        self.tab_to("[name=suit]")
        self.press("Space")
        self.tab_to("[name=rank]")
        self.press("ArrowRight")
        self.tab_to("#play")
        self.press("Enter")
        return ""

    def _exchange(self) -> str:
        if self.page.locator("[name=give_to]").count():
            self.tab_to("[name=give_to]")
            self.press("Space")
            self.tab_to("[name=discard]")
        else:
            self.press("ArrowRight")
        self.press("Space", "ArrowRight", "Space", "ArrowRight", "Space", "Enter")
        return ""

    def _play(self) -> str:
        for suit in "shdcj":
            self.press(suit)
            if self.page.evaluate(FOCUSED, "[name=card]:enabled"):
                break
        # Only who leads the joker names a suit.
        if suit == "j" and self._open("suit").count():
            self.press("Space")
            self.tab_to("[name=suit]")
            self.press("Space")
        self.press("Enter")
        return suit


def test_a_deal_is_played_by_keyboard_alone(
    monkeypatch: pytest.MonkeyPatch, visit: Visit, ai: User
) -> None:
    game = dealt(monkeypatch, 1, ai, deals=1)
    page = visit(ai).go(game.get_absolute_url())
    typist = Typist(page)
    done = []
    while wait_for_turn(typist):
        done.append(typist.answer().split()[0])
    assert done == ["bid", "call", "exchange", *["play"] * 10]
    expect(page.locator(".result h1")).to_be_visible()
    assert reread(game).status == Game.Status.FINISHED
