"""Planning on the board: a tap on a card while one waits, and keys for a bid."""

import re
from random import Random
from typing import Any

import pytest

from games.models import Automation, Event, Game
from games.plans import services
from games.plans.plan import CardPlan
from games.seats import live_play
from napoleon.engine import parse_card
from players.models import User
from tests.support.play import move, reread, running
from tests.support.table_pages import fields
from tests.support.visits import client_of, get, post, queries, text
from tests.support.wall_clock import Wall, to_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def auction(ai: User, bo: User) -> Game:
    """A deal of two people and three bots that waits for a bid of one of the two."""
    return running(ai, bo, preset="booklet", players=5, deals=1)


@pytest.fixture
def play(auction: Game) -> Game:
    """The same, with a card in the trick."""
    rng = Random(1)
    while not Event.objects.filter(game=auction, type="play").exists():
        move(auction, to_move(auction), rng)
    return reread(auction)


def waiting(game: Game) -> User:
    mover = to_move(game)
    return next(seat.user for seat in game.seats.all() if seat.user and seat.user != mover)


def buttons(user: User, game: Game) -> dict[str, str]:
    """The cards of the hand that can be planned, and whether they are."""
    page = text(get(user, f"/t/{game.slug}/"))
    return dict(re.findall(r'id="card-(\w\w)"[^>]*aria-pressed="(\w+)"', page))


def tap(user: User, game: Game, **data: Any) -> Any:
    return post(user, f"/t/{game.slug}/plan/tap/", deal=1, **data)


def stored(game: Game) -> list[dict[str, Any]]:
    return [entry["plan"] for row in Automation.objects.filter(seat__game=game) for entry in row.plans]


# --- Cards ---


def test_a_tap_plans_a_card_and_another_one_removes_the_plan(play: Game) -> None:
    user = waiting(play)
    card = next(iter(buttons(user, play)))
    assert tap(user, play, do="play", play=card).status_code == 303
    assert stored(play) == [{"do": "play", "play": card}]
    assert [code for code, pressed in buttons(user, play).items() if pressed == "true"] == [card]
    page = text(get(user, f"/t/{play.slug}/"))
    text_of_plan = services.text_of(CardPlan(parse_card(card)))
    assert text_of_plan.replace('"', "&#34;") in page
    assert tap(user, play, plan=text_of_plan).status_code == 303
    assert stored(play) == []
    assert "true" not in buttons(user, play).values()


def test_the_same_tap_twice_plans_once(play: Game) -> None:
    user = waiting(play)
    card = next(iter(buttons(user, play)))
    for _time in range(2):
        tap(user, play, do="play", play=card)
    assert len(stored(play)) == 1


def test_several_cards_show_their_order(play: Game) -> None:
    user = waiting(play)
    first, second, *_others = buttons(user, play)
    for card in (second, first):
        tap(user, play, do="play", play=card)
    page = text(get(user, f"/t/{play.slug}/"))
    marks = re.findall(r'id="card-(\w\w)".*?</button>', page, re.DOTALL)
    assert {first, second} <= set(marks)
    places = dict(
        re.findall(r'id="card-(\w\w)"(?:(?!</button>).)*class="plan-mark"[^>]*><span[^>]*>(\d)', page, re.DOTALL)
    )
    assert places == {second: "1", first: "2"}


def test_the_plan_is_carried_out_and_its_mark_goes(play: Game, wall: Wall) -> None:
    user, mover = waiting(play), to_move(play)
    card = next(iter(buttons(user, play)))
    tap(user, play, do="play", play=card)
    rng = Random(2)
    while to_move(play) == mover and not reread(play).is_over:
        move(play, mover, rng)
    page = text(get(user, f"/t/{play.slug}/"))
    assert 'class="plan-mark"' in page  # while it is their turn as well
    wall.run(minutes=11)
    planned = Event.objects.filter(game=play, by=Event.By.PLAN)
    assert [event.payload["card"] for event in planned] in ([card], [])  # a card that is not legal is never played
    assert stored(play) == []


def test_nobody_else_has_buttons_marks_or_an_answer(play: Game, chie: User) -> None:
    user, mover = waiting(play), to_move(play)
    path = f"/t/{play.slug}/"
    before = {reader: text(get(reader, path)).count("plan") for reader in (mover, chie, None)}
    card = next(iter(buttons(user, play)))
    tap(user, play, do="play", play=card)
    assert {reader: text(get(reader, path)).count("plan") for reader in (mover, chie, None)} == before
    assert tap(chie, play, do="play", play=card).status_code == 404


def test_plans_take_one_query_of_those_who_have_any(play: Game) -> None:
    user, path = waiting(play), f"/t/{play.slug}/board/?deal=1&shown=0&side=log"
    mover = to_move(play)
    for reader in (user, mover):
        get(reader, path)  # the first look notes what they have seen
    before, of_mover = queries(user, path), queries(mover, path)
    tap(user, play, do="play", play=next(iter(buttons(user, play))))
    assert queries(user, path) == before + 1
    assert queries(mover, path) == of_mover


