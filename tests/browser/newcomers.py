"""Ten newcomers' ways from the landing page to a finished first hand: taps, seconds, and words left unexplained.

Each plays in a browser of their own, on a phone or a small desktop. Those who read English follow the coach, those who
read Japanese play what they like. A word is unexplained if the table names it and nothing on the page explains it.
"""

import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import LAUNCH
from tests.browser.hand import CORNER, Player, asked, wait_for_turn
from tests.browser.screenshots import manage
from tests.browser.site import serve

SIZES: Final = ((360, 640), (1280, 720), (640, 360), (390, 844), (360, 640))
WAYS: Final = [
    {"locale": locale, "size": size, "follows": follows}
    for locale, follows in (("en-GB", True), ("ja-JP", False))
    for size in SIZES
]
WORDS: Final = {
    "en-GB": """
        Napoleon adjutant widow trump trick bid pass lead discard called mighty picture joker jack auction yoromeki
        same-two
    """,
    "ja-JP": """
        ナポレオン 副官 ウィドー 切り札 トリック 宣言 パス リード 台札 捨て札 指名 マイティ 絵札 ジョーカー よろめき
        セイム2
    """,
}
# The words that show on the board, and all that the page explains: the texts of its popovers, and their buttons.
READ = """() => {
  const texts = document.createTreeWalker(document.getElementById("board"), NodeFilter.SHOW_TEXT), shown = [];
  while (texts.nextNode()) {
    const holder = texts.currentNode.parentElement;
    if (holder.checkVisibility() && !holder.closest(".vh, .meaning")) shown.push(texts.currentNode.data);
  }
  const explained = [...document.querySelectorAll("#board .word")].map((word) => word.textContent);
  return [shown, explained].map((texts) => texts.join(" ").toLowerCase());
}"""


@dataclass
class Way:
    """What is counted of one newcomer."""

    taps: int = 1
    seconds: float = 0
    decisions: int = 0
    seen: set[str] = field(default_factory=set)
    explained: set[str] = field(default_factory=set)
    result: str = ""


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="napoleon-newcomers-") as folder:
        var_dir = Path(folder)
        manage(var_dir, "migrate", "--verbosity=0")
        with serve(str(var_dir / "napoleon.sqlite3"), var_dir) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(**LAUNCH)
            for number, options in enumerate(WAYS):
                print(line(options, walked(browser, address, number, **options)), flush=True)
            browser.close()


def line(options: dict[str, Any], way: Way) -> str:
    (width, height), left = options["size"], sorted(way.seen - way.explained)
    kind = "follows" if options["follows"] else "plays freely"
    figures = f"{way.taps} taps | {way.seconds:.0f} s | {way.decisions} decisions | {way.result}"
    return f"| {options['locale']} | {width}×{height} | {kind} | {figures} | unexplained: {', '.join(left) or 'none'} |"


def walked(browser: Browser, address: str, number: int, *, locale: str, size: tuple[int, int], follows: bool) -> Way:
    viewport: Any = {"width": size[0], "height": size[1]}
    context = browser.new_context(base_url=address, locale=locale, viewport=viewport, service_workers="block")
    page, way, began = context.new_page(), Way(), time.monotonic()
    page.goto("/")
    page.locator(".play-now [name=coached]").click()
    page.wait_for_url("**/t/**")
    player = Player(page, seed=number)
    while wait_for_turn(player):
        read(page, way, locale)
        way.decisions += 1
        way.taps += follow(page) if follows else freely(player)
    way.seconds, way.result = time.monotonic() - began, page.locator(".result h1").inner_text()
    context.close()
    return way


def read(page: Page, way: Way, locale: str) -> None:
    board, explained = page.evaluate(READ)
    words = WORDS[locale].lower().split()
    way.seen |= {word for word in words if word in board}
    way.explained |= {word for word in words if word in explained}


def follow(page: Page) -> int:
    """Do what is outlined; return the taps."""
    seen, taps = page.locator("#hand-form [name=seen]").get_attribute("value"), 1
    if asked(page) == "play":
        page.locator(".hand-card:has(> [data-hint])").click(position=CORNER)
        taps += 1
        if page.locator(".joker-suit [data-hint]").is_visible():
            page.locator(".joker-suit .key:has([data-hint])").click()
            taps += 1
    button = page.locator("#pass[data-hint]")
    (button if button.count() else page.locator("#play")).click()
    page.wait_for_function('seen => !document.querySelector(`#hand-form [name=seen][value="${seen}"]`)', arg=seen)
    page.wait_for_load_state("domcontentloaded")
    return taps


def freely(player: Player) -> int:
    """Do what one likes; return the taps: one for each choice, one for the button."""
    if asked(player.page) == "exchange":
        for _card in player.page.locator(".hand-card:has(:checked)").all():
            player.page.locator(".hand-card:has(:checked)").first.click(position=CORNER)
    kind, *choices = player.answer().split()
    if choices == ["pass"]:
        return 1
    return 2 * len(choices) + 1 if kind == "exchange" else 2


if __name__ == "__main__":
    main()
