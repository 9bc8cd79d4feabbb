"""Clubs and their members: founding, changing and closing a club; roles, leaving, removing; requests to join."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Visitor
from leagues.board_weeks.services import end_with_club
from leagues.clubs import notifications
from leagues.clubs.audit_log import record_in_audit_log
from leagues.clubs.models import ClubQuerySet
from leagues.entries.services import leave_seasons
from leagues.ladder import services as ladders
from leagues.locks import ORGANISERS, ClubError, acting_member, lock_club, lock_club_as_organiser, refuse_guest
from leagues.models import Club, Invitation, JoinRequest, MemberNote, Membership, Role
from leagues.seasons.services import end_seasons, hide_tables
from players.account_locks import TWICE, lock_accounts
from players.models import User

MOST_MEMBERS: Final = 500
ASK_AGAIN: Final = timedelta(days=7)
"""Wait after a refusal, before a person may ask again."""
MOST_REQUESTS: Final = 200
EDITED: Final = ("name", "about", "is_public", "takes_requests", "time_zone", "reply_to")


# --- The club itself ---


@transaction.atomic
def create(*, user: User, slug: str, name: str, **values: Any) -> Club:
    """Found a club, which the person owns."""
    refuse_guest(user)
    # The second of two requests sees what the first one made.
    lock_accounts(user)
    now = timezone.now()
    own = Club.objects.filter(memberships__user=user, memberships__role=Role.OWNER)
    if found := own.filter(name=name, created_at__gt=now - TWICE).first():
        return found
    _refuse_look_of_another(Club.objects.all(), name, user)
    try:
        with transaction.atomic():
            club = Club.objects.create(slug=slug, name=name, created_at=now, **values)
    except IntegrityError as error:
        raise ClubError(_("Another club has this address.")) from error
    Membership.objects.create(club=club, user=user, role=Role.OWNER, joined_at=now)
    record_in_audit_log(club, "created", actor=user)
    return club


@transaction.atomic
def edit(*, club_id: int, user: User, values: Mapping[str, Any]) -> None:
    """Change the club's page, and who may see it."""
    club = lock_club_as_organiser(club_id, user)
    changed = [name for name in EDITED if name in values and getattr(club, name) != values[name]]
    if not changed:
        return
    for name in changed:
        setattr(club, name, values[name])
    if {"name", "is_public"} & set(changed):
        _refuse_look_of_another(Club.objects.exclude(pk=club.pk), club.name, user)
    club.save(update_fields=changed)
    if "is_public" in changed and not club.is_public:
        hide_tables(club)
    record_in_audit_log(club, "edited", actor=user, fields=changed)


def _refuse_look_of_another(others: ClubQuerySet, name: str, user: User) -> None:
    if others.looking_like(name, user).exists():
        raise ClubError(_("This name looks like another club’s. Please change it."))


@transaction.atomic
def close(*, club_id: int, user: User, reason: str = "") -> None:
    """Close the club for good, and end its seasons; its members can still read all of it."""
    club = lock_club(club_id)
    acting_member(club, user, (Role.OWNER,))
    _close(club, user, reason)
    record_in_audit_log(club, "closed", actor=user, reason=reason)


def _close(club: Club, actor: User | None, reason: str = "") -> None:
    club.closed_at = timezone.now()
    club.save(update_fields=["closed_at"])
    club.invitations.filter(revoked_at=None).update(revoked_at=club.closed_at)
    club.requests.filter(state=JoinRequest.State.OPEN).update(
        state=JoinRequest.State.REFUSED, settled_at=club.closed_at
    )
    end_seasons(club, actor, reason)
    end_with_club(club)
    ladders.end_with_club(club)


# --- Members ---


def admit(club: Club, user: User) -> Membership:
    """Make somebody a member of the locked club; a former member gets a new membership."""
    refuse_guest(user)
    if found := club.membership_of(user):
        return found
    if club.current_memberships().count() >= MOST_MEMBERS:
        raise ClubError(_("This club is full."))
    now = timezone.now()
    club.requests.filter(user=user, state=JoinRequest.State.OPEN).update(
        state=JoinRequest.State.APPROVED, settled_at=now
    )
    made = Membership.objects.create(club=club, user=user, joined_at=now)
    notifications.MemberJoined.notify(made)
    return made


