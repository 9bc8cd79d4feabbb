"""The page of a table: for those who sit there, and for those who look on."""

import gzip
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.turns.context import worth_telling
from napoleon.engine import Play, Rules, legal, start, to_act
from napoleon.engine.events import Event
from napoleon.engine.match import MatchCursor
from players.models import User
from tests.napoleon.engine.records import played
from tests.support import table_pages
from tests.support.blunder import NAP, blunder
from tests.support.cast import person
from tests.support.play import choices, lobby, move, play_out, reread, running
from tests.support.stored_games import stored
from tests.support.visits import get, text

pytestmark = pytest.mark.django_db


def test_the_keys_stand_beside_a_table_that_plays(ai: User) -> None:
    game = running(ai, deals=1)
    keys = "<kbd>h</kbd>"
    assert keys in text(get(ai, f"{game.get_absolute_url()}?side=rules"))
    assert keys not in text(get(ai, f"{play_out(game, ai).get_absolute_url()}?side=rules"))


def test_shows_my_hand_and_nobody_elses(client: Client, cast: list[User]) -> None:
    game = running(*cast)
    client.force_login(cast[0])
    page = client.get(f"/t/{game.slug}/")
    assert page.status_code == 200
    assert len(table_pages.cards(page)) == 10


def test_the_only_legal_card_is_chosen_already(ai: User) -> None:
    game = running(ai, deals=1)
    seen = set()
    while not reread(game).is_over and len(seen) < 2:
        cards = {choice.card for choice in choices(reread(game), ai) if isinstance(choice, Play)}
        if cards:
            page = text(get(ai, game.get_absolute_url()))
            is_chosen = bool(re.search(r'id="card-\w+"\s+checked', page))
            assert is_chosen is (len(cards) == 1)
            seen.add(is_chosen)
        move(game, ai)
    assert seen == {True, False}


def test_spectator_sees_no_card_before_the_play(client: Client, cast: list[User]) -> None:
    game = running(*cast)
    page = client.get(f"/t/{game.slug}/")
    assert page.status_code == 200
    assert table_pages.cards(page) == set()
    assert "hand-form" not in page.content.decode()


def test_table_before_its_start_is_the_lobby_of_the_table(client: Client, ai: User) -> None:
    client.force_login(ai)
    assert client.get(f"/t/{lobby(ai).slug}/").templates[0].name == "games/lobby/lobby.html"


def test_shows_the_deal_asked_for(client: Client, cast: list[User]) -> None:
    game = running(*cast, deals_at_once=3)
    client.force_login(cast[0])
    page = client.get(f"/t/{game.slug}/?deal=2")
    assert table_pages.fields(page)["deal"] == "2"
    for nonsense in ("99", "x", "-1", "9" * 5000):
        page = client.get(f"/t/{game.slug}/?deal={nonsense}")
        assert page.status_code == 200


def test_several_boards_are_linked(client: Client, cast: list[User]) -> None:
    game = running(*cast, deals_at_once=3)
    client.force_login(cast[0])
    page = client.get(f"/t/{game.slug}/?deal=2").content.decode()
    for number in (1, 2, 3):
        assert f'<a href="/t/{game.slug}/?deal={number}"' in page


@pytest.mark.parametrize("deals", [1, 2])
def test_finished_match_shows_its_result_to_all(client: Client, cast: list[User], deals: int) -> None:
    game = play_out(running(*cast, deals=deals), *cast)
    page = table_pages.text(client.get(f"/t/{game.slug}/"))
    assert "won the match" in page
    assert ("Score sheet" in page) is (deals > 1)
    assert "How the points were scored" in page
    assert "picture cards:" in page


def test_chips_that_are_owed_have_a_minus_sign(ai: User, bo: User) -> None:
    page = text(get(None, stored([ai, bo], replace(NAP, chips=1), blunder()).get_absolute_url()))
    assert page.count('<td class="num">−3</td>') == 1
    assert ">-3<" not in page


@pytest.mark.parametrize("side", ["log", "rules", "chat", "notes", "nonsense"])
def test_every_side_panel_works_without_script(client: Client, cast: list[User], side: str) -> None:
    game = running(*cast)
    client.force_login(cast[0])
    assert client.get(f"/t/{game.slug}/?side={side}").status_code == 200


def play_on(game, people: list[User], cards: int):
    """Play until that many events have happened."""
    while reread(game).seq < cards and not reread(game).is_over:
        for user in people:
            move(game, user)
    return reread(game)


