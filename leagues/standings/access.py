"""Access to divisions: a view gets its division here, with season and club, in one query."""

from __future__ import annotations

from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404

from leagues.access import ClubAccess, Visitor
from leagues.models import Club, Division, Membership, Season


class DivisionPlace(NamedTuple):
    """A division, and the visitor's membership in its club."""

    place: ClubAccess
    division: Division

    @property
    def club(self) -> Club:
        return self.place.club

    @property
    def season(self) -> Season:
        return self.division.season

    @property
    def me(self) -> Membership | None:
        return self.place.me

    @property
    def organises(self) -> bool:
        return self.place.organises


def get_division_or_404(user: Visitor, slug: str, season: str, number: int) -> DivisionPlace:
    """A division of a season that the visitor may see. Only organisers see a season in preparation."""
    found = get_object_or_404(
        Division.objects.select_related("season__club"),
        season__club__slug=slug,
        season__slug=season,
        number=number,
    )
    club = found.season.club
    place = ClubAccess(club, club.membership_of(user))
    if not (club.is_public or place.is_member):
        raise Http404
    if found.season.state == Season.State.DRAFT and not place.organises:
        raise Http404
    return DivisionPlace(place, found)


def get_organised_division(user: Visitor, slug: str, season: str, number: int) -> DivisionPlace:
    """A division of a club that the visitor organises."""
    found = get_division_or_404(user, slug, season, number)
    if not found.organises:
        raise PermissionDenied
    return found
