"""Reading a list of people: every person of every line, so that none is lost."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, dropwhile, islice
from typing import Final, NamedTuple, TypeVar

from django.utils.translation import gettext as _

from infrastructure.pasted_people import PastedPerson, people_in
from infrastructure.spreadsheets import original
from infrastructure.text_files import with_line_feeds
from leagues.people_import.rows import ImportRefused, Row, layout_of, rows_of, unclosed, written
from players.models import User
from players.names import tidy
from players.profiles.find_people import is_number

MOST_BYTES: Final = 256 * 1024
MOST_LINES: Final = 300
LONGEST: Final = 254
NAMES: Final = ("name", "member", "player", "名前", "氏名")
MAILS: Final = ("email", "e-mail", "mail", "email address", "e-mail address", "メール", "メールアドレス")
# As in the site's own files; a cell counts if it is such a number, as #12.
NUMBERS: Final = ("number", "番号")
HEADINGS: Final = (*NAMES, *MAILS)
"""A first line with any of these words is a heading."""


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A person of the list, with the account found or the error."""

    number: int
    """Their line."""
    who: str
    person: User | None = None
    error: str = ""
    place: str = ""
    """Names them in the text in which they are to be mended: the line, and which of its people. It is another one once
    the good lines are gone."""
    beside: str = ""
    """What else the list says of them: the name beside an address, or the address beside a name."""

    @property
    def name(self) -> str:
        """The person's name on the site, or the text of the list."""
        if self.person:
            return str(self.person)
        return f"{self.who} ({self.beside})" if self.beside else self.who


Line = TypeVar("Line", bound=PersonLine)


class Column(NamedTuple):
    at: int
    heading: str

    def names(self, cells: Sequence[str]) -> bool:
        """Whether its cell of a row names the person."""
        cell = cells[self.at] if self.at < len(cells) else ""
        return is_number(cell) if self.heading in NUMBERS else bool(cell)


class PeopleList(NamedTuple):
    rows: list[Row]
    """Those with people, and blank ones."""
    delimiter: str
    heading: list[str]
    """Its cells in lower case; empty without one."""
    columns: list[Column]
    """Those that may name the person: the first one that is filled does. If there are none, every cell names one."""

    @property
    def column(self) -> str:
        """The heading of the column that is read first."""
        return self.columns[0].heading if self.columns else ""


def read_list(text: str, *, prefer_mail: bool) -> PeopleList:
    layout = layout_of(text)
    body, first = text[len(layout.declared) :], 1 + layout.declared.count("\n")
    if not _begins_with_heading(body, layout.delimiter):
        return PeopleList(list(rows_of(body, layout.between, first)), layout.delimiter, [], [])
    rows = list(dropwhile(lambda row: not any(stripped_all(row)), rows_of(body, layout.delimiter, first)))
    heading = [cell.lower() for cell in stripped_all(rows[0])]
    return PeopleList(rows[1:], layout.delimiter, heading, _columns(heading, prefer_mail=prefer_mail))


def parse_lines(text: str, *, prefer_mail: bool) -> list[PersonLine]:
    """The people of the list, with the numbers of their lines."""
    people = read_list(with_line_feeds(text), prefer_mail=prefer_mail)
    return limited(line for row in people.rows for line in lines_of(row, people.columns, prefer_mail=prefer_mail))


def limited(found: Iterable[Line]) -> list[Line]:
    """All lines of a list, which are neither none nor too many."""
    lines = list(islice(found, MOST_LINES + 1))
    if not lines:
        raise ImportRefused(_("The list is empty."))
    if len(lines) > MOST_LINES:
        raise ImportRefused(_("The list has more than %(most)s lines.") % {"most": MOST_LINES})
    return lines


def mend_lines(text: str, mended: Mapping[str, str], *, prefer_mail: bool) -> str:
    """The text with other people in some places (`PersonLine.place`); without anybody the place is left out."""
    text = with_line_feeds(text)
    people, lines = read_list(text, prefer_mail=prefer_mail), text.split("\n")
    for row in people.rows:
        found = lines_of(row, people.columns, prefer_mail=prefer_mail)
        if any(line.place in mended for line in found):
            kept = filter(None, [mended.get(line.place, _as_pasted(line)) for line in found])
            more = row.source.count("\n")
            # Later lines keep their numbers.
            lines[row.number - 1 : row.number + more] = [_written_row(row, people, list(kept)), *[""] * more]
    return "\n".join(lines)


def _as_pasted(line: PersonLine) -> str:
    name, address = (line.beside, line.who) if "@" in line.who else (line.who, line.beside)
    return f"{name} <{address}>" if line.beside else line.who


def _written_row(row: Row, people: PeopleList, kept: Sequence[str]) -> str:
    if not kept or not people.columns:
        return written(kept, ",")
    cells = list(row.cells)
    at = next((column.at for column in people.columns if column.names(cells)), people.columns[0].at)
    cells += [""] * (at + 1 - len(cells))
    cells[at] = "; ".join(kept)
    return written(cells, people.delimiter)


def left_over(lines: Iterable[PersonLine]) -> tuple[list[PersonLine], str]:
    """Once a list is carried out: its lines, and a text of those with errors, in which these have their places."""
    places = count(1)
    placed = [replace(line, place=str(next(places))) if line.error else line for line in lines]
    return placed, "".join(f"{written([line.who], ',')}\n" for line in placed if line.error)


def _begins_with_heading(text: str, delimiter: str) -> bool:
    first = next((line for line in text.split("\n") if line.strip()), "")
    cells = [cell for row in rows_of(first, delimiter) for cell in row.cells] if first.count('"') % 2 == 0 else []
    return any(_stripped(cell).lower() in HEADINGS for cell in cells)


def _stripped(cell: str) -> str:
    return tidy(original(cell.strip().strip("\ufeff\u200b\u200e\u200f\u2060")))


def stripped_all(row: Row) -> list[str]:
    return list(map(_stripped, row.cells))


def _columns(heading: Sequence[str], *, prefer_mail: bool) -> list[Column]:
    """For invitations that of the address, the number or the name; for a season without the address, if it can."""
    order = (*MAILS, *NUMBERS, *NAMES) if prefer_mail or not set(heading) & set(NAMES) else (*NUMBERS, *NAMES)
    return [Column(heading.index(word), word) for word in order if word in heading]


def lines_of(row: Row, columns: Sequence[Column], *, prefer_mail: bool) -> list[PersonLine]:
    """The people of a row."""
    cells = stripped_all(row)
    if not any(cells):
        return []
    naming = [column.at for column in columns if column.names(cells)][:1] if columns else range(len(cells))
    if any("\n" in row.cells[at].strip() for at in naming):
        raise unclosed(row.number)
    people = [person for at in naming for person in people_in(cells[at])] or [PastedPerson("", "")]
    return [_line(row.number, at, person, prefer_mail=prefer_mail) for at, person in enumerate(people, start=1)]


def _line(number: int, at: int, person: PastedPerson, *, prefer_mail: bool) -> PersonLine:
    first, second = (person.address, person.name) if prefer_mail else (person.name, person.address)
    who, beside = (first, second) if first else (second, "")
    place = str(number) if at == 1 else f"{number}-{at}"
    error = "" if who else _("Nobody is named here.")
    if len(who) > LONGEST:
        who, error = who[:40] + "…", _("This is too long.")
    return PersonLine(number, who, error=error, place=place, beside=beside)
