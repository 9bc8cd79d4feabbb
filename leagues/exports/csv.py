"""Tables for spreadsheets: streamed, in UTF-8 with its mark, and with nothing in them that a spreadsheet would run.

Headings are the same in every language, so that programs may rely on them (docs/leagues.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from django.http import StreamingHttpResponse
from django.utils import timezone

from games import spreadsheets

Value = str | int | Fraction | None
Row = Sequence[Value]

DECIMALS: Final = 6


def lines(heading: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    return spreadsheets.lines(heading, ([cell(value) for value in row] for row in rows))


def cell(value: Value) -> str:
    """A number as it is; a text that could be taken for a formula behind an apostrophe.

    >>> cell(Fraction(-21, 2)), cell("=1+1"), cell("  @SUM(A1)"), cell("Ai"), cell(None)
    ('-10.5', "'=1+1", "'  @SUM(A1)", 'Ai', '')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return spreadsheets.harmless(value)
    return decimal(value) if isinstance(value, Fraction) else str(value)


def decimal(value: Fraction) -> str:
    """Exact, or rounded to six decimals.

    >>> decimal(Fraction(10, 3)), decimal(Fraction(4)), decimal(Fraction(-1, 8))
    ('3.333333', '4', '-0.125')
    """
    text = f"{round(value * 10**DECIMALS) / 10**DECIMALS:.{DECIMALS}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def answer(name: str, heading: Sequence[str], rows: Iterable[Row]) -> StreamingHttpResponse:
    """A file of that name."""
    text = _in_this_zone(lines(heading, rows))
    response = StreamingHttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _in_this_zone(text: Iterator[str]) -> Iterator[str]:
    """It is read when the request is over, and with it the time zone of who has asked."""
    zone = timezone.get_current_timezone()

    def line() -> str | None:
        with timezone.override(zone):
            return next(text, None)

    return iter(line, None)
