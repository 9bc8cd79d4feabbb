"""The matches of a club or of a season, for those who search the archive."""

from __future__ import annotations

from django.http import Http404

from games.archive.circles import Games, register
from leagues.access import Visitor, get_club_or_404
from leagues.seasons.models import Season, Table


@register
def matches_at(reader: Visitor, address: str) -> Games | None:
    """By an address such as ``kamakura`` or ``kamakura/spring``."""
    slug, _slash, season = address.strip("/").partition("/")
    try:
        club = get_club_or_404(reader, slug).club
    except Http404:
        return None
    tables = Table.objects.filter(round__season__club=club, game__isnull=False)
    if season:
        if not Season.objects.filter(club=club, slug=season).exists():
            return None
        tables = tables.filter(round__season__slug=season)
    return tables.values("game")
