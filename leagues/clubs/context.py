"""The contexts of the pages of clubs."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import groupby
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.db.models import Case, IntegerField, QuerySet, When
from django.db.models.functions import Coalesce, TruncDay
from django.http import Http404
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.access import Visitor
from games.models import HouseRules
from infrastructure.paging import Page, page
from infrastructure.requests import parse_number
from infrastructure.speed.prepared_queries import Parameter
from leagues.access import ClubAccess
from leagues.clubs.attendance import last_seen, shares_shown
from leagues.clubs.audit_log import readable_entries, readable_seasons
from leagues.clubs.audit_messages import sentence
from leagues.clubs.services import why_last_owner_stays
from leagues.models import AuditEntry, BoardWeek, Club, Invitation, JoinRequest, MemberNote, Membership, Role, Season
from leagues.pages import ClubFormPage, ClubListPage, ClubPage
from players.models import Block, User

CLUBS_SHOWN: Final = 30
MEMBERS_SHOWN: Final = 50
STAFF_SHOWN: Final = 20
INVITATIONS_SHOWN: Final = 20
RANKS: Final = Case(*(When(role=role, then=rank) for rank, role in enumerate(Role.values)), output_field=IntegerField())


# --- Lists of clubs ---


@dataclass(frozen=True)
class ClubsPage:
    page: Page[Club]
    """Public clubs, the newest first."""
    words: str
    mine: list[Membership] = field(default_factory=list)
    invitations: list[Invitation] = field(default_factory=list)


def clubs_page(reader: Visitor, after: str | None, words: str) -> ClubsPage:
    """Public clubs, or those whose names contain the words; first the reader's own, and invitations."""
    clubs = _public_clubs(after, words)
    if not isinstance(reader, User) or not clubs.is_first:
        return ClubsPage(clubs, words)
    invitations = invitations_for(reader, timezone.now())
    return ClubsPage(clubs, words, clubs_of(reader), invitations)


def _public_clubs(after: str | None, words: str) -> Page[Club]:
    clubs = Club.objects.open().filter(is_public=True)
    if words:
        clubs = clubs.filter(name__icontains=words)
    return page(clubs.with_sizes(), after, CLUBS_SHOWN, newest=True)


def clubs_of(user: User) -> list[Membership]:
    """The person's present memberships, the oldest first."""
    mine = Membership.objects.filter(user=user, ended_at=None, club__closed_at=None)
    return list(mine.select_related("club").order_by("pk")[:100])


def open_invitations(user: User | Parameter, now: datetime | Parameter) -> QuerySet[Invitation]:
    """Invitations to clubs that the person is not in; a club may invite them both by name and by mail."""
    blocked = Block.objects.filter(user=user).values("blocked")
    mine = Invitation.objects.filter(user=user).exclude(made_by__in=blocked).standing(now)
    joined = Membership.objects.filter(user=user, ended_at=None).values("club")
    return mine.exclude(club__in=joined)


def invitations_for(user: User, now: datetime) -> list[Invitation]:
    """Open invitations to this person: the newest of each club."""
    invitations = open_invitations(user, now).select_related("club", "made_by").order_by("pk")
    newest = {each.club_id: each for each in invitations[:INVITATIONS_SHOWN]}
    return sorted(newest.values(), key=lambda invitation: -invitation.pk)


# --- The club's own page, and joining it ---


@dataclass(frozen=True, kw_only=True)
class ClubHomePage(ClubPage):
    staff: list[Membership]
    size: int
    """The number of members."""
    seasons: list[Season]
    board_weeks: list[BoardWeek]
    """Those that members can play now."""
    house_rules: list[HouseRules]
    invitation: Invitation | None
    """To the reader."""
    asked: JoinRequest | None
    """The reader's open request."""
    why_no_request: str
    """Why the reader cannot ask to join."""
    ask_form: forms.Form


@dataclass(frozen=True)
class JoinPage:
    invitation: Invitation
    club: Club
    refusal: str
    """Why the reader cannot join by it."""


@dataclass(frozen=True, kw_only=True)
class LeaveClubPage(ClubFormPage):
    refusal: str
    """Why the member cannot leave."""


@dataclass(frozen=True, kw_only=True)
class CloseClubPage(ClubFormPage):
    ending: list[Season]
    """The seasons that will be cancelled."""


OF_THE_CLUB: Final = "-"
"""Instead of a season's slug: entries of no season."""


@dataclass(frozen=True, kw_only=True)
class AuditLogPage(ClubListPage):
    days: list[tuple[date, list[tuple[AuditEntry, str]]]]
    """The entries with their sentences, by day in the reader's time zone."""
    seasons: list[Season]
    chosen: str

    @property
    def of_the_club(self) -> str:
        return OF_THE_CLUB

    @property
    def query(self) -> str:
        return urlencode({"season": self.chosen} if self.chosen else {})


