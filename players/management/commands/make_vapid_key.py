"""Prints a new private key for web push, as VAPID_PRIVATE_KEY takes it (docs/operations.md)."""

from typing import Any

from django.core.management.base import BaseCommand

from players.notifications.push import new_key


class Command(BaseCommand):
    help = "Prints a new private key for web push. Keep it: with another one, all browsers must subscribe again."

    def handle(self, **options: Any) -> None:
        self.stdout.write(new_key())
