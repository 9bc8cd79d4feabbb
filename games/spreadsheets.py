"""Texts that spreadsheets read from files without running them."""

from __future__ import annotations

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
