"""The client over HTTP: bots of the API and bots of the site play a match to its end, by streams."""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import requests

from games.models import Game
from napoleon import client as client_module
from napoleon.client import Client, Problem
from players.api.tokens import make_token
from players.models import User
from tests.support.api import ALL
from tests.support.cast import person
from tests.support.documents import ROOT, blocks
from tests.support.event_streams import serving

pytestmark = pytest.mark.django_db(transaction=True)

BOT = ("games:read", "games:create", "profile:read", "bot:play")


def bot_of(name: str, site: str) -> tuple[User, Client]:
    """An account that has become a bot by the API, and its client."""
    user = person(name)
    owner = Client(make_token(user, name="owner", scopes=["profile:read"]), site)
    assert owner.post("/account/bot", confirm=True, author="Ai")["bot"] is True
    with pytest.raises(Problem) as ended:
        owner.get("/account")
    assert ended.value.code == "bad_token"
    user.refresh_from_db()
    return user, Client(make_token(user, name="bot", scopes=BOT), site)


def move(game: Any) -> None:
    while game.legal:
        command = game.legal[len(game.legal) > 1]
        try:
            if command["type"] == "exchange":
                game.exchange(command, command["from"][: command["count"]])
            else:
                game.play(command)
        except Problem as problem:
            if problem.code != "stale":
                raise
            game.read()


def play_by_stream(client: Client, seen: list[str], broken: threading.Event) -> None:
    """As the bot of docs/api.md, but to the end of one match, and with a new connection in its middle."""
    last = ""
    while not (seen and seen[-1] == "game_ended"):
        for line in client.stream(last=last):
            last, kind = line["id"], line["type"]
            seen.append(kind)
            if kind == "invitation":
                client.game(line["game"]).join()
            elif kind == "turn":
                move(client.game(line["game"]))
            if kind == "game_ended" or (seen.count("turn") == 3 and not broken.is_set()):
                broken.set()
                break


@pytest.mark.slow
def test_three_bots_of_the_api_and_two_of_the_site_play_a_match_to_its_end() -> None:
    with serving() as port:
        site = f"http://localhost:{port}"
        bots = [bot_of(name, site) for name in ("bo", "chie", "dai")]
        seen: list[list[str]] = [[] for _ in bots]
        threads = [
            threading.Thread(target=play_by_stream, args=(client, own, threading.Event()), daemon=True)
            for (_user, client), own in zip(bots, seen, strict=True)
        ]
        for thread in threads:
            thread.start()
        while not all(own[:1] == ["hello"] for own in seen):
            threading.Event().wait(0.05)
        host = bots[0][1]
        game = host.open_table(
            "gurunapo",
            bots=2,
            bot_level="recruit",
            listed=False,
            options={"deals": 1},
            invite=[str(user) for user, _client in bots[1:]],
        )
        for thread in threads:
            thread.join(timeout=120)
        assert not any(thread.is_alive() for thread in threads)
        game.read()
        stored = Game.objects.get(slug=game.id)
        assert (stored.status, game.view["status"]) == (Game.Status.FINISHED, "finished")
        assert [player["bot"] for player in game.view["players"]] == [True] * 5
        assert all("game_ended" in own for own in seen)
        assert not stored.events.filter(by="timeout").exists()


