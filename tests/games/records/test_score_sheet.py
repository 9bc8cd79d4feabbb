"""A match on paper: what the page that prints well holds, and who may have it."""

import re
from datetime import timedelta

import pytest

from games.kernel.log import state_of
from games.models import Game
from napoleon.engine import card_name
from players.models import User
from tests.napoleon.engine.records import played
from tests.support import table_pages
from tests.support.cast import person
from tests.support.play import play_first_deal, play_out, running
from tests.support.stored_games import stored
from tests.support.visits import get, queries, text

pytestmark = pytest.mark.django_db
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def on_paper(code: str) -> str:
    return "Joker" if code == "JK" else SIGNS[code[0]] + code[1].replace("T", "10")


@pytest.fixture
def over(cast: list[User]) -> Game:
    return play_out(running(*cast, deals=2), *cast)


def test_a_match_of_one_day_has_one_date(over: Game) -> None:
    assert text(get(None, f"/t/{over.slug}/score-sheet/")).count("<time") == 1
    Game.objects.filter(pk=over.pk).update(started_at=over.created_at - timedelta(days=2))
    assert text(get(None, f"/t/{over.slug}/score-sheet/")).count("<time") == 2


def test_every_deal_with_every_card_and_trick(over: Game) -> None:
    deals = text(get(None, f"/t/{over.slug}/score-sheet/")).split('<section class="deal-sheet">')[1:]
    ended = sorted(state_of(over).match.ended, key=lambda end: end.number)
    assert len(deals) == len(ended)
    for shown, end in zip(deals, ended, strict=True):
        rows = re.findall(r"<tr>.*?</tr>", shown.split("<tbody>")[1]) if "<tbody>" in shown else []
        assert len(rows) == len(getattr(end, "tricks", ()))
        for row, trick in zip(rows, getattr(end, "tricks", ()), strict=True):
            won = re.search(r'<td class="won">(.*?)</td>', row)
            assert won
            assert on_paper(card_name(dict(zip(trick.seats(), trick.cards, strict=True))[trick.winner])) in won[1]


def test_it_is_plain_text_without_pictures_of_cards(over: Game) -> None:
    page = get(None, f"/t/{over.slug}/score-sheet/")
    assert table_pages.cards(page) == set()
    assert "score-sheet.css" in text(page)


def test_hands_are_told_suit_by_suit(over: Game) -> None:
    words = table_pages.text(get(None, f"/t/{over.slug}/score-sheet/"))
    assert re.search(r"Ai ♠ [AKQJ0-9 —]+ ♥ [AKQJ0-9 —]+ ♦ [AKQJ0-9 —]+ ♣ [AKQJ0-9 —]+", words)


def test_unlisted_and_running_matches_are_closed(cast: list[User]) -> None:
    ai, bo, chie, dai, emi = cast
    game = play_first_deal(running(ai, bo, chie, dai, deals=3), ai, bo, chie, dai)
    assert get(ai, f"/t/{game.slug}/score-sheet/").status_code == 200
    for reader in (None, emi):
        assert get(reader, f"/t/{game.slug}/score-sheet/").status_code == 404
    fresh = running(ai)
    assert get(ai, f"/t/{fresh.slug}/score-sheet/").status_code == 404
    done = play_out(running(ai, preset="nap", players=2, deals=1, listed=False), ai)
    assert get(bo, f"/t/{done.slug}/score-sheet/").status_code == 404


@pytest.mark.parametrize("seed", [0, 2, 4, 5, 7, 9])
def test_matches_of_any_rules(cast: list[User], seed: int) -> None:
    match = played(seed, cut=False)
    game = stored([*cast, person("funabashi"), person("gin"), person("hana")], match.rules, match.events)
    assert get(None, f"/t/{game.slug}/score-sheet/").status_code == 200


def test_queries_do_not_grow_with_the_match(cast: list[User]) -> None:
    short, long = (play_out(running(*cast, deals=deals), *cast) for deals in (1, 4))
    assert queries(None, f"/t/{short.slug}/score-sheet/") == queries(None, f"/t/{long.slug}/score-sheet/") <= 12
