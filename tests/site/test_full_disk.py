"""A disk without room, or a database out of reach, is answered 503 with a page, wherever in a request it shows."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from errno import ENOSPC
from io import BytesIO
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import OperationalError, connection
from django.db.models import Model

from games.imports import services as imports
from games.live import stream
from games.models import Upload
from games.tasks import read_upload, store_upload
from napoleon_site import asgi, buffering
from napoleon_site.buffering import Buffered
from players.accounts.sessions import Session
from players.models import User
from tests.napoleon.engine.records import played
from tests.support.visits import client_of

FULL = "database or disk is full"
RECORD = "\n".join(played(0, cut=False).lines)


class FullFile(BytesIO):
    """A temporary file on a disk without room."""

    def write(self, data: Any) -> int:
        raise OSError(ENOSPC, "No space left on device")


def pieces(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterator[bytes]:
    """A WSGI application that streams more pieces than the server lets wait; at /broken it loses its database."""
    start_response("200 OK", [("Content-Disposition", 'attachment; filename="deals.csv"')])
    for _ in range(40):
        yield b"x" * 1000
    if environ["PATH_INFO"] == "/broken":
        raise OperationalError(FULL)
    if environ["PATH_INFO"] == "/mistake":
        raise ZeroDivisionError


@pytest.fixture
def streaming(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "pages", Buffered(pieces, workers=1, most_bytes=1000))


def ask(path: str, sent: bytes = b"") -> tuple[int, dict[str, str], str]:
    """The status, headers and text that a Japanese reader is answered."""
    answer: list[Any] = []

    async def send(message: Any) -> None:
        answer.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": sent}

    headers = [(b"accept-language", b"ja"), (b"content-length", str(len(sent)).encode())]
    scope: Any = {"type": "http", "method": "POST" if sent else "GET", "path": path}
    scope |= {"query_string": b"", "headers": headers, "http_version": "1.1"}
    asyncio.run(asyncio.wait_for(asgi.application(scope, receive, send), 20))
    start, *bodies = answer
    found = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], found, b"".join(body["body"] for body in bodies).decode()


def assert_unavailable(answer: tuple[int, dict[str, str], str]) -> None:
    status, headers, text = answer
    assert status == 503
    assert headers["retry-after"] == "30"
    assert headers["content-type"].startswith("text/html")
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "content-disposition" not in headers
    assert '<html lang="ja">' in text
    assert "Traceback" not in text


def test_a_whole_answer_is_passed_on(streaming: None) -> None:
    assert ask("/")[::2] == (200, "x" * 40_000)


def test_an_export_that_breaks_off_is_no_file(streaming: None) -> None:
    assert_unavailable(ask("/broken"))


def test_a_mistake_of_ours_in_an_export_has_its_page_too(streaming: None) -> None:
    status, _, text = ask("/mistake")
    assert status == 500
    assert '<html lang="ja">' in text


@pytest.mark.parametrize("sent", [b"", b"hello"])
def test_no_room_for_what_is_sent_or_answered(streaming: None, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    """And no thread waits for room: there is one, and it answers again."""
    with monkeypatch.context() as full:
        full.setattr(buffering, "_temporary_file", FullFile)
        assert_unavailable(ask("/", sent))
    assert ask("/")[0] == 200


def test_a_stream_of_a_table_whose_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OperationalError(FULL)

    monkeypatch.setattr(stream, "_admit", fail)
    assert_unavailable(ask("/events/abc"))


@pytest.mark.django_db(transaction=True)
def test_a_queue_without_room_loses_no_upload(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The upload is stored, and a periodic task finds it."""

    def fail(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(imports, "AT_ONCE", 0)
    monkeypatch.setattr(imports, "CHUNK", 0)
    monkeypatch.setattr(read_upload, "delay", fail)
    monkeypatch.setattr(store_upload, "delay", fail)
    client = client_of(ai)
    assert client.post("/imports/", {"text": RECORD}).status_code == 302
    upload = Upload.objects.get()
    assert upload.state == Upload.State.READING
    Upload.objects.update(state=Upload.State.READY)
    assert client.post(f"/imports/{upload.slug}/store/", {"is_listed": "on"}).status_code == 302
    upload.refresh_from_db()
    assert upload.state == Upload.State.STORING


class Room:
    """Room in the database for so many changes of rows."""

    def __init__(self, changes: int) -> None:
        self.left = changes

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            self.left -= 1
            if self.left < 0:
                raise OperationalError(FULL)
        return execute(sql, params, many, context)


def counts() -> Counter[type[Model]]:
    """The number of rows of each kind, apart from sessions."""
    kinds = [kind for kind in apps.get_models() if kind is not Session]
    return Counter({kind: kind._default_manager.count() for kind in kinds})


SIGN_UP = {"email": "zed%d@example.org", "password1": "long and odd", "name": "Zed %d."}
CLUB = {"name": "Bees %d", "slug": "bees-%d", "is_public": "on"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("path", "data"), [("/accounts/signup/", SIGN_UP), ("/play-now/", {}), ("/clubs/new/", CLUB)])
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}, {"Accept": "application/json"}])
def test_a_database_without_room_takes_all_or_nothing(
    ai: User, path: str, data: dict[str, str], headers: dict[str, str]
) -> None:
    """However many changes of rows it still has room for, those of the session included."""
    statuses, added = [], []
    for room in range(40):
        cache.clear()
        client = client_of(ai if path == "/clubs/new/" else None)
        client.raise_request_exception = False
        before = counts()
        sent = {name: value.replace("%d", str(room)) for name, value in data.items()}
        with connection.execute_wrapper(Room(room)):
            response = client.post(path, sent, headers=headers)
        statuses.append(response.status_code)
        added.append(set(counts() - before))
        if response.status_code != 503:
            break
        assert response["Retry-After"] == "30"
    assert len(statuses) > 3
    assert set(statuses[:-1]) == {503}
    assert statuses[-1] in (200, 302)
    # Where only the session found no room, the rest is whole.
    assert [kinds for kinds in added if kinds not in (set(), added[-1])] == []
