"""Names in records, which may hold anything: what is shown of them is printable."""

import unicodedata
from typing import Final

_UNSEEN: Final = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159")
_MOST_MARKS: Final = 4


def readable(name: str) -> str:
    """The name without invisible characters and piles of marks; empty if nothing is left."""
    seen: list[str] = []
    marks = 0
    for c in name:
        marks = marks + 1 if unicodedata.category(c).startswith("M") else 0
        if marks <= _MOST_MARKS and _is_seen(c):
            seen.append(c)
    return "".join(seen).strip()


def _is_seen(c: str) -> bool:
    is_variation = "\ufe00" <= c <= "\ufe0f" or "\u180b" <= c <= "\u180f" or "\U000e0100" <= c <= "\U000e01ef"
    return not is_variation and c not in _BLANK and unicodedata.category(c) not in _UNSEEN
