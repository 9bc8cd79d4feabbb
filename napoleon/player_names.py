"""Names as records have them: anything at all. What is shown of them can be seen."""

from __future__ import annotations

import unicodedata
from typing import Final

_UNSEEN: Final = ("Cc", "Cf", "Zl", "Zp")


def readable(name: str) -> str:
    """The name without what is not seen; empty if nothing is left."""
    return "".join(c for c in name if unicodedata.category(c) not in _UNSEEN).strip()
