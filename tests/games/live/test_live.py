"""Changes, from the commit to the streams of open pages, through a real server."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import connection
from psycopg import OperationalError

from games.live import stream, viewers
from games.lobby import services
from infrastructure import broadcast
from players.models import User
from tests.support.event_streams import PATIENCE, Reader, serving
from tests.support.play import lobby, move, reread, running
from tests.support.visits import get

pytestmark = pytest.mark.django_db(transaction=True)
Open = Callable[..., Reader]


@pytest.fixture
def port() -> Iterator[int]:
    with serving() as port:
        yield port


@pytest.fixture
def follow(port: int) -> Iterator[Open]:
    """Opens streams, and closes them in the end."""
    readers = []

    def follow(path: str, *args: object, **options: object) -> Reader:
        readers.append(Reader(port, path, *args, **options))
        return readers[-1]

    yield follow
    for reader in readers:
        reader.close()


def until(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def test_two_pages_follow_a_move(follow: Open, ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo)
    pages = [follow(f"/events/{game.slug}?seq={game.seq}", user) for user in (bo, chie)]
    assert [page.status for page in pages] == [200, 200]
    for _ in range(3):
        assert any(move(game, user) for user in (ai, bo))
        seq = reread(game).seq
        assert [page.next_change() for page in pages] == [seq, seq]


def test_a_stream_says_nothing_of_other_games(follow: Open, ai: User, bo: User) -> None:
    mine, other = running(ai), running(bo)
    page = follow(f"/events/{mine.slug}?seq={mine.seq}", ai)
    assert move(other, bo)
    assert move(mine, ai)
    assert page.next_change() == reread(mine).seq


def test_only_players_hear_that_a_player_has_come(follow: Open, ai: User, bo: User, chie: User) -> None:
    User.objects.filter(pk=bo.pk).update(shows_presence=True)
    game = running(ai, bo)
    players, strangers = (
        [follow(f"/events/{game.slug}?seq={game.seq}", user) for user in users] for users in ([ai], [chie, None])
    )
    follow(f"/events/{game.slug}?seq={game.seq}", bo)
    assert [page.next_change() for page in players] == [game.seq]
    assert any(move(game, user) for user in (ai, bo))
    # The first that they hear of is the move.
    assert [page.next_change() for page in strangers] == [reread(game).seq] * 2


def test_what_happens_at_a_table_before_its_match_is_told(follow: Open, ai: User, bo: User) -> None:
    game = lobby(ai)
    page = follow(f"/events/{game.slug}", ai)
    services.take_seat(game_id=game.pk, user=bo)
    assert page.next_change() == 0


def test_an_open_page_that_nobody_touches_is_known_but_not_read(
    follow: Open, ai: User, bo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    game, other = running(ai, bo), running(ai, bo)
    page = follow(f"/events/{game.slug}?seq={game.seq}", bo)
    slugs = [game.slug, other.slug]
    until(lambda: viewers.tables_open_for(bo.pk, slugs) == {game.slug})
    assert viewers.tables_open_for(ai.pk, slugs) == set()
    viewers.cache.clear()
    until(lambda: viewers.tables_open_for(bo.pk, slugs) == {game.slug})
    assert any(move(game, user) for user in (ai, bo))
    page.next_change()
    assert viewers.tables_viewed_by(bo.pk, slugs) == set()


def test_who_does_something_on_a_page_reads_it(follow: Open, ai: User, bo: User) -> None:
    game, other = running(ai, bo), running(ai, bo)
    told = follow(f"/events/{game.slug}", bo, method="POST")
    assert (told.status, told.response.read()) == (204, b"")
    assert viewers.tables_viewed_by(bo.pk, [game.slug, other.slug]) == {game.slug}
    assert viewers.tables_viewed_by(ai.pk, [game.slug, other.slug]) == set()


def test_no_one_else_says_that_a_page_is_read(follow: Open, ai: User, bo: User) -> None:
    path = f"/events/{running(ai, listed=False).slug}"
    assert follow(path, ai, method="POST", **{"Sec-Fetch-Site": "cross-site"}).status == 403
    assert [follow(path, user, method="POST").status for user in (bo, None)] == [404, 404]
    assert follow("/events/nothing", ai, method="POST").status == 404
    assert follow(path, ai, method="DELETE").status == 405
    assert viewers.tables_viewed_by(ai.pk, [path.removeprefix("/events/")]) == set()


def test_a_visitor_reads_without_being_recorded(follow: Open, ai: User) -> None:
    assert follow(f"/events/{running(ai).slug}", method="POST").status == 204


def test_loading_the_page_is_reading_it_and_its_updates_are_not(ai: User, bo: User) -> None:
    game = running(ai, bo)
    for part in ("board/?seq=0", f"board/?seq={game.seq}", "chat/"):
        assert get(bo, f"/t/{game.slug}/{part}").status_code in (200, 204)
    assert viewers.tables_viewed_by(bo.pk, [game.slug]) == set()
    get(bo, f"/t/{game.slug}/")
    assert viewers.tables_viewed_by(bo.pk, [game.slug]) == {game.slug}


def test_a_page_that_has_missed_something_is_told_at_once(follow: Open, ai: User) -> None:
    game = running(ai)
    assert follow(f"/events/{game.slug}?seq={game.seq - 1}", ai).next_change() == game.seq
    # What the browser last heard is newer than the address that the page made.
    again = follow(f"/events/{game.slug}?seq=1", ai, **{"Last-Event-ID": str(game.seq)})
    assert move(game, ai)
    assert again.next_change() == reread(game).seq > game.seq


def test_a_lost_message_is_made_up_for(follow: Open, ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.2)
    game = running(ai)
    page = follow(f"/events/{game.slug}?seq={game.seq}", ai)
    monkeypatch.setattr(broadcast, "publish_change", lambda slug, seq: None)
    assert move(game, ai)
    assert page.next_change() == reread(game).seq


def test_a_silent_stream_shows_that_it_lives(follow: Open, ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    page = follow(f"/events/{running(ai).slug}", ai)
    first, *others = [page.line() for _ in range(6)]
    assert 1000 <= int(first.removeprefix("retry: ")) <= 3000
    assert others == ["", ":", "", ":", ""]


def test_a_stream_ends_so_that_its_permission_is_looked_at_again(
    follow: Open, ai: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "LONGEST", 0.1)
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    assert follow(f"/events/{running(ai).slug}", ai).response.read().endswith(b"\n\n")


def test_a_process_that_stops_sends_its_open_pages_elsewhere(
    follow: Open, ai: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = stream.streams.hub
    monkeypatch.setattr(hub, "draining", False)
    path = f"/events/{running(ai).slug}"
    page = follow(path, ai)
    hub.tasks[0].get_loop().call_soon_threadsafe(hub.drain)
    assert page.response.read().endswith(b"\n\n")
    # One that was about to be answered meanwhile ends as well.
    assert follow(path, ai).response.read().startswith(b"retry: ")


def test_an_unlisted_table_is_followed_by_those_who_sit_there(follow: Open, ai: User, bo: User) -> None:
    path = f"/events/{running(ai, listed=False).slug}"
    assert follow(path, ai).status == 200
    assert follow(path, bo).status == 404
    assert follow(path).status == 404
    assert follow(path, Cookie="sessionid=made-up").status == 404


@pytest.mark.parametrize("path", ["/events/", "/events/nothing", "/events/a/b", "/events/%00", "/events/" + "x" * 99])
def test_what_is_no_game_is_not_found(follow: Open, path: str) -> None:
    assert follow(path).status == 404


def test_a_forged_host_is_not_found(follow: Open, ai: User) -> None:
    path = f"/events/{running(ai).slug}"
    assert follow(path).status == 200
    assert follow(path, Host="elsewhere.example").status == 404


def test_nobody_holds_streams_without_end(follow: Open, ai: User, bo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "MOST_EACH", 2)
    path = f"/events/{running(ai).slug}"
    first, _ = follow(path, ai), follow(path, ai)
    assert follow(path, ai).status == 429
    assert follow(path, bo).status == 200
    first.close()
    until(lambda: follow(path, ai).status == 200)


def test_nothing_is_left_when_the_pages_have_gone(follow: Open, ai: User) -> None:
    hub = stream.streams.hub
    page = follow(f"/events/{running(ai).slug}", ai)
    assert hub.pages
    assert hub.tasks
    page.close()
    until(lambda: not (hub.pages or hub.visitors or hub.tasks))


def test_listening_begins_again_when_the_channel_breaks(
    follow: Open, ai: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole = broadcast.channel()

    class Broken:
        async def changes(self) -> AsyncGenerator[None]:
            monkeypatch.setattr(broadcast, "channel", lambda: whole)
            yield None
            raise OSError

    game = running(ai)
    monkeypatch.setattr(broadcast, "channel", Broken)
    page = follow(f"/events/{game.slug}?seq={game.seq}", ai)
    until(lambda: "broke off" in caplog.text)
    assert move(game, ai)
    assert page.next_change() == reread(game).seq


def test_a_change_that_cannot_be_told_does_not_undo_the_move(
    ai: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = running(ai)

    def broken() -> broadcast.ChangeChannel:
        raise OSError

    monkeypatch.setattr(broadcast, "channel", broken)
    assert move(game, ai)
    assert reread(game).seq > game.seq
    assert "could not be published" in caplog.text


# --- The channels ---

TWO = [("mine", 3), ("yours", 10**9)]


async def heard(channel: broadcast.ChangeChannel, publish: Callable[[], object]) -> list[broadcast.Change]:
    """The two changes that ``publish`` tells, once the channel listens."""
    changes: list[broadcast.Change] = []
    async with aclosing(channel.changes()) as channel_changes, asyncio.timeout(PATIENCE):
        async for change in channel_changes:
            if change is None:
                await asyncio.to_thread(publish)
            else:
                changes.append(change)
            if len(changes) == len(TWO):
                return changes
    raise AssertionError("the channel ended")


def tell_two() -> None:
    for slug, seq in TWO:
        broadcast.publish_change(slug, seq)
    connection.close()


def test_the_channel_of_the_site_tells_what_happens_from_now_on() -> None:
    broadcast.publish_change("earlier", 1)
    assert asyncio.run(heard(broadcast.channel(), tell_two)) == TWO


TELL = """
import sys
from pathlib import Path
from infrastructure.broadcast import FileChannel
FileChannel(Path(sys.argv[1])).publish(sys.argv[2], int(sys.argv[3]))
"""


def test_the_file_carries_changes_between_processes(tmp_path: Path) -> None:
    path = tmp_path / "live.sqlite3"

    def elsewhere() -> None:
        for slug, seq in TWO:
            subprocess.run([sys.executable, "-c", TELL, str(path), slug, str(seq)], cwd=settings.BASE_DIR, check=True)

    assert asyncio.run(heard(broadcast.FileChannel(path), elsewhere)) == TWO


def test_the_file_does_not_grow(tmp_path: Path) -> None:
    channel = broadcast.FileChannel(tmp_path / "live.sqlite3")
    for seq in range(1100):
        channel.publish("mine", seq)
    with closing(sqlite3.connect(channel.path)) as file:
        [count] = file.execute("SELECT count(*) FROM change").fetchone()
    assert count == 1000


@pytest.mark.services
def test_postgresql_carries_changes() -> None:
    assert asyncio.run(heard(broadcast.PostgresqlChannel(), tell_two)) == TWO


@pytest.mark.services
def test_a_connection_that_was_cut_without_a_word_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "ASK_AFTER", 0.2)
    params = connection.get_connection_params()

    async def listen() -> None:
        pipes, upstream = [], []

        async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            there = await asyncio.open_connection(params["host"], params["port"] or 5432)
            upstream.append(there[1])
            pipes.extend([asyncio.create_task(_pipe(reader, there[1])), asyncio.create_task(_pipe(there[0], writer))])

        server = await asyncio.start_server(relay, "127.0.0.1", 0)
        [port] = [socket.getsockname()[1] for socket in server.sockets]
        through = {**params, "host": "127.0.0.1", "port": port}
        monkeypatch.setattr(
            broadcast, "direct_database", lambda: SimpleNamespace(get_connection_params=lambda: through)
        )
        async with aclosing(broadcast.PostgresqlChannel().changes()) as changes:
            assert await anext(changes) is None
            for pipe in pipes:
                pipe.cancel()
            with pytest.raises((TimeoutError, OperationalError)):
                await anext(changes)
        server.close()
        for writer in upstream:
            writer.close()

    asyncio.run(asyncio.wait_for(listen(), PATIENCE))


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(4096):
        writer.write(data)


@pytest.fixture
def redis(settings) -> None:
    """The cache is a Redis, as on a site open to others."""
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9"),
        }
    }


@pytest.mark.services
def test_redis_carries_changes(redis: None) -> None:
    assert isinstance(broadcast.channel(), broadcast.RedisChannel)
    assert asyncio.run(heard(broadcast.channel(), tell_two)) == TWO


@pytest.mark.services
def test_a_page_follows_a_move_over_redis(redis: None, follow: Open, ai: User) -> None:
    game = running(ai)
    page = follow(f"/events/{game.slug}?seq={game.seq}", ai)
    assert move(game, ai)
    assert page.next_change() == reread(game).seq
