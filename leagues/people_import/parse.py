"""Reading a list of people from a spreadsheet's file or from text: a line for each person."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from django.utils.translation import gettext as _

from infrastructure.spreadsheets import original
from players.models import User
from players.names import tidy

MOST_BYTES: Final = 256 * 1024
MOST_LINES: Final = 300
LONGEST: Final = 254
NAMES: Final = ("name", "member", "名前", "氏名")
MAILS: Final = ("email", "e-mail", "mail", "メール", "メールアドレス")
HEADINGS: Final = (*NAMES, *MAILS)
"""A first line with any of these words is a heading."""


class ImportRefused(ValueError):
    """The file cannot be read. The text says why, in the reader's language."""


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A line of the file, with the person found or the error."""

    number: int
    who: str
    person: User | None = None
    error: str = ""
    place: int = 0
    """Its number in the text in which it is to be mended: another one once the good lines are gone from it."""

    @property
    def name(self) -> str:
        """The person's name on the site, or the text of the line."""
        return str(self.person) if self.person else self.who


def decode_file(data: bytes) -> str:
    """The text of a file in UTF-8, UTF-16, or CP932, which Japanese spreadsheets write."""
    if len(data) > MOST_BYTES:
        raise ImportRefused(_("The file is too large."))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings: tuple[str, ...] = ("utf-16",)
    else:
        encodings = ("utf-8-sig", "cp932")
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return text
    raise ImportRefused(_("This is not a text file."))


def parse_lines(text: str, *, prefer_mail: bool) -> list[PersonLine]:
    """The lines that are not blank, numbered as in the file."""
    numbered = [(number, _stripped(row)) for number, row in enumerate(_rows(text), start=1)]
    filled = [(number, row) for number, row in numbered if any(row)]
    columns = [0]
    if filled and _is_heading(filled[0][1]):
        columns = _columns(filled.pop(0)[1], prefer_mail=prefer_mail)
    if not filled:
        raise ImportRefused(_("The list is empty."))
    if len(filled) > MOST_LINES:
        words = {"most": MOST_LINES}
        raise ImportRefused(_("The list has more than %(most)s lines.") % words)
    return [_line(number, row, columns) for number, row in filled]


def mend_lines(text: str, mended: Mapping[int, str], *, prefer_mail: bool) -> str:
    """The text with other people in some lines, by the number of the line; without anybody the line is left out."""
    rows = _rows(text)
    heading = next((row for row in map(_stripped, rows) if any(row)), [])
    columns = _columns(heading, prefer_mail=prefer_mail) if _is_heading(heading) else [0]
    for number, who in mended.items():
        if 0 < number <= len(rows):
            row = rows[number - 1]
            row += [""] * (columns[0] + 1 - len(row))
            row[columns[0]] = who
            if not who:
                row.clear()
    return _written(rows, _delimiter(text))


def left_over(lines: Iterable[PersonLine]) -> tuple[list[PersonLine], str]:
    """Once a list is carried out: its lines, and a text of those with errors, in which these have their places."""
    places = count(1)
    placed = [replace(line, place=next(places)) if line.error else line for line in lines]
    return placed, _written([[line.who] for line in placed if line.error], ",")


def _rows(text: str) -> list[list[str]]:
    if "\x00" in text:
        raise ImportRefused(_("This is not a text file."))
    try:
        return list(csv.reader(io.StringIO(text), delimiter=_delimiter(text)))
    except csv.Error as error:
        raise ImportRefused(_("This is not a text file.")) from error


def _written(rows: Iterable[Sequence[str]], delimiter: str) -> str:
    made = io.StringIO()
    csv.writer(made, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return made.getvalue()


def _is_heading(row: Sequence[str]) -> bool:
    return any(cell.lower() in HEADINGS for cell in row)


def _delimiter(text: str) -> str:
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(",;\t", key=first.count)


def _stripped(row: Sequence[str]) -> list[str]:
    return [tidy(original(cell.strip().strip("\ufeff"))) for cell in row]


def _columns(heading: Sequence[str], *, prefer_mail: bool) -> list[int]:
    """The columns that may name the person: the first one that is filled does.

    For invitations that is the address, or else the name; for a season the name alone.
    """
    cells = [cell.lower() for cell in heading]
    order = (*MAILS, *NAMES) if prefer_mail else (*NAMES, *MAILS)
    found = [cells.index(word) for word in order if word in cells]
    return found if prefer_mail else found[:1]


def _line(number: int, row: Sequence[str], columns: Sequence[int]) -> PersonLine:
    who = next((row[at] for at in columns if at < len(row) and row[at]), "")
    error = ""
    if not who:
        error = _("Nobody is named here.")
    elif len(who) > LONGEST:
        who, error = who[:40] + "…", _("This is too long.")
    return PersonLine(number, who, error=error, place=number)
