"""People in pasted text, as mail programs and messengers write them."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

SEPARATORS: Final = ",;\t、，；"
"""Between the people of a line."""
_BETWEEN: Final = re.compile(rf"[\r\n{SEPARATORS}]+")
# Words are bounded, so that a long text takes linear time.
_ADDRESS: Final = re.compile(
    r"<[ \t]{0,9}(?:mailto:)?(?P<enclosed>[^\s<>]{0,254}@[^\s<>]{0,254})[ \t]{0,9}>"
    rf"|(?:mailto:)?(?P<bare>[^\s<>{SEPARATORS}]{{1,254}}@[^\s<>{SEPARATORS}]{{1,254}})",
    re.IGNORECASE,
)


class PastedPerson(NamedTuple):
    """A name, an address, or both."""

    name: str
    address: str


def people_in(text: str) -> Iterator[PastedPerson]:
    """The people of a text without line ends: addresses, each with the words before it; otherwise one name.

    >>> list(people_in("Ai <ai@example.org> bo@example.org"))
    [PastedPerson(name='Ai', address='ai@example.org'), PastedPerson(name='', address='bo@example.org')]
    >>> list(people_in("Doe, Jo"))
    [PastedPerson(name='Doe, Jo', address='')]
    """
    end = 0
    for found in _ADDRESS.finditer(text):
        yield PastedPerson(_trimmed(text[end : found.start()]), found["enclosed"] or found["bare"])
        end = found.end()
    if rest := _trimmed(text[end:]) if end else text.strip():
        yield PastedPerson(rest, "")


def names_in(text: str) -> list[str]:
    """The names of a text, by lines or separators.

    >>> names_in("Ai, Bo; Chie")
    ['Ai', 'Bo', 'Chie']
    """
    return list(filter(None, map(str.strip, _BETWEEN.split(text))))


def _trimmed(text: str) -> str:
    return text.strip(f' "{SEPARATORS}')
