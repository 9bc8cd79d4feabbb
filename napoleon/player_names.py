"""Names in records, which may hold anything: what is shown of them is printable."""

import unicodedata
from typing import Final

_UNSEEN: Final = ("Cc", "Cf", "Zl", "Zp")


def readable(name: str) -> str:
    """The name without invisible characters; empty if nothing is left."""
    return "".join(c for c in name if unicodedata.category(c) not in _UNSEEN).strip()
