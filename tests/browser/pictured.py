"""Looks at a page in both languages; with PICTURES=folder it is drawn there at two widths."""

import os
from pathlib import Path

from tests.browser.looks import looks
from tests.browser.visitor import Visitor

LOCALES = {"en": "en-GB", "ja": "ja-JP"}
WIDTHS = (360, 1280)


def look(visitor: Visitor, name: str, path: str) -> list[str]:
    page = visitor.go(path)
    folder = os.environ.get("PICTURES")
    language = page.locator("html").get_attribute("lang")
    for width in WIDTHS if folder else ():
        page.set_viewport_size({"width": width, "height": 800})
        page.screenshot(path=Path(folder or "") / f"{name}-{width}-{language}.png", full_page=True)
    return [f"{path}: {problem}" for problem in looks(page)]
