"""Malformed requests over all routes, methods and forms, by readers of every role: none is answered with a 5xx.

Every optional setting is on. `make fuzz REQUESTS=100000 SEED=7` sends as many as you like, on PostgreSQL with
DATABASE_URL. Every request is undone afterwards. Memory, and what wraps each statement, stays as it was.
"""

import gc
import logging
import os
import re
import resource
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.http import HttpResponse
from django.test import Client

from games.models import Game
from leagues.demo_world import create_demo_world
from leagues.models import Club, Entry, Role, Season
from players.models import CalendarFeed, User
from tests.support.club_readers import undone
from tests.support.clubs import add, asked, club_of, link
from tests.support.every_option import OPTIONS, Collector
from tests.support.every_option import every_option as every_option
from tests.support.played_seasons import season_of, table, tallied
from tests.support.routes import routes
from tests.support.visits import guest

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    # Of the packages for reports and traces.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "4000"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))

NUMBERS = (
    *("0", "-1", "1", "2", "5", "99", "2147483648", "9223372036854775807", "9223372036854775808"),
    *("1" * 5000, "1e9", "１２", "٣", " 1", "1.5", "NaN", "-0", "+3", "0x1f", "²"),
)
TEXTS = (
    *("", " ", "a", "Bo", "ai@example.org", "a@b", "\x00", "a\x00b", "\x7f\x1b", "\u202e\u200d", "\ufeff"),
    *("👩‍👩‍👧", "🃏", "ナポレオン", "x" * 300, "x" * 70_000, "'; --", "%", "_", "{{ 7 }}", "{0.a}", "%(x)s", "<b>"),
    *("null", "[]", "{}", '{"a": 1}', "[" * 3000, '{"do": []}', "true", "NaN", '"', "on", "yes", "../..", "=1+1"),
    *("2026-02-30", "2026-11-22T10:00", "0001-01-01", "9999-12-31", "0000-00-00", "24:00", "23:59:60"),
    *(
        "Asia/Tokyo",
        "../../etc/passwd",
        "JK",
        "SA",
        "play",
        "pass",
        "http://[::1",
        "http://127.0.0.1/",
        "http://a@b:99999/",
    ),
    *("-" * 50, "1-1", ",", ";", "\r\nX-A: b", "\ud7ff", "gurunapo", "nap", "ja"),
)
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {},
    {"HX-Request": "true"},
    {"HX-Request": "true", "HX-Current-URL": "http://testserver/tables/?a=1#b", "HX-Target": "board"},
    {"HX-Request": "true", "HX-Current-URL": "http://[::1"},
    {"Referer": "http://testserver/t/x/"},
    {"Referer": "http://a:b@c:99999999/"},
    {"Accept-Language": "ja;q=9, *;q=x,,,-"},
    {"Accept": "application/json"},
    {"Range": "bytes=9-1,x"},
    {"If-Modified-Since": "Thu, 99 Foo 2026 25:61:61 GMT", "If-None-Match": '"x'},
    {"Last-Event-ID": "9" * 50},
    {"X-Forwarded-For": "not, an, address", "X-Forwarded-Proto": "gopher"},
    {"Cookie": "sessionid=\x01; django_language=xx-yy-zz; csrftoken=1"},
)
BODIES = (
    ("application/x-www-form-urlencoded; charset=nope", b"a=1"),
    ("application/x-www-form-urlencoded", b"%ff%fe=%zz&&&=&a" + b"&a=1" * 700),
    ("application/x-www-form-urlencoded", b"text=%ED%A0%80&name=%C0%AF"),
    ("multipart/form-data", b"x"),
    ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="file"'),
    ("multipart/form-data; boundary=" + "y" * 300, b"--y"),
    ("application/json", b"{"),
    ("application/json", b'{"endpoint": [1], "keys": {"p256dh": 5}}'),
    ("application/json", b'{"endpoint": "https://fcm.googleapis.com/x", "keys": {"p256dh": "!", "auth": "\\u0000"}}'),
    ("text/plain; charset=utf-7", b"+ADw-"),
    ("", b"\xff\x00"),
)
FILE_NAMES = ("a.jsonl", "a.gz", "a" * 300, "\u202ex.csv")
FILES = (b"", b"\x1f\x8b\x08\x00", b"{}", b'{"a":', b"PK\x03\x04", b"\xff" * 999, b"a,b\n1,2")
METHODS = ("GET", "GET", "GET", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW")
PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
LINKS_KEPT = 4000


@dataclass
class Form:
    """A form of a page: where it goes, and what its fields may hold."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)


class PageReader(HTMLParser):
    """Collects the forms and links of a page."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__()
        self.path, self.forms, self.links = path, list[Form](), set[str]()
        self.form: Form | None = None
        self.choice = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "a" and values.get("href", "").startswith(("/", "?")):
            self.links.add(self._whole(values["href"]))
        elif tag == "form":
            self.form = Form(self._whole(values.get("action", "")), values.get("method", "get").upper())
            self.forms.append(self.form)
        elif self.form and tag in ("input", "button", "select", "textarea", "option"):
            self._control(tag, values)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None

    def _control(self, tag: str, values: dict[str, str]) -> None:
        assert self.form
        if tag == "option":
            if self.choice:
                self.form.fields[self.choice].append(values.get("value", ""))
            return
        name = values.get("name", "")
        self.choice = name if tag == "select" else ""
        if name and values.get("type") == "file":
            self.form.files.add(name)
        elif name:
            self.form.fields.setdefault(name, []).append(values.get("value", ""))

    def _whole(self, address: str) -> str:
        address = address.partition("#")[0]
        return address if address.startswith("/") else self.path.partition("?")[0] + address


class State(NamedTuple):
    """Of this process."""

    megabytes: int
    """In memory."""
    wrappers: int
    """Of the statements of the main database and the replica."""
    threads: int


def state() -> State:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    wrappers = sum(len(opened.execute_wrappers) for opened in connections.all(initialized_only=True))
    return State(pages * resource.getpagesize() // 2**20, wrappers, threading.active_count())


class Fuzzer:
    """Sends requests made by chance, most of them from what earlier answers offered."""

    def __init__(self, rng: Random, clients: dict[str, Client], parts: dict[str, Sequence[str]]) -> None:
        self.rng, self.clients, self.parts = rng, clients, parts
        self.patterns = [route.path for route in routes() if "(?P" not in route.path]
        self.forms: dict[tuple[str, str, tuple[str, ...]], Form] = {}
        self.links: list[str] = ["/"]
        self.names: list[str] = ["page", "deal", "seen", "side", "as", "next", "q"]
        self.sent: Counter[str] = Counter()
        self.answered: Counter[int] = Counter()
        self.failures: list[str] = []
        self.states: list[State] = []

    def run(self, requests: int) -> None:
        kinds = [self.known_form, self.known_form, self.any_route, self.known_link, self.odd_body]
        for number in range(requests):
            if number % max(1, min(requests // 10, 1000)) == 0:
                self.states.append(state())
                print(number, self.states[-1], dict(sorted(self.answered.items())), flush=True)
            reader = self.rng.choice(list(self.clients))
            kind = self.rng.choice(kinds)
            self.sent[kind.__name__] += 1
            kind(reader)

    def known_form(self, reader: str) -> None:
        if not self.forms:
            return self.any_route(reader)
        form = self.rng.choice(list(self.forms.values()))
        data: dict[str, Any] = {name: self.rng.choice(values) for name, values in form.fields.items()}
        data |= {name: self.a_file() for name in form.files}
        for _ in range(self.rng.choice((0, 1, 1, 2, 3))):
            self._spoil(data)
        path = form.action if self.rng.random() < 0.9 else self._spoilt(form.action)
        self.ask(reader, form.method if form.method in ("GET", "POST") else "GET", path, data=data)
        return None

    def any_route(self, reader: str) -> None:
        pattern = self.rng.choice(self.patterns)
        path = "/" + PARAMETER.sub(lambda found: quote(self._part(found[2]), safe=""), pattern).strip("^$")
        data = {self.rng.choice(self.names): self.a_value() for _ in range(self.rng.randrange(4))}
        self.ask(reader, self.rng.choice(METHODS), path, data=data)

    def known_link(self, reader: str) -> None:
        path = self.rng.choice(self.links)
        self.ask(reader, "GET", path if self.rng.random() < 0.6 else self._spoilt(path))

    def odd_body(self, reader: str) -> None:
        forms = list(self.forms.values())
        path = self.rng.choice(forms).action if forms else "/language/"
        content_type, body = self.rng.choice(BODIES)
        self.ask(reader, self.rng.choice(("POST", "POST", "PUT")), path, body=(content_type, body))

    def ask(
        self,
        reader: str,
        method: str,
        path: str,
        data: dict[str, Any] | None = None,
        body: tuple[str, bytes] | None = None,
    ) -> None:
        client, headers = self.clients[reader], self.rng.choice(HEADERS)
        with undone():
            if body is not None:
                response = client.generic(method, path, body[1], body[0], headers=headers)
            elif method in ("GET", "HEAD"):
                response = getattr(client, method.lower())(path, data, headers=headers)
            elif method == "POST":
                response = client.post(path, data, headers=headers)
            else:
                response = client.generic(method, path, b"a=1", headers=headers)
            # What comes in pieces is made while it is read.
            content = response.getvalue() if response.streaming else response.content
        self.answered[response.status_code] += 1
        # A 503 counts as well: every service is there, so that only a statement can be at fault.
        if response.status_code >= 500:
            cause = getattr(response, "exc_info", (None, None))[1]
            self.failures.append(f"{reader} {method} {path[:200]} {str(data or body)[:400]} {headers}: {cause!r}"[:900])
            print(self.failures[-1], flush=True)
        if response.status_code < 300 and response.get("Content-Type", "").startswith("text/html"):
            self._learn(path, content.decode())
        self._stay_signed_in(client, response)

    def a_value(self) -> str:
        return self.rng.choice(self.rng.choice((NUMBERS, TEXTS, TEXTS)))

    def a_file(self) -> SimpleUploadedFile:
        return SimpleUploadedFile(self.rng.choice(FILE_NAMES), self.rng.choice(FILES))

    def _part(self, name: str) -> str:
        known = self.parts.get(name, ())
        if known and self.rng.random() < 0.8:
            return self.rng.choice(known)
        return self.rng.choice((*NUMBERS, "x", "a-b_c", *known)) or "0"

    def _spoil(self, data: dict[str, Any]) -> None:
        name = self.rng.choice([*data, *self.rng.sample(self.names, min(2, len(self.names)))])
        if self.rng.random() < 0.2:
            data.pop(name, None)
        elif self.rng.random() < 0.1:
            data[name] = [self.a_value() for _ in range(3)]
        else:
            data[name] = self.a_value()

    def _spoilt(self, path: str) -> str:
        """The address with another query, or with one of its numbers changed."""
        path, _, query = path.partition("?")
        if self.rng.random() < 0.5:
            path = re.sub(r"(?<=/)\d+(?=/)", lambda _: quote(self.rng.choice(NUMBERS), safe=""), path)
        if self.rng.random() < 0.7:
            names = re.findall(r"(\w+)=", query) or self.names
            query = "&".join(f"{self.rng.choice(names)}={quote(self.a_value())}" for _ in range(2))
        return f"{path}?{query}" if query else path

    def _learn(self, path: str, text: str) -> None:
        page = PageReader(path, text)
        for form in page.forms:
            form.fields.pop("csrfmiddlewaretoken", None)
            key = (form.method, re.sub(r"\d+", "0", form.action), tuple(sorted(form.fields)))
            self.forms[key] = form
            self.names += [name for name in form.fields if name not in self.names]
        if len(self.links) < LINKS_KEPT:
            # Signing out would make the reader another one.
            self.links += sorted(page.links - set(self.links) - {"/accounts/logout/"})

    def _stay_signed_in(self, client: Client, response: HttpResponse) -> None:
        """What a request did to the session is undone with it; cookies that it set would point to nothing."""
        for name in ("sessionid", "messages"):
            if name in response.cookies:
                client.cookies.load(client.kept)  # type: ignore[attr-defined]


@pytest.fixture
def clients() -> dict[str, Client]:
    """One signed-in browser for each role, and a world with tables and seasons in most of their states."""
    create_demo_world("a password")
    ai, bo, chie, dai, emi = User.objects.order_by("pk")[:5]
    club = club_of(ai, chie, dai)
    add(club, bo, Role.ORGANISER)
    asked(club, emi)
    link(club, ai)
    season = season_of(club, ai, bo, chie, dai)
    table(season, "1/1", [ai, bo, chie, dai], "4 1 3 2")
    tallied(season)
    for state in (Season.State.DRAFT, Season.State.REGISTRATION, Season.State.FINISHED):
        season_of(club, ai, bo, chie, dai, slug=state, state=state)
    CalendarFeed.objects.create(user=ai, token="a-secret")
    staff = User.objects.create(name="Fu", email="fu@example.org", is_staff=True, is_superuser=True)
    people = {"owner": ai, "organiser": bo, "member": chie, "outsider": emi, "guest": guest(), "staff": staff}
    clients = {"visitor": Client(raise_request_exception=False)}
    for name, user in people.items():
        clients[name] = Client(raise_request_exception=False)
        clients[name].force_login(user)
    for client in clients.values():
        client.kept = {name: cookie.value for name, cookie in client.cookies.items()}  # type: ignore[attr-defined]
    return clients


def parts() -> dict[str, Sequence[str]]:
    """What may stand in addresses."""
    people = [str(pk) for pk in User.objects.values_list("pk", flat=True)]
    slugs = [*Game.objects.values_list("slug", flat=True), *Club.objects.values_list("slug", flat=True)]
    entries = [str(pk) for pk in Entry.objects.values_list("pk", flat=True)]
    return {
        "slug": slugs,
        "season": list(Season.objects.values_list("slug", flat=True)),
        "pk": [*people, *entries],
        "number": ["0", "1", "2", "3"],
        "deal": ["0", "1", "2", "3"],
        "step": ["0", "1", "20", "60"],
        "game": ["napoleon", "nap"],
        "token": ["a-secret", *Game.objects.values_list("invitation", flat=True)],
        "name": ["roles", "results", "members"],
        "preset": ["gurunapo", "nap"],
    }


def test_no_request_is_an_error_of_the_site(
    every_option: None, clients: dict[str, Client], caplog: pytest.LogCaptureFixture
) -> None:
    # pytest keeps what is logged, and with every refusal its request.
    caplog.set_level(logging.ERROR, logger="django.request")
    fuzzer = Fuzzer(Random(SEED), clients, parts())
    fuzzer.run(REQUESTS)
    total = sum(fuzzer.answered.values())
    print(f"{total} requests with {OPTIONS}: {dict(fuzzer.sent)}, {len(fuzzer.forms)} forms, {len(fuzzer.links)} links")
    print("answered:", dict(sorted(fuzzer.answered.items())), "reported:", dict(Collector.received))
    print("states:", *fuzzer.states, state(), sep="\n")
    assert not fuzzer.failures, f"{len(fuzzer.failures)} of {total}:\n" + "\n".join(fuzzer.failures[:20])
    # A visitor who is refused everywhere has tried nothing.
    assert fuzzer.answered[200] > total / 10
    assert len(fuzzer.forms) > 20
    is_steady(fuzzer.states)


def is_steady(states: Sequence[State]) -> None:
    """From the middle on; until then caches fill, and pages that are known."""
    middle, end = states[len(states) // 2], state()
    assert end.wrappers <= middle.wrappers
    assert end.threads <= middle.threads + 2
    assert end.megabytes < middle.megabytes * 1.25
