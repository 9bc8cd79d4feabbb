"""The matches of a club or of a season, for those who search the archive."""

from __future__ import annotations

from django.http import Http404

from games.archive.circles import Games, register
from leagues.access import Visitor, get_club_or_404
from leagues.seasons.access import get_season_or_404
from leagues.seasons.models import Table


@register
def matches_at(reader: Visitor, address: str) -> Games | None:
    """By an address such as ``kamakura`` or ``kamakura/spring``."""
    slug, _slash, season = address.strip("/").partition("/")
    try:
        if season:
            found = get_season_or_404(reader, slug, season).season
            tables = Table.objects.filter(round__season=found)
        else:
            club = get_club_or_404(reader, slug).club
            tables = Table.objects.filter(round__season__club=club)
    except Http404:
        return None
    return tables.filter(game__isnull=False).values("game")
