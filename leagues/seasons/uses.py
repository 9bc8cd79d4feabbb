"""What seasons do with matches that were played elsewhere, for the pages of these."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from games.importing.uses import Use, register
from games.models import Game
from leagues.access import Visitor, membership_of
from leagues.models import Table
from leagues.seasons.recorded import organises
from leagues.seasons.rounds import name_of
from players.models import User


@register
def uses_in_seasons(match: Game, reader: Visitor) -> list[Use]:
    """The table for which it counts, or for whoever organises a club the way to those for which it could."""
    tables = Table.objects.select_related("round__season__club", "division")
    table = tables.filter(game=match).first()
    if table is not None:
        return _counts_for(table, reader)
    if isinstance(reader, User) and organises(reader):
        path = reverse("leagues:tables_for_match", args=[match.slug])
        return [Use(_("Let it count for a table of a season"), path)]
    return []


def _counts_for(table: Table, reader: Visitor) -> list[Use]:
    season = table.round.season
    if not season.club.is_public and membership_of(reader, season.club) is None:
        return []
    path = reverse("leagues:round", args=[season.club.slug, season.slug, table.round.number])
    return [Use(_("Counts for %(table)s") % {"table": name_of(table)}, path)]
