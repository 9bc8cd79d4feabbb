"""Who may see and change standings. A division brings its season and club along, in one query."""

from __future__ import annotations

from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404

from leagues.access import Place, Visitor, membership_of
from leagues.models import Club, Division, Membership, Season


class DivisionPlace(NamedTuple):
    """A division, and what the visitor is in its club."""

    place: Place
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
    """Of a season that the visitor may look at; one in preparation is there for its organisers only."""
    found = get_object_or_404(
        Division.objects.select_related("season__club"),
        season__club__slug=slug,
        season__slug=season,
        number=number,
    )
    club = found.season.club
    place = Place(club, membership_of(user, club))
    if not (club.is_public or place.is_member):
        raise Http404
    if found.season.state == Season.State.DRAFT and not place.organises:
        raise Http404
    return DivisionPlace(place, found)


def get_organised_division(user: Visitor, slug: str, season: str, number: int) -> DivisionPlace:
    """A division that is the visitor's to organise."""
    found = get_division_or_404(user, slug, season, number)
    if not found.organises:
        raise PermissionDenied
    return found
