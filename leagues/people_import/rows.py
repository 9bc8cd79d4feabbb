"""The rows of a list: a spreadsheet's CSV, or lines of text."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from infrastructure.pasted_people import SEPARATORS

DELIMITERS: Final = ",;\t"
MOST_CELLS: Final = 20_000
# What Excel writes before a file to name its delimiter.
_DECLARED: Final = re.compile(r'[ \ufeff]*"?sep=(.)"?[ ;,\t]*(?:\n|$)', re.IGNORECASE)


class ImportRefused(ValueError):
    """The list cannot be read. The text says why, in the reader's language."""


class Row(NamedTuple):
    number: int
    """Its first line in the text."""
    source: str
    cells: list[str]


class Layout(NamedTuple):
    """How a text is parted into cells."""

    declared: str
    """The first line, if it only names the delimiter."""
    delimiter: str
    between: str
    """All separators of a text without a heading."""


def layout_of(text: str) -> Layout:
    if declared := _DECLARED.match(text):
        return Layout(declared[0], declared[1], declared[1])
    first = next((line for line in text.split("\n") if line.strip()), "")
    return Layout("", max(DELIMITERS, key=first.count), SEPARATORS)


def rows_of(text: str, separators: str, first: int = 1) -> Iterator[Row]:
    """The rows. A cell in quotation marks may hold separators and line ends.

    Raises `ImportRefused` where a quotation mark does not enclose a cell: it would swallow the lines after it.
    """
    at, number, after, read = 0, first, set(separators), 0
    while at < len(text):
        start, begun, cells = at, number, list[str]()
        while not cells or text[at : at + 1] in after:
            at += bool(cells)
            cell, end = _cell(text, at, separators, number)
            number += text.count("\n", at, end)
            at = end
            cells.append(cell)
        read += len(cells)
        if read > MOST_CELLS:
            raise ImportRefused(_("The file is too large."))
        yield Row(begun, text[start:at], cells)
        number, at = number + 1, at + 1


def written(cells: Iterable[str], delimiter: str) -> str:
    return delimiter.join(map(_quoted, cells))


def unclosed(number: int) -> ImportRefused:
    text = _("Line %(number)s: the quotation mark is not closed at the end of the cell.")
    return ImportRefused(text % {"number": number})


def _cell(text: str, at: int, separators: str, number: int) -> tuple[str, int]:
    """The cell that begins there, and where it ends."""
    quoted, plain = _patterns(separators)
    if found := quoted.match(text, at):
        rest = found["rest"].strip()
        # "Doe, Jo" <jo@example.org>
        if rest and not (rest.startswith("<") and rest.endswith(">")):
            raise unclosed(number)
        cell = found["cell"].replace('""', '"')
        return f"{cell} {rest}" if rest else cell, found.end()
    found = plain.match(text, at)
    assert found is not None  # noqa: S101 (it matches the empty text)
    if found[0].lstrip().startswith('"'):
        raise unclosed(number)
    return found[0], found.end()


@cache
def _patterns(separators: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    within = rf"[^\n{re.escape(separators)}]*"
    return re.compile(rf' *"(?P<cell>(?:[^"]|"")*+)"(?P<rest>{within})'), re.compile(within)


def _quoted(cell: str) -> str:
    return '"{}"'.format(cell.replace('"', '""')) if set(cell) & set(f'"\n{SEPARATORS}') else cell
