"""Seconds from the landing page to the first card of a daily board, and for a whole day's boards.

A visitor on a phone plays all four, with a person's pauses for each kind of decision:
`python -m tests.browser.day_of_boards`.
"""

import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import LAUNCH
from tests.browser.hand import Player, asked, is_over
from tests.browser.screenshots import manage
from tests.browser.site import serve

OPEN: Final = "from games.tasks import turn_daily_boards; turn_daily_boards()"
PAUSES: Final = {"bid": 6.0, "nap_bid": 6.0, "call": 4.0, "exchange": 12.0, "play": 2.5}
"""Seconds that a person who knows the game takes, by what is asked."""
RUNS: Final = 3


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="napoleon-day-") as folder:
        var_dir = Path(folder)
        manage(var_dir, "migrate", "--verbosity=0")
        manage(var_dir, "shell", "--command", OPEN)
        with serve(str(var_dir / "napoleon.sqlite3"), var_dir) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(**LAUNCH)
            for seed in range(RUNS):
                context = browser.new_context(base_url=address, viewport={"width": 360, "height": 640}, locale="en-GB")
                print(played(context.new_page(), seed), flush=True)
                context.close()
            browser.close()


def played(page: Page, seed: int) -> str:
    began = time.monotonic()
    page.goto("/")
    page.locator("a[href='/daily/']").first.click()
    page.locator("form[action$='/play/'] button").click()
    page.locator("#hand-form .hand-card").first.wait_for()
    first_card = time.monotonic() - began
    player, answers, paused = Player(page, seed), [], 0.0
    while is_asked(page):
        pause = PAUSES[asked(page)]
        page.wait_for_timeout(1000 * pause)
        asked_at = time.monotonic()
        player.answer()
        answers.append(time.monotonic() - asked_at)
        paused += pause
    seconds = time.monotonic() - began
    took = sorted(round(1000 * answer) for answer in answers)
    whole = f"{len(took)} decisions in {seconds:.0f} s, of them {paused:.0f} s of pauses"
    return f"first card after {first_card:.1f} s; {whole}; an answer {median(took)} ms, at most {took[-1]} ms"


def is_asked(page: Page) -> bool:
    """Wait until something is asked; False when the day's page has followed after the last board."""
    while "/boards/" not in page.url:
        if asked(page) not in ("", "wait"):
            return True
        is_over(page)  # goes on from the result of a board
        page.wait_for_timeout(20)
    return False


if __name__ == "__main__":
    main()
