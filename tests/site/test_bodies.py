"""Bodies of requests: how long, how slow and how many at once, on a real server."""

import fnmatch
import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from infrastructure import body_limits
from infrastructure.body_room import NoRoom, Room
from napoleon_site import asgi, bodies, web
from napoleon_site.buffering import Buffered
from players.models import User
from tests.support.routes import routes
from tests.support.served import serve, until
from tests.support.visits import client_of, guest

FORM, UPLOAD = 100_000, 400_000
MIB = 1024 * 1024


def echo(environ: dict[str, Any], start_response: Callable[..., object]) -> list[bytes]:
    """Say what has arrived."""
    read = environ["wsgi.input"].read()
    seen = {"read": len(read), "length": environ.get("CONTENT_LENGTH"), "refusal": environ.get("napoleon.body_refusal")}
    said = json.dumps(seen).encode()
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(said)))])
    return [said]


def limit_of(environ: dict[str, Any]) -> int:
    return UPLOAD if environ.get("HTTP_COOKIE") else FORM


@contextmanager
def served(app: Callable[..., Any] = echo, patience: float = 5) -> Iterator[tuple[Buffered, int]]:
    buffered = Buffered(
        app,
        workers=1,
        most_bytes=FORM,
        limit_of=limit_of,
        network_of=lambda environ: str(environ.get("HTTP_X_FORWARDED_FOR", "here")),
        patience=patience,
    )
    with serve(buffered) as port:
        yield buffered, port


def head(length: int | None = None, path: str = "/", **others: str) -> bytes:
    named = {"Host": "localhost", **others, **({} if length is None else {"Content-Length": str(length)})}
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in named.items()]
    return "\r\n".join([f"POST {path} HTTP/1.1", *lines, "", ""]).encode()


def all_of(connection: socket.socket) -> bytes:
    return b"".join(iter(lambda: connection.recv(65536), b""))


def answer(port: int, sent: bytes) -> tuple[int, dict[str, Any]]:
    """The status and what the application says, of a request that closes its connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(sent)
        received = all_of(connection)
    begin, _, said = received.partition(b"\r\n\r\n")
    return int(begin.split()[1]), json.loads(said or b"{}")


def half(port: int, length: int, sent: int, **others: str) -> socket.socket:
    """A connection that has sent some of its body, and nothing more."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=20)
    connection.sendall(head(length, **others))
    connection.sendall(b"x" * sent)
    return connection


def in_two(port: int, network: str) -> dict[str, Any]:
    """What the application says of a body of which half comes later."""
    with half(port, 20, 10, X_Forwarded_For=network, Connection="close") as connection:
        time.sleep(0.1)
        connection.sendall(b"x" * 10)
        return dict(json.loads(all_of(connection).partition(b"\r\n\r\n")[2]))


# --- How long ---


@pytest.mark.parametrize("size", [0, 1, FORM])
def test_anybody_may_send_a_form(size: int) -> None:
    with served() as (_pages, port):
        assert answer(port, head(size, Connection="close") + b"x" * size)[1]["read"] == size


@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/static/x"])
def test_more_than_a_form_is_left_unread(path: str) -> None:
    """And the connection ends, so that the rest takes nobody's time."""
    with served() as (_pages, port):
        status, said = answer(port, head(FORM + 1, path) + b"x" * (FORM + 1))
        assert (status, said["read"], said["length"]) == (200, 0, str(FORM + 1))


def test_a_reader_who_may_upload_sends_more() -> None:
    with served() as (_pages, port):
        sent = head(UPLOAD, Cookie="sessionid=1", Connection="close") + b"x" * UPLOAD
        assert answer(port, sent)[1]["read"] == UPLOAD
        assert answer(port, head(UPLOAD + 1, Cookie="sessionid=1") + b"x" * (UPLOAD + 1))[1]["read"] == 0


def chunked(*sizes: int) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (size, b"x" * size) for size in (*sizes, 0))


def test_a_body_in_chunks_is_a_body() -> None:
    with served() as (_pages, port):
        named = {"Transfer-Encoding": "chunked", "Connection": "close"}
        said = answer(port, head(**named) + chunked(10, FORM - 10))[1]
        assert (said["read"], said["length"]) == (FORM, str(FORM))
        assert answer(port, head(3, **named) + chunked(10))[1]["read"] == 10


def test_a_body_in_chunks_without_an_end_is_left_unread() -> None:
    """For uploaders as well: what is longer than a form says how long it is."""
    with served() as (_pages, port):
        named = {"Transfer-Encoding": "chunked", "Cookie": "sessionid=1"}
        said = answer(port, head(**named) + chunked(FORM)[:-5] + chunked(FORM))[1]
        assert (said["read"], said["length"]) == (0, str(FORM + 1))


