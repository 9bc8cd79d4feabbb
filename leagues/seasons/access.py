"""Who may see and do what in a season. Every view gets its season here (`leagues.access` has the clubs)."""

from __future__ import annotations

from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404

from leagues.access import Place, Visitor, membership_of
from leagues.models import Club, Division, Entry, Membership, Season


class SeasonPlace(NamedTuple):
    """A season, and what the visitor is in it and in its club."""

    place: Place
    season: Season

    @property
    def club(self) -> Club:
        return self.place.club

    @property
    def me(self) -> Membership | None:
        return self.place.me

    @property
    def organises(self) -> bool:
        return self.place.organises


def get_season_or_404(user: Visitor, slug: str, season: str) -> SeasonPlace:
    """A season of a club that the visitor may look at; one in preparation is there for its organisers only."""
    seasons = Season.objects.select_related("club")
    found = get_object_or_404(seasons, club__slug=slug, slug=season)
    place = Place(found.club, membership_of(user, found.club))
    if not (found.club.is_public or place.is_member):
        raise Http404
    if found.state == Season.State.DRAFT and not place.organises:
        raise Http404
    return SeasonPlace(place, found)


def get_own_season(user: Visitor, slug: str, season: str) -> SeasonPlace:
    """A season of a club of which the visitor is a member."""
    found = get_season_or_404(user, slug, season)
    if not found.place.is_member:
        raise PermissionDenied
    return found


def get_organised_season(user: Visitor, slug: str, season: str) -> SeasonPlace:
    """A season that is the visitor's to organise."""
    found = get_own_season(user, slug, season)
    if not found.organises:
        raise PermissionDenied
    return found


def get_division_or_404(season: Season, number: int) -> Division:
    found = get_object_or_404(Division.objects.all(), season=season, number=number)
    found.season = season
    return found


def entry_of(user: Visitor, season: Season) -> Entry | None:
    """The visitor's entry, whatever became of it."""
    if user.pk is None:
        return None
    return Entry.objects.filter(season=season, user=user).select_related("division").first()
