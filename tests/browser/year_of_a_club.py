"""The year of a club of 31, as its organiser clicks through it: `python -m tests.browser.year_of_a_club FOLDER`.

Prints for each step the clicks (into fields as well), the characters typed, the pages, and the minutes that it takes at
a person's pace. With a folder, each page is drawn there. What members do is done by script, and not counted.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import LAUNCH
from tests.browser.site import ROOT, serve

READING: Final = 6.0
"""Seconds that a person looks at a new page."""
CLICK: Final = 1.5
KEY: Final = 0.3
MEMBERS: Final = [f"member{n:02}@example.org" for n in range(1, 31)]
CLUB: Final = "/clubs/friday-club/"

PEOPLE = """
from django.test import Client
from django.utils import timezone
from allauth.account.models import EmailAddress
from players.models import User
for n, address in enumerate(["ai@example.org", *%(members)r]):
    user = User.objects.create(name="Ai" if not n else f"Member {n:%(width)s}", email=address)
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
client = Client()
client.force_login(User.objects.get(name="Ai"))
print(client.cookies["sessionid"].value)
"""
ACCEPT = """
from leagues.clubs import invitations
from leagues.models import Invitation
for each in Invitation.objects.filter(uses=0, user__isnull=False, revoked_at=None):
    invitations.join(invitation_id=each.pk, user=each.user)
"""
ADVANCE = """
from django.utils import timezone
from leagues.seasons import sweep
for season in sweep.seasons_to_advance(timezone.now()):
    sweep.advance_season(season)
"""
PLAY = (
    """
from leagues.models import Table
from tests.support.stored_seasons import play_out
for table in Table.objects.filter(state="running", game__isnull=False):
    play_out(table)
"""
    + ADVANCE
)


class Organiser:
    """Counts what they do."""

    def __init__(self, page: Page, folder: Path | None) -> None:
        self.page, self.folder = page, folder
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

    def click(self, name: str | re.Pattern[str], role: str = "button", place: int = 0) -> None:
        found = self.page.get_by_role(role, name=name, exact=isinstance(name, str))  # type: ignore[arg-type]
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

    def draw(self) -> None:
        if self.folder:
            self.drawn += 1
            self.page.screenshot(path=self.folder / f"{self.drawn:03}.png", full_page=True)


def main() -> None:
    pictures = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory(prefix="napoleon-year-") as folder:
        var_dir = Path(folder)
        database = str(var_dir / "napoleon.sqlite3")
        run = Shell(database, var_dir)
        run("migrate", "--verbosity=0")
        session = run.code(PEOPLE % {"members": MEMBERS, "width": "02"}).splitlines()[-1]
        with serve(database, var_dir) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(**LAUNCH)
            context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 900}, locale="en-GB")
            context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
            year(Organiser(context.new_page(), pictures), run)
            browser.close()


class Shell:
    """Commands on the database of the served site."""

    def __init__(self, database: str, var_dir: Path) -> None:
        settings = {
            "DJANGO_SETTINGS_MODULE": "tests.browser.settings",
            "TEST_DATABASE": database,
            "VAR_DIR": str(var_dir),
        }
        self.environment = os.environ | settings

    def __call__(self, *command: str) -> str:
        argv = [sys.executable, "manage.py", *command]
        return subprocess.run(
            argv, cwd=ROOT, env=self.environment, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def code(self, code: str) -> str:
        return self("shell", "--no-imports", "--command", code)


def year(organiser: Organiser, run: Shell) -> None:
    page = organiser.page
    page.set_default_timeout(20_000)
    page.goto("/clubs/")
    with organiser.step("The club"):
        organiser.click("Found a club", "link")
        organiser.fill("[name=name]", "Friday club")
        organiser.click("Found the club")
    with organiser.step("30 invitations from a list"):
        organiser.click("Invite many from a list", "link")
        organiser.fill("textarea[name=text]:visible", "\n".join(MEMBERS), is_pasted=True)
        organiser.click("Check the list")
        organiser.press("[name=confirm]")
    run.code(ACCEPT)
    with organiser.step("A league of three divisions, to the first round"):
        organiser.click("Friday club", "link")
        organiser.click("Prepare a season", "link")
        organiser.fill("[name=name]", "Spring")
        organiser.fill("[name=rounds_planned]", "2")
        organiser.click("Prepare the season")
        organiser.click("Open the registration")
        organiser.click("Enter members", "link")
        organiser.click(re.compile("Enter all"))
        organiser.click("The season has 1 division.", "link")
        organiser.fill("[name=divisions]", "3")
        organiser.click("Save")
        organiser.click("Assign by registration")
        organiser.click("Season", "link")
        organiser.click(re.compile("Draw and start"))
        organiser.press("[name=sure]")
    with organiser.step("A pause at Christmas"):
        organiser.click("Pauses", "link")
        organiser.fill("[name=start]", "2027-12-23T00:00")
        organiser.fill("[name=end]", "2028-01-03T00:00")
        organiser.fill("[name=reason]", "Christmas")
        organiser.click("Set the pause")
    run.code(PLAY)
    _later(organiser, run)


def _later(organiser: Organiser, run: Shell) -> None:
    """From the second round to the next season."""
    page = organiser.page
    page.goto(f"{CLUB}seasons/spring/rounds/2/")
    with organiser.step("The next round, before its date"):
        organiser.click("Open the round now")
        organiser.press("[name=sure]")
    run.code(PLAY)
    page.goto(f"{CLUB}seasons/spring/rounds/1/")
    with organiser.step("A correction: a match is void"):
        organiser.press("summary:has-text('Details')")
        organiser.press("details[open] summary:has-text('More')")
        organiser.click(re.compile("Void the match"))
        organiser.fill("[name=reason]", "Two accounts of one person")
        organiser.press("[name=sure]")
    page.goto(f"{CLUB}seasons/spring/")
    with organiser.step("A final stage: the first two of each division"):
        organiser.click("Final stage", "link")
        organiser.fill("[name=each]", "2")
        organiser.click("Prepare the final stage")
    page.goto(f"{CLUB}seasons/spring/")
    with organiser.step("The next season, with promotion"):
        organiser.click("Copy to the next season", "link")
        organiser.fill("[name=name]", "Autumn")
        organiser.click("Copy")
        organiser.click("Save")
        organiser.click("Open the registration")
        organiser.click(re.compile("Enter members|Entries and divisions"), "link")
        organiser.click(re.compile("Enter 31 members of Spring"))
        organiser.click("Promotion and relegation", "link")
        organiser.press("form.apart button.primary")


if __name__ == "__main__":
    main()
