"""What is written about clubs and their members.

Every write locks the club's row first: so the last owner, the last use of a link and the last place are each given
once, and whoever acts is still allowed to when it is done. `leagues/inviting.py` and `leagues/requests.py` keep to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues import notices
from leagues.models import AuditEntry, Club, Invitation, JoinRequest, Membership, Role
from leagues.signals import club_closed, membership_ended
from leagues.webhooks.owing import owe
from players.models import User

MOST_MEMBERS: Final = 500
TWICE: Final = timedelta(minutes=1)
"""Who asks for the very same again within this time has pressed a button twice."""
EDITED: Final = ("name", "about", "is_public", "takes_requests")


class ClubError(Exception):
    """What was asked of the club cannot be done; the text says why, in the reader's language."""


# --- The club itself ---


@transaction.atomic
def create(*, user: User, slug: str, name: str, **values: Any) -> Club:
    """A new club, whose owner is the person."""
    refuse_guest(user)
    # Locked, so that of two requests the second sees what the first one made.
    User.objects.select_for_update().get(pk=user.pk)
    now = timezone.now()
    own = Club.objects.filter(memberships__user=user, memberships__role=Role.OWNER)
    if found := own.filter(name=name, created_at__gt=now - TWICE).first():
        return found
    try:
        with transaction.atomic():
            club = Club.objects.create(slug=slug, name=name, created_at=now, **values)
    except IntegrityError as error:
        raise ClubError(_("Another club has this address.")) from error
    Membership.objects.create(club=club, user=user, role=Role.OWNER, joined_at=now)
    note(club, "created", actor=user)
    return club


@transaction.atomic
def edit(*, club_id: int, user: User, values: Mapping[str, Any]) -> None:
    """Change what the club's page says, and to whom."""
    club = locked(club_id)
    organiser(club, user)
    changed = [name for name in EDITED if name in values and getattr(club, name) != values[name]]
    if not changed:
        return
    for name in changed:
        setattr(club, name, values[name])
    club.save(update_fields=changed)
    note(club, "edited", actor=user, fields=changed)


@transaction.atomic
def close(*, club_id: int, user: User) -> None:
    """End the club for good, and its seasons; its members can still read what was."""
    club = locked(club_id)
    owner(club, user)
    _close(club, user)
    note(club, "closed", actor=user)


def _close(club: Club, actor: User | None) -> None:
    club.closed_at = timezone.now()
    club.save(update_fields=["closed_at"])
    club.invitations.filter(revoked_at=None).update(revoked_at=club.closed_at, mail_due=None)
    club.requests.filter(state=JoinRequest.State.OPEN).update(
        state=JoinRequest.State.REFUSED, settled_at=club.closed_at
    )
    club_closed.send(Club, club=club, actor=actor)


# --- Members ---


def admit(club: Club, user: User) -> Membership:
    """Make the person a member of the locked club; one who has gone comes back as a new one."""
    refuse_guest(user)
    if found := member(club, user):
        return found
    if current(club).count() >= MOST_MEMBERS:
        raise ClubError(_("This club is full."))
    now = timezone.now()
    club.requests.filter(user=user, state=JoinRequest.State.OPEN).update(
        state=JoinRequest.State.APPROVED, settled_at=now
    )
    made = Membership.objects.create(club=club, user=user, joined_at=now)
    owe(club, "joined", f"joined:{made.pk}", user=user.pk)
    return made


@transaction.atomic
def leave(*, club_id: int, user: User) -> None:
    """Give the membership up; also in a club that is closed, and there the last owner as well."""
    club = locked(club_id, even_closed=True)
    me = _acting(club, user)
    if club.closed_at is None:
        _refuse_last_owner(club, me)
    _end(me, Membership.Ended.LEFT)
    note(club, "left", actor=user)


@transaction.atomic
def remove(*, club_id: int, user: User, membership_id: int, reason: str = "") -> None:
    """End somebody's membership; organisers that of members, owners anybody's but the last owner's."""
    club = locked(club_id)
    me, other = organiser(club, user), _current(club, membership_id)
    if other.user_id == user.pk:
        raise ClubError(_("This is you: to go, leave the club."))
    if other.organises and not me.owns:
        raise ClubError(_("Only an owner can remove organisers and owners."))
    _refuse_last_owner(club, other)
    _end(other, Membership.Ended.REMOVED)
    note(club, "removed", actor=user, subject=other.user, reason=reason)
    notices.removed(other, reason)


