"""Measures a visitor's first deal and the installed site, with Chromium's own figures.

A visitor on a phone plays from the front page against bots to the result: their taps and the seconds are counted.
Then the browser is asked for the errors that it finds in the manifest and in the way of installing the site, and for
the page that it shows without a connection. `docs/benchmarks.md` has the figures.
"""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.chromium import LAUNCH
from tests.browser.hand import Player, asked, wait_for_turn
from tests.browser.screenshots import manage
from tests.browser.site import serve

PHONE = {"width": 360, "height": 740}
OBSERVE = """
window.seen = { lcp: 0, cls: 0 };
new PerformanceObserver((list) => { window.seen.lcp = list.getEntries().at(-1).startTime; })
  .observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) window.seen.cls += hadRecentInput ? 0 : value;
}).observe({ type: "layout-shift", buffered: true });
addEventListener("pointerup", () => tellTap(), true);
"""


@dataclass
class Visit:
    """What is counted of a visit."""

    taps: int = 0
    answers: int = 0
    size: float = 0
    """Bytes as sent, with their heads."""

    def tap(self) -> None:
        self.taps += 1

    def answer(self, finished: dict[str, Any]) -> None:
        self.answers += 1
        self.size += finished["encodedDataLength"]


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="napoleon-visit-") as folder:
        var_dir = Path(folder)
        manage(var_dir, "migrate", "--verbosity=0")
        with serve(str(var_dir / "napoleon.sqlite3"), var_dir) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(**LAUNCH)
            for locale in ("en-GB", "ja-JP"):
                for word, figure in measured(browser, address, locale):
                    print(f"| {locale} | {word} | {figure} |")
            for word, figure in installed(browser, address):
                print(f"| | {word} | {figure} |")
            browser.close()


def context_of(browser: Browser, address: str, locale: str, **options: Any) -> BrowserContext:
    phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    return browser.new_context(base_url=address, locale=locale, **phone, **options)


def measured(browser: Browser, address: str, locale: str) -> list[tuple[str, str]]:
    """From the front page to the result, as quickly as the page allows."""
    # What a service worker fetches is no longer told of the page.
    visit, context = Visit(), context_of(browser, address, locale, service_workers="block")
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.on("Network.loadingFinished", visit.answer)
    devtools.send("Network.enable")
    page.expose_function("tellTap", visit.tap)
    page.add_init_script(OBSERVE)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    found = [("front page", painted(page, visit))]
    visit.answers, visit.size = 0, 0
    began = time.monotonic()
    page.locator("form[action='/play-now/'] button:not([name])").first.tap()
    page.wait_for_url("**/t/**")
    player = Player(page)
    player.has_bid = True  # so they pass: the shortest way to a card
    wait_for_turn(player)
    page.wait_for_load_state("load")
    found.append(("the table", f"{since(began)}, {visit.taps} tap; {painted(page, visit)}"))
    is_dealt = False
    while wait_for_turn(player):
        if asked(page) == "play" and not is_dealt:
            is_dealt = True
            found.append(("asked for the first card", f"{since(began)}, {visit.taps} taps"))
        player.answer()
    page.wait_for_timeout(500)
    found.append(("the result", f"{since(began)}, {visit.taps} taps"))
    context.close()
    return found


def since(began: float) -> str:
    return f"{time.monotonic() - began:.1f} s"


def painted(page: Page, visit: Visit) -> str:
    page.wait_for_timeout(500)
    seen: dict[str, float] = page.evaluate("window.seen")
    times = f"largest paint after {seen['lcp']:.0f} ms, shift {seen['cls']:.4f}"
    return f"{times}, {visit.answers} answers of {visit.size / 1024:.0f} KiB"


def installed(browser: Browser, address: str) -> list[tuple[str, str]]:
    """What the browser says to installing the site, and what it shows without a connection."""
    context = context_of(browser, address, "en-GB")
    page = context.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    devtools = context.new_cdp_session(page)
    manifest: dict[str, Any] = devtools.send("Page.getAppManifest")
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Every window of Playwright's is such a one.
    others = [one["errorId"] for one in errors if one["errorId"] != "in-incognito"]
    stored = page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
    context.set_offline(True)
    page.goto("/tables/", wait_until="load")
    shown = page.locator("h1").first.inner_text()
    context.close()
    return [
        ("errors in the manifest", str(len(manifest["errors"]))),
        ("errors in the way of installing", ", ".join(others) or "0"),
        ("kept by the service worker", f"{stored / 1024:.0f} KiB"),
        ("without a connection", f"“{shown}”"),
    ]


if __name__ == "__main__":
    main()
