"""Enter people in a season, or invite them to a club, by a list: check every line, then carry out the good ones."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.clubs import invitations
from leagues.entries import services as entries
from leagues.locks import ClubError
from leagues.models import Club, Entry, Invitation, Membership, Season
from leagues.people_import.parse import Line, PersonLine
from players.models import User
from players.profiles.find_people import called, people_called, several_text


def check_for_season(season: Season, lines: Sequence[PersonLine]) -> list[PersonLine]:
    """Check that each line names a member of the club who can enter the season. Takes two queries."""
    members = Membership.objects.filter(club=season.club, ended_at=None, user__isnull=False)
    people = [member.user for member in members.select_related("user") if member.user]
    standing = season.entries.filter(state__in=Entry.ACTIVE)
    entered = set(standing.values_list("user", flat=True))
    nobody = _("No member of the club is called “%(name)s”.")

    def why_not(person: User) -> str:
        is_in = person.pk in entered
        return _("%(name)s has already entered.") % {"name": person} if is_in else ""

    return checked(lines, lambda line: with_person(line, people, nobody, why_not))


def check_for_club(club: Club, lines: Sequence[PersonLine]) -> list[PersonLine]:
    """Check that each line names a person or an address that can be invited. Takes three queries."""
    names = [line.who for line in lines if "@" not in line.who]
    people = list(people_called(names).filter(is_guest=False))
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
        return with_person(line, people, _("Nobody is called “%(name)s”."), why_not)

    return checked(lines, check)


def with_person(line: Line, people: Sequence[User], nobody: str, why_not: Callable[[User], str]) -> Line:
    """The line with the person of that name or number, and why they cannot be added."""
    namesakes = called(line.who, people)
    if not namesakes:
        return replace(line, error=nobody % {"name": line.who})
    if len(namesakes) > 1:
        return replace(line, error=several_text(line.who, namesakes))
    return replace(line, person=namesakes[0], error=why_not(namesakes[0]))


def _checked_address(line: PersonLine, invited: set[str]) -> PersonLine:
    address = line.who.lower()
    try:
        validate_email(address)
    except ValidationError:
        return replace(line, error=_("This is not an email address."))
    error = _("This address has already been invited.") if address in invited else ""
    return replace(line, who=address, error=error)


def checked(lines: Sequence[Line], check: Callable[[Line], Line]) -> list[Line]:
    """The lines with their errors; a repeated person is an error in the later line."""
    all_checked, first_at = list[Line](), dict[str, int]()
    for line in lines:
        found = line if line.error else check(line)
        key = f"#{found.person.pk}" if found.person else found.who.lower()
        if not found.error and key in first_at:
            text = _("The same as line %(number)s.") % {"number": first_at[key]}
            found = replace(found, error=text)
        first_at.setdefault(key, found.number)
        all_checked.append(found)
    return all_checked


def enter_all(season: Season, user: User, lines: Iterable[PersonLine]) -> list[PersonLine]:
    """Enter the people of all lines without an error; returns the lines with any new errors."""

    def enter(line: PersonLine) -> object:
        assert line.person is not None  # noqa: S101 (looked up, for it has no error)
        return entries.add(club_id=season.club_id, user=user, season_id=season.pk, person=line.person, or_wait=True)

    return [_attempt(line, enter) for line in lines]


def invite_all(club: Club, user: User, lines: Iterable[PersonLine]) -> list[PersonLine]:
    """Invite the people of all lines without an error, by mail where the line is an address."""

    def invite(line: PersonLine) -> object:
        if line.person is None:
            return invitations.invite_by_mail(club_id=club.pk, user=user, address=line.who)
        return invitations.invite(club_id=club.pk, user=user, person=line.person)

    return [_attempt(line, invite) for line in lines]


def _attempt(line: PersonLine, carry_out: Callable[[PersonLine], object]) -> PersonLine:
    if line.error:
        return line
    try:
        carry_out(line)
    except ClubError as error:
        # Something has changed since the line was checked.
        return replace(line, error=str(error))
    return line
