"""The CSV files of clubs and seasons as JSON: the same rows as objects, with numbers that stay numbers."""

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from django.http import StreamingHttpResponse

from leagues.exports.csv_format import CsvRow, CsvValue, format_decimal, in_request_zone


def value_json(value: CsvValue) -> CsvValue | float:
    """A number stays one; fractions are rounded as in the CSV files.

    >>> [value_json(value) for value in (Fraction(5, 2), Fraction(3), "Ai", None)]
    [2.5, 3, 'Ai', None]
    """
    if not isinstance(value, Fraction):
        return value
    return value.numerator if value.denominator == 1 else float(format_decimal(value))


def row_json(heading: Sequence[str], row: CsvRow) -> dict[str, CsvValue | float]:
    return dict(zip(heading, map(value_json, row), strict=True))


def json_response(heading: Sequence[str], rows: Iterable[CsvRow]) -> StreamingHttpResponse:
    """A list of the rows, streamed as the CSV file is."""
    text = in_request_zone(_array(json.dumps(row_json(heading, row), ensure_ascii=False) for row in rows))
    return StreamingHttpResponse(text, content_type="application/json")


def _array(items: Iterable[str]) -> Iterator[str]:
    """
    >>> "".join(_array(["1", "2"])), "".join(_array([]))
    ('[\\n1,\\n2\\n]\\n', '[\\n]\\n')
    """
    before = "[\n"
    for item in items:
        yield before + item
        before = ",\n"
    yield "\n]\n" if before == ",\n" else "[\n]\n"