def test_page_takes_few_queries_however_long_the_match(
    client: Client, cast: list[User], django_assert_max_num_queries
) -> None:
    game = running(*cast, deals=3)
    client.force_login(cast[0])
    for length in (2, 80, 160):
        game = play_on(game, cast, length)
        for side in ("log", "rules", "chat", "notes"):
            with django_assert_max_num_queries(8):
                assert client.get(f"/t/{game.slug}/?side={side}").status_code == 200


def test_page_is_small(client: Client, cast: list[User]) -> None:
    game = play_on(running(*cast, deals=2), cast, 100)
    client.force_login(cast[0])
    assert len(gzip.compress(client.get(f"/t/{game.slug}/").content)) < 15_000


def test_a_card_that_cannot_be_played_takes_the_focus_and_says_why(client: Client, cast: list[User]) -> None:
    game = running(*cast)
    barred = '<span class="hand-card barred" tabindex="0" role="img"'
    for length in range(12, 60):
        game = play_on(game, cast, length)
        for user in cast:
            page = text(get(user, game.get_absolute_url()))
            if barred in page:
                assert 'aria-describedby="why"' in page
                assert re.search(r'<p class="why" id="why">.*?led, and you hold', page)
                assert "disabled" not in page.partition('class="hand"')[2].partition("</form>")[0]
                return
    pytest.fail("no card was barred")


def test_the_log_says_why_each_trick_was_won_and_who_gained(client: Client, cast: list[User]) -> None:
    game = play_on(running(*cast), cast, 70)
    for page in (get(cast[0], game.get_absolute_url()), client.get(game.get_absolute_url())):
        log = text(page).partition('<ol class="log">')[2].partition("</ol>")[0]
        assert log.count("wins: ") == log.count('<span class="no">') > 0
        assert re.search(r'<span class="gain (with|against|unknown)">', log)


def test_sitting_elsewhere_shows_the_way_to_the_next_table(client: Client, cast: list[User]) -> None:
    here, there = running(*cast, auction="sealed"), running(*cast, auction="sealed")
    client.force_login(cast[0])
    page = client.get(f"/t/{here.slug}/").content.decode()
    assert f"/next/?from={here.slug}&amp;deal=1" in page
    assert there.slug not in page


def test_a_joker_that_must_name_a_suit_is_raised_first_even_by_who_plays_with_one_tap(cast: list[User]) -> None:
    rules, events, seat = joker_to_lead()
    game = stored([*cast, person("funabashi"), person("gin"), person("hana")], rules, events)
    player = game.seats.get(number=seat).user
    User.objects.filter(pk=player.pk).update(one_tap=True)
    shown = text(get(User.objects.get(pk=player.pk), game.get_absolute_url()))
    assert '<input type="radio" name="card" value="JK" id="card-JK"' in shown
    assert shown.count('type="radio" name="suit"') > 1


def joker_to_lead() -> tuple[Rules, list[Event], int]:
    """A position in which somebody may lead the joker for several suits."""
    for seed in range(60):
        match = played(seed, cut=False)
        running = MatchCursor(start(match.rules))
        for number, event in enumerate(match.events):
            for deal, seat in to_act(running.match()):
                named = [
                    choice
                    for choice in legal(running.match(), seat)
                    if isinstance(choice, Play) and choice.deal == deal and choice.suit is not None
                ]
                if len(named) > 1:
                    return match.rules, match.events[:number], seat
            running.apply_in_place(event)
    raise AssertionError("Nobody leads the joker.")


def test_a_turn_of_less_than_a_minute_has_no_clock() -> None:
    now = timezone.now()
    assert worth_telling(None, now) is None
    assert worth_telling(now - timedelta(seconds=59), now) is None
    assert worth_telling(now - timedelta(seconds=60), now)


def test_a_page_that_waits_shows_the_next_table_once(client: Client, cast: list[User]) -> None:
    here, _there = running(*cast), running(*cast, auction="sealed")
    waiting = next(user for user in cast if not here.turns.filter(user=user).exists())
    links = re.findall(r'<a[^>]*?href="/next/[^>]*>', text(get(waiting, here.get_absolute_url())))
    assert [" hidden" in link for link in links] == [False]


def test_the_end_of_a_match_offers_a_picture_to_share(ai: User) -> None:
    game = running(ai, deals=1)
    picture = f"/t/{game.slug}/picture.png"
    assert picture not in get(ai, game.get_absolute_url()).content.decode()
    game = play_out(game, ai)
    page = get(ai, game.get_absolute_url()).content.decode()
    assert re.search(rf'<a [^>]*href="{picture}">A picture to share</a>', page)
