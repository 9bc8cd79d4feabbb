"""Imports a list of people from a spreadsheet: parse it, check every line, and then enter or invite the people."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.spreadsheets import original
from leagues.clubs import invitations
from leagues.entries import services
from leagues.locks import ClubError
from leagues.models import Club, Invitation, Membership, Season
from players.models import User
from players.names import tidy
from players.profiles.find_people import is_number

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
    """Its number in the text in which it is to be mended."""

    @property
    def name(self) -> str:
        """The person's name on the site, or the text of the line."""
        return str(self.person) if self.person else self.who


# --- Reading ---


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


def text_of(lines: Iterable[PersonLine]) -> str:
    """A text that has these lines, numbered anew."""
    return _written([[line.who] for line in lines], ",")


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
    return PersonLine(number, who, error=error)


# --- Checking ---


def check_for_season(season: Season, lines: Sequence[PersonLine]) -> list[PersonLine]:
    """Check that each line names a member of the club who can enter the season. Takes two queries."""
    members = Membership.objects.filter(club=season.club, ended_at=None, user__isnull=False)
    people = [one.user for one in members.select_related("user") if one.user]
    standing = season.entries.filter(state__in=services.ACTIVE)
    entered = set(standing.values_list("user", flat=True))
    nobody = _("No member of the club is called “%(name)s”.")

    def why_not(person: User) -> str:
        is_in = person.pk in entered
        return _("%(name)s has already entered.") % {"name": person} if is_in else ""

    return _checked(lines, lambda line: _with_person(line, people, nobody, why_not))


def check_for_club(club: Club, lines: Sequence[PersonLine]) -> list[PersonLine]:
    """Check that each line names a person or an address that can be invited. Takes three queries."""
    names = [line.who for line in lines if "@" not in line.who]
    keys = [int(name[1:]) for name in names if is_number(name)]
    wanted = Q(name__in=[name for name in names if name]) | Q(pk__in=keys)
    people = list(User.objects.filter(wanted, is_active=True, is_guest=False))
    current = Membership.objects.filter(club=club, ended_at=None)
    members = set(current.values_list("user", flat=True))
    standing = Invitation.objects.filter(club=club).standing(timezone.now())
    invited = set(standing.values_list("user", "email"))
    addresses = {email for _user, email in invited if email}

    def why_not(person: User) -> str:
        if person.pk in members:
            return _("%(name)s is already a member of this club.") % {"name": person}
        if (person.pk, "") in invited:
            return _("%(name)s has already been invited.") % {"name": person}
        return ""

    def check(line: PersonLine) -> PersonLine:
        if "@" in line.who:
            return _checked_address(line, addresses)
        return _with_person(line, people, _("Nobody is called “%(name)s”."), why_not)

    return _checked(lines, check)


def _with_person(
    line: PersonLine, people: Sequence[User], nobody: str, why_not: Callable[[User], str]
) -> PersonLine:
    """The line with the person of that name or number, and why they cannot be added."""
    found = [person for person in people if line.who in (person.name, f"#{person.pk}")]
    if not found:
        return replace(line, error=nobody % {"name": line.who})
    if len(found) > 1:
        return replace(line, error=_several(line.who, found))
    return replace(line, person=found[0], error=why_not(found[0]))


def _checked_address(line: PersonLine, invited: set[str]) -> PersonLine:
    address = line.who.lower()
    try:
        validate_email(address)
    except ValidationError:
        return replace(line, error=_("This is not an email address."))
    error = _("This address has already been invited.") if address in invited else ""
    return replace(line, who=address, error=error)


def _several(name: str, people: Iterable[User]) -> str:
    numbers = ", ".join(f"#{person.pk}" for person in people)
    text = _("Several people are called “%(name)s”: %(numbers)s. Enter the number instead.")
    return text % {"name": name, "numbers": numbers}


def _checked(
    lines: Sequence[PersonLine], check: Callable[[PersonLine], PersonLine]
) -> list[PersonLine]:
    """The lines with their errors. Of two lines with the same person, the second is an error."""
    found, first_at = [], dict[str, int]()
    for line in lines:
        checked = line if line.error else check(line)
        key = f"#{checked.person.pk}" if checked.person else checked.who.lower()
        if not checked.error and key in first_at:
            text = _("The same as line %(number)s.") % {"number": first_at[key]}
            checked = replace(checked, error=text)
        first_at.setdefault(key, checked.number)
        found.append(checked)
    return found


# --- Entering and inviting ---


def enter_all(season: Season, user: User, lines: Iterable[PersonLine]) -> list[PersonLine]:
    """Enter the people of all lines without an error; returns the lines with any new errors."""

    def enter(line: PersonLine) -> object:
        assert line.person is not None  # noqa: S101 (looked up, for it has no error)
        return services.add(
            club_id=season.club_id, user=user, season_id=season.pk, person=line.person
        )

    return [_attempt(line, enter) for line in lines]


def invite_all(club: Club, user: User, lines: Iterable[PersonLine]) -> list[PersonLine]:
    """Invite the people of all lines without an error, by mail where the line is an address."""

    def invite(line: PersonLine) -> object:
        if line.person is None:
            return invitations.invite_by_mail(club_id=club.pk, user=user, address=line.who)
        return invitations.invite(club_id=club.pk, user=user, person=line.person)

    return [_attempt(line, invite) for line in lines]


def _attempt(line: PersonLine, do: Callable[[PersonLine], object]) -> PersonLine:
    if line.error:
        return line
    try:
        do(line)
    except ClubError as error:
        # Something has changed since the line was checked.
        return replace(line, error=str(error))
    return line
