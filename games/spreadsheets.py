"""Tables as files for spreadsheets: written line by line, in UTF-8 with its mark, and nothing in them is run."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

MARK: Final = "\ufeff"
"""Tells spreadsheets that a file is UTF-8."""
DANGEROUS: Final = tuple("=+-@＝＋－＠\t\r")
"""What makes a spreadsheet take a text for a formula, when it stands first."""


def harmless(text: str) -> str:
    """Behind an apostrophe if it could be taken for a formula.

    >>> harmless("=1+1"), harmless("  @SUM(A1)"), harmless("Ai")
    ("'=1+1", "'  @SUM(A1)", 'Ai')
    """
    text = text.replace("\x00", "")
    return f"'{text}" if text.lstrip(" \u3000").startswith(DANGEROUS) else text


class _Echo:
    """Gives back each line that a writer writes."""

    def write(self, line: str) -> str:
        return line


def lines(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of the file; what may come from people has to be `harmless` by then."""
    writer = csv.writer(_Echo())
    yield MARK + writer.writerow(heading)
    for row in rows:
        yield writer.writerow(row)