@pytest.mark.slow
def test_the_bot_of_the_documentation_plays(ai: User, tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(blocks("docs/api.md", "python bot")[0])
    with serving() as port:
        site = f"http://localhost:{port}"
        user, client = bot_of("bo", site)
        token = make_token(user, name="bot", scopes=BOT)
        host = Client(make_token(ai, name="x", scopes=ALL), site)
        wishes = {"options": {"players": 2, "deals": 1}, "listed": False, "invite": [str(user)]}
        game = host.open_table("nap", **wishes)
        process = subprocess.Popen([sys.executable, str(program), token, site], env={"PYTHONPATH": str(ROOT)})
        try:
            while game.view["status"] != "finished":
                move(game)
                game.read()
                threading.Event().wait(0.2)
        finally:
            process.kill()
            process.wait()
        assert [player["bot"] for player in client.game(game.id).view["players"]] == [False, True]


def test_a_table_filled_with_bots_starts_at_once_and_its_record_can_be_read(ai: User) -> None:
    with serving() as port:
        client = Client(make_token(ai, name="x", scopes=ALL), f"http://localhost:{port}")
        game = client.open_table("nap", bots=1, bot_level="recruit", options={"players": 2, "deals": 1})
        assert game.view["status"] == "running"
        move(game)
        game.read()
        while game.view["status"] == "running":
            move(game)
            game.read()
        text = client.session.get(f"{client.base}/records/{game.id}").text
        assert json.loads(text.splitlines()[0])["game"] == game.id
        assert [one.id for one in client.games(status="finished")] == [game.id]


def test_a_stream_waits_as_told_where_too_many_are_open(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as port:
        client = Client(make_token(ai, name="x", scopes=ALL), f"http://localhost:{port}")
        open_ones = [client.stream() for _ in range(8)]
        assert [next(stream)["type"] for stream in open_ones] == ["hello"] * 8
        waited = []

        def sleep(seconds: float) -> None:
            waited.append(seconds)
            open_ones.pop().close()
            time.sleep(1)  # the site has noticed by then

        monkeypatch.setattr(client_module, "time", SimpleNamespace(sleep=sleep))
        ninth = client.stream()
        assert next(ninth)["type"] == "hello"
        assert waited == [5.0]
        for stream in (*open_ones, ninth):
            stream.close()


def test_a_client_waits_where_the_same_request_is_being_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    client, waited = Client("x"), []
    monkeypatch.setattr(client_module, "time", SimpleNamespace(sleep=waited.append))
    answers = [_answer(409, {"status": 409, "code": "in_progress", "detail": "…"}, "1"), _answer(200, {"id": "x"})]
    monkeypatch.setattr(client.session, "request", lambda *args, **kwargs: answers.pop(0))
    assert client.post("/games") == {"id": "x"}
    assert waited == [1.0]


def _answer(status: int, data: dict[str, Any], retry_after: str = "") -> requests.Response:
    response = requests.Response()
    response.status_code, response._content = status, json.dumps(data).encode()
    response.headers["Content-Type"] = "application/json"
    if retry_after:
        response.headers["Retry-After"] = retry_after
    return response


def test_a_client_goes_on_where_a_proxy_speaks_for_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client("x")
    monkeypatch.setattr(client_module, "time", SimpleNamespace(sleep=lambda seconds: None))
    away = _answer(502, {})
    away.headers["Content-Type"] = "text/html"
    answers = [away, _answer(200, {"id": "x"})]
    monkeypatch.setattr(client.session, "request", lambda *args, **kwargs: answers.pop(0))
    assert client.post("/games") == {"id": "x"}


@pytest.mark.parametrize(("status", "retry_after"), [(500, ""), (429, "7"), (429, "Sun, 29 Nov 2026 12:00:00 GMT")])
def test_a_client_says_what_a_proxy_refuses(status: int, retry_after: str) -> None:
    answer = _answer(status, {}, retry_after)
    answer._content, answer.reason = b"<html>", "Refused"
    for kind in ("text/html", None):
        answer.headers.pop("Content-Type", None)
        if kind:
            answer.headers["Content-Type"] = kind
        with pytest.raises(client_module.Problem, match="Refused") as problem:
            client_module._read(answer)
        assert (problem.value.status, problem.value.retry_after) == (status, 7.0 if retry_after == "7" else 0.0)


def test_a_client_reads_lines_of_json() -> None:
    answer = _answer(200, {})
    answer._content = b'{"a": 1}\n{"b": 2}\n'
    answer.headers["Content-Type"] = "application/x-ndjson"
    assert client_module._read(answer) == [{"a": 1}, {"b": 2}]
