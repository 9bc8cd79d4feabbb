"""Encrypt authenticator apps and recovery codes with the current SECRET_KEY (docs/operations.md)."""

from typing import Any

from django.core.management.base import BaseCommand

from players.accounts.encryption import encrypt_again


class Command(BaseCommand):
    help = "Encrypts authenticator apps and recovery codes with SECRET_KEY. After that they need none of the fallbacks."

    def handle(self, **options: Any) -> None:
        self.stdout.write(f"{encrypt_again()} apps and sets of codes encrypted.")
