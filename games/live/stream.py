"""The live stream of a game's page: server-sent events that say "changed", at /events/<slug>.

A plain ASGI application before Django, because a page stays open for hours: it holds a few objects, and neither a
thread nor a database connection. A game may be followed by whom `games/access.py` lets look at its table.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from importlib import import_module
from io import BytesIO
from typing import Any, Final, NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import Http404

from games.access import get_game_or_404
from games.live import looking, news
from games.models import Game
from players.limits import who

log = logging.getLogger(__name__)

PREFIX: Final = "/events/"
SLUG: Final = re.compile(r"[A-Za-z0-9_-]{1,16}")
# Shorter than what a proxy takes for the end of an answer.
HEARTBEAT: Final = 20.0
# Then the page opens another one, and whether it may is looked at again.
LONGEST: Final = 3600.0
# The streams that one account, or one address of visitors without one, may have open in a process.
MOST_EACH: Final = 40
AT_A_TIME: Final = 500
HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    # A proxy that collects an answer before sending it on would hold back every event.
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Page:
    """An open page of a game, and what it has to be told."""

    __slots__ = ("left", "news", "seq", "user_id")

    def __init__(self) -> None:
        self.seq: int | None = None
        self.user_id: int | None = None
        """Who looks at it, if he is signed in."""
        self.news = asyncio.Event()
        self.left = False

    def tell(self, seq: int) -> None:
        """Several changes before the page is told are one."""
        self.seq = max(self.seq or 0, seq)
        self.news.set()

    def knows(self, seq: int) -> None:
        """What the page shows, which is known later than that it is there."""
        self.seq = max(self.seq or 0, seq)

    def find(self, seq: int) -> None:
        """The game is at ``seq``: that may have been told, or not."""
        if self.seq is not None and self.seq < seq:
            self.tell(seq)

    def leave(self) -> None:
        self.left = True
        self.news.set()


class Hub:
    """The open pages of this process. While there are any, it listens for changes."""

    def __init__(self) -> None:
        self.pages: defaultdict[str, set[Page]] = defaultdict(set)
        self.visitors: Counter[str] = Counter()
        self.listening = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    @contextmanager
    def admitted(self, visitor: str) -> Iterator[bool]:
        """Count the visitor's streams; whether he may have this one."""
        self.visitors[visitor] += 1
        try:
            yield self.visitors[visitor] <= MOST_EACH
        finally:
            self.visitors[visitor] -= 1
            if not self.visitors[visitor]:
                del self.visitors[visitor]

    @contextmanager
    def open(self, slug: str) -> Iterator[Page]:
        page = Page()
        self.pages[slug].add(page)
        if not self.tasks:
            self.listening = asyncio.Event()
            self.tasks = [asyncio.create_task(work()) for work in (self._listen, self._check)]
        try:
            yield page
        finally:
            self.pages[slug].discard(page)
            if not self.pages[slug]:
                del self.pages[slug]
            if not self.pages:
                for task in self.tasks:
                    task.cancel()
                self.tasks = []

    async def ready(self) -> None:
        """Wait until changes are listened for; in vain, and not for long, when the channel is broken."""
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self.listening.wait()

    async def _listen(self) -> None:
        """Pass on what the channel brings; begin again when it breaks."""
        while True:
            try:
                async with aclosing(news.channel().changes()) as changes:
                    async for change in changes:
                        await self._take(change)
            except Exception as error:
                log.warning("Listening for changes broke off: %s", type(error).__name__)
            self.listening.clear()
            await asyncio.sleep(1)

    async def _take(self, change: news.Change | None) -> None:
        if change is None:
            self.listening.set()
            await self.catch_up()
            return
        slug, seq = change
        for page in self.pages.get(slug, ()):
            page.tell(seq)

    async def _check(self) -> None:
        """Now and then, find what no message has told."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            await _in_thread(looking.note, self.visits())
            try:
                await self.catch_up()
            except Exception as error:
                log.warning("Looking for changes failed: %s", type(error).__name__)

    async def catch_up(self) -> None:
        slugs = list(self.pages)
        for start in range(0, len(slugs), AT_A_TIME):
            for slug, seq in await _in_thread(_seqs, slugs[start : start + AT_A_TIME]):
                for page in self.pages.get(slug, ()):
                    page.find(seq)

    def visits(self) -> list[tuple[int, str]]:
        """Who looks at what."""
        return [
            (page.user_id, slug)
            for slug, pages in self.pages.items()
            for page in pages
            if page.user_id is not None
        ]


class Streams:
    """The application."""

    def __init__(self) -> None:
        self.hub = Hub()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await send({"type": "websocket.close"})
            return
        slug = str(scope["path"]).removeprefix(PREFIX)
        if scope["method"] != "GET":
            await _refuse(send, 405)
        elif not SLUG.fullmatch(slug):
            await _refuse(send, 404)
        else:
            # From here on no change is missed, so what the game is at can be looked up.
            with self.hub.open(slug) as page:
                await self._answer(slug, page, scope, receive, send)

    async def _answer(self, slug: str, page: Page, scope: Any, receive: Any, send: Any) -> None:
        await self.hub.ready()
        admitted = await _in_thread(_admit, ASGIRequest(scope, BytesIO()), slug)
        if admitted is None:
            await _refuse(send, 404)
            return
        page.user_id = admitted.user_id
        page.knows(admitted.known)
        page.find(admitted.seq)
        with self.hub.admitted(admitted.visitor) as may:
            await (_stream(page, receive, send) if may else _refuse(send, 429))


async def _stream(page: Page, receive: Any, send: Any) -> None:
    leaving = asyncio.create_task(_leave(receive, page))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await _say(send, "retry: 3000\n\n")
        await _tell(page, send)
        await send({"type": "http.response.body"})
    finally:
        leaving.cancel()


class Admitted(NamedTuple):
    """A visitor who may follow a game, which is at ``seq`` while his page shows it as ``known``."""

    visitor: str
    known: int
    seq: int
    user_id: int | None


def _admit(request: ASGIRequest, slug: str) -> Admitted | None:
    """Who asks, by the cookie of his session, and whether he may see the game."""
    try:
        request.get_host()
        store = import_module(settings.SESSION_ENGINE).SessionStore
        request.session = store(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
        request.user = get_user(request)
        game = get_game_or_404(request.user, slug)
    except (Http404, SuspiciousOperation):
        return None
    text = request.headers.get("Last-Event-ID") or request.GET.get("seq", "")
    known = int(text) if text.isdecimal() and len(text) < 10 else game.seq
    if request.user.pk is not None:
        looking.note([(request.user.pk, slug)])
    return Admitted(who(request), known, game.seq, request.user.pk)


def _seqs(slugs: list[str]) -> list[news.Change]:
    return list(Game.objects.filter(slug__in=slugs).values_list("slug", "seq"))


async def _in_thread(work: Callable[..., Any], *args: Any) -> Any:
    """Do what needs the database in a thread, and give its connection back at once."""

    def do() -> Any:
        try:
            return work(*args)
        finally:
            connections.close_all()

    return await sync_to_async(do, thread_sensitive=False)()


async def _tell(page: Page, send: Any) -> None:
    """Tell the page of every change, and in silent times that the stream lives, until it leaves."""
    end = asyncio.get_running_loop().time() + LONGEST
    while asyncio.get_running_loop().time() < end:
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT):
                await page.news.wait()
        if page.left:
            return
        news = page.news.is_set()
        page.news.clear()
        await _say(
            send, f"event: changed\nid: {page.seq}\ndata: {page.seq}\n\n" if news else ":\n\n"
        )


async def _leave(receive: Callable[[], Awaitable[Any]], page: Page) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue
    page.leave()


async def _say(send: Any, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _refuse(send: Any, status: int) -> None:
    headers = [(b"content-length", b"0"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body"})


streams = Streams()