def audit_log_page(access: ClubAccess, after: str | None, chosen: str, size: int) -> AuditLogPage:
    """All that the reader may see, or what concerns the chosen season alone; 404 for a season that they may not see."""
    seasons = list(readable_seasons(access))
    entries = readable_entries(access).select_related("actor", "subject")
    if chosen == OF_THE_CLUB:
        entries = entries.filter(season=None)
    elif chosen:
        season = next((each for each in seasons if each.slug == chosen), None)
        if season is None:
            raise Http404
        entries = entries.filter(season=season)
    part = page(entries, after, size, newest=True)
    days = groupby(part.rows, lambda entry: timezone.localdate(entry.at))
    lines = [(day, [(entry, sentence(entry)) for entry in of_day]) for day, of_day in days]
    return AuditLogPage(access=access, page=part, days=lines, seasons=seasons, chosen=chosen)


@dataclass(frozen=True, kw_only=True)
class InvitationsPage(ClubListPage):
    shows_over: bool
    """Whether it shows those that can't be used any more, instead of the open ones."""
    has_season: bool
    full: str
    """Why nobody can be invited now."""
    site: str
    link_form: forms.Form
    invite_form: forms.Form


def invitation_of(user: Visitor, club: Club, now: datetime) -> Invitation | None:
    """The newest invitation to the club that is for this visitor and can still be used, if any."""
    if user.pk is None or club.closed_at:
        return None
    mine = club.invitations.filter(user=user.pk).standing(now)
    return mine.select_related("made_by").order_by("-pk").first()


def staff(club: Club) -> list[Membership]:
    """Owners and organisers, owners first."""
    members = Membership.objects.filter(club=club, ended_at=None).exclude(role=Role.MEMBER)
    return list(members.select_related("user").order_by(RANKS, "joined_at", "pk")[:STAFF_SHOWN])


def open_requests(club: Club) -> QuerySet[JoinRequest]:
    return club.requests.filter(state=JoinRequest.State.OPEN)


def request_of(user: Visitor, club: Club) -> JoinRequest | None:
    """The visitor's open request to join, if any."""
    return None if user.pk is None else open_requests(club).filter(user=user.pk).first()


# --- Members ---


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A membership in the list, and what the reader may do with it."""

    membership: Membership
    is_me: bool
    seen: str
    note: str
    """The organisers' note; empty for all other readers."""
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


@dataclass(frozen=True, kw_only=True)
class MembersPage(ClubListPage):
    rows: list[MemberRow]
    former: bool
    words: str
    order: str

    @property
    def orders(self) -> list[tuple[str, Promise]]:
        return list(ORDERS.items())

    @property
    def roles(self) -> list[tuple[str, Any]]:
        return Role.choices

    @property
    def query(self) -> str:
        """The choices of the reader, for the address of the next page."""
        query = {"order": self.order if self.order in ORDERS else "", "q": self.words}
        chosen = {name: value for name, value in query.items() if value}
        return urlencode(chosen | ({"former": ""} if self.former else {}))


def members_page(
    access: ClubAccess, after: str | None, now: datetime, *, words: str, former: bool, order: str
) -> MembersPage:
    """The members or the former members whose names contain these words."""
    memberships = Membership.objects.filter(club=access.club, ended_at__isnull=not former)
    if words:
        memberships = memberships.filter(user__name__icontains=words)
    part = _ordered(memberships.select_related("user"), order, after)
    notes: dict[int, str] = {}
    in_time: dict[int, str] = {}
    if access.organises and not former:
        noted = MemberNote.objects.filter(membership__in=part.rows)
        notes = dict(noted.values_list("membership", "text"))
        in_time = shares_shown([member.user for member in part.rows])
    is_last_owner = bool(not former and why_last_owner_stays(access.club, access.me))
    rows = [
        _row(
            access,
            member,
            notes.get(member.pk, ""),
            in_time.get(member.user_id or 0, ""),
            now,
            is_last_owner=is_last_owner,
        )
        for member in part.rows
    ]
    return MembersPage(access=access, page=part, rows=rows, former=former, words=words, order=order)


def _ordered(memberships: QuerySet[Membership], order: str, after: str | None) -> Page[Membership]:
    """A page in one of `ORDERS`; by name and visit, `after` is the number of rows before it."""
    if order not in ("name", "seen"):
        return page(memberships, after, MEMBERS_SHOWN, newest=order == "newest")
    rows = memberships.order_by("user__name", "pk")
    if order == "seen":
        # By days, like `last_seen`.
        day = TruncDay(Coalesce("user__seen_at", "user__last_login"), tzinfo=UTC)
        rows = memberships.order_by(day.desc(nulls_last=True), "user__name", "pk")
    start = parse_number(after, 6) or 0
    members = list(rows[start : start + MEMBERS_SHOWN + 1])
    end = start + MEMBERS_SHOWN if len(members) > MEMBERS_SHOWN else None
    return Page(members[:MEMBERS_SHOWN], end, start == 0)


def _row(
    access: ClubAccess, membership: Membership, note: str, in_time: str, now: datetime, *, is_last_owner: bool
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
        may_remove=lasts and not is_me and (access.owns or (access.organises and not membership.organises)),
        may_set_role=lasts and access.owns and not (is_me and is_last_owner),
    )
