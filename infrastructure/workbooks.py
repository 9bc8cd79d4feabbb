"""Excel workbooks: written with numbers as numbers, and read as text."""

import csv
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from io import BytesIO, StringIO
from operator import sub
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile, ZipFile

from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.worksheet.worksheet import Worksheet

CONTENT_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BEGINNING: Final = b"PK\x03\x04"
"""The first bytes of a workbook, which is a ZIP archive."""
MOST_BYTES: Final = 4_000_000
"""The longest workbook that is read, unpacked: openpyxl takes up to fifty times as much memory."""
LONGEST_ROW: Final = 200_000
"""In bytes: a row is read whole before its cells can be counted."""
ROW: Final = re.compile(rb"<(?:\w+:)?row\b")
MOST_ROWS: Final = 20_000
MOST_COLUMNS: Final = 100
WIDEST: Final = 40
"""The widest column, in characters."""

UNREADABLE: Final = (
    BadZipFile,
    EOFError,
    InvalidFileException,
    LookupError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    zlib.error,
)
"""What openpyxl raises for files that are no workbooks, or broken ones."""

Value = str | int | float | None


class NoWorkbook(ValueError):
    """The bytes are no workbook, or one that is too large to read."""


class Sheet(NamedTuple):
    title: str
    heading: Sequence[str]
    rows: Iterable[Sequence[Value]]


def written(sheets: Iterable[Sheet]) -> bytes:
    """The workbook with these sheets. A text stays a text, whatever it begins with."""
    workbook = Workbook(write_only=True)
    for sheet in sheets:
        page = workbook.create_sheet(sheet.title)
        page.freeze_panes = "A2"
        for number, name in enumerate(sheet.heading):
            page.column_dimensions[chr(ord("A") + number)].width = min(WIDEST, max(10, 2 * len(name)))
        page.append([_cell(page, name, Font(bold=True)) for name in sheet.heading])
        for row in sheet.rows:
            page.append([_cell(page, value) for value in row])
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def _cell(page: Worksheet, value: Value, font: Font | None = None) -> Any:
    cell = WriteOnlyCell(page, value)
    if isinstance(value, str):
        cell.data_type = "s"  # otherwise "=1+1" would be a formula
    if font is not None:
        cell.font = font
    return cell


def text_of(data: bytes) -> str:
    """The first sheet as text, a line for each row, its cells between tabs. Raises `NoWorkbook`."""
    text = StringIO()
    csv.writer(text, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(_rows(data))
    return text.getvalue()


def _rows(data: bytes) -> Iterator[list[str]]:
    try:
        with ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
            if sum(part.file_size for part in parts) > MOST_BYTES:
                raise NoWorkbook
            if any(_longest_row(archive.read(part)) > LONGEST_ROW for part in parts if part.filename.endswith(".xml")):
                raise NoWorkbook
        workbook = load_workbook(BytesIO(data), read_only=True, data_only=True)
        page = workbook.worksheets[0]
        # Some programs write dimensions of millions of empty cells.
        page.reset_dimensions()
        for number, row in enumerate(page.iter_rows(values_only=True)):
            if number == MOST_ROWS:
                raise NoWorkbook
            cells = [_text(value) for value in row[:MOST_COLUMNS]]
            yield cells if any(cells) else []  # an empty line, so that lines keep their numbers
    except UNREADABLE as error:
        raise NoWorkbook from error


def _longest_row(sheet: bytes) -> int:
    """In bytes; what follows the last row counts as part of it."""
    starts = [match.start() for match in ROW.finditer(sheet)]
    return max(map(sub, [*starts[1:], len(sheet)], starts), default=0)


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.isoformat(" ", "minutes")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
