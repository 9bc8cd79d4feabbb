"""Adds links to the pages of imported matches: the table that counts the match, or the tables that could."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.access import Visitor
from games.imports.context import Use
from games.models import Game
from games.presentation.table_titles import fixture_title
from leagues.external_matches.search import organises
from leagues.models import Table
from leagues.rounds.titles import fixture_of
from players.models import User


def uses_in_seasons(match: Game, reader: Visitor) -> list[Use]:
    """The table for which the match counts. Otherwise, for organisers, the way to tables that may accept it."""
    tables = Table.objects.select_related("round__season__club", "division")
    table = tables.filter(game=match).first()
    if table is not None:
        return _counts_for(table, reader)
    if isinstance(reader, User) and organises(reader):
        path = reverse("leagues:tables_for_match", args=[match.slug])
        return [Use(_("Use it for a table of a season"), path)]
    return []


def _counts_for(table: Table, reader: Visitor) -> list[Use]:
    season = table.round.season
    if not season.club.is_public and season.club.membership_of(reader) is None:
        return []
    path = reverse("leagues:round", args=[season.club.slug, season.slug, table.round.number])
    return [Use(_("Counts for %(table)s") % {"table": fixture_title(fixture_of(table))}, path)]
