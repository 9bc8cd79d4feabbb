"""The browser: Debian's, or the one that CHROMIUM names, without what it would ask the network for on its own.

Where there is one without windows, it is taken: the tests are a sixth faster with it.
"""

import os
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

WHOLE: Final = "/usr/bin/chromium"
"""The one that has notifications."""
WINDOWLESS: Final = "/usr/bin/chromium-headless-shell"
LAUNCH: dict[str, Any] = {
    "executable_path": os.environ.get("CHROMIUM") or (WINDOWLESS if Path(WINDOWLESS).exists() else WHOLE),
    "args": [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ],
}

PATIENCE: Final = 15_000
"""Milliseconds: a page that another process keeps from its turn is late, not wrong."""
expect.set_options(timeout=PATIENCE)
DESK: ViewportSize = {"width": 1280, "height": 720}
# A page between two people, and what such a page forgets before the next one comes. A page that stays with the site
# stays in its process; through about:blank each would begin another.
WAITING = "/healthz"
FORGET = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}"""


class Contexts:
    """Contexts, each with a page, that serve one person after another: to make one takes longer than many a test.

    Each is empty when it is taken, but for the files that the browser keeps of the site. Who adds to the page itself,
    by init scripts or devtools, opens another, which is closed in the end.
    """

    def __init__(self, make: Callable[..., BrowserContext]) -> None:
        self.make = make
        self.idle: defaultdict[str, list[BrowserContext]] = defaultdict(list)
        self.kinds: dict[BrowserContext, str] = {}

    def take(self, viewport: ViewportSize = DESK, **options: Any) -> Page:
        """The page of a context with these options."""
        kind = str(sorted(options.items()))
        context = self.idle[kind].pop() if self.idle[kind] else self._new(kind, options)
        page = context.pages[0]
        page.set_viewport_size(viewport)
        return page

    def _new(self, kind: str, options: dict[str, Any]) -> BrowserContext:
        context = self.make(**options)
        context.set_default_timeout(PATIENCE)
        context.new_page()
        self.kinds[context] = kind
        return context

    def put_back(self, context: BrowserContext) -> None:
        page, *others = context.pages
        for other in others:
            other.close()
        page.unroute_all()
        page.emulate_media(media="null", color_scheme="null")
        # First, for an answer that is still on its way sets cookies.
        page.goto(WAITING)
        context.clear_cookies()
        context.clear_permissions()
        page.evaluate(FORGET)
        self.idle[self.kinds[context]].append(context)