@transaction.atomic
def leave(*, club_id: int, user: User) -> None:
    """End one's own membership. In a closed club the last owner may leave as well."""
    club = lock_club(club_id, even_closed=True)
    me = acting_member(club, user)
    if club.closed_at is None:
        _refuse_last_owner(club, me)
    _end(me, Membership.Ended.LEFT)
    record_in_audit_log(club, "left", actor=user)


@transaction.atomic
def remove(*, club_id: int, user: User, membership_id: int, reason: str = "") -> None:
    """End somebody else's membership: organisers remove members, owners anybody but the last owner."""
    club = lock_club(club_id)
    me, other = acting_member(club, user, ORGANISERS), _current_membership(club, membership_id)
    if other.user_id == user.pk:
        raise ClubError(_("You cannot remove yourself. Leave the club instead."), "leave")
    if other.organises and not me.owns:
        raise ClubError(_("Only an owner can remove organisers and owners."))
    _refuse_last_owner(club, other)
    _end(other, Membership.Ended.REMOVED)
    record_in_audit_log(club, "removed", actor=user, subject=other.user, reason=reason)
    notifications.RemovedFromClub.notify(other, reason)


@transaction.atomic
def set_role(*, club_id: int, user: User, membership_id: int, role: Role) -> None:
    """Change somebody's role; the club keeps an owner."""
    club = lock_club(club_id)
    acting_member(club, user, (Role.OWNER,))
    other = _current_membership(club, membership_id)
    if other.role == role:
        return
    if role != Role.OWNER:
        _refuse_last_owner(club, other)
    if role == Role.MEMBER:
        _revoke_links_of(other)
    other.role = role
    other.save(update_fields=["role"])
    record_in_audit_log(club, "role", actor=user, subject=other.user, role=role)
    if other.user_id != user.pk:
        notifications.RoleChanged.notify(other)


def _refuse_last_owner(club: Club, membership: Membership) -> None:
    if reason := why_last_owner_stays(club, membership):
        raise ClubError(reason, "members")


def why_last_owner_stays(club: Club, membership: Membership | None) -> str:
    """Why the member cannot stop being an owner of the club; empty if they can, or are none."""
    if membership is None or not membership.owns:
        return ""
    others = club.current_memberships().filter(role=Role.OWNER).exclude(pk=membership.pk)
    return "" if others.exists() else _("A club needs an owner. Make somebody else owner first.")


@transaction.atomic
def set_note(*, club_id: int, user: User, membership_id: int, note: str) -> None:
    """Keep what the organisers note about a member; an empty text deletes it."""
    club = lock_club_as_organiser(club_id, user)
    other = _current_membership(club, membership_id)
    notes = MemberNote.objects.filter(membership=other)
    if note == (notes.values_list("text", flat=True).first() or ""):
        return
    if note:
        MemberNote.objects.update_or_create(membership=other, defaults={"text": note})
    else:
        notes.delete()
    record_in_audit_log(club, "note_changed", actor=user, subject=other.user)


def _end(membership: Membership, how: Membership.Ended) -> None:
    """The row stays, so that the club remembers its former members; what was noted about them does not."""
    MemberNote.objects.filter(membership=membership).delete()
    _revoke_links_of(membership)
    membership.ended_at, membership.ended = timezone.now(), how
    membership.save(update_fields=["ended_at", "ended"])
    if membership.user is not None:
        leave_seasons(membership.club, membership.user)
        ladders.leave_ladders(membership.club, membership.user)


def _revoke_links_of(membership: Membership) -> None:
    """Links stop working when the person that made them is no organiser any more."""
    made = Invitation.objects.filter(club=membership.club_id, made_by=membership.user_id)
    made.filter(revoked_at=None).update(revoked_at=timezone.now())


# --- Deleted accounts ---


