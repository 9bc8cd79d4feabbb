"""Someone who has never been here plays a hand."""

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests.browser.hand import Player, wait_for_turn
from tests.browser.visitor import PHONE, Visit

pytestmark = pytest.mark.browser


def test_a_newcomer_plays_a_deal_against_bots_to_its_score(visit: Visit) -> None:
    page = visit(viewport=PHONE).go("/")
    page.get_by_role("button", name="I know the game").click()
    page.wait_for_url("**/t/**")
    newcomer = Player(page)
    done = []
    while wait_for_turn(newcomer):
        done.append(newcomer.answer())
    assert len([move for move in done if move.startswith("play")]) == 10
    expect(page.locator(".score")).to_be_visible()
    # The only deal of the match: its table has the totals, in the order of who declared.
    shown = page.locator(".table-sheet tbody td:last-child")
    scores = Game.objects.get(status=Game.Status.FINISHED).seats.values_list("score", flat=True)
    expect(shown).to_have_count(len(scores))
    assert sorted([int(total.replace("−", "-")) for total in shown.all_inner_texts()]) == sorted(scores)
