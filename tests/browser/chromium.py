"""The browser: Debian's, or the one that CHROMIUM names, without what it would ask the network for on its own."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext

LAUNCH: dict[str, Any] = {
    "executable_path": os.environ.get("CHROMIUM", "/usr/bin/chromium"),
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


class Contexts:
    """Contexts that serve one person after another: to make one takes longer than many a test.

    Each is empty when it is taken, but for the files that the browser keeps of the site.
    """

    def __init__(self, make: Callable[..., BrowserContext]) -> None:
        self.make = make
        self.idle: defaultdict[str, list[BrowserContext]] = defaultdict(list)
        self.kinds: dict[BrowserContext, str] = {}

    def take(self, options: dict[str, Any]) -> BrowserContext:
        kind = str(sorted(options.items()))
        if self.idle[kind]:
            return self.idle[kind].pop()
        context = self.make(**options)
        context.set_default_timeout(5000)
        self.kinds[context] = kind
        return context

    def put_back(self, context: BrowserContext) -> None:
        for page in context.pages:
            page.close()
        context.clear_cookies()
        context.clear_permissions()
        self.idle[self.kinds[context]].append(context)
