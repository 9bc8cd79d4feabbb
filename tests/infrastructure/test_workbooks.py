"""Excel workbooks."""

from contextlib import suppress
from io import BytesIO
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import load_workbook

from infrastructure.workbooks import NoWorkbook, Sheet, text_of, written


def test_texts_stay_texts_and_numbers_are_numbers() -> None:
    data = written([Sheet("Members", ["Name", "Points"], [["=1+1", 3], ["Ai", 0.5], [None, None]])])
    page = load_workbook(BytesIO(data)).worksheets[0]
    assert page.title == "Members"
    assert [[cell.value for cell in row] for row in page.iter_rows(max_row=3)] == [
        ["Name", "Points"],
        ["=1+1", 3],
        ["Ai", 0.5],
    ]
    assert page["A2"].data_type == "s"


def test_the_first_sheet_as_text() -> None:
    rows = [["Doe, Jo", 7], [None, None], ['佐藤 "花" 子', 2.5]]
    data = written([Sheet("People", ["Name", "Seed"], rows), Sheet("Other", ["No"], [])])
    assert text_of(data) == '"Name"\t"Seed"\n"Doe, Jo"\t"7"\n\n"佐藤 ""花"" 子"\t"2.5"\n'


def packed(**files: bytes) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


def broken() -> bytes:
    return written([Sheet("People", ["Name"], [])])[:-40]


@pytest.mark.parametrize(
    "data",
    [b"PK\x03\x04", packed(readme=b"No workbook"), packed(zeros=bytes(20_000_001)), broken()],
    ids=["cut", "archive", "bomb", "broken"],
)
def test_what_is_no_workbook_is_refused(data: bytes) -> None:
    with pytest.raises(NoWorkbook):
        text_of(data)


def test_a_workbook_of_too_many_rows_is_refused() -> None:
    with pytest.raises(NoWorkbook):
        text_of(written([Sheet("People", ["Name"], ([n] for n in range(20_001)))]))


def test_a_row_that_would_fill_the_memory_is_not_read() -> None:
    with pytest.raises(NoWorkbook):
        text_of(written([Sheet("People", ["Name"], [["x"] * 10_000])]))


def test_a_damaged_workbook_is_none() -> None:
    """As after half a download: never an error of the library that unpacks it."""
    data, dice = written([Sheet("Members", ["Name"], [[f"Player {n}"] for n in range(50)])]), Random(4)
    for _ in range(60):
        damaged = bytearray(data)
        damaged[dice.randrange(len(damaged))] ^= 1 + dice.randrange(255)
        with suppress(NoWorkbook):
            text_of(bytes(damaged))
