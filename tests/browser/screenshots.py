"""Takes pictures of main pages in a demo world: three widths, light and dark, both languages.

They lie in var/pictures/; those that the docs show are copied to docs/pictures/.
"""

import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import LAUNCH
from tests.browser.site import ROOT, serve

PICTURES = ROOT / "var" / "pictures"
SHOWN = ROOT / "docs" / "pictures"
SHOWS = r"pictures/([\w-]+\.webp)"
SCREENS = [(360, 740), (768, 1024), (1280, 800)]
LANGUAGES = {"en": "en-GB", "ja": "ja-JP"}
SCHEMES = ("light", "dark")
SIGNED_OUT = {"front": "/", "learning": "/learn/napoleon/", "rules": "/rules/gurunapo/"}
SIGNED_IN = {"home": "/", "new-table": "/tables/new/"}
# The text of each link on the person's front page.
TABLES = {"table": "After dinner", "boards": "Wednesday club", "result": "Last week"}


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="napoleon-pictures-") as folder:
        var_dir = Path(folder)
        manage(var_dir, "migrate", "--verbosity=0")
        manage(var_dir, "demo_world")
        season = manage(var_dir, "demo_season", "--members=9", "--rounds=3").splitlines()[-1]
        password = (var_dir / "demo_password").read_text().strip()
        with serve(str(var_dir / "napoleon.sqlite3"), var_dir) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(**LAUNCH)
            take_all(browser, address, password, {"standings": f"{season}standings/1/"})
            browser.close()
    print(f"{len(list(PICTURES.glob('*.webp')))} pictures in var/pictures/")
    copy_shown()


def manage(var_dir: Path, *command: str) -> str:
    environment = os.environ | {"VAR_DIR": str(var_dir)}
    argv = [sys.executable, "manage.py", *command]
    return subprocess.run(argv, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def copy_shown() -> None:
    """Renew those pictures of the docs that were taken, and leave none there that no page shows."""
    pages = (ROOT / "README.md", *ROOT.glob("docs/*.md"))
    shown = {name for page in pages for name in re.findall(SHOWS, page.read_text())}
    for file in PICTURES.glob("*.webp"):
        if file.name in shown:
            shutil.copy(file, SHOWN)
    for file in SHOWN.iterdir():
        if file.name not in shown:
            file.unlink()


def take_all(browser: Browser, address: str, password: str, league: dict[str, str]) -> None:
    state, tables = sign_in(browser, address, password)
    tables["review"] = f"{tables['result']}review/1/30/"
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.webp"):
        old.unlink()
    for (language, locale), scheme in product(LANGUAGES.items(), SCHEMES):
        options = {"base_url": address, "locale": locale, "color_scheme": scheme, "reduced_motion": "reduce"}
        for paths, session in ((SIGNED_OUT | league, None), (SIGNED_IN | tables, state)):
            context = browser.new_context(storage_state=session, **options)
            page = context.new_page()
            for name, path in paths.items():
                take(page, path, f"{name}-{language}-{scheme}")
            context.close()


def sign_in(browser: Browser, address: str, password: str) -> tuple[Any, dict[str, str]]:
    """The session of somebody who lives there, and the addresses of the tables."""
    context = browser.new_context(base_url=address, locale="en-GB")
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("[name=login]", "ai@example.org")
    page.fill("[name=password]", password)
    page.press("[name=password]", "Enter")
    page.wait_for_url(f"{address}/")
    links = {name: page.get_by_role("link", name=words).first for name, words in TABLES.items()}
    tables = {name: str(link.get_attribute("href")) for name, link in links.items()}
    state = context.storage_state()
    context.close()
    return state, tables


def take(page: Page, path: str, name: str) -> None:
    page.goto(path)
    devtools = page.context.new_cdp_session(page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        # WebP is a third of PNG, and Playwright's own screenshots have no such format.
        taken = devtools.send("Page.captureScreenshot", {"format": "webp", "quality": 35})
        file = PICTURES / f"{name}-{width}.webp"
        file.write_bytes(base64.b64decode(taken["data"]))


if __name__ == "__main__":
    main()
