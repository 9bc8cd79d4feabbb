"""CSV files for spreadsheets, written line by line in UTF-8 with a byte order mark, safe from formula injection."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

MARK: Final = "\ufeff"
"""The byte order mark, by which spreadsheets recognise UTF-8."""
DANGEROUS: Final = tuple("=+-@＝＋－＠\t\r")
"""Spreadsheets read texts that begin with these characters as formulas."""


def harmless(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet could read as a formula.

    >>> harmless("=1+1"), harmless("  @SUM(A1)"), harmless("Ai")
    ("'=1+1", "'  @SUM(A1)", 'Ai')
    """
    text = text.replace("\x00", "")
    return f"'{text}" if text.lstrip(" \u3000").startswith(DANGEROUS) else text


def original(text: str) -> str:
    """The text as it was before `harmless`; texts of other origins stay as they are.

    >>> original("'=1+1"), original("'tis"), original("Ai")
    ('=1+1', "'tis", 'Ai')
    """
    return text[1:] if text.startswith("'") and harmless(text[1:]) == text else text


class _Echo:
    """Returns each line that a CSV writer writes."""

    def write(self, line: str) -> str:
        return line


def lines(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of the file; user-written texts must have passed `harmless`."""
    yield MARK + csv.writer(_Echo()).writerow(heading)
    # LibreOffice also treats semicolons as separators in unquoted fields.
    writer = csv.writer(_Echo(), quoting=csv.QUOTE_ALL)
    for row in rows:
        yield writer.writerow(row)
