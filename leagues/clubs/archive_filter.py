"""Lets the archive search filter by club or season."""

from django.http import Http404

from games.access import Visitor
from games.archive.search import Games
from leagues.access import get_club_or_404, get_season_or_404
from leagues.models import Table


def matches_at(reader: Visitor, address: str) -> Games | None:
    """The matches of a club or season, addressed as `kamakura` or `kamakura/spring`; None if there is none."""
    slug, _slash, season = address.strip("/").partition("/")
    try:
        if season:
            access = get_season_or_404(reader, slug, season)
            tables = Table.objects.filter(round__season=access.season)
        else:
            club = get_club_or_404(reader, slug).club
            tables = Table.objects.filter(round__season__club=club)
    except Http404:
        return None
    return tables.filter(game__isnull=False).values("game")
