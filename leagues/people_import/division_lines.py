"""Reading a list of members with their divisions and their seeds or places."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from infrastructure.text_files import with_line_feeds
from leagues.people_import.parse import PeopleList, PersonLine, limited, lines_of, read_list, stripped_all
from leagues.people_import.rows import ImportRefused, Row

DIVISIONS: Final = ("division", "部", "ディビジョン")
RANKS: Final = ("seed", "rank", "place", "シード", "シード順", "順位")


@dataclass(frozen=True, slots=True)
class DivisionLine(PersonLine):
    """A person of the list, with what it says of their division and rank."""

    division: str = ""
    rank: str = ""


def parse_division_lines(text: str) -> list[DivisionLine]:
    """The people of the list, with the numbers of their lines."""
    people = read_list(with_line_feeds(text), prefer_mail=False)
    if not people.columns or not set(people.heading) & {*DIVISIONS, *RANKS}:
        raise ImportRefused(
            _("The first line has to name the columns: “name” or “number”, and “division”, “seed” or “place”.")
        )
    return limited(line for row in people.rows for line in _lines(row, people))


def _lines(row: Row, people: PeopleList) -> Iterator[DivisionLine]:
    cells = stripped_all(row)
    division, rank = (_cell(cells, people.heading, words) for words in (DIVISIONS, RANKS))
    for found in lines_of(row, people.columns, prefer_mail=False):
        yield DivisionLine(found.number, found.who, None, found.error, found.place, found.beside, division, rank)


def _cell(cells: list[str], heading: list[str], words: tuple[str, ...]) -> str:
    """What the first column with one of these headings has in the row."""
    at = next((heading.index(word) for word in words if word in heading), len(cells))
    return cells[at] if at < len(cells) else ""
