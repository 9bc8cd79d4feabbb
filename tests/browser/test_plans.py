"""Planning by a tap or a key while others play, and moves that are taken back."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.models import Automation, Event, Game
from games.plans import services
from games.plans.plan import CardPlan
from napoleon.engine import Call, LegalExchanges
from players.models import User
from tests.browser.hand import CORNER
from tests.browser.tables import BOXES, brought_to
from tests.browser.visitor import Visit, until
from tests.support.play import move, reread, running
from tests.support.wall_clock import to_move

pytestmark = pytest.mark.browser
BUTTONS = "#hand-form .hand button"


@pytest.fixture
def game(ai: User, bo: User) -> Game:
    return running(ai, bo, preset="booklet", players=5, deals=1)


def waiting(game: Game, *people: User) -> User:
    return next(user for user in people if user != to_move(game))


def play_begins(game: Game) -> None:
    rng = Random(1)
    while not Event.objects.filter(game=game, type="play").exists():
        move(game, to_move(game), rng)


def plans(game: Game) -> list[object]:
    return [entry["plan"] for row in Automation.objects.filter(seat__game=game) for entry in row.plans]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_card_is_planned_by_a_tap_and_no_slot_moves(
    visit: Visit, game: Game, ai: User, bo: User, scripts: bool
) -> None:
    play_begins(game)
    page = visit(waiting(game, ai, bo), java_script_enabled=scripts).go(game.get_absolute_url())
    before = page.evaluate(BOXES) if scripts else None
    page.locator(BUTTONS).nth(1).click(position=CORNER)
    expect(page.locator(".plan-mark")).to_have_count(1)
    expect(page.locator(BUTTONS).nth(1)).to_have_attribute("aria-pressed", "true")
    assert len(plans(game)) == 1
    if scripts:
        assert page.evaluate(BOXES) == before
    page.locator(BUTTONS).nth(1).click(position=CORNER)
    expect(page.locator(".plan-mark")).to_have_count(0)
    assert plans(game) == []


def test_a_card_is_planned_by_keyboard(visit: Visit, game: Game, ai: User, bo: User) -> None:
    play_begins(game)
    page = visit(waiting(game, ai, bo)).go(game.get_absolute_url())
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    second = page.locator(BUTTONS).nth(1)
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(second).to_be_focused()
    page.keyboard.press("Space")
    expect(second).to_have_attribute("aria-pressed", "false")


def test_the_panel_and_the_cards_show_the_same_plans(visit: Visit, game: Game, ai: User, bo: User) -> None:
    play_begins(game)
    page = visit(waiting(game, ai, bo)).go(f"{game.get_absolute_url()}?side=plans")
    page.locator(BUTTONS).first.click(position=CORNER)
    expect(page.locator("#panel .plans li")).to_have_count(1)
    page.locator("#panel .plans button").click()
    expect(page.locator(".plan-mark")).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_bid_is_planned_over_the_auction(visit: Visit, game: Game, ai: User, bo: User, scripts: bool) -> None:
    page = visit(waiting(game, ai, bo), java_script_enabled=scripts).go(game.get_absolute_url())
    before = page.evaluate(BOXES) if scripts else None
    page.locator(".plan-bid > summary").click()
    page.locator("label:has(#count-18)").click()
    page.locator("label:has(#trump-S)").click()
    page.locator("#plan-most").select_option("16")
    if scripts:
        assert page.evaluate(BOXES) == before
        expect(page.locator("#play")).to_contain_text("Plan to bid")
        expect(page.locator("#play [data-for=count-18]")).to_be_visible()
    page.locator("#play").click()
    expect(page.locator(".plan-bid .plans li")).to_have_count(1)
    expect(page.locator(".plan-bid[open]")).to_have_count(0)
    assert plans(game) == [{"do": "bid", "count": 18, "trump": "S", "most": 16}]


@pytest.mark.parametrize("scripts", [True, False])
def test_enter_plans_another_bid_and_cancels_none(visit: Visit, game: Game, ai: User, bo: User, scripts: bool) -> None:
    page = visit(waiting(game, ai, bo), java_script_enabled=scripts).go(game.get_absolute_url())
    for number, count in enumerate(("14", "15"), 1):
        page.locator(".plan-bid > summary").click()
        page.locator(f"label:has(#count-{count})").click()
        page.locator("label:has(#trump-S)").click()
        page.locator("#trump-S").press("Enter")
        expect(page.locator(".plan-bid .plans li")).to_have_count(number)
    assert len(plans(game)) == 2


def test_keys_of_a_planned_bid_outlast_the_bids_of_others(visit: Visit, game: Game, ai: User, bo: User) -> None:
    page = visit(waiting(game, ai, bo)).go(game.get_absolute_url())
    page.locator(".plan-bid > summary").click()
    page.locator("label:has(#count-18)").click()
    user = waiting(game, ai, bo)
    services.add_plan(slug=game.slug, user=user, deal=1, plan=CardPlan("lowest"))
    page.evaluate("htmx.trigger('#board', 'changed')")
    expect(page.locator("#position [name=planned]")).not_to_have_value("")
    expect(page.locator("#count-18")).to_be_checked()


# --- Taking back ---


def test_seconds_are_counted_on_the_bid_that_can_be_taken_back(visit: Visit, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(takes_back=True)
    page = visit(to_move(game)).go(game.get_absolute_url())
    page.locator("label:has(#count-18)").click()
    page.locator("label:has(#trump-S)").click()
    page.locator("#play").click()
    expect(page.locator("#take-move-back")).to_contain_text("Take back: Bid")
    mark = page.locator(".bids .held [data-seconds]")
    first = int(mark.inner_text())
    expect(mark).to_have_text(str(first - 2))
    expect(page.locator("#asked")).to_contain_text(f"in {first - 2} s")
    page.locator("#take-move-back").click()
    expect(page.locator("#play")).to_be_visible()


# --- What the server refuses ---


def test_too_few_discards_are_not_sent(visit: Visit, ai: User) -> None:
    game = brought_to(LegalExchanges, ai)
    page = visit(ai).go(game.get_absolute_url())
    page.locator(".hand [name=discard]").first.check(force=True)
    page.locator("#play").click()
    page.wait_for_timeout(300)
    expect(page.locator(".say [role=alert]")).to_have_count(0)
    assert is_greyed(page)
    boxes = page.locator("#hand-form [name=discard]")
    size = int(page.locator("#play").get_attribute("data-size") or 0)
    for number in range(1, size):
        boxes.nth(number).check(force=True)
    assert not is_greyed(page)
    page.locator("#play").click()
    until(page, lambda: reread(game).events.filter(type="exchange").exists())


def is_greyed(page: Page) -> bool:
    return page.locator("#play[data-incomplete]").count() == 1


def test_a_card_of_the_own_hand_is_not_called_where_the_rules_forbid_it(visit: Visit, ai: User) -> None:
    game = brought_to(Call, ai, own_card_call=False)
    page = visit(ai).go(game.get_absolute_url())
    own = page.locator(".hand [data-card]").evaluate_all("cards => cards.map((card) => card.dataset.card)")
    card = next(code for code in own if code != "JK")
    page.locator(f"label:has(#suit-{card[0]})").click()
    expect(page.locator(f"#rank-{card[1]}")).to_be_disabled()
    page.locator("#play").click()
    until(page, lambda: reread(game).events.filter(type="call").exists())
