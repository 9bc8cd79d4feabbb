"""Streams over HTTP: from now on or from an id, in both forms, and no more than eight of a person."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.api import stream_lines, streams
from games.api.stream_lines import OwnPosition, game_position
from games.api.streams import GameStream, OwnStream, Stream, news_of
from games.models import Game
from games.table.chat import post_message
from players.api.models import ApiToken
from players.api.tokens import find_token, make_token
from players.models import User
from tests.support.api import Program, chosen
from tests.support.event_streams import Reader, serving
from tests.support.play import lobby, move_on, running

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def port() -> Iterator[int]:
    with serving() as port:
        yield port


class Listener(Reader):
    """A program that reads a stream."""

    def __init__(self, port: int, program: Program, path: str, **headers: str) -> None:
        super().__init__(port, f"/api/v1{path}", **{**program.headers, **headers})

    def next(self, kind: str = "") -> dict[str, Any]:
        """The next line of that type."""
        while True:
            written = self.response.readline().decode()
            assert written, "the stream has ended"
            text = written.removeprefix("data: ")
            if text.startswith("{") and (line := json.loads(text)) and kind in ("", line["type"]):
                return line  # type: ignore[no-any-return]


def test_a_stream_begins_now_and_tells_what_the_seat_may_see(port: int, ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    programs = [Program(ai), Program(bo)]
    listener = Listener(port, programs[0], f"/games/{game.slug}/stream")
    hello = listener.next()
    assert (hello["type"], hello["game"], hello["seq"]) == ("hello", game.slug, game.seq)
    for program in programs:
        view = program.view(game.slug)
        if command := chosen(view):
            program.command(view, command)
            break
    event = listener.next("event")
    assert event["event"] == {**command, "seat": view["seat"]}
    assert event["seq"] == game.seq + 1
    listener.close()


def test_a_stream_goes_on_after_an_id_and_ends_with_the_game(port: int, ai: User) -> None:
    game = running(ai, preset="nap", players=2, deals=1)
    program = Program(ai)
    before = Listener(port, program, f"/games/{game.slug}/stream")
    last = before.next()["id"]
    before.close()
    _play_out(program, game.slug)
    listener = Listener(port, program, f"/games/{game.slug}/stream", **{"Last-Event-ID": last})
    lines = []
    while not lines or lines[-1]["type"] != "game_ended":
        lines.append(listener.next())
    assert listener.response.read().strip() == b""
    assert [line["seq"] for line in lines] == sorted(line["seq"] for line in lines)
    assert len({line["id"] for line in lines}) == len(lines)
    middle = lines[len(lines) // 2]["id"]
    again = Listener(port, program, f"/games/{game.slug}/stream", **{"Last-Event-ID": middle})
    assert again.next() == lines[len(lines) // 2 + 1]


def _play_out(program: Program, slug: str) -> None:
    while (view := program.view(slug))["status"] == "running":
        command = chosen(view)
        assert command is not None
        assert program.command(view, command).status_code == 200


def test_both_forms_tell_the_same(port: int, ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    program = Program(ai)
    path = f"/games/{game.slug}/stream"
    lines, events = Listener(port, program, path), Listener(port, program, path, Accept="text/event-stream")
    assert lines.response.headers["Content-Type"].startswith("application/x-ndjson")
    assert events.response.headers["Content-Type"].startswith("text/event-stream")
    assert {lines.next()["type"], events.next()["type"]} == {"hello"}
    post_message(game=game, user=bo, text="Hello")
    line, event = lines.next("chat"), events.next("chat")
    assert line == event
    assert line["chat"]["text"] == "Hello"


def test_an_old_or_unknown_id_begins_anew(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    for old in ("nonsense", "1-1-1-0"):
        answer = Program(ai).get(f"/games/{game.slug}/stream", **{"Last-Event-ID": old})
        [line] = answer.content.decode().splitlines()
        assert json.loads(line)["type"] == "reset"
        assert game_position(json.loads(line)["id"]) is not None


def test_a_persons_own_stream_tells_of_invitations_starts_and_turns(port: int, ai: User, bo: User) -> None:
    host, invited = Program(ai), Program(bo)
    listener = Listener(port, invited, "/stream")
    assert listener.next()["type"] == "hello"
    game = lobby(ai, preset="nap", players=2, deals=1, listed=False)
    host.post(f"/games/{game.slug}/invite", {"seat": 1, "player": "Bo"})
    invitation = listener.next()
    assert (invitation["type"], invitation["game"], invitation["seat"]) == ("invitation", game.slug, 1)
    assert invited.post(f"/games/{game.slug}/join").json()["status"] == "running"
    assert listener.next()["type"] == "game_started"
    assert Game.objects.get(pk=game.pk).turns.count() == 1


# --- Read once for many ---


def followers_of(game: Game, *people: User) -> list[GameStream]:
    """Streams that share what is known of the game, from the beginning of its chat and its log."""
    streams = [GameStream(token_of(person), game, is_sse=False) for person in people]
    for stream in streams:
        stream.feed = streams[0].feed
        stream.position = stream.position._replace(seq=0, part=0, chat=0)
    return streams


def token_of(person: User) -> ApiToken:
    token = find_token(make_token(person, name="x", scopes=["games:read"]))
    assert token is not None
    return token


def test_readers_of_different_seats_get_what_each_would_get_alone(ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=2)
    post_message(game=game, user=ai, text="Hello")
    post_message(game=game, user=bo, text="a weak hand", is_thought=True)
    move_on(game, [ai, bo], 4)
    people = [ai, bo, chie, ai]
    alone = [news_of(followers_of(game, person))[0] for person in people]
    assert news_of(followers_of(game, *people)) == alone
    assert len(set(alone)) == 3
    assert ["a weak hand" in text for text in alone] == [False, True, False, False]


def test_a_game_is_read_once_for_all_who_follow_it(ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=2)
    few, many = followers_of(game, chie), followers_of(game, *[ai, bo, chie] * 5)
    with CaptureQueriesContext(connection) as for_one:
        news_of(few)
    with CaptureQueriesContext(connection) as for_all:
        news_of(many)
    assert len(for_all) == len(for_one)


def test_all_games_of_many_people_are_read_at_once(ai: User, bo: User, chie: User) -> None:
    for _ in range(3):
        running(ai, bo, preset="nap", players=2, deals=1)
    running(chie, preset="nap", players=2, deals=1)

    def streams(*people: User) -> list[OwnStream]:
        found = [OwnStream(token_of(person), is_sse=False) for person in people]
        for stream in found:
            assert stream.greeting(OwnPosition(timezone.now() - timedelta(hours=1), ("a", 0, 0)).id) == []
        return found

    alone = [news_of(streams(person))[0] for person in (ai, bo, chie)]
    together = streams(ai, bo, chie)
    assert news_of(together) == alone
    assert [text.count("game_started") for text in alone] == [3, 3, 1]
    assert news_of(together) == ["", "", ""]


def test_a_stream_goes_on_behind_many_thoughts_of_others(ai: User, bo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """And none of its ids tells how many there are."""
    monkeypatch.setattr(stream_lines, "MOST", 2)
    game = running(ai, bo, preset="nap", players=2, deals=1)
    for _ in range(4):
        post_message(game=game, user=bo, text="a weak hand", is_thought=True)
    line = post_message(game=game, user=ai, text="Hello")
    [stream] = followers_of(game, ai)
    for _ in range(2):
        assert "Hello" not in news_of([stream])[0]
        assert (stream.is_behind, stream.position.chat) == (True, 0)
    assert "Hello" in news_of([stream])[0]
    assert (stream.is_behind, stream.position.chat) == (False, line.pk)


def test_what_was_read_before_an_error_of_the_database_is_read_again(
    ai: User, bo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_lines, "MOST", 1)
    game = running(ai, bo, preset="nap", players=2, deals=1)
    followed: list[Stream] = [*followers_of(game, ai), OwnStream(token_of(bo), is_sse=False)]
    post_message(game=game, user=ai, text="Hello")

    def fail(since: object) -> None:
        raise OperationalError

    with monkeypatch.context() as away:
        away.setattr(streams, "lines_of_people", fail)
        with pytest.raises(OperationalError):
            news_of(followed)
    told = news_of(followed)[0]
    assert "game_started" in told
    assert "Hello" in told


def test_the_ninth_stream_of_a_person_is_refused_and_none_is_closed(port: int, ai: User) -> None:
    program = Program(ai)
    listeners = [Listener(port, program, "/stream") for _ in range(8)]
    ninth = Listener(port, program, "/stream")
    assert (ninth.status, json.loads(ninth.response.read())["code"]) == (429, "too_many_streams")
    assert ninth.response.headers["Retry-After"]
    assert all(listener.next()["type"] == "hello" for listener in listeners)
    for listener in listeners:
        listener.close()


def test_a_stream_ends_with_its_token(port: int, ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    listener = Listener(port, Program(ai), f"/games/{game.slug}/stream")
    listener.next()
    assert listener.line() == ""  # from here on it waits for changes
    ai.api_tokens.all().delete()
    post_message(game=game, user=bo, text="Hello")
    assert listener.response.read().strip() == b""
