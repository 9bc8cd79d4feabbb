"""The year of a club of 31, as its organiser clicks through it: `python -m tests.browser.year_of_a_club FOLDER`.

Prints for each step the clicks (into fields as well), the characters typed, the pages, and the minutes that it takes at
a person's pace. With a folder, each page is drawn there. What members do is done by script, and not counted.
"""

import re
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.browser.chromium import LAUNCH
from tests.browser.clicked_site import ClickedSite, Shell
from tests.browser.clicks import CountedPerson
from tests.browser.evenings_of_a_club import evenings
from tests.browser.site import serve

MEMBERS: Final = [f"member{n:02}@example.org" for n in range(1, 31)]
CLUB: Final = "/clubs/friday-club/"

PEOPLE = """
from allauth.account.models import EmailAddress
from players.models import User
for n, address in enumerate(["ai@example.org", *%(members)r]):
    user = User.objects.create(name="Ai" if not n else f"Member {n:%(width)s}", email=address)
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
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


def main() -> None:
    pictures = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory(prefix="napoleon-year-") as folder:
        var_dir = Path(folder)
        database = str(var_dir / "napoleon.sqlite3")
        run = Shell(database, var_dir)
        run("migrate", "--verbosity=0")
        run.code(PEOPLE % {"members": MEMBERS, "width": "02"})
        with serve(database, var_dir) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(**LAUNCH)
            year(ClickedSite(browser, address, pictures, run))
            browser.close()


def year(site: ClickedSite) -> None:
    run, organiser = site.run, site.person("ai@example.org")
    page = organiser.page
    page.goto("/clubs/")
    with organiser.step("The club"):
        organiser.click("Found a club", "link")
        organiser.fill("[name=name]", "Friday club")
        organiser.click("Found the club")
    with organiser.step("30 invitations from a list"):
        organiser.fill("textarea[name=text]:visible", "\n".join(MEMBERS), is_pasted=True)
        organiser.click("Check the list")
        organiser.press("[name=confirm]")
    run.code(ACCEPT)
    with organiser.step("A league of three divisions, to the first round"):
        organiser.click("Prepare a season", "link")
        organiser.fill("[name=name]", "Spring")
        organiser.fill("[name=rounds_planned]", "2")
        organiser.fill("[name=divisions]", "3")
        organiser.click("Prepare and open for entries")
        organiser.click(re.compile("Enter all"))
        organiser.click("Assign by registration")
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
    evenings(site, organiser)


def _later(organiser: CountedPerson, run: Shell) -> None:
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
