"""Whether this process has lost the database while others reach it.

Where the database itself is away, pages say so: taking every process out of service would help nobody. So processes
note in the shared cache that they have reached it, and one that has not for a minute looks there.
"""

import time
from contextlib import suppress
from typing import Final

from django.core.cache import cache

MOST: Final = 60.0
"""In seconds."""
KEY: Final = "database-reached"


class Contact:
    def __init__(self) -> None:
        self.is_lost = False
        self._reached = time.monotonic()

    def made(self) -> None:
        self.is_lost, self._reached = False, time.monotonic()
        with suppress(Exception):
            cache.set(KEY, time.time(), 2 * MOST)

    def missed(self) -> None:
        if time.monotonic() - self._reached < MOST:
            return
        with suppress(Exception):
            self.is_lost = time.time() - cache.get(KEY, 0.0) < MOST


contact: Final = Contact()
