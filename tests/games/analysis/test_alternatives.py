"""A deal that is over played on differently: by its address alone, against bots, and without a trace."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Event, Game
from players.models import User
from tests.support import table_pages
from tests.support.analyses import blundered
from tests.support.cast import everybody
from tests.support.play import play_first_deal, play_out, running
from tests.support.visits import client_of, get, queries, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db


def told() -> Game:
    return blundered(everybody())


def four_tables() -> Game:
    cast = everybody()
    return play_out(running(*cast, deals=1), *cast)


over, napoleon = world(told), world(four_tables)


def path(game: Game, step: int, query: str) -> str:
    return f"/t/{game.slug}/try/1/{step}/?{query}"


def test_the_seat_sees_its_cards_and_may_choose(over: Game) -> None:
    page = get(None, path(over, 2, "as=1"))
    assert table_pages.cards(page) == {"SA", "SK", "SQ", "SJ", "C2"}
    assert 'name="card" value="SA"' in text(page)


def test_another_card_leads_to_another_result(over: Game) -> None:
    """With spades for trumps Ai takes four tricks; the last two cards are played by themselves."""
    page = text(get(None, path(over, 2, "as=1&card=SA&card=SK&card=SQ&card=SJ")))
    then_and_now = re.findall(r'<td class="num">([^<]+)</td>', page)
    assert [cell.strip() for cell in then_and_now[:4]] == ["−4", "+4", "+4", "−4"]
    assert "Points then" in page


def test_the_last_cards_are_played_from_any_seat(over: Game) -> None:
    page = text(get(None, path(over, 2, "as=2&level=recruit")))
    assert "Points then" in page or 'name="card"' in page


def test_nothing_is_stored(over: Game) -> None:
    events = Event.objects.count()
    with CaptureQueriesContext(connection) as captured:
        get(None, path(over, 2, "as=1&card=SA"))
    assert Event.objects.count() == events
    assert not [one for one in captured if one["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]


@pytest.mark.parametrize(
    "query",
    ["", "as=0", "as=3", "as=x", "as=1&card=HA", "as=1&level=marshal", "as=1&card=SA&card=SA"],
)
def test_what_cannot_be_is_no_page(over: Game, query: str) -> None:
    assert get(None, path(over, 2, query)).status_code == 404


def test_only_positions_of_the_play_can_be_tried(over: Game) -> None:
    for step in (0, 1, 13):
        assert get(None, path(over, step, "as=1")).status_code == 404
    assert "Try it differently" in text(get(None, f"/t/{over.slug}/review/1/2/"))
    assert "Try it differently" not in text(get(None, f"/t/{over.slug}/review/1/1/"))


def test_a_running_match_cannot_be_tried(ai: User, bo: User) -> None:
    game = play_first_deal(running(ai, bo, preset="nap", players=2, deals=3), ai, bo)
    assert get(ai, path(game, 3, "as=1")).status_code == 404
    assert "Try it differently" not in text(get(ai, f"/t/{game.slug}/review/1/3/"))


@pytest.mark.slow
def test_a_deal_of_napoleon_is_played_to_its_end_from_every_seat(napoleon: Game) -> None:
    client = client_of(None)
    first = text(client.get(f"/t/{napoleon.slug}/review/1/0/"))
    step = int(re.findall(r'id="jump-exchange" href="/t/[^/]+/review/1/(\d+)/', first)[0])
    for seat in range(1, 6):
        query = f"as={seat}&level=recruit"
        while True:
            page = text(client.get(path(napoleon, step, query)))
            card = re.search(r'name="card" value="([^"]+)">\s*<span class="card"', page)
            if card is None:
                break
            query += f"&card={card[1]}"
        assert "Points then" in page


def test_asks_few_queries(over: Game) -> None:
    assert queries(None, path(over, 2, "as=1&card=SA")) <= 12
