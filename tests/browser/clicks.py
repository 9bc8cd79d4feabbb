"""Counts what a person clicks and types on pages, and reckons how long it takes them."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Page

READING: Final = 6.0
"""Seconds that a person looks at a new page."""
CLICK: Final = 1.5
KEY: Final = 0.3


class CountedPerson:
    """Somebody at a page; with a folder, each page is drawn there."""

    def __init__(self, page: Page, folder: Path | None, who: str = "") -> None:
        self.page, self.folder, self.who = page, folder, who
        self.clicks = self.keys = self.pages = self.drawn = 0
        page.on("framenavigated", self._navigated)

    def _navigated(self, frame: object) -> None:
        if frame == self.page.main_frame:
            self.pages += 1

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        self.clicks = self.keys = self.pages = 0
        began = time.monotonic()
        yield
        took = time.monotonic() - began
        minutes = (self.pages * READING + self.clicks * CLICK + self.keys * KEY) / 60
        counts = f"{self.clicks} clicks, {self.keys} keys, {self.pages} pages"
        print(f"{name}: {counts}, about {minutes:.1f} min (the machine: {took:.0f} s)", flush=True)

    def click(self, name: str | re.Pattern[str], role: Literal["button", "link"] = "button", place: int = 0) -> None:
        found = self.page.get_by_role(role, name=name, exact=isinstance(name, str))
        found.nth(place).click()
        self.page.wait_for_load_state()
        self.clicks += 1
        self.draw()

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.page.wait_for_load_state()
        self.clicks += 1
        self.draw()

    def fill(self, selector: str, text: str, *, is_pasted: bool = False) -> None:
        self.page.locator(selector).first.fill(text)
        self.clicks += 1
        self.keys += 2 if is_pasted else len(text)

    def type(self, text: str) -> None:
        """Into the fields one after the other, as the focus moves by itself."""
        self.page.keyboard.type(text)
        self.keys += len(text)

    def tap_key(self, key: str) -> None:
        """One that leads on to another field, or to another page."""
        self.page.keyboard.press(key)
        self.page.wait_for_load_state()
        self.keys += 1

    def draw(self) -> None:
        if self.folder:
            self.drawn += 1
            self.page.screenshot(path=self.folder / f"{self.who}{self.drawn:03}.png", full_page=True)
