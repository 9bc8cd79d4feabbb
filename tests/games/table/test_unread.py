"""Messages that nobody has read yet: on the tab, in the head of the table, on the front page."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.utils import timezone

from games.models import Game
from games.seats import substitution
from games.table import chat
from players.models import Delivery, Notification, NotificationSettings, User
from players.notifications import inbox
from players.notifications.routing import route
from tests.support.notifications import pass_time, reachable, subjects
from tests.support.play import play_out, reread, running
from tests.support.visits import client_of, get, queries, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ai: User, bo: User) -> Game:
    return running(ai, bo, preset="nap", players=2)


def say(game: Game, user: User, *lines: str, **more: Any) -> None:
    for line in lines:
        chat.post_message(game=game, user=user, text=line, **more)


def unread(user: User | None, game: Game) -> tuple[int, int]:
    """What the head and the tab of the table say."""
    page = text(get(user, f"/t/{game.slug}/"))
    parts = (page.split('id="unread"')[1], page.split('id="unread-tab"')[1])
    found = [re.search(r'class="count">(\d+)', part.split("</p>")[0]) for part in parts[:1]]
    found.append(re.match(r'[^<]*>\s*<span class="count">(\d+)', parts[1]))
    head, tab = (int(one[1]) if one else 0 for one in found)
    return head, tab


def at_home(user: User) -> list[str]:
    return re.findall(r"\d+ new messages? in the chat", text(get(user, "/")))


def board(user: User | None, game: Game, shown: int, side: str = "log") -> HttpResponse:
    """What an open page asks for whenever something has happened at the table."""
    return get(user, f"/t/{game.slug}/board/?deal=1&seq={reread(game).seq}&side={side}&unread={shown}")


def test_lines_of_others_are_new_until_the_chat_is_opened(game: Game, ai: User, bo: User) -> None:
    assert unread(bo, game) == (0, 0)
    say(game, ai, "Hello", "Anybody?")
    assert unread(bo, game) == (2, 2)
    assert at_home(bo) == ["2 new messages in the chat"]
    page = text(get(bo, f"/t/{game.slug}/?side=chat"))
    assert "Anybody?" in page
    assert 'class="count"' not in page.split('id="unread-tab"')[1].split("</nav>")[0]
    assert (unread(bo, game), at_home(bo)) == ((0, 0), [])
    say(game, ai, "Ah")
    assert (unread(bo, game), at_home(bo)) == ((1, 1), ["1 new message in the chat"])


def test_the_panel_that_refreshes_itself_is_reading(game: Game, ai: User, bo: User) -> None:
    say(game, ai, "Hello")
    aloud = [text(get(bo, f"/t/{game.slug}/chat/")).partition('id="news"')[2] for _ in range(2)]
    assert ("Ai: Hello" in aloud[0], aloud[1]) == (True, "")
    assert unread(bo, game) == (0, 0)


def test_earlier_lines_alone_are_not_the_latest(game: Game, ai: User, bo: User) -> None:
    say(game, ai, *(f"Line {number}" for number in range(3)))
    get(bo, f"/t/{game.slug}/?side=chat&before={game.messages.latest('pk').pk}")
    assert unread(bo, game) == (3, 3)


def test_who_writes_has_read(game: Game, ai: User, bo: User) -> None:
    say(game, ai, "Hello")
    client_of(bo).post(f"/t/{game.slug}/chat/", {"text": "Hi"}, headers={"HX-Request": "true"})
    assert unread(bo, game) == (0, 0)
    assert unread(ai, game)[0] > 0


def test_thoughts_are_no_messages(game: Game, ai: User, bo: User) -> None:
    say(game, ai, "If he has the ace", is_thought=True)
    assert unread(bo, game) == (0, 0)
    say(game, ai, "Done")
    assert unread(bo, game) == (1, 1)


def test_after_the_match_as_well(game: Game, ai: User, bo: User) -> None:
    play_out(game, ai, bo)
    say(game, ai, "Well played")
    assert (unread(bo, game), at_home(bo)) == ((1, 1), ["1 new message in the chat"])


def test_who_has_no_seat_has_no_count(game: Game, ai: User, chie: User) -> None:
    say(game, ai, "Hello")
    get(chie, f"/t/{game.slug}/?side=chat")
    for reader in (None, chie):
        assert unread(reader, game) == (0, 0)


def test_a_substitute_has_read_nothing(cast: list[User]) -> None:
    ai, bo, chie, dai = cast[:4]
    game = running(ai, bo, chie, preset="nap", players=3)
    say(game, ai, "Hello", "Again")
    get(bo, f"/t/{game.slug}/?side=chat")
    number = game.seats.get(user=bo).number
    substitution.leave(game_id=game.pk, user=bo)
    substitution.offer(game_id=game.pk, number=number, user=dai)
    substitution.sit_in(game_id=game.pk, user=dai)
    assert unread(dai, game) == (2, 2)


# --- On open pages ---


def test_an_open_page_is_told_of_the_number_and_keeps_its_board(game: Game, ai: User, bo: User) -> None:
    assert board(bo, game, 0).status_code == 204
    say(game, ai, "Hello")
    answer = board(bo, game, 0)
    assert (answer.status_code, answer["HX-Reswap"]) == (200, "none")
    assert re.findall(r'id="([\w-]+)"', text(answer)) == ["unread", "unread-tab", "live", "news"]
    assert "Chat: 1 unread" in text(answer).split('id="news"')[1]
    assert text(answer).count('hx-swap-oob="true"') == 3
    assert board(bo, game, 1).status_code == 204


def test_with_the_chat_open_there_is_nothing_to_tell(game: Game, ai: User, bo: User) -> None:
    say(game, ai, "Hello")
    assert board(bo, game, 0, side="chat").status_code == 204
    assert board(None, game, 0).status_code == 204


def test_a_new_board_brings_the_number_along(game: Game, ai: User, bo: User) -> None:
    say(game, ai, "Hello")
    page = text(get(bo, f"/t/{game.slug}/board/?deal=1&seq=1&side=log&unread=0"))
    assert {"board"} != set(re.findall(r'id="(unread[\w-]*)"', page)) == {"unread", "unread-tab"}


def test_no_page_takes_a_query_more(game: Game, ai: User, bo: User) -> None:
    paths = ("/", f"/t/{game.slug}/", f"/t/{game.slug}/board/")
    get(bo, paths[1])  # the first visit is written down
    before = [queries(bo, path) for path in paths]
    chat_page = queries(bo, f"/t/{game.slug}/?side=chat")
    say(game, ai, "Hello", "Again")
    assert [queries(bo, path) for path in paths] == before
    # Reading what is new is written down; reading it again is not.
    assert queries(bo, f"/t/{game.slug}/?side=chat") == chat_page + 1
    assert queries(bo, f"/t/{game.slug}/?side=chat") == chat_page


# --- Notifications ---


def choose(user: User, **channels: bool) -> None:
    NotificationSettings.objects.create(user=user, choices={"chat": channels})


def test_a_line_is_told_to_those_who_want_every_one(cast: list[User]) -> None:
    ai, bo, chie = cast[:3]
    reachable(ai, bo, chie)
    User.objects.update(keeps_quiet=False)
    game = running(ai, bo, chie, preset="nap", players=3)
    Notification.objects.all().delete()
    choose(bo, mail=True, site=True)
    choose(ai, mail=True)
    say(game, ai, "Shall we?")
    assert list(Notification.objects.values_list("user", "kind")) == [(bo.pk, "chat")]
    pass_time(timezone.now(), minutes=6)
    assert "Ai wrote in the chat: Ai’s table" in subjects()
    assert len([str(line) for line in inbox.lines(bo)]) == 1
    page = text(get(bo, "/me/notifications/"))
    assert f"/t/{game.slug}/?side=chat#side" in page


def test_what_was_read_is_told_no_more(cast: list[User]) -> None:
    ai, bo = cast[:2]
    reachable(ai, bo)
    User.objects.update(keeps_quiet=False)
    game = running(ai, bo, preset="nap", players=2)
    Notification.objects.all().delete()
    choose(bo, mail=True)
    say(game, ai, "Shall we?")
    get(bo, f"/t/{game.slug}/?side=chat")
    pass_time(timezone.now(), minutes=6)
    assert not [subject for subject in subjects() if "chat" in subject]


def test_who_is_mentioned_is_told_once(game: Game, ai: User, bo: User) -> None:
    Notification.objects.all().delete()
    reachable(bo)
    choose(bo, mail=True)
    say(game, ai, "@Bo hello")
    route(timezone.now())
    assert [one.notification.kind for one in Delivery.objects.filter(user=bo, channel="mail")] == ["mentioned"]


def test_the_choice_stands_in_the_settings(ai: User) -> None:
    page = text(get(ai, "/me/notifications/settings/"))
    assert "Somebody writes in the chat of my table" in page
    boxes = re.findall(r'<input[^>]*name="(chat|mentioned)\.(\w+)"([^>]*)>', page)
    assert {(kind, "checked" in rest) for kind, _channel, rest in boxes} == {("chat", False), ("mentioned", True)}


# --- The migration ---
