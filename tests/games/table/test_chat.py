"""What is said at a table: the latest lines, and those before them."""

import re
from html import unescape
from uuid import uuid4

import pytest

from games.models import Game
from games.table import chat
from players.models import Notification, User
from tests.support.cast import person
from tests.support.play import lobby, running
from tests.support.visits import client_of, get, post, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
KEY = r'name="key" value="([^"]+)"'


@world
def game() -> Game:
    """A table at which 120 lines have been said."""
    ai = person("ai")
    game = running(ai, person("bo"), preset="nap", players=2)
    for number in range(120):
        chat.post_message(game=game, user=ai, text=f"Line {number}.")
    return game


def said(page: str) -> list[int]:
    return [int(number) for number in re.findall(r"Line (\d+)\.", page)]


def test_the_latest_lines_are_shown_and_the_others_are_a_page_away(game: Game, bo: User) -> None:
    path = f"/t/{game.slug}/?side=chat"
    seen, shown = [], 0
    while True:
        page = text(get(bo, path))
        seen, shown = said(page) + seen, max(shown, len(said(page)))
        earlier = re.search(r'href="([^"]+before=\d+)#side"', page)
        if earlier is None:
            break
        path = earlier[1].replace("&amp;", "&")
    assert seen == list(range(120))
    assert shown == chat.LINES_SHOWN
    assert f'href="/t/{game.slug}/?side=chat#side"' in page


def test_no_line_is_lost_or_told_twice_after_a_clock_was_set_back(game: Game, bo: User) -> None:
    """The last lines have earlier times than half of those before them."""
    early = game.messages.order_by("pk")[60].at
    for line in game.messages.order_by("-pk")[:10]:
        game.messages.filter(pk=line.pk).update(at=early)
    seen: list[int] = []
    path: str | None = f"/t/{game.slug}/?side=chat"
    while path:
        page = text(get(bo, path))
        seen += said(page)
        earlier = re.search(r'href="([^"]+before=\d+)#side"', page)
        path = unescape(earlier[1]) if earlier else None
    assert sorted(seen) == list(range(120))


def test_an_empty_chat_says_so(ai: User) -> None:
    game = running(ai, preset="nap")
    assert "No messages yet." in text(get(ai, f"/t/{game.slug}/?side=chat"))


def test_players_hear_who_reads_what_they_write(ai: User) -> None:
    hint = "Spectators can read it."
    for is_listed in (True, False):
        game = running(ai, preset="nap", listed=is_listed)
        chat.post_message(game=game, user=ai, text="Line 1.")
        assert (hint in text(get(ai, f"/t/{game.slug}/?side=chat"))) is is_listed
        assert bool(said(text(get(None, f"/t/{game.slug}/?side=chat")))) is is_listed


def test_what_an_open_page_fetches_has_the_latest_alone(game: Game, bo: User) -> None:
    fetched, aloud = text(get(bo, f"/t/{game.slug}/chat/")).split('id="news"')
    assert (said(fetched), said(aloud)) == (list(range(70, 120)), [119])
    assert 'hx-trigger="changed from:#board"' in text(get(bo, f"/t/{game.slug}/?side=chat"))
    earlier = text(get(bo, f"/t/{game.slug}/?side=chat&before={game.messages.latest('pk').pk - 60}"))
    assert 'hx-trigger="changed from:#board"' not in earlier.split('id="panel"')[1]


@pytest.mark.parametrize("before", ["0", "x", "-1", "9" * 18, "9" * 40])
def test_odd_places_do_no_harm(game: Game, bo: User, before: str) -> None:
    assert get(bo, f"/t/{game.slug}/?side=chat&before={before}").status_code == 200


# --- Saying something, once ---


def say(user: User, game: Game, words: str, **more: object):
    """By the form beside the board."""
    return post(user, f"/t/{game.slug}/chat/", text=words, side="chat", **more)


def lines(game: Game) -> list[str]:
    return [line.text for line in game.messages.all() if not line.text.startswith("Line")]


def test_every_form_has_a_key_of_its_own(game: Game, ai: User) -> None:
    page = f"/t/{game.slug}/?side=chat"
    keys = [re.findall(KEY, text(get(ai, page)).split('id="chat-form"')[1])[0] for _ in range(2)]
    assert len(set(keys)) == 2
    sent = client_of(ai).post(
        f"/t/{game.slug}/chat/", {"text": "Hello", "key": keys[0]}, headers={"HX-Request": "true"}
    )
    assert re.findall(KEY, text(sent))[0] not in keys


def test_the_same_form_twice_says_it_once(game: Game, ai: User, bo: User) -> None:
    Notification.objects.all().delete()
    key = uuid4()
    answers = [say(ai, game, "@Bo hello", key=key) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == [f"/t/{game.slug}/?side=chat#side"] * 2
    assert lines(game) == ["@Bo hello"]
    assert list(Notification.objects.values_list("user", "kind")) == [(bo.pk, "mentioned")]


def test_the_same_form_with_something_else_says_that_as_well(game: Game, ai: User) -> None:
    key = uuid4()
    for words in ("Once", "Twice", "Once"):
        say(ai, game, words, key=key)
    say(ai, game, "Once", key=key, is_thought="on")
    assert lines(game) == ["Once", "Twice", "Once"]


def test_a_key_is_its_sender_s_own(game: Game, ai: User, bo: User) -> None:
    key = uuid4()
    for user in (ai, bo):
        say(user, game, "Hello", key=key)
    assert lines(game) == ["Hello", "Hello"]


def test_the_same_words_can_be_said_again(game: Game, ai: User) -> None:
    for more in ({"key": uuid4()}, {"key": uuid4()}, {}, {}):
        say(ai, game, "Ha", **more)
    assert lines(game) == ["Ha"] * 4


def test_what_cannot_be_said_comes_back_with_its_key(game: Game, ai: User) -> None:
    key = uuid4()
    answer = say(ai, game, "x" * 501, key=key)
    assert answer.status_code == 422
    assert f'name="key" value="{key}"' in text(answer).split('id="chat-form"')[1]


def test_a_thought_that_is_refused_is_still_one_when_it_is_sent_again(game: Game, ai: User) -> None:
    for more, is_checked in (({"is_thought": "on"}, True), ({}, False)):
        form = say(ai, game, " ", **more).content.decode().split('id="chat-form"')[1]
        assert bool(re.search(r'name="is_thought"\s+checked', form)) is is_checked


def test_nothing_said_at_a_table_that_waits_for_players_is_refused(ai: User) -> None:
    table = lobby(ai)
    answer = say(ai, table, "")
    assert (answer.status_code, answer.templates[0].name) == (422, "games/lobby/lobby.html")
    assert lines(table) == []


# --- For the others later ---


def test_thoughts_of_others_are_in_no_page_before_the_end(game: Game, ai: User, bo: User) -> None:
    chat.post_message(game=game, user=ai, text="Line 777.", is_thought=True)
    assert 777 in said(text(get(ai, f"/t/{game.slug}/chat/")))
    assert 777 not in said(text(get(bo, f"/t/{game.slug}/chat/")))
    assert 777 not in said(text(get(bo, f"/t/{game.slug}/?side=chat")))
