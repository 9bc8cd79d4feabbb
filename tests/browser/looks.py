"""How a page looks and reads: axe, in English in light and dark, and the width of the narrowest phone."""

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import CDPSession, Page

# Its result needs no message.
AXE = AXE_FILE_PATH.read_text() + ";0"
RUN = "options => axe.run(document, options).then(found => found.violations)"
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERYTHING = {"runOnly": LEVELS, "resultTypes": ["violations"]}
# All that may differ between light and dark, and that no language changes.
CONTRASTS = ["color-contrast", "link-in-text-block"]
COLOURS = {"runOnly": CONTRASTS, "resultTypes": ["violations"]}
WORDS = {**EVERYTHING, "rules": {name: {"enabled": False} for name in CONTRASTS}}
# Contrasts take longer than all the rest: one language is enough for them.
RUNS = {"en": {"light": EVERYTHING, "dark": COLOURS}, "ja": {"light": WORDS}}
NARROW = 360
CUT = "[...document.querySelectorAll('.nav')].some(nav => nav.scrollWidth > nav.clientWidth)"
# In a list, the link of a line reaches over all of it: what else can be pressed there has to lie above it, and what
# only looks like a button beneath it.
COVERED = """() => {
  const kinds = ["summary", "button", ".button", "input", "select", "textarea"];
  const found = document.querySelectorAll(`.ledger :is(${kinds.join()})`);
  return [...found].filter(one => one.checkVisibility()).slice(0, 12).filter(one => {
    one.scrollIntoView({block: "center", behavior: "instant"});
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (one.matches("[aria-hidden]")) return !hit?.closest("a");
    return hit && !one.contains(hit) && !hit.contains(one);
  }).map(one => one.outerHTML.slice(0, 80));
}"""
_sessions: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()


def devtools(page: Page) -> CDPSession:
    if page not in _sessions:
        _sessions[page] = page.context.new_cdp_session(page)
    return _sessions[page]


def looks(page: Page) -> Iterator[str]:
    """What is wrong with how the page looks and reads, once it has loaded."""
    page.wait_for_load_state()
    language = page.locator("html").get_attribute("lang") or ""
    # Once for both schemes: it is half a megabyte. Sent so, Chromium knows it again and compiles it once for all pages.
    devtools(page).send("Runtime.evaluate", {"expression": AXE})
    for scheme, options in RUNS[language].items():
        page.emulate_media(color_scheme=scheme)
        for found in page.evaluate(RUN, options):
            yield from (f"{scheme}: {found['id']}: {node['html']}" for node in found["nodes"])
    yield from (f"not what is pressed there: {one}" for one in page.evaluate(COVERED))
    wide = page.viewport_size
    page.set_viewport_size({"width": NARROW, "height": 740})
    width = page.evaluate("document.documentElement.scrollWidth")
    if width > NARROW:
        yield f"{width} wide at {NARROW}"
    if page.evaluate(CUT):
        yield f"the links in the masthead are cut at {NARROW}"
    if wide:
        page.set_viewport_size(wide)
