"""Who may see and organise a club or a season. Every view gets its club or season here.

A club that is closed to the visitor is not found (404); what they may see but not do is refused (403).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse

from games.access import Visitor
from leagues.models import Club, Division, Entry, Invitation, Membership, Season


class ClubAccess(NamedTuple):
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

    def path(self, name: str, *arguments: object) -> str:
        """The address of one of the club's pages, by its URL name."""
        return reverse(f"leagues:{name}", args=[self.club.slug, *arguments])


class SeasonAccess(NamedTuple):
    """A season, and the visitor's membership of its club."""

    of_club: ClubAccess
    season: Season

    @property
    def club(self) -> Club:
        return self.of_club.club

    @property
    def me(self) -> Membership | None:
        return self.of_club.me

    @property
    def organises(self) -> bool:
        return self.of_club.organises

    @property
    def keys(self) -> dict[str, Any]:
        return {"club_id": self.club.pk, "season_id": self.season.pk}

    def path(self, name: str, *arguments: object) -> str:
        return self.of_club.path(name, self.season.slug, *arguments)


# --- Clubs ---


def get_club_or_404(user: Visitor, slug: str) -> ClubAccess:
    """A public club, or one of the visitor's own."""
    club = get_object_or_404(Club.objects.all(), slug=slug)
    return _visible(ClubAccess(club, club.membership_of(user)))


def _visible(access: ClubAccess) -> ClubAccess:
    if not (access.club.is_public or access.is_member):
        raise Http404
    return access


def get_own_club(user: Visitor, slug: str) -> ClubAccess:
    """A club of which the visitor is a member."""
    return _refuse_unless(get_club_or_404(user, slug), "is_member")


def get_organised_club(user: Visitor, slug: str) -> ClubAccess:
    """A club that the visitor organises."""
    return _refuse_unless(get_club_or_404(user, slug), "organises")


def get_owned_club(user: Visitor, slug: str) -> ClubAccess:
    return _refuse_unless(get_club_or_404(user, slug), "owns")


def _refuse_unless(access: ClubAccess, role: str) -> ClubAccess:
    if not getattr(access, role):
        raise PermissionDenied
    return access


def get_invitation_or_404(token: str) -> Invitation:
    """The invitation of a link; everybody who has the link may see it."""
    found = Invitation.objects.select_related("club", "made_by")
    return get_object_or_404(found, token=token)


# --- Seasons ---


def get_season_or_404(user: Visitor, slug: str, season: str) -> SeasonAccess:
    """A season of a club that the visitor may see; only organisers see one in preparation."""
    seasons = Season.objects.select_related("club")
    found = get_object_or_404(seasons, club__slug=slug, slug=season)
    access = _visible(ClubAccess(found.club, found.club.membership_of(user)))
    if found.state == Season.State.DRAFT and not access.organises:
        raise Http404
    return SeasonAccess(access, found)


def get_own_season(user: Visitor, slug: str, season: str) -> SeasonAccess:
    """A season of a club of which the visitor is a member."""
    found = get_season_or_404(user, slug, season)
    _refuse_unless(found.of_club, "is_member")
    return found


def get_organised_season(user: Visitor, slug: str, season: str) -> SeasonAccess:
    """A season that the visitor organises."""
    found = get_season_or_404(user, slug, season)
    _refuse_unless(found.of_club, "organises")
    return found


def get_division_or_404(season: Season, number: int) -> Division:
    found = get_object_or_404(Division.objects.all(), season=season, number=number)
    found.season = season
    return found


def entry_of(user: Visitor, season: Season) -> Entry | None:
    """The visitor's entry, in whatever state."""
    if user.pk is None:
        return None
    return Entry.objects.filter(season=season, user=user).select_related("division").first()
