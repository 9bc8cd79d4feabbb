"""Encrypt authenticator apps and recovery codes with the current SECRET_KEY (docs/operations.md)."""

from typing import Any

from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError

from players.accounts.encryption import encrypt_again


class Command(BaseCommand):
    help = "Encrypts authenticator apps and recovery codes with SECRET_KEY. After that they need none of the fallbacks."

    def handle(self, **options: Any) -> None:
        try:
            encrypted = encrypt_again()
        except InvalidToken:
            raise CommandError(
                "Some are encrypted with a key that is neither SECRET_KEY nor one of SECRET_KEY_FALLBACKS."
            ) from None
        self.stdout.write(f"{encrypted} apps and sets of codes encrypted.")
