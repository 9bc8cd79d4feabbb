"""Sends announcements of organisers, and letters of members to the organisers."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.announcements.audiences import Audience, find_audience
from leagues.announcements.notifications import Announced, LetterToOrganisers
from leagues.announcements.wording import Texts
from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ORGANISERS, ClubError, acting_member, lock_club, lock_club_as_organiser
from leagues.models import Announcement, Club, Recipient
from leagues.rounds.titles import fixture_of
from players.models import User

DAY: Final = timedelta(days=1)
MOST_A_DAY: Final = 10
"""Announcements of a club to several people, by all its organisers together."""
MOST_LETTERS_A_DAY: Final = 5
"""Letters of one member to the organisers of a club."""
Scope = Announcement.Scope


@transaction.atomic
def announce(
    *,
    club_id: int,
    user: User,
    to: str,
    texts: Texts,
    takes_replies: bool,
    key: UUID,
    answers: Announcement | None = None,
) -> Announcement:
    """Write to an audience of the club; the same form sent twice writes once."""
    club = lock_club_as_organiser(club_id, user)
    if sent := _sent(club_id, user, key):
        return sent
    audience = find_audience(club, to)
    people = audience.people(without=user) if audience else []
    if audience is None or not people:
        raise ClubError(_("Nobody would get this."))
    if reason := why_too_many(audience):
        raise ClubError(reason)
    made = Announcement.objects.create(
        **audience.columns,
        author=user,
        at=timezone.now(),
        texts=texts,
        reply_to=club.reply_to if takes_replies else "",
        answers=answers,
        key=key,
    )
    _deliver(made, people)
    Announced.notify(made, [person.pk for person in people])
    if audience.scope != Scope.MEMBER:
        # A word to one member is between them and the organisers.
        where: Any = audience.season or club
        record_in_audit_log(where, "announced", actor=user, readers=len(people), audience=_logged(made))
    return made


def why_too_many(audience: Audience) -> str:
    """Why nothing more goes to these people today; empty if it can."""
    if audience.scope == Scope.MEMBER:
        return ""
    lately = Announcement.objects.filter(club=audience.club, at__gt=timezone.now() - DAY)
    if lately.exclude(scope__in=(Scope.MEMBER, Scope.ORGANISERS)).count() < MOST_A_DAY:
        return ""
    text = _("The club has sent %(n)s announcements in a day, which is the limit. Try again tomorrow.")
    return text % {"n": MOST_A_DAY}


def _logged(made: Announcement) -> dict[str, Any]:
    """The audience, to be put in words for each reader of the log."""
    return {
        "scope": made.scope,
        "season": made.season.name if made.season else "",
        "division": made.division.logged if made.division else "",
        "round": made.round.number if made.round else 0,
        "table": fixture_of(made.table) if made.table else None,
    }


@transaction.atomic
def write_to_organisers(*, club_id: int, user: User, texts: Texts, key: UUID) -> Announcement:
    """Write to everybody who organises the club."""
    club = lock_club(club_id)
    acting_member(club, user)
    if sent := _sent(club_id, user, key):
        return sent
    now = timezone.now()
    letters = Announcement.objects.filter(club=club, author=user, scope=Scope.ORGANISERS, at__gt=now - DAY)
    if letters.count() >= MOST_LETTERS_A_DAY:
        raise ClubError(_("You have written to the organisers five times in a day. Try again tomorrow."))
    people = organisers_without(club, user)
    if not people:
        raise ClubError(_("Nobody would get this."))
    made = Announcement.objects.create(club=club, scope=Scope.ORGANISERS, author=user, at=now, texts=texts, key=key)
    _deliver(made, people)
    LetterToOrganisers.notify(made, [person.pk for person in people], burst=club.pk)
    return made


def organisers_without(club: Club, user: User) -> list[User]:
    """Who gets a letter of this person to the organisers."""
    others = club.current_memberships().filter(role__in=ORGANISERS, user__isnull=False).exclude(user=user)
    return [member.user for member in others.select_related("user") if member.user]


def _sent(club_id: int, user: User, key: UUID) -> Announcement | None:
    return Announcement.objects.filter(club=club_id, author=user, key=key).first()


def _deliver(made: Announcement, people: Iterable[User]) -> None:
    Recipient.objects.bulk_create(Recipient(announcement=made, user=person) for person in people)
