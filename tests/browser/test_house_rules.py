"""Matches by house rules, on a phone: what only some rules ask of their players."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from games.models import Game
from players.models import User
from tests.browser.hand import Player, asked, is_over
from tests.browser.looks import NARROW
from tests.browser.tables import dealt
from tests.browser.visitor import Visit, until
from tests.support.play import reread

pytestmark = pytest.mark.browser
MIGHTY = {
    "preset": "mighty",
    "deals": 1,
    "redeal_claim": "one_picture",
    "widow_raise": "plus_1",
    "second_joker": "weaker",
    "joker_call": "both",
}
RANKS = "23456789TJQKA"


class Bold(Player):
    """Throws a poor hand in, raises, calls nobody, calls the joker, and takes the spare hand up."""

    def choose(self) -> str:
        for fold in ("#throw-in", "#raise"):
            if self.page.locator(fold).count():
                self.page.locator(f"{fold} > summary").click()
                self.page.locator(f"{fold} button").click()
                return fold
        return super().choose()

    def _bid(self) -> str:
        self._check(self.page.locator("#count-16"))
        self._check(self.page.locator("#trump-N"))
        self._send()
        return "16N"

    def _nap_bid(self) -> str:
        bid = self._check(self.page.locator("#bid-garnet"))
        self._send()
        return bid

    def _call(self) -> str:
        called = self._check(self.page.locator("#call-nobody"))
        self._send()
        return called

    def _exchange(self) -> str:
        size = int(self.page.locator("#play .count").inner_text().split("/")[-1])
        boxes = [box for box in self._open("discard").all() if box.get_attribute("value") not in ("C3", "S3")]
        laid = [self._check(box) for box in sorted(boxes, key=lambda box: rank(box.get_attribute("value")))[:size]]
        self._send()
        return str(len(laid))

    def _play(self) -> str:
        offered = [str(box.get_attribute("value")) for box in self._open("card").all()]
        callers = self.page.locator("[name=callers]")
        calling = set((callers.get_attribute("value") or "").split() if callers.count() else []).intersection(offered)
        card = self._check(self.page.locator(f"#card-{min(calling) if calling else max(offered, key=rank)}"))
        if calling:
            card += self._check(self.page.locator("#calls-yes"))
        elif self._open("suit").count():
            card += self._check_one(self._open("suit"))
        self._send()
        return card


def rank(card: str | None) -> int:
    return RANKS.find((card or "")[1:2])


def played(monkeypatch: pytest.MonkeyPatch, visit: Visit, user: User, *, has_js: bool, **rules: Any) -> list[str]:
    """What the person did in a whole match with bots."""
    game = dealt(monkeypatch, 6, user, **rules)
    options = {"viewport": {"width": NARROW, "height": 640}, "has_touch": True, "java_script_enabled": has_js}
    player = Bold(visit(user, **options).go(game.get_absolute_url()))
    done = []
    while not is_over(player.page):
        if asked(player.page) in ("", "wait"):
            if not has_js:
                player.page.reload()
            until(player.page, lambda: asked(player.page) not in ("", "wait") or player.page.locator(".result").count())
            continue
        done.append(player.answer())
    expect(player.page.locator(".result")).to_be_visible()
    assert reread(game).status == Game.Status.FINISHED
    return done


@pytest.mark.parametrize("has_js", [True, False], ids=["js", "no js"])
def test_a_match_of_mighty(monkeypatch: pytest.MonkeyPatch, visit: Visit, ai: User, has_js: bool) -> None:
    done = played(monkeypatch, visit, ai, has_js=has_js, **MIGHTY)
    assert done[:5] == ["#throw-in", "bid 16N", "#raise", "exchange 4", "call nobody"]
    assert "play C3yes" in done


def test_a_spare_hand_is_taken_up(monkeypatch: pytest.MonkeyPatch, visit: Visit, ai: User) -> None:
    done = played(monkeypatch, visit, ai, has_js=True, preset="nap", deals=1, spare_hand=True)
    assert done[:2] == ["nap_bid garnet", "exchange 5"]


def test_an_answer_that_is_not_asked_for_any_more_is_taken_back(
    monkeypatch: pytest.MonkeyPatch, visit: Visit, ai: User
) -> None:
    game = dealt(monkeypatch, 6, ai, **MIGHTY)
    player = Bold(visit(ai).go(game.get_absolute_url()))
    page = player.page
    callers = page.locator("#hand-form .hand [data-calls]")
    while not is_over(page) and not (asked(page) == "play" and callers.count()):
        if asked(page) not in ("", "wait"):
            player.answer()
        until(page, lambda: asked(page) not in ("", "wait") or page.locator(".result").count())
    play = page.locator("#play")
    callers.first.check(force=True)
    page.locator("label:has(#calls-yes)").click()
    expect(play).to_have_accessible_name(re.compile("and call the joker"))
    page.locator("#hand-form .hand [name=card]:not([data-calls])").first.check(force=True)
    expect(play).not_to_have_accessible_name(re.compile("the joker"))
    expect(page.locator(".joker-call")).to_be_hidden()
