"""Replaces Django's command, which does not ask for a name and a confirmed address."""

from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.core.management.base import CommandError


class Command(createsuperuser.Command):
    help = "Refuses: `make_administrator` makes somebody who has signed up an administrator."
    requires_migrations_checks = False

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError(
            "Administrators sign up like everybody, so that they have a name and an address. Sign up on the site, "
            "open the link in the mail, then: manage.py make_administrator you@example.org"
        )
