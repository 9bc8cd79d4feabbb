"""What the scheduler tidies every night: expired sessions, guests who never played, and old mails as files."""

import time
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management import call_command

from games.departure import sweep_guests

MAILS_KEPT: Final = timedelta(days=30)
"""An embedded site writes its mails to files."""


def keep_house() -> None:
    call_command("clearsessions", verbosity=0)
    sweep_guests()
    for mail in Path(settings.VAR_DIR, "mail").glob("*.log"):
        if time.time() - mail.stat().st_mtime > MAILS_KEPT.total_seconds():
            mail.unlink(missing_ok=True)
