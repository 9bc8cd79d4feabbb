"""The issuers of single sign-on, from the variable `OIDC_ISSUERS`; without Django, whose settings need it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

ID: Final = re.compile(r"[a-z0-9-]{1,30}")
LOCAL: Final = ("localhost", "127.0.0.1", "::1")
EXAMPLE: Final = "club=https://client:secret@sso.example.org/realms/club#Our%20club"


@dataclass(frozen=True, slots=True)
class Issuer:
    id: str
    """Its part of our addresses."""
    name: str
    """As people see it."""
    url: str
    client_id: str
    secret: str


def read_issuer(text: str) -> Issuer:
    """Read `id=https://client:secret@host/path#Name`. Raises `ValueError` if it is not that."""
    key, _equals, address = text.strip().partition("=")
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOCAL)
    if not (ID.fullmatch(key) and is_safe and parts.hostname and parts.username and parts.password):
        raise ValueError(text)
    url = parts._replace(netloc=host, path=parts.path.rstrip("/"), fragment="").geturl()
    return Issuer(
        key, unquote(parts.fragment) or key.capitalize(), url, unquote(parts.username), unquote(parts.password)
    )


def wrong_issuers(texts: Iterable[str]) -> list[str]:
    """What is wrong with the variable, in words that hold no secret."""
    found = []
    for number, text in enumerate(texts, 1):
        try:
            found.append(read_issuer(text).id)
        except ValueError:
            return [
                f"OIDC_ISSUERS must list issuers such as {EXAMPLE}, separated by commas: number {number} is not one."
            ]
    return [] if len(set(found)) == len(found) else ["OIDC_ISSUERS must give each issuer a name of its own before “=”."]
