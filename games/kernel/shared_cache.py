"""Results of reading logs that processes share, in a cache that may be down or lose them at any time.

A restored backup can leave results of a log that no longer exists. Readers therefore compare the digest of an event.
"""

import logging
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.core.cache import caches

log = logging.getLogger(__name__)


def read_shared(keys: Iterable[str]) -> dict[str, Any]:
    try:
        return caches["states"].get_many(keys)
    except Exception as error:
        log.warning("Nothing could be read from the cache: %s", type(error).__name__)
        return {}


def share(key: str, value: object) -> None:
    try:
        caches["states"].set(key, value)
    except Exception as error:
        # A cache that is down costs time and nothing else.
        log.warning("Nothing could be shared: %s", type(error).__name__)


def code_of(files: Iterable[Path]) -> str:
    """What values are made of, as one word for their keys: new code must not read those of the old."""
    return sha256(b"".join(file.read_bytes() for file in sorted(files))).hexdigest()[:16]
