"""The panel of plans on an open page: it is replaced where it no longer fits what is, and only there."""

import re

import pytest
from django.http import HttpResponse

from games.kernel.log import state_of
from games.models import Game
from games.plans import services
from games.plans.plan import CardPlan
from napoleon.engine.cards import cards_in
from napoleon.engine.view import deal_view
from players.models import User
from tests.support.play import in_play, move, reread
from tests.support.visits import client_of, get, text
from tests.support.wall_clock import to_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ai: User, bo: User) -> Game:
    return in_play(ai, bo)


def shown(user: User, game: Game) -> str:
    """What the open panel says of itself."""
    return re.findall(r'name="plans" value="([\w.]+)"', text(get(user, f"/t/{game.slug}/?side=plans")))[0]


def board(user: User, game: Game, plans: str, side: str = "plans") -> HttpResponse:
    """The board for an open page with that panel beside it."""
    path = f"/t/{game.slug}/board/?deal=1&seq=1&shown=0&side={side}&plans={plans}"
    return client_of(user).get(path, headers={"hx-request": "true"})


def test_it_stays_while_others_play(game: Game, ai: User, bo: User) -> None:
    mover = to_move(game)
    waiting = bo if mover == ai else ai
    before = shown(waiting, game)
    move(game, mover)
    assert 'id="panel"' not in text(board(waiting, game, before))


def test_it_is_replaced_when_the_hand_has_changed(game: Game) -> None:
    mover = to_move(game)
    before = shown(mover, game)
    move(game, mover)
    answer = text(board(mover, game, before))
    assert '<div id="panel" hx-swap-oob="innerHTML">' in answer
    assert f'name="plans" value="{shown(mover, game)}"' in answer
    assert 'id="panel"' not in text(board(mover, game, shown(mover, game)))


def test_a_plan_that_can_never_fit_again_leaves_it(game: Game) -> None:
    mover = to_move(game)
    held = deal_view(state_of(game).match.open[0], game.seats.get(user=mover).number).hand
    for card in cards_in(held):
        services.add_plan(slug=game.slug, user=mover, deal=1, plan=CardPlan(card, by_partner=True))
    assert plans_shown(mover, game) == held.bit_count()
    move(game, mover)
    assert plans_shown(mover, game) == held.bit_count() - 1


def plans_shown(user: User, game: Game) -> int:
    return text(get(user, f"/t/{game.slug}/?side=plans")).count(f'action="/t/{game.slug}/plan/drop/"')


def test_it_is_replaced_when_a_plan_is_gone(game: Game, ai: User, bo: User) -> None:
    waiting = bo if to_move(game) == ai else ai
    services.add_plan(slug=game.slug, user=waiting, deal=1, plan=CardPlan("lowest", led=0, stays=True))
    before = shown(waiting, game)
    services.drop_plan(
        slug=game.slug, user=waiting, deal=1, text=services.text_of(CardPlan("lowest", led=0, stays=True))
    )
    assert 'id="panel"' in text(board(waiting, game, before))


def test_no_other_panel_is_touched(game: Game) -> None:
    mover = to_move(game)
    before = shown(mover, game)
    move(game, mover)
    assert 'id="panel"' not in text(board(mover, game, before, side="rules"))
    assert 'value="' in text(board(mover, reread(game), before))


def test_a_reader_without_a_seat_gets_the_form_without_a_deal(game: Game) -> None:
    page = text(get(None, f"/t/{game.slug}/?side=plans"))
    assert '<input type="hidden" name="deal" value="">' in page
    assert "None" not in page
