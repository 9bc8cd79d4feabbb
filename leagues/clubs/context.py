"""What the templates of clubs are given."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.db.models import Case, IntegerField, QuerySet, When
from django.db.models.functions import Coalesce, TruncDay
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.access import Visitor
from infrastructure.paging import Page, page
from infrastructure.requests import parse_number
from infrastructure.speed.prepared_queries import Parameter
from leagues.access import ClubAccess
from leagues.clubs.attendance import last_seen, shares_shown
from leagues.models import Club, Invitation, JoinRequest, MemberNote, Membership, Role
from players.models import Block, User

CLUBS_SHOWN: Final = 30
MEMBERS_SHOWN: Final = 50
STAFF_SHOWN: Final = 20
INVITATIONS_SHOWN: Final = 20
RANKS: Final = Case(
    *(When(role=role, then=rank) for rank, role in enumerate(Role.values)),
    output_field=IntegerField(),
)


def public_clubs(after: str | None, words: str) -> Page[Club]:
    """Public clubs, the newest first; with `words`, those whose names contain them."""
    clubs = Club.objects.open().filter(is_public=True)
    if words:
        clubs = clubs.filter(name__icontains=words)
    return page(clubs.with_sizes(), after, CLUBS_SHOWN, newest=True)


def clubs_of(user: User) -> list[Membership]:
    """The person's present memberships, the oldest first."""
    mine = Membership.objects.filter(user=user, ended_at=None, club__closed_at=None)
    return list(mine.select_related("club").order_by("pk")[:100])


def open_invitations(user: User | Parameter, now: datetime | Parameter) -> QuerySet[Invitation]:
    """What invites the person to a club that they are not in; a club may invite them by name and by mail."""
    blocked = Block.objects.filter(user=user).values("blocked")
    mine = Invitation.objects.filter(user=user).exclude(made_by__in=blocked).standing(now)
    joined = Membership.objects.filter(user=user, ended_at=None).values("club")
    return mine.exclude(club__in=joined)


def invitations_for(user: User, now: datetime) -> list[Invitation]:
    """Open invitations to this person: the newest of each club."""
    found = open_invitations(user, now).select_related("club", "made_by")
    newest = {one.club_id: one for one in found.order_by("pk")[:INVITATIONS_SHOWN]}
    return sorted(newest.values(), key=lambda one: -one.pk)


def invitation_of(user: Visitor, club: Club, now: datetime) -> Invitation | None:
    """The newest invitation to the club that is for this visitor and can still be used, if any."""
    if user.pk is None or club.closed_at:
        return None
    mine = club.invitations.filter(user=user.pk).standing(now)
    return mine.select_related("made_by").order_by("-pk").first()


def staff(club: Club) -> list[Membership]:
    """Owners and organisers, owners first."""
    found = Membership.objects.filter(club=club, ended_at=None).exclude(role=Role.MEMBER)
    return list(found.select_related("user").order_by(RANKS, "joined_at", "pk")[:STAFF_SHOWN])


def open_requests(club: Club) -> QuerySet[JoinRequest]:
    return club.requests.filter(state=JoinRequest.State.OPEN)


def request_of(user: Visitor, club: Club) -> JoinRequest | None:
    """The visitor's open request to join, if any."""
    if user.pk is None:
        return None
    return open_requests(club).filter(user=user.pk).first()


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A membership in the list, and what the reader may do with it."""

    membership: Membership
    is_me: bool
    seen: str
    note: str
    """What the organisers have noted; empty for all other readers."""
    in_time: str
    """The share of turns that they took in time, for organisers."""
    may_note: bool
    may_remove: bool
    may_set_role: bool


ORDERS: Final[dict[str, Promise]] = {
    "": gettext_lazy("Longest membership first"),
    "newest": gettext_lazy("Newest first"),
    "name": gettext_lazy("By name"),
    "seen": gettext_lazy("Latest visit first"),
}
"""The orders of the members' list."""


def member_rows(
    access: ClubAccess,
    after: str | None,
    now: datetime,
    *,
    words: str,
    former: bool,
    order: str,
) -> tuple[list[MemberRow], Page[Membership]]:
    """A page of the members or of the former members whose names hold these words."""
    memberships = Membership.objects.filter(club=access.club, ended_at__isnull=not former)
    if words:
        memberships = memberships.filter(user__name__icontains=words)
    found = _ordered(memberships.select_related("user"), order, after)
    notes: dict[int, str] = {}
    in_time: dict[int, str] = {}
    if access.organises and not former:
        noted = MemberNote.objects.filter(membership__in=found.rows)
        notes = dict(noted.values_list("membership", "text"))
        in_time = shares_shown([one.user for one in found.rows])
    return [
        _row(access, one, notes.get(one.pk, ""), in_time.get(one.user_id or 0, ""), now)
        for one in found.rows
    ], found


def _ordered(memberships: QuerySet[Membership], order: str, after: str | None) -> Page[Membership]:
    """A page in one of `ORDERS`; by name and visit, `after` is the number of rows before it."""
    if order not in ("name", "seen"):
        return page(memberships, after, MEMBERS_SHOWN, newest=order == "newest")
    rows = memberships.order_by("user__name", "pk")
    if order == "seen":
        # By days, as `last_seen` tells it.
        day = TruncDay(Coalesce("user__seen_at", "user__last_login"), tzinfo=UTC)
        rows = memberships.order_by(day.desc(nulls_last=True), "user__name", "pk")
    start = parse_number(after, 6) or 0
    found = list(rows[start : start + MEMBERS_SHOWN + 1])
    end = start + MEMBERS_SHOWN if len(found) > MEMBERS_SHOWN else None
    return Page(found[:MEMBERS_SHOWN], end, start == 0)


def _row(
    access: ClubAccess, membership: Membership, note: str, in_time: str, now: datetime
) -> MemberRow:
    is_me = access.me is not None and membership.user_id == access.me.user_id
    lasts = membership.ended_at is None and access.club.closed_at is None
    user = membership.user
    return MemberRow(
        membership=membership,
        is_me=is_me,
        seen=last_seen(user.last_visit, now) if user and membership.ended_at is None else "",
        note=note,
        in_time=in_time,
        may_note=lasts and access.organises,
        may_remove=lasts
        and not is_me
        and (access.owns or (access.organises and not membership.organises)),
        may_set_role=lasts and access.owns,
    )
