"""Takes strips of pictures of what was played since the last visit, as it falls: two widths, light and dark.

Somebody plays a card and leaves, the others play on, and the first comes back: for each strip to the same table, as if
it were for the first time. Each frame is what Chromium had painted last before its moment. The strips lie in
var/pictures/; those that the docs show are copied.
"""

import base64
import json
import tempfile
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.browser.chromium import LAUNCH
from tests.browser.looks import devtools
from tests.browser.screenshots import PICTURES, SCHEMES, copy_shown, manage
from tests.browser.site import serve

SCREENS: Final[tuple[ViewportSize, ...]] = ({"width": 360, "height": 640}, {"width": 1280, "height": 800})
NAMES: Final = ("Ai", "Bo", "Chie", "Dai", "Emi")
ENOUGH: Final = 7
"""Moves of the others: a trick that is gathered, and cards of the next."""


class Layout(NamedTuple):
    """How the frames of a strip stand."""

    frames: int
    in_row: int
    width: int


LAYOUTS: Final = {360: Layout(10, 5, 220), 1280: Layout(9, 3, 440)}
"""By the width of the screen."""
SHIFTS: Final = """
window.shift = 0;
new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value; })
  .observe({ type: "layout-shift", buffered: true });
"""
# In seconds: when the motion began by the clock, and how long it takes.
MOTION: Final = """() => {
  const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().fill !== "none");
  const began = performance.timeOrigin + Math.min(...moving.map((one) => one.startTime));
  return [began / 1000, Math.max(...moving.map((one) => one.effect.getComputedTiming().endTime)) / 1000];
}"""
STYLE: Final = """
body { margin: 8px; display: grid; gap: 8px; font: 14px sans-serif }
body.light { color: #1d1b16; background: #fff }
body.dark { color: #eee; background: #0d1014 }
figure { margin: 0 }
img { display: block }
"""


class Frame(NamedTuple):
    """What Chromium has painted, and when, in seconds."""

    at: float
    data: str


class Recording(NamedTuple):
    """The frames of one visit."""

    frames: list[Frame]
    began: float
    length: float
    shift: float

    def shown(self, count: int) -> list[tuple[str, str]]:
        """So many pictures with captions: spread evenly from the page before the first card, and the last one."""
        times = [self.length * number / (count - 2) for number in range(count - 1)]
        moving = [(f"{at:.1f} s", self.painted_by(self.began + at)) for at in times]
        return [*moving, ("then", self.frames[-1].data)]

    def painted_by(self, moment: float) -> str:
        """What was to be seen then; at the least the first frame."""
        return [frame for frame in self.frames if frame.at <= moment or frame is self.frames[0]][-1].data


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="napoleon-strips-") as folder:
        var_dir = Path(folder)
        manage(var_dir, "migrate", "--verbosity=0")
        call = partial(call_here, var_dir)
        slug, session, seen = json.loads(call("prepare"))
        with serve(str(var_dir / "napoleon.sqlite3"), var_dir) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(**LAUNCH)
            for screen, scheme in product(SCREENS, SCHEMES):
                call("forget", slug, seen)
                take(browser, f"{address}/t/{slug}/", session, screen, scheme)
            browser.close()
    copy_shown()


# --- At the site's database, in processes of their own ---


def call_here(var_dir: Path, function: str, *arguments: Any) -> str:
    """What a function of this module prints."""
    code = f"from tests.browser import strips; strips.{function}(*{arguments!r})"
    return manage(var_dir, "shell", "--no-imports", "-c", code)


def prepare() -> None:
    """A table at which much has happened since its reader played; prints it, their session, and what they saw."""
    from players.models import User
    from tests.browser.visitor import session_of
    from tests.support.play import choices, in_play, move_on, reread

    people, moves = [User.objects.create(name=name) for name in NAMES], 0
    while moves < ENOUGH:
        game = in_play(*people)
        [reader] = move_on(game, people, 1)
        seen, moves = game.seats.get(user=reader).moves_seen, 0
        while not choices(reread(game), reader):
            moves += len(move_on(game, people, 1))
    print(json.dumps([game.slug, session_of(reader), seen]))


def forget(slug: str, seen: dict[str, int]) -> None:
    """Set what everybody has seen of the table."""
    from games.models import Seat

    Seat.objects.filter(game__slug=slug).update(moves_seen=seen)


# --- In the browser ---


def take(browser: Browser, address: str, session: str, screen: ViewportSize, scheme: Any) -> None:
    recording = recorded(browser, address, session, screen, scheme)
    name = f"since-visit-{scheme}-{screen['width']}"
    (PICTURES / f"{name}.webp").write_bytes(strip(browser, recording, LAYOUTS[screen["width"]], scheme))
    figures = f"{recording.length:.1f} s, {len(recording.frames)} frames painted"
    print(f"{name}: {figures}, layout shift {recording.shift:.4f}")


def recorded(browser: Browser, address: str, session: str, screen: ViewportSize, scheme: Any) -> Recording:
    """The reader comes back, and touches nothing."""
    context = browser.new_context(locale="en-GB", viewport=screen, color_scheme=scheme, reduced_motion="no-preference")
    context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    page, frames = context.new_page(), []

    def keep(painted: dict[str, Any]) -> None:
        frames.append(Frame(painted["metadata"]["timestamp"], painted["data"]))
        devtools(page).send("Page.screencastFrameAck", {"sessionId": painted["sessionId"]})

    page.add_init_script(SHIFTS)
    devtools(page).on("Page.screencastFrame", keep)
    page.goto(address, wait_until="domcontentloaded")
    devtools(page).send("Page.startScreencast", {"format": "png"})
    page.locator(".motion").wait_for(state="attached")
    began, length = page.evaluate(MOTION)
    page.locator(".motion").wait_for(state="detached")
    page.wait_for_timeout(1000)
    devtools(page).send("Page.stopScreencast")
    shift = float(page.evaluate("window.shift"))
    context.close()
    return Recording(frames, began, length, shift)


def strip(browser: Browser, recording: Recording, layout: Layout, scheme: str) -> bytes:
    """The frames beside each other, each with its time."""
    count, in_row, width = layout
    figures = "".join(
        f"<figure><img width={width} src='data:image/png;base64,{data}'>{caption}</figure>"
        for caption, data in recording.shown(count)
    )
    columns = f"body {{ grid-template-columns: repeat({in_row}, {width}px) }}"
    page = browser.new_page(viewport={"width": in_row * (width + 8) + 8, "height": 400})
    page.set_content(f"<style>{STYLE}{columns}</style><body class={scheme}>{figures}")
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": in_row * (width + 8) + 8, "height": height})
    taken = devtools(page).send("Page.captureScreenshot", {"format": "webp", "quality": 60})
    page.close()
    return base64.b64decode(taken["data"])


if __name__ == "__main__":
    main()
