"""Bringing the sums of seasons along, when a match counts otherwise than before."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.db import transaction

from games.models import Game, SeatTally
from games.statistics.counting import Counts, add
from leagues.models import SeasonTally, Table


class Key(NamedTuple):
    season_id: int
    preset: str
    month: date


def follow(game: Game, before: Iterable[SeatTally], after: Iterable[SeatTally]) -> None:
    """Change the season's sums by what the match counts now and did not before; in the caller's transaction."""
    table = Table.objects.filter(game=game).select_related("round").first()
    if table is not None:
        season_id = table.round.season_id
        _change(sums_of(season_id, after), sums_of(season_id, before))


def take_in(game: Game, season_id: int) -> None:
    """The match belongs to the season from now on; whoever says so holds the game's row."""
    _change(sums_of(season_id, SeatTally.objects.filter(game=game)), {})


def let_go(game: Game, season_id: int) -> None:
    """It belongs there no more."""
    _change({}, sums_of(season_id, SeatTally.objects.filter(game=game)))


def sums_of(season_id: int, rows: Iterable[SeatTally]) -> dict[Key, Counts]:
    """Of all seats, whoever had them."""
    found: dict[Key, Counts] = {}
    for row in rows:
        counts = found.setdefault(Key(season_id, row.preset, row.month), {})
        add(counts, row.counts_json)
        add(counts, row.before_json)
    return found


def sum_anew() -> int:
    """Make all sums anew; how many were wrong."""
    seasons = set(SeasonTally.objects.values_list("season", flat=True))
    counted = SeatTally.objects.filter(game__league_table__isnull=False)
    seasons |= set(counted.values_list("game__league_table__round__season", flat=True).distinct())
    return sum(map(_sum_season, sorted(seasons)))


@transaction.atomic
def _sum_season(season_id: int) -> int:
    # Locked before the rows are read, as in `games.statistics.services`.
    rows = SeasonTally.objects.select_for_update().filter(season=season_id).order_by("pk")
    stored = {Key(season_id, row.preset, row.month): row.counts_json for row in rows}
    seats = SeatTally.objects.filter(game__league_table__round__season=season_id)
    return _change(sums_of(season_id, seats), stored)


def _change(right: dict[Key, Counts], stored: dict[Key, Counts]) -> int:
    """Add what is missing to the stored sums, in the order of their keys; how many were wrong."""
    wrong = 0
    for key in sorted(right.keys() | stored.keys()):
        change = dict(right.get(key, {}))
        add(change, stored.get(key, {}), -1)
        if change:
            wrong += 1
            row, _ = SeasonTally.objects.get_or_create(**key._asdict())
            row = SeasonTally.objects.select_for_update().get(pk=row.pk)
            add(row.counts_json, change)
            row.save(update_fields=["counts_json"])
    return wrong
