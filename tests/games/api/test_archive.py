"""The archive as a stream: the items of the search, one a line, sent while they are read."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from games.api import looking_back
from players.models import User
from tests.support.api import Program
from tests.support.event_streams import PATIENCE, Reader, serving
from tests.support.play import play_out, running

pytestmark = pytest.mark.django_db(transaction=True)
PATH = "/api/v1/archive.ndjson"


@pytest.fixture
def port() -> Iterator[int]:
    with serving() as port:
        yield port


def test_the_stream_has_the_items_of_the_search(port: int, ai: User, bo: User) -> None:
    play_out(running(ai, bo, preset="nap", players=2, deals=3), ai, bo)
    stream = Reader(port, PATH)
    lines = [json.loads(line) for line in stream.response.read().decode().splitlines()]
    assert stream.response.headers["Content-Type"] == "application/x-ndjson"
    assert lines == Program().get("/archive").json()["items"]
    assert len(lines) == 3


def test_the_first_lines_come_while_the_rest_is_read(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    was_read = threading.Event()

    def slow(deals: Any) -> Iterator[str]:
        yield "first\n"
        assert was_read.wait(PATIENCE), "the reader got nothing while the rest was read"
        yield "second\n"

    monkeypatch.setattr(looking_back, "_lines", slow)
    monkeypatch.setattr(looking_back, "PIECE", 1)
    stream = Reader(port, PATH)
    assert stream.line() == "first"
    was_read.set()
    assert stream.line() == "second"


def test_nothing_more_is_read_for_a_reader_who_has_left(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def endless(deals: Any) -> Iterator[str]:
        try:
            while True:
                yield "a line\n" * 1000
        finally:
            ended.set()

    monkeypatch.setattr(looking_back, "_lines", endless)
    stream = Reader(port, PATH)
    assert stream.line() == "a line"
    stream.close()
    assert ended.wait(PATIENCE)


def test_a_wrong_condition_is_refused_at_once(port: int) -> None:
    refused = Reader(port, f"{PATH}?bid=nonsense")
    assert (refused.status, json.loads(refused.response.read())["code"]) == (422, "invalid")
