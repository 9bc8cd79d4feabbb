"""Who may see and organise a club, a season or a division. Every view gets its subject here.

A club that is closed to the visitor is not found (404); what they may see but not do is refused (403).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import FilteredRelation, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse

from games.access import Visitor
from leagues.models import (
    BoardSeries,
    Club,
    Division,
    Invitation,
    JoinRequest,
    Ladder,
    Membership,
    Role,
    Season,
    Webhook,
)


@dataclass(frozen=True)
class ClubAccess:
    """A club, and the visitor's membership of it."""

    club: Club
    me: Membership | None

    @property
    def is_member(self) -> bool:
        return self.me is not None

    @property
    def organises(self) -> bool:
        return self.me is not None and self.me.organises

    @property
    def owns(self) -> bool:
        return self.me is not None and self.me.owns

    @property
    def keys(self) -> dict[str, Any]:
        """The arguments by which a service finds the club."""
        return {"club_id": self.club.pk}

    @property
    def route(self) -> list[object]:
        """The arguments that the addresses of the club's pages begin with."""
        return [self.club.slug]

    @property
    def home(self) -> str:
        return self.club.get_absolute_url()

    @cached_property
    def waiting(self) -> int:
        """The number of requests to join that an organiser may answer."""
        requests = self.club.requests.filter(state=JoinRequest.State.OPEN)
        return requests.count() if self.organises else 0

    @cached_property
    def has_organisers_to_write_to(self) -> bool:
        """Whether somebody other than the member organises the club, in which nothing has ended."""
        if self.me is None or self.club.closed_at is not None:
            return False
        others = self.club.current_memberships().exclude(role=Role.MEMBER).exclude(pk=self.me.pk)
        return not self.me.organises or others.exists()

    def path(self, name: str, *arguments: object) -> str:
        """The address of one of the pages, by its URL name."""
        return reverse(f"leagues:{name}", args=[*self.route, *arguments])


@dataclass(frozen=True)
class SeasonAccess(ClubAccess):
    """A season, and the visitor's membership of its club."""

    season: Season

    @property
    def keys(self) -> dict[str, Any]:
        return {**super().keys, "season_id": self.season.pk}

    @property
    def route(self) -> list[object]:
        return [*super().route, self.season.slug]

    @property
    def home(self) -> str:
        return self.season.get_absolute_url()


@dataclass(frozen=True)
class DivisionAccess(SeasonAccess):
    division: Division

    @property
    def route(self) -> list[object]:
        return [*super().route, self.division.number]


@dataclass(frozen=True)
class BoardSeriesAccess(ClubAccess):
    """Weeks of boards that the club plays."""

    series: BoardSeries


@dataclass(frozen=True)
class LadderAccess(ClubAccess):
    ladder: Ladder

    @property
    def keys(self) -> dict[str, Any]:
        return {**super().keys, "ladder_id": self.ladder.pk}

    @property
    def route(self) -> list[object]:
        return [*super().route, self.ladder.pk]

    @property
    def home(self) -> str:
        return self.ladder.get_absolute_url()


@dataclass(frozen=True)
class WebhookAccess(ClubAccess):
    webhook: Webhook

    @property
    def keys(self) -> dict[str, Any]:
        return {**super().keys, "webhook_id": self.webhook.pk}

    @property
    def route(self) -> list[object]:
        return [*super().route, self.webhook.pk]


Access = TypeVar("Access", bound=ClubAccess)


def _refuse_unless(access: Access, role: str) -> Access:
    if not getattr(access, role):
        raise PermissionDenied
    return access


def _clubs_of(user: Visitor) -> QuerySet[Membership]:
    return Membership.objects.filter(user=user.pk or 0, ended_at=None)


def _open_to(user: Visitor) -> Q:
    """What belongs to a public club, or to one of the visitor's own.

    The rest is not even read: reading it would take a little longer than finding nothing.
    """
    return Q(club__is_public=True) | Q(club__in=_clubs_of(user).values("club"))


def _announced_to(user: Visitor) -> Q:
    """Seasons that were announced, and all of the clubs that the visitor organises."""
    return Q(announced_at__isnull=False) | Q(club__in=_clubs_of(user).exclude(role=Role.MEMBER).values("club"))


# --- Clubs ---


