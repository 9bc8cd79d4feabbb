"""Encrypt authenticator apps and recovery codes with the current SECRET_KEY (docs/operations.md)."""

from typing import Any

from django.core.management.base import BaseCommand

from players.accounts.encryption import encrypt_again


class Command(BaseCommand):
    help = "Encrypt authenticator apps and recovery codes with SECRET_KEY. After that, no fallback is needed for them."

    def handle(self, **options: Any) -> None:
        self.stdout.write(f"{encrypt_again()} encrypted.")
