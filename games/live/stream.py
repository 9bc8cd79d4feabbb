"""The live stream of a game's page: server-sent events that say "changed", at /events/<slug>.

A POST to the same address says that somebody is reading the page.

It is a plain ASGI application in front of Django: a page stays open for hours, and a stream holds only a few objects,
neither a thread nor a database connection. `games/access.py` decides who may follow a game.
"""

import asyncio
import logging
import re
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import aclosing, contextmanager, suppress
from io import BytesIO
from random import randint
from typing import Any, Final, NamedTuple

from asgiref.sync import sync_to_async
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import Http404

from games.access import get_game_or_404, seat_of
from games.live import viewers
from games.models import Game
from infrastructure import broadcast
from infrastructure.rate_limits import who
from infrastructure.requests import identify, parse_number
from players.models import User

log = logging.getLogger(__name__)

PREFIX: Final = "/events/"
SLUG: Final = re.compile(r"[A-Za-z0-9_-]{1,16}")
# In seconds; shorter than the silence after which proxies cut a connection.
HEARTBEAT: Final = 20.0
# In seconds; then the page reconnects, and its access is checked again.
LONGEST: Final = 3600.0
# Open streams in a process per account, or per address of visitors without an account.
MOST_EACH: Final = 40
AT_A_TIME: Final = 500
# In milliseconds: how soon a page reconnects. Drawn for each stream, so that not all come back at once when a
# process ends.
RECONNECT: Final = (1000, 3000)
HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    # A proxy that collects an answer before sending it on would hold back every event.
    (b"x-accel-buffering", b"no"),
]


class OpenPage:
    """An open page of a game, and the last event number that was sent to it."""

    __slots__ = ("changed", "closed", "is_players", "seq", "slugs", "user_id")

    def __init__(self) -> None:
        self.slugs: set[str] = set()
        """The games that it follows."""
        self.seq: int | None = None
        self.user_id: int | None = None
        """The viewer's key, if they are signed in."""
        self.is_players = False
        """Whether the viewer plays at the table."""
        self.changed = asyncio.Event()
        self.closed = False

    def notify(self, seq: int) -> None:
        """Tell the page of a change; several before it reads them collapse into one."""
        self.seq = max(self.seq or 0, seq)
        self.changed.set()

    def shows(self, seq: int) -> None:
        """Record what the page shows; that is known only after the page was registered."""
        self.seq = max(self.seq or 0, seq)

    def catch_up(self, seq: int) -> None:
        """Tell the page that the game is at ``seq``, unless it knows."""
        if self.seq is not None and self.seq < seq:
            self.notify(seq)

    def close(self) -> None:
        self.closed = True
        self.changed.set()


