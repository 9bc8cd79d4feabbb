from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.demo import NAMES, address, create_demo_world
from players.models import User


class Command(BaseCommand):
    help = "Fills an embedded site that nobody has used yet with a few people and tables."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.EMBEDDED:
            # Their password lies in a file: no site that is open to others may have such people.
            raise CommandError("The demo world is for a site of its own machine only.")
        if not User.objects.exists():
            password = secrets.token_urlsafe(9)
            note().touch(mode=0o600)
            note().write_text(f"{password}\n")
            create_demo_world(password)
        if note().exists() and User.objects.filter(email=address(NAMES[0])).exists():
            self.tell(note().read_text().strip())

    def tell(self, password: str) -> None:
        addresses = ", ".join(map(address, NAMES))
        self.stdout.write(f"Some people live here already: {addresses}.")
        self.stdout.write(f"Sign in as any of them with the password {password}")


def note() -> Path:
    """Where the password is kept, so that every start can tell it."""
    return Path(settings.VAR_DIR) / "demo_password"
