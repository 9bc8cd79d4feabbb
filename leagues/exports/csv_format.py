"""How CSV files of clubs and seasons are written.

They are streamed, so that memory does not grow with the season, in UTF-8 with a byte-order mark. No cell holds anything
that a spreadsheet would run.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from django.http import StreamingHttpResponse
from django.utils import timezone

from infrastructure import spreadsheets

CsvValue = str | int | Fraction | None
CsvRow = Sequence[CsvValue]

DECIMALS: Final = 6


def csv_lines(heading: Sequence[str], rows: Iterable[CsvRow]) -> Iterator[str]:
    return spreadsheets.lines(heading, ([format_cell(value) for value in row] for row in rows))


def format_cell(value: CsvValue) -> str:
    """The text of a cell. An apostrophe goes before a text that a spreadsheet could take for a formula.

    >>> [format_cell(value) for value in (Fraction(-21, 2), "=1+1", "  @SUM(A1)", "Ai", None)]
    ['-10.5', "'=1+1", "'  @SUM(A1)", 'Ai', '']
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return spreadsheets.harmless(value)
    return format_decimal(value) if isinstance(value, Fraction) else str(value)


def format_decimal(value: Fraction) -> str:
    """The exact decimal, or one rounded to six places.

    >>> format_decimal(Fraction(10, 3)), format_decimal(Fraction(4)), format_decimal(Fraction(-1, 8))
    ('3.333333', '4', '-0.125')
    """
    text = f"{round(value * 10**DECIMALS) / 10**DECIMALS:.{DECIMALS}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def csv_response(name: str, heading: Sequence[str], rows: Iterable[CsvRow]) -> StreamingHttpResponse:
    """A download of that name, without its ending."""
    text = in_request_zone(csv_lines(heading, rows))
    response = StreamingHttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def in_request_zone(text: Iterator[str]) -> Iterator[str]:
    """The text in the request's time zone, which is no longer active when the stream is read."""
    zone = timezone.get_current_timezone()

    def line() -> str | None:
        with timezone.override(zone):
            return next(text, None)

    return iter(line, None)
