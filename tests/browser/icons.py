"""Draws the icons of the installed site from its own mark, static/favicon.svg: `python -m tests.browser.icons`."""

import re

from playwright.sync_api import sync_playwright

from tests.browser.chromium import LAUNCH
from tests.browser.site import ROOT

# Each with its size, and whether the system cuts it out: then the ground fills it, and the mark keeps to the middle.
ICONS = {
    "icon-192": (192, False),
    "icon-512": (512, False),
    "maskable-192": (192, True),
    "maskable-512": (512, True),
    "apple-touch-icon": (180, True),
}
MARK = re.compile(r'(<svg[^>]*>)<rect[^>]*fill="(#\w+)"/>(.*)</svg>', re.DOTALL)


def main() -> None:
    svg = (ROOT / "static" / "favicon.svg").read_text()
    found = MARK.search(svg)
    assert found
    head, ground, mark = found.groups()
    middle = f'<g transform="translate(28 28) scale(.82) translate(-28 -28)">{mark}</g>'
    cut_out = f'{head}<rect width="56" height="56" fill="{ground}"/>{middle}</svg>'
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**LAUNCH)
        page = browser.new_page()
        for name, (size, is_cut) in ICONS.items():
            page.set_viewport_size({"width": size, "height": size})
            drawn = cut_out if is_cut else svg
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawn}")
            page.screenshot(path=ROOT / "static" / "icons" / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
