"""The seasons of a club, as its pages list them."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet

from leagues.access import Place
from leagues.models import Season

SHOWN: Final = 4


def seasons_of(place: Place) -> QuerySet[Season]:
    """Those that the visitor may see: in preparation, organisers alone."""
    found = Season.objects.filter(club=place.club)
    return found if place.organises else found.exclude(state=Season.State.DRAFT)


def latest_seasons(place: Place) -> list[Season]:
    """The newest, for the club's own page."""
    found = list(seasons_of(place).exclude(state=Season.State.CANCELLED).order_by("-pk")[:SHOWN])
    for season in found:
        season.club = place.club
    return found
