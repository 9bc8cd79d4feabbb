"""How a failed post is explained to organisers."""

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread
from typing import Any

import pytest
from django.utils import translation

from leagues.webhooks import http_post
from leagues.webhooks.failures import failure_of
from players.notifications.outbox import described


def told(url: str) -> tuple[str, str]:
    """What a post to the address leads to, as the page says it."""
    with pytest.raises(Exception) as raised:  # noqa: PT011 (which one it is, is the question)
        http_post.send(url, b"{}", {})
    failure = failure_of(described(raised.value))
    assert failure is not None
    return failure.text, failure.detail


@pytest.fixture
def listening(settings: Any) -> Iterator[socket.socket]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        found.listen()
        settings.WEBHOOK_PRIVATE_HOSTS = [f"127.0.0.1:{found.getsockname()[1]}"]
        yield found


def address_of(listening: socket.socket, scheme: str = "http") -> str:
    return f"{scheme}://127.0.0.1:{listening.getsockname()[1]}/"


def test_a_name_that_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*args: object, **kwargs: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(http_post.socket, "getaddrinfo", unknown)
    assert told("https://nowhere.invalid/") == ("The server’s name was not found. Is the address right?", "gaierror")


def test_a_server_that_refuses(listening: socket.socket) -> None:
    url = address_of(listening)
    listening.close()
    assert told(url) == ("The server refuses connections.", "ConnectionRefusedError")


def test_a_server_that_is_silent(listening: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_post, "PATIENCE", 0.2)
    assert told(address_of(listening)) == ("The service did not answer in time.", "TimeoutError")


@pytest.mark.parametrize(
    ("scheme", "begins"),
    [("http", b"HTTP"), ("http", b"HTTP/1.1 200 OK\r\nX-Long: "), ("https", b"\x16\x03\x03\x40\x00")],
)
def test_a_server_that_answers_byte_by_byte(
    scheme: str, begins: bytes, listening: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of its silences is long, and its answer (or its greeting by TLS) has no end."""
    monkeypatch.setattr(http_post, "LONGEST", 0.4)

    def drip() -> None:
        other, _address = listening.accept()
        with other, suppress(OSError):
            other.sendall(begins)
            while True:
                time.sleep(0.05)
                other.sendall(b"a")

    Thread(target=drip, daemon=True).start()
    assert told(address_of(listening, scheme)) == ("The service did not answer in time.", "TimeoutError")


def test_a_server_of_something_else(listening: socket.socket) -> None:
    answering(listening, b"220 mail.example ESMTP\r\n")
    assert told(address_of(listening)) == ("The service did not reply over HTTP.", "BadStatusLine")


def answering(listening: socket.socket, what: bytes) -> None:
    def answer() -> None:
        other, _address = listening.accept()
        with other:
            other.recv(1000)
            other.sendall(what)

    Thread(target=answer, daemon=True).start()


def test_a_server_that_hangs_up(listening: socket.socket) -> None:
    answering(listening, b"")
    assert told(address_of(listening))[0] == "The service closed the connection."


def test_a_server_without_tls(listening: socket.socket) -> None:
    answering(listening, b"HTTP/1.1 400 Bad Request\r\n\r\n")
    text, detail = told(address_of(listening, "https"))
    assert (text, detail) == ("A secure connection (TLS) could not be made.", "SSLError")


def test_an_address_of_the_sites_own_network() -> None:
    text, detail = told("https://localhost/")
    assert text.startswith("The site does not post to this address")
    assert detail == "BadAddress"


@pytest.mark.parametrize(
    ("error", "text", "detail"),
    [
        ("NotTaken 302", "The address redirects to another one, which the site does not", "HTTP 302"),
        ("NotTaken 400", "The service does not understand the posts.", "HTTP 400"),
        ("NotTaken 401", "The service does not accept the address or its token.", "HTTP 401"),
        ("NotTaken 410", "The service does not know this address, or no longer does.", "HTTP 410"),
        ("NotTaken 418", "The service did not accept the post.", "HTTP 418"),
        ("NotTaken 429", "The service accepts no more posts for now.", "HTTP 429"),
        ("NotTaken 502", "The service itself has a problem.", "HTTP 502"),
        ("SSLCertVerificationError", "The server’s certificate (TLS) is not valid.", ""),
        ("OSError", "The service could not be reached.", ""),
    ],
)
def test_answers_and_errors_in_words(error: str, text: str, detail: str) -> None:
    failure = failure_of(error)
    assert failure is not None
    assert failure.text.startswith(text)
    assert failure.detail == (detail or error)


def test_without_an_error_nothing_is_said() -> None:
    assert failure_of("") is None


def test_in_the_readers_language() -> None:
    with translation.override("ja"):
        failure = failure_of("gaierror")
    assert failure is not None
    assert failure.text == "サーバーの名前が見つかりません。アドレスをご確認ください。"
    assert issubclass(ssl.SSLCertVerificationError, OSError)