def get_club_or_404(user: Visitor, slug: str) -> ClubAccess:
    """A public club, or one of the visitor's own."""
    if user.pk and (me := _clubs_of(user).filter(club__slug=slug).select_related("club").first()):
        return ClubAccess(me.club, me)
    return ClubAccess(get_object_or_404(Club, slug=slug, is_public=True), None)


def get_own_club(user: Visitor, slug: str) -> ClubAccess:
    return _refuse_unless(get_club_or_404(user, slug), "is_member")


def get_organised_club(user: Visitor, slug: str) -> ClubAccess:
    return _refuse_unless(get_club_or_404(user, slug), "organises")


def get_owned_club(user: Visitor, slug: str) -> ClubAccess:
    return _refuse_unless(get_club_or_404(user, slug), "owns")


def get_invitation_or_404(token: str) -> Invitation:
    """The invitation of a link; everybody who has the link may see it."""
    return get_object_or_404(Invitation.objects.select_related("club", "made_by"), token=token)


# --- Weeks of boards ---


def get_board_series_or_404(user: Visitor, slug: str, pk: int) -> BoardSeriesAccess:
    series = get_object_or_404(BoardSeries.objects.select_related("club"), _open_to(user), club__slug=slug, pk=pk)
    return BoardSeriesAccess(series.club, series.club.membership_of(user), series)


def get_organised_board_series(user: Visitor, slug: str, pk: int) -> BoardSeriesAccess:
    return _refuse_unless(get_board_series_or_404(user, slug, pk), "organises")


# --- Ladders ---


def get_ladder_or_404(user: Visitor, slug: str, pk: int) -> LadderAccess:
    ladder = get_object_or_404(Ladder.objects.select_related("club"), _open_to(user), club__slug=slug, pk=pk)
    return LadderAccess(ladder.club, ladder.club.membership_of(user), ladder)


def get_own_ladder(user: Visitor, slug: str, pk: int) -> LadderAccess:
    return _refuse_unless(get_ladder_or_404(user, slug, pk), "is_member")


def get_organised_ladder(user: Visitor, slug: str, pk: int) -> LadderAccess:
    return _refuse_unless(get_ladder_or_404(user, slug, pk), "organises")


# --- Webhooks ---


def get_organised_webhook(user: Visitor, slug: str, pk: int) -> WebhookAccess:
    access = get_organised_club(user, slug)
    webhook = get_object_or_404(Webhook.objects.select_related("club"), club=access.club, pk=pk)
    return WebhookAccess(webhook.club, access.me, webhook)


# --- Seasons and their divisions ---


def get_season_or_404(user: Visitor, slug: str, season: str) -> SeasonAccess:
    """A season of a club that the visitor may see; only organisers see one that was never announced.

    The membership comes with it, in one query.
    """
    own = Q(club__memberships__user=user.pk or 0, club__memberships__ended_at=None)
    seasons = Season.objects.annotate(membership=FilteredRelation("club__memberships", condition=own))
    related = seasons.select_related("club", "membership")  # type: ignore[misc]  # the annotation
    seen = related.filter(_open_to(user), _announced_to(user), club__slug=slug, slug=season).first()
    if seen is None:
        raise Http404
    me: Membership | None = getattr(seen, "membership", None)
    if me is not None:
        me.club = seen.club
    return SeasonAccess(seen.club, me, seen)


def get_own_season(user: Visitor, slug: str, season: str) -> SeasonAccess:
    return _refuse_unless(get_season_or_404(user, slug, season), "is_member")


def get_organised_season(user: Visitor, slug: str, season: str) -> SeasonAccess:
    return _refuse_unless(get_season_or_404(user, slug, season), "organises")


def get_division_or_404(user: Visitor, slug: str, season: str, number: int) -> DivisionAccess:
    """A division of a season that the visitor may see."""
    seasons = Season.objects.filter(_open_to(user), _announced_to(user), club__slug=slug, slug=season)
    divisions = Division.objects.select_related("season__club")
    division = get_object_or_404(divisions, season__in=seasons, number=number)
    club = division.season.club
    return DivisionAccess(club, club.membership_of(user), division.season, division)


def get_organised_division(user: Visitor, slug: str, season: str, number: int) -> DivisionAccess:
    return _refuse_unless(get_division_or_404(user, slug, season, number), "organises")
