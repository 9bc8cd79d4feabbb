"""Somebody with a browser of their own, whose every complaint is noted."""

import re
import time
from collections.abc import Callable, Iterable

from django.test import Client
from playwright.sync_api import ConsoleMessage, Page, Request, Response, ViewportSize, WebError

from players.models import User

PHONE: ViewportSize = {"width": 390, "height": 844}
# What could not be loaded is noted as a request or response. A request that was given up, since its reader typed on or
# left, is no problem; any other that failed says so by a word of its own beside `afterRequest`.
NOTED_OTHERWISE = re.compile(
    "Failed to load resource|htmx:(afterRequest|sendAbort)|Service Worker registration blocked"
)


class Visitor:
    """A page in a context of its own; `problems` is what went wrong in any of its pages.

    Problems are: what the console warns of (there the browser reports what the security policy has refused),
    errors of scripts, requests that failed, and answers that are errors.
    """

    def __init__(self, page: Page, address: str, user: User | None = None) -> None:
        self.page, self.context, self.address, self.user = page, page.context, address, user
        self.problems: list[str] = []
        self._expected: re.Pattern[str] | None = None
        if user:
            self.sign_in(session_of(user))
        self._heard = {
            "console": self._console,
            "weberror": self._error,
            "requestfailed": self._failed,
            "response": self._response,
        }
        for event, note in self._heard.items():
            self.context.on(event, note)

    def sign_in(self, session: str) -> None:
        self.context.add_cookies([{"name": "sessionid", "value": session, "url": self.address}])

    def go(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def leave(self) -> None:
        for event, note in self._heard.items():
            self.context.remove_listener(event, note)

    def expect_problem(self, pattern: str) -> None:
        """From now on this is part of the test."""
        self._expected = re.compile(pattern)

    def _note(self, problem: str) -> None:
        if not (self._expected and self._expected.search(problem)):
            self.problems.append(f"{self.user or 'visitor'}: {problem}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not NOTED_OTHERWISE.search(message.text):
            self._note(f"{message.type}: {message.text}")

    def _error(self, error: WebError) -> None:
        self._note(f"script: {error.error}")

    def _failed(self, request: Request) -> None:
        # Who leaves a page gives up what it was loading, its stream first of all.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"{request.method} {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"{response.request.method} {response.url}: {response.status}")


def until(page: Page, holds: Callable[[], object], seconds: float = 15) -> None:
    """Let the page go on until this holds of what has been noted of it, or of the database."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"It did not hold within {seconds} s."
        page.wait_for_timeout(20)


def session_of(user: User) -> str:
    """The key of a session in which the person is signed in."""
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


Visit = Callable[..., Visitor]
"""Called with a user or nobody, and with options of the browser's context."""


Look = Callable[[Visitor, Iterable[str]], None]
"""Goes to these pages, and says what is wrong with any of them."""
