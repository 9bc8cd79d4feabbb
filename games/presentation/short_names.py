"""Short names for narrow places, each still unique at the table."""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

# A fifth of a phone has room for so much; characters of East Asia take two.
ROOM: Final = 8


def width(text: str) -> int:
    """How much room the text takes, in letters of the Latin alphabet."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


@lru_cache(maxsize=1024)
def short_names(names: tuple[str, ...]) -> Mapping[str, str]:
    """A short name for each name that is too long; no two names get the same.

    >>> short_names(("Alexander Smith", "Alexandra Smithson", "Bo"))["Alexander Smith"]
    'A. Smith'
    """
    shorts: dict[str, str] = {}
    for place, name in enumerate(names, 1):
        if name not in shorts and width(name) > ROOM:
            others = {*names, *shorts.values()} - {name}
            shorts[name] = next(
                (short for short in _candidates(name, others) if short not in others), f"{_cut(name, 3)}…{place}"
            )
    return MappingProxyType(shorts)


def _candidates(name: str, others: set[str]) -> Iterator[str]:
    """Shorter forms, the best first."""
    initials = _initials(name)
    if initials != name and width(initials) <= ROOM and initials not in map(_initials, others):
        yield initials
    head = _cut(name, ROOM - 1)
    if not any(other.startswith(head) for other in others):
        yield f"{head}…"
    yield f"{_cut(name, ROOM - 1 - width(name[-2:]))}…{name[-2:]}"


def _initials(name: str) -> str:
    """All words but the last by their first letter: "A. Smith"."""
    *first, last = name.split() or [name]
    return " ".join([*(f"{word[0]}." for word in first), last])


def _cut(name: str, room: int) -> str:
    """As much of the beginning as there is room for."""
    while width(name) > room:
        name = name[:-1]
    return name.rstrip()
