"""A public demonstration, which is reset every night."""

import secrets

from django.core.cache import cache
from django.core.management import call_command
from django.db import transaction

from leagues.demo_world import PEOPLE, address, create_demo_world
from players.models import User


class NotADemoError(Exception):
    """The database holds a site that is not a demonstration."""


@transaction.atomic
def reset_demo() -> None:
    """Delete everything, and create the people of the demo world. Raises `NotADemoError`.

    Nobody knows their password, so no visitor can act as one of them and spoil the demo for others.
    """
    check_is_demo()
    call_command("flush", interactive=False, verbosity=0, reset_sequences=False)
    create_demo_world(secrets.token_urlsafe(24))
    cache.clear()


def check_is_demo() -> None:
    """Raise `NotADemoError` if the database holds anything but a demonstration."""
    people = User.objects.all()
    if people.exists() and not people.filter(email=address(PEOPLE[0].name)).exists():
        raise NotADemoError("This database holds a site that is no demonstration.")
