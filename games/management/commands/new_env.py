"""Print the variables of a new site, as deploy/compose.yaml takes them (docs/operations.md)."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.backups.archive import new_key


class Command(BaseCommand):
    help = "Prints the variables of a new site with new secrets: the contents of the file .env."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("host", help="the site's host name, such as napoleon.example.org")
        parser.add_argument("mail", help="smtp+tls://user:password@host:587")

    def handle(self, *args: Any, **options: Any) -> None:
        values = {
            "SITE_HOST": options["host"],
            "EMAIL_URL": options["mail"],
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_PASSWORD": secrets.token_urlsafe(24),
            "BACKUP_KEY": new_key(),
        }
        for name, value in values.items():
            self.stdout.write(f"{name}={value}")
