"""The installed site: read without a connection, by the person who has seen the page, until they sign out."""

import json
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from napoleon.engine import Play
from players.models import User
from tests.browser.looks import looks
from tests.browser.tables import brought_to
from tests.browser.visitor import Visit, Visitor, until
from tests.support.play import running

pytestmark = pytest.mark.browser

# The answer that a page gets without a connection.
LOST = "ERR_|/events/|htmx:sendError|Failed to fetch"
BADGE = """
window.badges = [];
navigator.setAppBadge = async (count) => { window.badges.push(count); };
navigator.clearAppBadge = async () => { window.badges.push(0); };
"""
PAGES = """async () => {
  const pages = await caches.open("pages-1");
  return (await pages.keys()).map((one) => new URL(one.url).pathname).sort();
}"""


class Line:
    """The way to the site: a port that leads to it, until the line is cut. Devtools do not cut workers off."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.site = (parts.hostname, parts.port)
        self.is_cut = False
        self.ends: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        self.is_cut = True
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.ends.clear()

    def mend(self) -> None:
        self.is_cut = False

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self.listener.accept()
                if self.is_cut:
                    near.close()
                    continue
                far = socket.create_connection(self.site)
                self.ends += (near, far)
                threading.Thread(target=self._carry, args=(near, far), daemon=True).start()

    @staticmethod
    def _carry(near: socket.socket, far: socket.socket) -> None:
        other = {near: far, far: near}
        with near, far, suppress(OSError):
            while True:
                for end in select.select([near, far], [], [])[0]:
                    if not (data := end.recv(65536)):
                        return
                    other[end].sendall(data)


@pytest.fixture
def line(base_url: str) -> Iterator[Line]:
    line = Line(base_url)
    yield line
    line.cut()
    line.listener.close()


class Reader:
    """A browser that reaches the site by that line, with its service worker."""

    def __init__(self, visitor: Visitor, line: Line) -> None:
        self.visitor, self.line = visitor, line
        visitor.expect_problem(LOST)
        self.page: Page = visitor.context.new_page()
        self.page.add_init_script(BADGE)
        self.go("/rules/")
        self.wait_for_worker()

    def wait_for_worker(self) -> None:
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.page.wait_for_function("() => navigator.serviceWorker.controller !== null")

    def go(self, path: str) -> Page:
        self.page.goto(self.line.address + path)
        return self.page

    def is_kept(self, *paths: str) -> bool:
        return self.page.evaluate(PAGES) == sorted(paths)

    def sign_out(self) -> None:
        self.go("/accounts/logout/")
        self.page.locator("main").get_by_role("button", name="Sign out").click()
        self.page.get_by_role("link", name="Sign in").first.wait_for()


@pytest.fixture
def read(visit: Visit, line: Line):
    def read(user: User | None = None) -> Reader:
        return Reader(visit(user, service_workers="allow"), line)

    return read


def seat_note(page: Page):
    return page.locator("#seen-at")


def test_a_table_seen_before_is_read_without_a_connection(read, line: Line, ai: User) -> None:
    path = brought_to(Play, ai).get_absolute_url()
    reader = read(ai)
    page = reader.go(path)
    hand = page.locator(".hand-card").count()
    assert hand
    until(page, lambda: reader.is_kept(path))
    line.cut()
    page = reader.go(f"{path}?deal=1")
    expect(page.locator(".hand-card")).to_have_count(hand)
    expect(seat_note(page)).to_contain_text("No connection. This is how the page looked on")
    assert [one for one in looks(page) if "seen-at" in str(one)] == []
    # What was never seen is not there, and the page that says so leads to what is.
    page = reader.go("/t/never-seen/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.locator("#seen a").click()
    expect(page.locator(".hand-card")).to_have_count(hand)
    line.mend()
    expect(seat_note(reader.go(path))).to_be_hidden()


def test_a_table_is_kept_as_it_was_left(read, line: Line, ai: User) -> None:
    path = brought_to(Play, ai).get_absolute_url()
    reader = read(ai)
    page = reader.go(path)
    until(page, lambda: reader.is_kept(path))
    page.evaluate("document.getElementById('news').textContent = 'seen last'")
    reader.go("/rules/")
    text = "async (path) => (await (await caches.open('pages-1')).match(path)).text()"
    until(reader.page, lambda: "seen last" in reader.page.evaluate(text, path))
    line.cut()
    expect(reader.go(path).locator("#news")).to_have_text("seen last")


def test_nothing_is_left_after_signing_out(read, line: Line, ai: User) -> None:
    path = brought_to(Play, ai).get_absolute_url()
    reader = read(ai)
    reader.go("/")
    page = reader.go(path)
    until(page, lambda: reader.is_kept("/", path))
    reader.sign_out()
    until(page, lambda: reader.is_kept())
    # Signing out deleted the worker as well; this page brings another.
    reader.wait_for_worker()
    line.cut()
    page = reader.go(path)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator("#seen-section")).to_be_hidden()
    assert "Ai" not in page.content()


def test_another_person_on_the_same_browser_sees_nothing_of_the_first(read, line: Line, ai: User, bo: User) -> None:
    path = running(ai, bo, preset="nap", players=2).get_absolute_url()
    reader = read(ai)
    until(reader.go(path), lambda: reader.is_kept(path))
    # Without signing out: the session is somebody else's from now on, as when it was ended elsewhere.
    other = Visitor(reader.page, reader.visitor.address, bo)
    until(reader.go("/"), lambda: reader.is_kept("/"))
    line.cut()
    page = reader.go(path)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.locator("#seen a").all_text_contents()
    assert reader.go("/").locator("body").get_attribute("data-reader") == str(bo.pk)
    other.leave()


def test_a_tab_of_the_first_person_leaves_nothing_to_the_second(read, line: Line, ai: User, bo: User) -> None:
    """The page that is still open elsewhere is not kept in the other person's name."""
    path = running(ai, bo, preset="nap", players=2).get_absolute_url()
    reader = read(ai)
    reader.go(path)
    until(reader.page, lambda: reader.is_kept(path))
    old = reader.page
    reader.page = reader.visitor.context.new_page()
    other = Visitor(reader.page, reader.visitor.address, bo)
    reader.go(path)
    owner = """async (path) => {
      const page = await (await caches.open("pages-1")).match(path);
      return page ? /data-reader="(\\w+)"/.exec(await page.text())[1] : "";
    }"""
    until(reader.page, lambda: reader.page.evaluate(owner, path) == str(bo.pk))
    old.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { value: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    reader.page.wait_for_timeout(300)
    assert reader.page.evaluate(owner, path) == str(bo.pk)
    other.leave()


def test_a_move_that_is_sent_without_a_connection_says_so(read, line: Line, ai: User) -> None:
    page = read(ai).go("/tables/new/")
    line.cut()
    page.locator("main form").first.evaluate("(form) => form.submit()")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()


def test_the_page_for_no_connection_follows_the_language(read, line: Line) -> None:
    reader = read()
    page = reader.go("/rules/")
    page.locator("[name=language][value=ja]").click()
    page.locator("html[lang=ja]").wait_for()
    shells = "async () => (await caches.keys()).filter((name) => name.startsWith('shell-'))"
    # The browser looks for another worker after a page has been loaded.
    until(page, lambda: ["ja" in name for name in page.evaluate(shells)] == [True])
    line.cut()
    expect(reader.go("/clubs/").locator("html")).to_have_attribute("lang", "ja")


def test_who_goes_back_to_the_answer_to_a_form_is_not_told_of_a_lost_connection(read, ai: User) -> None:
    reader = read(ai)
    reader.visitor.expect_problem("422")
    page = reader.go("/tables/new/")
    send = "(form) => { form.name.value = 'x'.repeat(500); form.submit(); }"
    page.locator("main form").first.evaluate(send)
    expect(page.locator(".errorlist, .error").first).to_be_visible()
    reader.go("/rules/")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("New table")


def test_the_icon_shows_how_many_tables_wait(read, ai: User) -> None:
    game: Game = brought_to(Play, ai)
    reader = read(ai)
    assert reader.go("/").evaluate("window.badges") == [1]
    page = reader.go(game.get_absolute_url())
    assert page.evaluate("window.badges")[0] == 1
    reader.sign_out()
    assert page.evaluate("window.badges") == [0]


def test_the_site_can_be_installed(visit: Visit, ai: User) -> None:
    page = visit(ai, service_workers="allow").go("/")
    devtools = page.context.new_cdp_session(page)
    found = devtools.send("Page.getAppManifest")
    assert found["errors"] == []
    for icon in json.loads(found["data"])["icons"]:
        size = page.evaluate(
            """async (src) => {
              const image = new Image();
              image.src = src;
              await image.decode();
              return `${image.naturalWidth}x${image.naturalHeight}`;
            }""",
            icon["src"],
        )
        assert icon["sizes"] in (size, "any")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The contexts of tests are such windows; there is nothing else to object to.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}
