"""A deal that is over played on differently: by its address alone, against bots, and without a trace."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from kombu.exceptions import OperationalError as BrokerError

from games import tasks
from games.analysis import attempt_bots
from games.models import Event, Game
from napoleon.engine.cards import CARD_NAMES
from players.models import User
from tests.support import table_pages
from tests.support.analyses import blundered
from tests.support.cast import everybody
from tests.support.play import play_first_deal, play_out, running
from tests.support.visits import client_of, get, queries, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db


def four_tables() -> Game:
    cast = everybody()
    return play_out(running(*cast, deals=1), *cast)


over, napoleon = world(lambda: blundered(everybody())), world(four_tables)


def path(game: Game, step: int, query: str) -> str:
    return f"/t/{game.slug}/try/1/{step}/?{query}"


def test_the_seat_sees_its_cards_and_may_choose(over: Game) -> None:
    page = get(None, path(over, 2, "as=1"))
    assert table_pages.cards(page) == {"SA", "SK", "SQ", "SJ", "C2"}
    assert 'name="card" value="SA"' in text(page)


def test_another_card_leads_to_another_result(over: Game) -> None:
    """With spades for trumps Ai takes four tricks; the last two cards are played by themselves."""
    page = text(get(None, path(over, 2, "as=1&card=SA&card=SK&card=SQ&card=SJ")))
    assert [cell.strip() for cell in re.findall(r'<td class="num">([^<]+)</td>', page)[:4]] == ["−4", "+4", "+4", "−4"]
    assert "Points then" in page
    assert "<b>Ai made it</b>" in page


def test_the_last_cards_are_played_from_any_seat(over: Game) -> None:
    page = text(get(None, path(over, 2, "as=2&level=recruit")))
    assert "Points then" in page or 'name="card"' in page


def test_nothing_is_stored(over: Game) -> None:
    events = Event.objects.count()
    with CaptureQueriesContext(connection) as captured:
        get(None, path(over, 2, "as=1&card=SA"))
    assert Event.objects.count() == events
    assert not [query for query in captured if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]


@pytest.mark.parametrize(
    "query", ["", "as=0", "as=3", "as=x", "as=1&card=HA", "as=1&level=marshal", "as=1&card=SA&card=SA"]
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


# --- Bots that think long ---


@pytest.fixture
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What workers are asked for, and do not do yet."""
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(attempt_bots, "enqueue", lambda _, *asked: calls.append(asked))
    return calls


CAPTAINS = "as=1&level=captain"


def test_captains_play_on_as_well(over: Game) -> None:
    assert "Points then" in text(get(None, path(over, 2, f"{CAPTAINS}&card=SA&card=SK&card=SQ&card=SJ")))


def test_a_page_shows_what_is_known_while_captains_think(over: Game, enqueued: list[tuple[object, ...]]) -> None:
    page = text(get(None, path(over, 2, f"{CAPTAINS}&card=SA")))
    assert "The bots are thinking." in page
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page
    assert 'name="card" value="SK">' not in page
    # Who looks again asks nobody again.
    get(None, path(over, 2, f"{CAPTAINS}&card=SA"))
    [asked] = enqueued
    tasks.think_of_attempt(*asked)
    page = text(get(None, path(over, 2, f"{CAPTAINS}&card=SA")))
    assert "The bots are thinking." not in page
    assert 'name="card" value="SK">' in page


def test_one_thread_of_a_worker_at_most_thinks_of_finished_deals(
    over: Game, enqueued: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    later: list[tuple[float, tuple[object, ...]]] = []
    monkeypatch.setattr(tasks, "enqueue_in", lambda seconds, name, *asked: later.append((seconds, asked)))
    get(None, path(over, 2, f"{CAPTAINS}&card=SA"))
    [asked] = enqueued
    with tasks.THINKING_OF_ATTEMPT:
        tasks.think_of_attempt(*asked)
    assert later == [(1, asked)]
    assert "The bots are thinking." in text(get(None, path(over, 2, f"{CAPTAINS}&card=SA")))
    tasks.think_of_attempt(*asked)
    assert "The bots are thinking." not in text(get(None, path(over, 2, f"{CAPTAINS}&card=SA")))


def test_what_has_been_thought_of_is_not_thought_of_again(
    over: Game, enqueued: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    choose = attempt_bots.choose
    monkeypatch.setattr(attempt_bots, "choose", lambda level, *view: asked.append(level) or choose(level, *view))
    for cards in ("", "&card=SA", "&card=SA&card=SK"):
        get(None, path(over, 2, CAPTAINS + cards))
        tasks.think_of_attempt(*enqueued[-1])
    assert (len(enqueued), len(asked)) == (3, 2)


def test_a_card_that_cannot_be_played_is_refused_after_the_thinking_too(
    over: Game, enqueued: list[tuple[object, ...]]
) -> None:
    refused = path(over, 2, f"{CAPTAINS}&card=SA&card=HA")
    assert get(None, refused).status_code == 200
    tasks.think_of_attempt(*enqueued[-1])
    assert get(None, refused).status_code == 404


def test_nothing_is_thought_of_for_a_match_that_runs(ai: User, bo: User) -> None:
    game = play_first_deal(running(ai, bo, preset="nap", players=2, deals=3), ai, bo)
    tried = attempt_bots.AttemptKey(game.pk, 1, 3, 0, "captain", ())
    attempt_bots.think(tried)
    assert cache.get(tried.key) is None


def test_while_the_broker_is_down_the_page_says_so_and_the_next_one_asks_again(
    over: Game, monkeypatch: pytest.MonkeyPatch, enqueued: list[tuple[object, ...]]
) -> None:
    def out_of_reach(*_: object) -> None:
        raise BrokerError

    with monkeypatch.context() as patch:
        patch.setattr(attempt_bots, "enqueue", out_of_reach)
        assert Client(raise_request_exception=False).get(path(over, 2, f"{CAPTAINS}&card=SA")).status_code == 503
    get(None, path(over, 2, f"{CAPTAINS}&card=SA"))
    assert len(enqueued) == 1


def test_nobody_has_workers_think_without_end(over: Game, enqueued: list[tuple[object, ...]]) -> None:
    pages = [path(over, 2, f"as=1&level=captain&card=SA&card={suit}2") for suit in "SHDC"]
    assert {get(None, pages[number % 4]).status_code for number in range(40)} == {200}
    assert len(enqueued) == 4
    asked = [
        get(None, path(over, step, f"as={seat}&level=captain&card={card}")).status_code
        for step in (2, 3)
        for seat in (1, 2)
        for card in CARD_NAMES[:10]
    ]
    assert asked[-1] == 429
    assert len(enqueued) == 30
