"""Encryption of stored sign-in secrets: authenticator apps and seeds of recovery codes.

The key is derived from `SECRET_KEY`; former keys still decrypt. The database alone does not reveal the secrets.
"""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any, Final

from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

SALT: Final = "players.accounts.encryption"
HAVE_SECRETS: Final = ("totp", "recovery_codes")
"""The types of authenticators whose data is encrypted."""


def encrypt(text: str) -> str:
    return _fernet().encrypt(text.encode()).decode()


def decrypt(token: str) -> str:
    """Raises `cryptography.fernet.InvalidToken` if none of the site's keys has encrypted it."""
    return _fernet().decrypt(token).decode()


def with_secrets(data: dict[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """An authenticator's data with changed secrets; ``migrated_codes`` come from old versions of django-allauth."""
    changed: dict[str, Any] = {key: change(data[key]) for key in ("secret", "seed") if key in data}
    if "migrated_codes" in data:
        changed["migrated_codes"] = [change(code) for code in data["migrated_codes"]]
    return {**data, **changed}


@transaction.atomic
def encrypt_again() -> int:
    """Encrypt everything with the current key, so that former keys can go; return the number of authenticators."""
    rows = Authenticator.objects.select_for_update().filter(type__in=HAVE_SECRETS)
    for row in rows:
        row.data = with_secrets(row.data, lambda token: encrypt(decrypt(token)))
        row.save(update_fields=["data"])
    return len(rows)


def _fernet() -> MultiFernet:
    return MultiFernet(map(_fernet_of, [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]))


def _fernet_of(key: str) -> Fernet:
    return Fernet(urlsafe_b64encode(salted_hmac(SALT, "", secret=key, algorithm="sha256").digest()))
