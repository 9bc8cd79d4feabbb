"""Lists of people, as spreadsheets save them: read, looked through line by line, and only then carried out."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.lobby.forms import is_number
from leagues import inviting
from leagues.models import Club, Invitation, Membership, Season
from leagues.seasons import entering
from leagues.services import ClubError
from players.models import User

MOST_BYTES: Final = 256 * 1024
MOST_LINES: Final = 300
LONGEST: Final = 254
NAMES: Final = ("name", "member", "名前", "氏名")
MAILS: Final = ("email", "e-mail", "mail", "メール", "メールアドレス")
HEADINGS: Final = (*NAMES, *MAILS)
"""A first line with any of these is a heading."""


class ImportRefused(ValueError):
    """Nothing can be made of the file; the text says why, in the reader's language."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file, and what is to be made of it."""

    number: int
    who: str
    person: User | None = None
    error: str = ""

    @property
    def name(self) -> str:
        """As the site calls the person."""
        return str(self.person) if self.person else self.who


# --- Reading ---


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, with or without its mark, UTF-16, or what Japanese spreadsheets write."""
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
    raise ImportRefused(_("This is no text file."))


def read(text: str, *, prefer_mail: bool) -> list[Line]:
    """The lines with somebody in them; numbers are those of the file."""
    if "\x00" in text:
        raise ImportRefused(_("This is no text file."))
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=_delimiter(text)))
    except csv.Error as error:
        raise ImportRefused(_("This is no text file.")) from error
    numbered = [(number, _stripped(row)) for number, row in enumerate(rows, start=1)]
    filled = [(number, row) for number, row in numbered if any(row)]
    column = 0
    if filled and any(cell.lower() in HEADINGS for cell in filled[0][1]):
        column = _column(filled.pop(0)[1], prefer_mail=prefer_mail)
    if not filled:
        raise ImportRefused(_("The list is empty."))
    if len(filled) > MOST_LINES:
        words = {"most": MOST_LINES}
        raise ImportRefused(_("The list has more than %(most)s lines.") % words)
    return [_line(number, row, column) for number, row in filled]


def _delimiter(text: str) -> str:
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(",;\t", key=first.count)


def _stripped(row: Sequence[str]) -> list[str]:
    # An apostrophe is what our own files put before a formula.
    return [cell.strip().strip("\ufeff").lstrip("'").strip() for cell in row]


def _column(heading: Sequence[str], *, prefer_mail: bool) -> int:
    """The column that says who it is."""
    cells = [cell.lower() for cell in heading]
    order = (*MAILS, *NAMES) if prefer_mail else (*NAMES, *MAILS)
    return next(cells.index(word) for word in order if word in cells)


def _line(number: int, row: Sequence[str], column: int) -> Line:
    who = row[column] if column < len(row) else ""
    error = ""
    if not who:
        error = _("Nobody is named here.")
    elif len(who) > LONGEST:
        who, error = who[:40] + "…", _("This is too long.")
    return Line(number, who, error=error)


# --- Looking through ---


def for_season(season: Season, lines: Sequence[Line]) -> list[Line]:
    """Which of the lines name members of the club who can enter the season. In two queries."""
    members = Membership.objects.filter(club=season.club, ended_at=None, user__isnull=False)
    people = [one.user for one in members.select_related("user") if one.user]
    standing = season.entries.filter(state__in=entering.STANDING)
    entered = set(standing.values_list("user", flat=True))

    def check(line: Line) -> Line:
        found = [person for person in people if line.who in (person.name, f"#{person.pk}")]
        if not found:
            text = _("No member of the club is called “%(name)s”.") % {"name": line.who}
            return replace(line, error=text)
        if len(found) > 1:
            return replace(line, error=_several(line.who, found))
        if found[0].pk in entered:
            text = _("%(name)s has entered already.") % {"name": found[0]}
            return replace(line, person=found[0], error=text)
        return replace(line, person=found[0])

    return _looked_through(lines, check)


def for_club(club: Club, lines: Sequence[Line]) -> list[Line]:
    """Which of the lines name people or addresses that can be invited. In three queries."""
    names = [line.who for line in lines if "@" not in line.who]
    keys = [int(name[1:]) for name in names if is_number(name)]
    wanted = Q(name__in=[name for name in names if name]) | Q(pk__in=keys)
    people = list(User.objects.filter(wanted, is_active=True, is_guest=False))
    members = set(
        Membership.objects.filter(club=club, ended_at=None).values_list("user", flat=True)
    )
    standing = Invitation.objects.filter(club=club).standing(timezone.now())
    invited = set(standing.values_list("user", "email"))

    def check(line: Line) -> Line:
        if "@" in line.who:
            return _checked_address(line, {email for _user, email in invited if email})
        found = [person for person in people if line.who in (person.name, f"#{person.pk}")]
        if not found:
            return replace(line, error=_("Nobody is called “%(name)s”.") % {"name": line.who})
        if len(found) > 1:
            return replace(line, error=_several(line.who, found))
        person, error = found[0], ""
        if person.pk in members:
            error = _("%(name)s is a member of this club already.") % {"name": person}
        elif (person.pk, "") in invited:
            error = _("%(name)s is invited already.") % {"name": person}
        return replace(line, person=person, error=error)

    return _looked_through(lines, check)


def _checked_address(line: Line, invited: set[str]) -> Line:
    address = line.who.lower()
    try:
        validate_email(address)
    except ValidationError:
        return replace(line, error=_("This is no e-mail address."))
    error = _("This address is invited already.") if address in invited else ""
    return replace(line, who=address, error=error)


def _several(name: str, people: Iterable[User]) -> str:
    numbers = ", ".join(f"#{person.pk}" for person in people)
    text = _("Several people are called “%(name)s”: %(numbers)s. Write the number instead.")
    return text % {"name": name, "numbers": numbers}


def _looked_through(lines: Sequence[Line], check: Callable[[Line], Line]) -> list[Line]:
    """The lines with what is wrong with them; who is named twice is taken once."""
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


# --- Carrying out ---


def enter_all(season: Season, user: User, lines: Iterable[Line]) -> list[Line]:
    """Enter everybody without an error; the lines with what came of them."""

    def enter(line: Line) -> object:
        assert line.person is not None  # noqa: S101 (looked up, for it has no error)
        return entering.add(
            club_id=season.club_id, user=user, season_id=season.pk, person=line.person
        )

    return [_done(line, enter) for line in lines]


def invite_all(club: Club, user: User, lines: Iterable[Line]) -> list[Line]:
    """Invite everybody without an error, by mail where the line is an address."""

    def invite(line: Line) -> object:
        if line.person is None:
            return inviting.invite_by_mail(club_id=club.pk, user=user, address=line.who)
        return inviting.invite(club_id=club.pk, user=user, person=line.person)

    return [_done(line, invite) for line in lines]


def _done(line: Line, do: Callable[[Line], object]) -> Line:
    if line.error:
        return line
    try:
        do(line)
    except ClubError as error:
        # Something has changed since it was looked through.
        return replace(line, error=str(error))
    return line
