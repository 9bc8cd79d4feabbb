"""A served site for scripts that count clicks: its people at desks and phones, and commands on its database."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, ViewportSize

from tests.browser.clicks import CountedPerson
from tests.browser.site import ROOT

DESK: Final[ViewportSize] = {"width": 1280, "height": 900}
PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
SIGN_IN: Final = """
from django.test import Client
from players.models import User
client = Client()
client.force_login(User.objects.get(email=%r))
print(client.cookies["sessionid"].value)
"""


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


class ClickedSite(NamedTuple):
    browser: Browser
    address: str
    folder: Path | None
    """Where pages are drawn."""
    run: Shell

    def person(self, email: str = "", *, screen: ViewportSize = DESK, who: str = "") -> CountedPerson:
        """Somebody with a browser of their own; without an email address, they have no account."""
        context = self.browser.new_context(base_url=self.address, viewport=screen, locale="en-GB")
        context.set_default_timeout(20_000)
        if email:
            session = self.run.code(SIGN_IN % email).splitlines()[-1]
            context.add_cookies([{"name": "sessionid", "value": session, "url": self.address}])
        return CountedPerson(context.new_page(), self.folder, who)