class Hub:
    """The open pages of this process. It listens for changes while there are any."""

    def __init__(self) -> None:
        self.pages: defaultdict[str, set[OpenPage]] = defaultdict(set)
        self.visitors: Counter[str] = Counter()
        self.listening = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self.draining = False

    @contextmanager
    def admitted(self, visitor: str) -> Iterator[bool]:
        """Count the visitor's streams; yield whether they may have this one."""
        self.visitors[visitor] += 1
        try:
            yield self.visitors[visitor] <= MOST_EACH
        finally:
            self.visitors[visitor] -= 1
            if not self.visitors[visitor]:
                del self.visitors[visitor]

    @contextmanager
    def open(self, *slugs: str, page: OpenPage | None = None) -> Iterator[OpenPage]:
        page = page or OpenPage()
        if self.draining:
            page.close()
        self.follow(page, slugs)
        if not self.tasks:
            self.listening = asyncio.Event()
            self.tasks = [asyncio.create_task(work()) for work in (self._listen, self._check)]
        try:
            yield page
        finally:
            for slug in page.slugs:
                self.pages[slug].discard(page)
                if not self.pages[slug]:
                    del self.pages[slug]
            if not self.pages:
                for task in self.tasks:
                    task.cancel()
                self.tasks = []

    def follow(self, page: OpenPage, slugs: Iterable[str]) -> None:
        """Let the page hear of these games as well."""
        for slug in slugs:
            page.slugs.add(slug)
            self.pages[slug].add(page)

    def drain(self) -> None:
        """End all streams, because the process is about to end; the pages connect to another one."""
        self.draining = True
        for page in [page for pages in self.pages.values() for page in pages]:
            page.close()

    async def ready(self) -> None:
        """Wait until the process listens for changes; give up after a second if the channel is broken."""
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self.listening.wait()

    async def _listen(self) -> None:
        """Pass on changes from the channel; reconnect when it breaks."""
        while True:
            try:
                async with aclosing(broadcast.channel().changes()) as changes:
                    async for change in changes:
                        await self._pass_on(change)
            except Exception as error:
                log.warning("Listening for changes broke off: %s", type(error).__name__)
            self.listening.clear()
            await asyncio.sleep(1)

    async def _pass_on(self, change: broadcast.LiveChange | None) -> None:
        if change is None:
            self.listening.set()
            await self.catch_up()
            return
        slug, seq = change
        for page in self.pages.get(slug, ()):
            if seq != broadcast.PLAYER_CAME or page.is_players:
                page.notify(seq)

    async def _check(self) -> None:
        """Regularly find changes whose message was lost, and record the open pages."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            await in_thread(viewers.record_open_pages, self.visits())
            try:
                await self.catch_up()
            except Exception as error:
                log.warning("Looking for changes failed: %s", type(error).__name__)

    async def catch_up(self) -> None:
        slugs = list(self.pages)
        for start in range(0, len(slugs), AT_A_TIME):
            for slug, seq in await in_thread(_seqs, slugs[start : start + AT_A_TIME]):
                for page in self.pages.get(slug, ()):
                    page.catch_up(seq)

    def visits(self) -> list[tuple[int, str]]:
        """Return the signed-in viewers and the games they have open."""
        return [
            (page.user_id, slug) for slug, pages in self.pages.items() for page in pages if page.user_id is not None
        ]


class Streams:
    """The ASGI application."""

    def __init__(self) -> None:
        self.hub = Hub()

    def open_streams(self) -> int:
        """How many streams this process has open."""
        return sum(self.hub.visitors.values())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await send({"type": "websocket.close"})
            return
        slug = str(scope["path"]).removeprefix(PREFIX)
        if scope["method"] not in ("GET", "POST"):
            await _end(send, 405)
        elif not SLUG.fullmatch(slug):
            await _end(send, 404)
        elif scope["method"] == "POST":
            await _end(send, await in_thread(_record_reader, ASGIRequest(scope, BytesIO()), slug))
        else:
            # The page is registered before the game is read, so that no change is missed in between.
            with self.hub.open(slug) as page:
                await self._answer(slug, page, scope, receive, send)

    async def _answer(self, slug: str, page: OpenPage, scope: Any, receive: Any, send: Any) -> None:
        await self.hub.ready()
        admitted = await in_thread(_admit, ASGIRequest(scope, BytesIO()), slug)
        if admitted is None:
            await _end(send, 404)
            return
        page.user_id, page.is_players = admitted.user_id, admitted.is_player
        page.shows(admitted.known)
        page.catch_up(admitted.seq)
        with self.hub.admitted(admitted.visitor) as may:
            await (_stream(page, receive, send) if may else _end(send, 429))


async def _stream(page: OpenPage, receive: Any, send: Any) -> None:
    disconnect = asyncio.create_task(wait_for_disconnect(receive, page))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await _send(send, f"retry: {randint(*RECONNECT)}\n\n")  # noqa: S311  # no secret
        await _send_changes(page, send)
        await send({"type": "http.response.body"})
    finally:
        disconnect.cancel()


class Admitted(NamedTuple):
    """A visitor who may follow a game that is at ``seq``, while their page shows it at ``known``."""

    visitor: str
    known: int
    seq: int
    user_id: int | None
    is_player: bool


def _admit(request: ASGIRequest, slug: str) -> Admitted | None:
    """Let the visitor follow the game; None if they may not see it."""
    game = _game_of(request, slug)
    if game is None:
        return None
    known = parse_number(request.headers.get("Last-Event-ID") or request.GET.get("seq"), 9)
    is_player = seat_of(request.user, game) is not None
    if request.user.pk is not None:
        _arrive(request.user, game, is_player=is_player)
    return Admitted(
        visitor=who(request),
        known=game.seq if known is None else known,
        seq=game.seq,
        user_id=request.user.pk,
        is_player=is_player,
    )


def _game_of(request: ASGIRequest, slug: str) -> Game | None:
    """The game, and on the request the visitor by their session cookie; None if they may not see the game."""
    try:
        request.get_host()
        identify(request)
        return get_game_or_404(request.user, slug)
    except (Http404, SuspiciousOperation):
        return None


def _record_reader(request: ASGIRequest, slug: str) -> int:
    """Record that the visitor is reading the page; return the status of the answer."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return 403
    game = _game_of(request, slug)
    if game is None:
        return 404
    if request.user.pk is not None:
        viewers.record_viewers([(request.user.pk, game.slug)])
    return 204


def _arrive(user: User, game: Game, *, is_player: bool) -> None:
    """Record that somebody has the table open; the players' open pages hear of other players who let it be seen."""
    is_new = not viewers.tables_open_for(user.pk, [game.slug])
    viewers.record_open_pages([(user.pk, game.slug)])
    if is_new and is_player and user.shows_presence:
        broadcast.publish_change(game.slug, broadcast.PLAYER_CAME)


def _seqs(slugs: list[str]) -> list[broadcast.LiveChange]:
    return list(Game.objects.filter(slug__in=slugs).values_list("slug", "seq"))


async def in_thread(work: Callable[..., Any], *args: Any) -> Any:
    """Run work that needs the database in a thread, and close its connection at once."""

    def do() -> Any:
        try:
            return work(*args)
        finally:
            connections.close_all()

    return await sync_to_async(do, thread_sensitive=False)()


async def _send_changes(page: OpenPage, send: Any) -> None:
    """Send every change to the page, and heartbeats in between, until it disconnects."""
    end = asyncio.get_running_loop().time() + LONGEST
    while asyncio.get_running_loop().time() < end:
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT):
                await page.changed.wait()
        if page.closed:
            return
        is_changed = page.changed.is_set()
        page.changed.clear()
        await _send(send, f"event: changed\nid: {page.seq}\ndata: {page.seq}\n\n" if is_changed else ":\n\n")


async def wait_for_disconnect(receive: Callable[[], Awaitable[Any]], page: OpenPage) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue
    page.close()


async def _send(send: Any, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _end(send: Any, status: int) -> None:
    headers = [(b"content-length", b"0"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body"})


streams = Streams()