# --- How slow ---


def test_a_body_that_drips_is_cut_off_however_long_it_is() -> None:
    """An upload that had nearly arrived had minutes for its last bytes."""
    with served(patience=0.4) as (_pages, port):
        for length, cookie in ((FORM, {}), (UPLOAD, {"Cookie": "sessionid=1"})):
            with half(port, length, length - 2000, **cookie) as connection:
                connection.settimeout(5)
                with suppress(OSError):
                    for _ in range(30):
                        connection.sendall(b"x")
                        time.sleep(0.1)
                assert all_of(connection).startswith(b"HTTP/1.1 408 ")


def test_a_long_body_that_keeps_coming_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PORTION", UPLOAD // 8)
    named = {"Cookie": "sessionid=1", "Connection": "close"}
    with served(patience=0.5) as (_pages, port), half(port, UPLOAD, 0, **named) as connection:
        for _ in range(8):
            connection.sendall(b"x" * (UPLOAD // 8))
            time.sleep(0.15)
        assert f'"read": {UPLOAD}'.encode() in all_of(connection)


def test_a_form_is_shorter_than_a_portion() -> None:
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE < bodies.PORTION


def test_what_drips_after_the_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the body of a request to an address that reads none."""
    monkeypatch.setattr(web, "HEAD_PATIENCE", 0.3)
    with serve(asgi.application) as port, socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(head(1000, "/healthz"))
        assert connection.recv(12) == b"HTTP/1.1 200"
        assert is_cut_off(connection)


def is_cut_off(connection: socket.socket) -> bool:
    try:
        for _ in range(40):
            connection.sendall(b"x")
            time.sleep(0.1)
    except OSError:
        return True
    return False


# --- How many ---


def test_one_network_cannot_take_the_room_of_others() -> None:
    with served() as (pages, port), ExitStack() as connections:
        for _ in range(8):
            connections.enter_context(half(port, FORM, 10, X_Forwarded_For="a"))
        until(lambda: pages.bodies.forms.taken["a"] == 8 * FORM)
        assert in_two(port, "a")["refusal"] == 429
        assert in_two(port, "b")["read"] == 20


def test_the_room_has_an_end_and_is_given_back() -> None:
    with served() as (pages, port):
        with ExitStack() as connections:
            for number in range(64):
                connections.enter_context(half(port, FORM, 10, X_Forwarded_For=str(number // 8)))
            until(lambda: pages.bodies.forms.taken.total() == 64 * FORM)
            connections.enter_context(connection := half(port, FORM, 10, X_Forwarded_For="new"))
            assert b'"refusal": 503' in all_of(connection)
            # What needs no waiting is answered, and so is an upload.
            assert answer(port, head(5, Connection="close", X_Forwarded_For="1") + b"hello")[1]["read"] == 5
            sent = head(UPLOAD, Cookie="sessionid=1", Connection="close") + b"x" * UPLOAD
            assert answer(port, sent)[1]["read"] == UPLOAD
        until(lambda: not pages.bodies.forms.taken)
        assert not pages.bodies.uploads.taken


def test_room_is_counted_for_each_network_and_in_all() -> None:
    room = Room(in_all=5, each=3)
    with room.take("a", 3):
        with pytest.raises(NoRoom) as refused, room.take("a", 1):
            pass
        assert refused.value.status == 429
        with room.take("b", 2), pytest.raises(NoRoom) as refused, room.take("c", 1):
            pass
        assert refused.value.status == 503
    assert not room.taken


# --- Who ---


def uploads() -> set[str]:
    return {route.name for route in routes() if getattr(route.view, "takes_files", False)}


FOR_FILES = {"games:import_matches": "/imports/", "leagues:take_in_season": "/clubs/tuesday/files/season/"}


def test_only_pages_for_files_take_more_than_a_form() -> None:
    assert uploads() == set(FOR_FILES)


@pytest.mark.parametrize(
    ("file", "for_forms", "for_files"),
    [
        ("nginx.conf", "client_max_body_size 512k;", r"location ~ (\S+) {\s+client_max_body_size 16m;"),
        ("Caddyfile", "max_size 512KiB", r"@uploads path (.+)\n\s+handle @uploads {\s+request_body {\s+max_size 16MiB"),
    ],
)
def test_proxies_have_the_same_limits(file: str, for_forms: str, for_files: str) -> None:
    text = (settings.BASE_DIR / "deploy" / file).read_text()
    assert for_forms in text
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE == 512 * 1024
    assert settings.MAX_REQUEST_BYTES == 16 * 1024 * 1024
    [paths] = re.findall(for_files, text)
    pattern = paths if paths.startswith("^") else "|".join(map(fnmatch.translate, paths.split()))
    for path in FOR_FILES.values():
        assert re.match(pattern, path), path
    for path in ("/", "/imports/1/", "/clubs/tuesday/files/", "/clubs/tuesday/seasons/spring/import/", "/t/x/imports/"):
        assert not re.match(pattern, path), path


def request_of(client: Client, path: str) -> dict[str, Any]:
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in client.cookies.items())
    return {"PATH_INFO": path, "REQUEST_METHOD": "POST", "HTTP_COOKIE": cookies, "wsgi.input": BytesIO()}


@pytest.mark.django_db(transaction=True)
def test_an_upload_knows_its_reader_first(ai: User) -> None:
    most, form = settings.MAX_REQUEST_BYTES, settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert body_limits.limit_of(request_of(client_of(ai), "/imports/")) == most
    assert body_limits.limit_of(request_of(client_of(guest()), "/imports/")) == form
    assert body_limits.limit_of(request_of(Client(), "/imports/")) == form
    for path in ("/", "/me/", "/accounts/login/", "/imports/nothing/", "/no/such/page/", "/\xff/"):
        assert body_limits.limit_of(request_of(client_of(ai), path)) == form
    forged = Client()
    forged.cookies["sessionid"] = "x" * 32
    assert body_limits.limit_of(request_of(forged, "/imports/")) == form


@pytest.mark.django_db
@pytest.mark.parametrize("reader", ["visitor", "guest", "member"])
def test_the_application_refuses_what_is_too_long_for_its_reader(reader: str, ai: User) -> None:
    """Behind another server too."""
    client = client_of({"visitor": None, "guest": guest(), "member": ai}[reader])
    for path, is_upload in (("/imports/", True), ("/me/", False), ("/language/", False)):
        length = MIB
        answer = client.generic("POST", path, **{"CONTENT_LENGTH": str(length), "wsgi.input": Unread()})
        may = is_upload and reader == "member"
        assert answer.status_code == (422 if may else 413), path
    for length in ("9" * 5000, str(settings.MAX_REQUEST_BYTES + 1)):
        answer = client.generic("POST", "/imports/", **{"CONTENT_LENGTH": length, "wsgi.input": Unread()})
        assert answer.status_code == 413


class Unread(BytesIO):
    def read(self, *_size: object) -> bytes:
        raise AssertionError("the body was read")


@pytest.mark.django_db
@pytest.mark.parametrize(("status", "words"), [(429, "Too many requests"), (503, "Temporarily unavailable")])
def test_without_room_the_answer_is_a_page(client: Client, status: int, words: str) -> None:
    answer = client.post("/language/", {"language": "ja"}, **{"napoleon.body_refusal": status})
    assert answer.status_code == status
    assert answer["Retry-After"] == "30"
    assert words in answer.content.decode()


def test_who_sends_is_told_by_the_trusted_proxies_alone(settings: Any) -> None:
    sent = {"REQUEST_METHOD": "POST", "PATH_INFO": "/", "wsgi.input": BytesIO(), "REMOTE_ADDR": "10.0.0.1"}
    forwarded = {**sent, "HTTP_X_FORWARDED_FOR": "6.6.6.6, 203.0.113.9"}
    assert body_limits.network_of(forwarded) == "ip:10.0.0.1"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert body_limits.network_of(forwarded) == "ip:203.0.113.9"
    assert body_limits.network_of({**sent, "HTTP_X_FORWARDED_FOR": "no address"}) == ""
    v6 = {**sent, "HTTP_X_FORWARDED_FOR": "2001:db8::1:2"}
    assert body_limits.network_of(v6) == "ip:2001:db8::"


@pytest.mark.django_db(transaction=True)
def test_an_upload_arrives_through_the_whole_site(ai: User) -> None:
    """Of a member; anybody else's is refused before it is read."""
    client = client_of(ai)
    client.get("/imports/")
    cookies = {name: cookie.value for name, cookie in client.cookies.items()}
    content = b'--x\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n%s\r\n' % (
        cookies["csrftoken"].encode()
    )
    content += b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n'
    content += b"nonsense\n" * 100_000 + b"\r\n--x--\r\n"
    named = {"Content-Type": "multipart/form-data; boundary=x", "Connection": "close"}
    with serve(asgi.application) as port:
        for sent, status in ((cookies, 302), ({"csrftoken": cookies["csrftoken"]}, 413)):
            cookie = "; ".join(f"{name}={value}" for name, value in sent.items())
            with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
                connection.sendall(head(len(content), "/imports/", Cookie=cookie, **named))
                connection.sendall(content)
                assert all_of(connection).startswith(b"HTTP/1.1 %d " % status)