@transaction.atomic
def set_role(*, club_id: int, user: User, membership_id: int, role: Role) -> None:
    """Let somebody own, organise or simply belong; the club keeps an owner."""
    club = locked(club_id)
    owner(club, user)
    other = _current(club, membership_id)
    if other.role == role:
        return
    if role != Role.OWNER:
        _refuse_last_owner(club, other)
    if role == Role.MEMBER:
        _revoke_links_of(other)
    other.role = role
    other.save(update_fields=["role"])
    note(club, "role", actor=user, subject=other.user, role=role)
    if other.user_id != user.pk:
        notices.role_changed(other)


def _refuse_last_owner(club: Club, membership: Membership) -> None:
    owners = current(club).filter(role=Role.OWNER)
    if membership.owns and not owners.exclude(pk=membership.pk).exists():
        raise ClubError(_("A club needs an owner: make somebody else owner first."))


def _end(membership: Membership, how: Membership.Ended) -> None:
    """The membership stays in the records of the club."""
    _revoke_links_of(membership)
    membership.ended_at, membership.ended = timezone.now(), how
    membership.save(update_fields=["ended_at", "ended"])
    membership_ended.send(Membership, membership=membership)


def _revoke_links_of(membership: Membership) -> None:
    """Whoever no longer organises lets nobody in by the links that he has made."""
    made = Invitation.objects.filter(club=membership.club_id, made_by=membership.user_id)
    made.filter(revoked_at=None).update(revoked_at=timezone.now(), mail_due=None)


# --- Somebody deletes his account ---


def let_go(*, club_id: int, user: User) -> None:
    """End the person's membership; a club whose last owner goes is inherited, or closed if nobody is left."""
    club = Club.objects.select_for_update().get(pk=club_id)
    me = member(club, user)
    if me is None:
        return
    _end(me, Membership.Ended.GONE)
    note(club, "gone", actor=user)
    if me.owns and club.closed_at is None and not current(club).filter(role=Role.OWNER).exists():
        _inherit(club)


def _inherit(club: Club) -> None:
    """The longest-serving organiser owns the club from now on, or else the longest-serving member."""
    left = current(club).select_related("user").order_by("joined_at", "pk")
    heir = left.filter(role=Role.ORGANISER).first() or left.first()
    if heir is None:
        _close(club, None)
        note(club, "closed", is_by_site=True)
        return
    heir.role = Role.OWNER
    heir.save(update_fields=["role"])
    note(club, "inherited", subject=heir.user, is_by_site=True)
    notices.role_changed(heir)


# --- Common to all writes ---


def locked(club_id: int, *, even_closed: bool = False) -> Club:
    """The club's row, locked; a closed one is refused."""
    club = Club.objects.select_for_update().get(pk=club_id)
    if club.closed_at and not even_closed:
        raise ClubError(_("This club is closed."))
    return club


def current(club: Club) -> QuerySet[Membership]:
    """The memberships that last."""
    return Membership.objects.filter(club=club, ended_at=None)


def member(club: Club, user: User) -> Membership | None:
    return current(club).filter(user=user).first()


def organiser(club: Club, user: User) -> Membership:
    """The membership of who acts, if he may organise: he may have lost that a moment ago."""
    return _acting(club, user, (Role.ORGANISER, Role.OWNER))


def owner(club: Club, user: User) -> Membership:
    return _acting(club, user, (Role.OWNER,))


def _acting(club: Club, user: User, roles: tuple[str, ...] = tuple(Role.values)) -> Membership:
    me = member(club, user)
    if me is None or me.role not in roles:
        raise ClubError(_("You may not do this in the club any more."))
    return me


def _current(club: Club, membership_id: int) -> Membership:
    found = current(club).select_related("user").filter(pk=membership_id).first()
    if found is None:
        raise ClubError(_("This person does not belong to the club any more."))
    return found


def refuse_guest(user: User) -> None:
    """A guest may be gone tomorrow, and nobody could reach him."""
    if user.is_guest:
        raise ClubError(_("Clubs are for people who have signed up: keep your games first."))


def note(
    club: Club,
    action: str,
    *,
    actor: User | None = None,
    subject: User | None = None,
    is_by_site: bool = False,
    **data: Any,
) -> None:
    """Write into the log of the club what was done, in the transaction that does it."""
    AuditEntry.objects.create(
        club=club,
        at=timezone.now(),
        action=action,
        actor=actor,
        subject=subject,
        is_by_site=is_by_site,
        data=data,
    )


def was_removed_at(club: Club, user: User) -> datetime | None:
    """When the person was removed, if that is how he was last in the club."""
    last = club.memberships.filter(user=user, ended_at__isnull=False).order_by("-ended_at").first()
    return last.ended_at if last and last.ended == Membership.Ended.REMOVED else None
