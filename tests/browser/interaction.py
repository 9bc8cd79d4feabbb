"""Measures how a table answers: the time from a touch to the next paint, and how far the page moves by itself.

Somebody plays against bots on a phone and at a desk, with a processor slowed down four times. They choose and play
each card as soon as they can, so cards of the others are still in motion. Shifts are those until a deal's result
takes the place of its table. `docs/benchmarks.md` has the figures.
"""

import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Final

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.chromium import LAUNCH
from tests.browser.hand import Player, wait_for_turn
from tests.browser.screenshots import manage
from tests.browser.site import serve

SLOWED: Final = 4
SCREENS: Final[list[ViewportSize]] = [{"width": 360, "height": 740}, {"width": 1280, "height": 800}]
SHORTEST: Final = 16
"""Milliseconds: what is shorter, the browser does not report."""
OBSERVE: Final = f"""
const watch = (type, tell) => new PerformanceObserver((list) => list.getEntries().forEach(tell))
  .observe({{ type, durationThreshold: {SHORTEST}, buffered: true }});
watch("event", ({{ interactionId, duration }}) =>
  interactionId && tellTouch(`${{performance.timeOrigin}} ${{interactionId}}`, duration));
watch("layout-shift", ({{ hadRecentInput, value }}) =>
  hadRecentInput || document.querySelector(".result") || tellShift(value));
addEventListener("pointerup", () => tellPress(), true);
"""


@dataclass
class Answers:
    """What a browser has told of one visit."""

    presses: int = 0
    longest: dict[str, float] = field(default_factory=dict)
    """By interaction, the longest of its events that took `SHORTEST` or more, in milliseconds."""
    shift: float = 0

    def press(self) -> None:
        self.presses += 1

    def touch(self, interaction: str, duration: float) -> None:
        self.longest[interaction] = max(duration, self.longest.get(interaction, 0))

    def move(self, value: float) -> None:
        self.shift += value

    def times(self) -> list[float]:
        quick = max(0, self.presses - len(self.longest))
        return sorted([*self.longest.values(), *[float(SHORTEST)] * quick])


def main(matches: int = 5) -> None:
    with tempfile.TemporaryDirectory(prefix="napoleon-interaction-") as folder:
        var_dir = Path(folder)
        manage(var_dir, "migrate", "--verbosity=0")
        with serve(str(var_dir / "napoleon.sqlite3"), var_dir) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(**LAUNCH)
            print("| screen | touches | 75th percentile | 98th | longest | layout shift |")
            print("|---|---|---|---|---|---|")
            for screen in SCREENS:
                print(line(screen, measured(browser, address, screen, matches)))
            browser.close()


def line(screen: ViewportSize, answers: Answers) -> str:
    times = answers.times()
    shares = quantiles(times, n=100, method="inclusive")
    figures = [f"{time:.0f} ms" for time in (shares[74], shares[97], times[-1])]
    name = f"{screen['width']}×{screen['height']}"
    return f"| {' | '.join([name, str(len(times)), *figures, f'{answers.shift:.4f}'])} |"


def measured(browser: Browser, address: str, screen: ViewportSize, matches: int) -> Answers:
    """Let somebody who has not signed up play so many matches."""
    answers = Answers()
    context = browser.new_context(base_url=address, viewport=screen, locale="en-GB")
    page = context.new_page()
    for name, note in (("tellTouch", answers.touch), ("tellShift", answers.move), ("tellPress", answers.press)):
        page.expose_function(name, note)
    page.add_init_script(OBSERVE)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto("/")
    for match in range(matches):
        page.locator("form[action='/play-now/'] button").first.click()
        play(page, match)
    page.wait_for_timeout(1000)
    context.close()
    return answers


def play(page: Page, seed: int) -> None:
    player = Player(page, seed)
    while wait_for_turn(player):
        player.answer()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
