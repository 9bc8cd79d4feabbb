"""The seasons and single tables that organisers can choose, if their webhook is not to be posted about all."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from games.models import Game
from games.presentation.table_titles import title
from leagues.models import Club, Season, Table, Webhook


def places_to_choose(club: Club, webhook: Webhook | None) -> list[tuple[str, str]]:
    """Unfinished seasons and running tables, and whatever has been chosen before. Takes six queries."""
    chosen = (webhook.places if webhook else None) or ()
    return [*_seasons(club, chosen), *_tables(club, chosen)]


def _seasons(club: Club, chosen: Sequence[str]) -> list[tuple[str, str]]:
    is_offered = Q(state__in=Season.UNFINISHED) | Q(pk__in=_keys("season", chosen))
    return [
        (f"season:{one.pk}", _("%(season)s, all of it") % {"season": one})
        for one in club.seasons.filter(is_offered).order_by("pk")
    ]


def _tables(club: Club, chosen: Sequence[str]) -> list[tuple[str, str]]:
    is_offered = Q(state=Table.State.RUNNING) | Q(pk__in=_keys("table", chosen))
    tables = Table.objects.filter(is_offered, round__season__club=club, game__isnull=False)
    related = tables.select_related("game").prefetch_related("seats__entry__user")
    ordered = related.order_by("round__season", "round__number", "division", "number")
    return [(f"table:{one.pk}", _with_players(one, one.game)) for one in ordered if one.game]


def _with_players(table: Table, game: Game) -> str:
    names = _(", ").join(seat.entry.name for seat in table.seats.all() if seat.entry)
    return _("%(table)s: %(names)s") % {"table": title(game), "names": names}


def _keys(kind: str, chosen: Sequence[str]) -> list[int]:
    pairs = [place.split(":") for place in chosen]
    return [int(key) for name, key in pairs if name == kind]