def test_in_live_play_there_is_nothing_to_tap(play: Game, ai: User, bo: User) -> None:
    for user in (ai, bo):
        live_play.agree(game_id=play.pk, user=user)
    assert buttons(waiting(play), reread(play)) == {}


def test_what_cannot_be_read_is_refused_on_the_board(play: Game) -> None:
    user = waiting(play)
    refused = tap(user, play, do="play", play="XX")
    assert refused.status_code == 422
    assert "Choose what to play." in text(refused)
    assert tap(user, play, plan="").status_code == 422


def test_an_open_page_learns_of_plans_made_elsewhere(play: Game) -> None:
    """In the panel or in another tab: no move tells the page to fetch the board."""
    user = waiting(play)
    page = fields(get(user, f"/t/{play.slug}/"))
    asked = f"/t/{play.slug}/board/?deal=1&shown=0&side=log&unread=0&seq={page['seq']}&planned="
    client = client_of(user)
    assert "plan-mark" not in text(client.get(asked, headers={"hx-request": "true"}))
    answer = post(user, f"/t/{play.slug}/plan/", deal=1, do="play", play=next(iter(buttons(user, play))))
    assert answer.status_code == 303
    board = text(client.get(asked, headers={"hx-request": "true"}))
    assert "plan-mark" in board
    shown = re.findall(r'name="planned" value="(\w+)"', board)[0]
    assert "plan-mark" not in text(client.get(asked + shown, headers={"hx-request": "true"}))


# --- Bids ---


def test_a_bid_is_planned_with_its_condition_and_made(auction: Game, wall: Wall) -> None:
    user, mover = waiting(auction), to_move(auction)
    assert tap(user, auction, do="bid", count=16, trump="S", most=15).status_code == 303
    assert "Bid 16 spades, unless somebody bids more than 15." in text(get(user, f"/t/{auction.slug}/"))
    services_pass(auction, mover)
    wall.run(minutes=11)
    [planned] = Event.objects.filter(game=auction, by=Event.By.PLAN)
    assert (planned.type, planned.payload["count"], planned.payload["trump"]) == ("bid", 16, "S")
    assert stored(auction) == []


def services_pass(game: Game, user: User) -> None:
    page = fields(get(user, f"/t/{game.slug}/"))
    sent = {key: page[key] for key in ("deal", "seen", "key")}
    assert post(user, f"/t/{game.slug}/act/", do="pass", **sent).status_code == 303


def test_a_bid_that_was_outbid_is_not_made(auction: Game, wall: Wall) -> None:
    user, mover = waiting(auction), to_move(auction)
    tap(user, auction, do="bid", count=19, trump="S", most=17)
    page = fields(get(mover, f"/t/{auction.slug}/"))
    sent = {key: page[key] for key in ("deal", "seen", "key")}
    post(mover, f"/t/{auction.slug}/act/", do="bid", count=18, trump="S", **sent)
    wall.run(minutes=11)
    assert not Event.objects.filter(game=auction, by=Event.By.PLAN).exists()
    assert stored(auction) == []


def test_bids_come_before_a_pass_however_they_were_planned(auction: Game) -> None:
    user = waiting(auction)
    tap(user, auction, do="pass", count=13, trump="H")
    tap(user, auction, do="bid", count=16, trump="S")
    # The keys of a bid, which the same form sends, are no condition of the pass.
    assert stored(auction) == [{"do": "bid", "count": 16, "trump": "S"}, {"do": "pass"}]


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({}, "Choose a bid."),
        ({"count": 13}, "Choose a bid."),
        ({"count": 13, "trump": "S", "most": 14}, "not above your own bid"),
        ({"bid": "seven"}, "Choose a bid."),
    ],
)
def test_what_is_no_bid_is_refused(auction: Game, sent: dict[str, Any], told: str) -> None:
    refused = tap(waiting(auction), auction, do="bid", **sent)
    assert refused.status_code == 422
    assert told in text(refused)


def test_bids_of_nap_are_offered_until_one_has_bid(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    mover, user = to_move(game), waiting(game)
    page = text(get(user, f"/t/{game.slug}/"))
    assert {"two", "three", "nap"} <= set(re.findall(r'name="bid"\s+id="bid-(\w+)"', page))
    tap(user, game, do="bid", bid="three")
    assert stored(game) == [{"do": "bid", "bid": "three"}]
    sent = {key: fields(get(mover, f"/t/{game.slug}/"))[key] for key in ("deal", "seen", "key")}
    post(mover, f"/t/{game.slug}/act/", do="bid", bid="two", **sent)
    assert 'class="plan-bid"' not in text(get(mover, f"/t/{game.slug}/"))
