"""Print the variables of a new site for deploy/compose.yaml (docs/operations.md)."""

import secrets
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from napoleon_site.startup_checks import SafetySettings, startup_errors
from staff.backups.archive import new_key

LATER: Final = "smtp://to-be-filled-in:25"


class Command(BaseCommand):
    help = "Prints the variables of a new site with new secrets: the contents of the file .env."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("host", help="the site's host name, such as napoleon.example.org")
        parser.add_argument(
            "mail", nargs="?", default="", help="smtp+tls://user:password@host:587; left out: to be filled in"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        values = {
            "SITE_HOST": options["host"],
            "EMAIL_URL": options["mail"],
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_PASSWORD": secrets.token_urlsafe(24),
            "REDIS_PASSWORD": secrets.token_urlsafe(24),
            "BACKUP_KEY": new_key(),
        }
        # A password is better not on a command line, where all users of the machine can read it.
        if wrong := startup_errors(_site(values | {"EMAIL_URL": options["mail"] or LATER})):
            raise CommandError(" ".join(wrong))
        for name, value in values.items():
            self.stdout.write(f"{name}={value}")


def _site(values: dict[str, str]) -> SafetySettings:
    """The settings that deploy/compose.yaml derives from the variables."""
    return SafetySettings(
        embedded=False,
        debug=False,
        secret_key=values["SECRET_KEY"],
        allowed_hosts=[values["SITE_HOST"]],
        site_url=f"https://{values['SITE_HOST']}",
        broker_url=f"redis://:{values['REDIS_PASSWORD']}@redis:6379/0",
        cache_url=f"redis://:{values['REDIS_PASSWORD']}@redis:6379/1",
        email_url=values["EMAIL_URL"],
        from_email=f"napoleon@{values['SITE_HOST']}",
        metrics_token="",
        trusted_proxies="1",
    )