def end_membership_of_deleted_account(*, club_id: int, user: User) -> None:
    """End the membership; a club that loses its last owner is inherited, or closed if nobody is left."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    me = club.membership_of(user)
    if me is None:
        return
    _end(me, Membership.Ended.GONE)
    record_in_audit_log(club, "gone", actor=user)
    if me.owns and club.closed_at is None and not club.current_memberships().filter(role=Role.OWNER).exists():
        _inherit(club, user)


def heir_of(club: Club, leaving: User) -> Membership | None:
    """Who owns the club without its last owner: the longest-serving organiser, or else the longest-serving member.

    Programs own no club.
    """
    people = club.current_memberships().filter(user__is_active=True, user__is_bot=False)
    left = people.exclude(user=leaving).select_related("user").order_by("joined_at", "pk")
    return left.filter(role=Role.ORGANISER).first() or left.first()


def _inherit(club: Club, leaving: User) -> None:
    heir = heir_of(club, leaving)
    if heir is None:
        _close(club, None)
        record_in_audit_log(club, "closed")
        return
    heir.role = Role.OWNER
    heir.save(update_fields=["role"])
    record_in_audit_log(club, "inherited", subject=heir.user)
    notifications.RoleChanged.notify(heir)


# --- Requests to join ---


@transaction.atomic
def request_to_join(*, club_id: int, user: User, text: str = "") -> None:
    """Ask to become a member; all organisers are notified."""
    club = lock_club(club_id)
    refuse_guest(user)
    if club.membership_of(user):
        raise ClubError(_("You are already a member of this club."), "club")
    if reason := why_no_request(club, user):
        raise ClubError(reason, "club")
    made = JoinRequest.objects.create(club=club, user=user, text=text, made_at=timezone.now())
    organisers = club.current_memberships().filter(role__in=ORGANISERS)
    notifications.AskedToJoin.notify(made, organisers.values_list("user", flat=True))


def why_no_request(club: Club, user: Visitor) -> str:
    """Why the person cannot ask to join the club now; empty if they can."""
    if not (club.takes_requests and club.is_public):
        return _("This club does not accept requests.")
    lately = JoinRequest.objects.filter(
        club=club, user=user.pk, state=JoinRequest.State.REFUSED, settled_at__gt=timezone.now() - ASK_AGAIN
    )
    if lately.exists():
        return _("The club has declined your request. You can ask again in a week.")
    waiting = club.requests.filter(state=JoinRequest.State.OPEN)
    if waiting.filter(user=user.pk).exists():
        return _("You have already asked.")
    if waiting.count() >= MOST_REQUESTS:
        return _("Too many requests to this club are waiting for an answer.")
    return ""


@transaction.atomic
def withdraw_request(*, club_id: int, user: User) -> None:
    club = lock_club(club_id)
    club.requests.filter(user=user, state=JoinRequest.State.OPEN).update(
        state=JoinRequest.State.WITHDRAWN, settled_at=timezone.now()
    )


@transaction.atomic
def answer_request(*, club_id: int, user: User, request_id: int, approve: bool, reason: str = "") -> None:
    club = lock_club_as_organiser(club_id, user)
    asked = club.requests.select_related("user").filter(pk=request_id).first()
    if asked is None or asked.state != JoinRequest.State.OPEN:
        raise ClubError(_("This request has been answered or withdrawn."))
    if approve:
        admit(club, asked.user)
    asked.state = JoinRequest.State.APPROVED if approve else JoinRequest.State.REFUSED
    asked.settled_at = timezone.now()
    asked.save(update_fields=["state", "settled_at"])
    record_in_audit_log(club, asked.state, actor=user, subject=asked.user, reason=reason)
    kind = notifications.RequestApproved if approve else notifications.RequestRefused
    kind.notify(asked, reason)


def was_removed_at(club: Club, user: Visitor) -> datetime | None:
    """When the person was removed, if their last membership ended so."""
    last = club.memberships.filter(user=user.pk, ended_at__isnull=False).order_by("-ended_at").first()
    return last.ended_at if last and last.ended == Membership.Ended.REMOVED else None


def _current_membership(club: Club, membership_id: int) -> Membership:
    found = club.current_memberships().select_related("user").filter(pk=membership_id).first()
    if found is None:
        raise ClubError(_("This person is no longer a member of the club."))
    return found
