"""Which routes take which methods, as the site itself answers."""

from __future__ import annotations

import re

from django.test import Client
from django.urls import get_resolver

from tests.support.club_readers import undone
from tests.support.leaks import routes


def taking(method: str, space: str, client: Client) -> set[str]:
    """The routes of that space that take the method; their addresses lead to nothing that exists."""
    found = set()
    for pattern, name in routes(get_resolver()):
        path = "/" + re.sub(r"<[\w:]+>", "0", pattern)
        if name.startswith(f"{space}:"):
            with undone():
                if client.generic(method, path).status_code != 405:
                    found.add(name)
    return found
