"""A whole deal without a mouse."""

import pytest
from playwright.sync_api import expect

from games.models import Game
from napoleon.engine import Play
from players.models import User
from tests.browser.hand import CORNER, wait_for_turn
from tests.browser.tables import brought_to, dealt
from tests.browser.typist import Typist
from tests.browser.visitor import Visit
from tests.support.play import reread

pytestmark = pytest.mark.browser


def test_a_deal_is_played_by_keyboard_alone(monkeypatch: pytest.MonkeyPatch, visit: Visit, ai: User) -> None:
    game = dealt(monkeypatch, 1, ai, deals=1)
    page = visit(ai).go(game.get_absolute_url())
    typist = Typist(page)
    done = []
    while wait_for_turn(typist):
        done.append(typist.answer())
    assert [one.split()[0] for one in done] == ["bid", "call", "exchange", *["play"] * 10]
    assert f"call {game.events.get(type='call').payload['card']}" in done
    expect(page.locator(".result h1")).to_be_visible()
    assert reread(game).status == Game.Status.FINISHED


def test_enter_in_a_box_beside_the_table_plays_no_card(visit: Visit, ai: User) -> None:
    game = brought_to(Play, ai)
    page = visit(ai).go(f"{game.get_absolute_url()}?side=chat")
    box = page.locator("#hand-form [name=card]:enabled").first
    box.locator("xpath=..").click(position=CORNER)
    expect(box).to_be_checked()
    before = reread(game).seq
    page.locator("#chat-text").fill("Let me think.")
    page.locator("[name=is_thought]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".chat li")).to_have_count(1)
    assert reread(game).seq == before
    # After sending a line, a person may write the next one.
    expect(page.locator("#chat-text")).to_be_focused()


def test_letters_raise_cards_in_the_hand_alone(visit: Visit, ai: User) -> None:
    page = visit(ai).go(brought_to(Play, ai).get_absolute_url())
    for key in "shdcj":
        page.keyboard.press(key)
    expect(page.locator("#hand-form [name=card]:checked")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#hand-form [name=card]:checked")).to_have_count(1)


def test_a_key_shows_how_the_contract_stands_and_moves_nothing(visit: Visit, ai: User) -> None:
    page = visit(ai).go(brought_to(Play, ai).get_absolute_url())
    over, felt = page.locator(".standing-fold > .over"), page.locator(".felt")
    page.keyboard.press("ArrowRight")
    before = felt.bounding_box()
    page.keyboard.press("k")
    expect(over).to_be_visible()
    assert felt.bounding_box() == before
    page.keyboard.press("Escape")
    expect(over).to_be_hidden()
    page.keyboard.press("k")
    page.keyboard.press("k")
    expect(over).to_be_hidden()
