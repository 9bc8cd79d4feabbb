import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from leagues.demo_world import PEOPLE, address, create_demo_world
from players.models import User


class Command(BaseCommand):
    help = "Fills an embedded site that nobody has used yet with people, their tables and their club."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.EMBEDDED:
            # Their password is stored in a file: a site that is open to others must not have such accounts.
            raise CommandError("The demo world is only for an embedded site.")
        if not User.objects.exists():
            password = secrets.token_urlsafe(9)
            password_file().touch(mode=0o600)
            password_file().write_text(f"{password}\n")
            create_demo_world(password)
        if password_file().exists() and User.objects.filter(email=address(PEOPLE[0].name)).exists():
            self.print_accounts(password_file().read_text().strip())

    def print_accounts(self, password: str) -> None:
        self.stdout.write("Some people live here already:")
        for person in PEOPLE:
            if person.is_for:
                self.stdout.write(f"  {address(person.name):<18}{person.is_for}")
        self.stdout.write(f"Sign in as any of them with the password {password}")


def password_file() -> Path:
    """Return the file with the password, which every start prints."""
    return Path(settings.VAR_DIR) / "demo_password"
