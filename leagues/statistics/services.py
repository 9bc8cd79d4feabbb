"""Keeps the sums of seasons up to date when the counts of a match change."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.db import transaction

from games.models import Game, SeatTally
from games.statistics.counting import Counts, add
from leagues.corrections.voided import GAME_IS_VOID, is_void
from leagues.models import SeasonStatistics, Table


class SeasonMonth(NamedTuple):
    season_id: int
    preset: str
    month: date


def follow(game: Game, before: Iterable[SeatTally], after: Iterable[SeatTally]) -> None:
    """Add the difference in the match's counts to its season's sums, in the caller's transaction."""
    table = Table.objects.filter(game=game).select_related("round").first()
    if table is not None and not (table.state == Table.State.VOID and is_void(game.pk)):
        season_id = table.round.season_id
        _change(sums_of(season_id, after), sums_of(season_id, before))


def add_match(game: Game, season_id: int) -> None:
    """Add a match that has joined the season. The caller has locked the game's row."""
    _change(sums_of(season_id, SeatTally.objects.filter(game=game)), {})


def remove_match(game: Game, season_id: int) -> None:
    """Subtract a match that has left the season. The caller has locked the game's row."""
    _change({}, sums_of(season_id, SeatTally.objects.filter(game=game)))


def sums_of(season_id: int, rows: Iterable[SeatTally]) -> dict[SeasonMonth, Counts]:
    found: dict[SeasonMonth, Counts] = {}
    for row in rows:
        counts = found.setdefault(SeasonMonth(season_id, row.preset, row.month), {})
        add(counts, row.counts_json)
    return found


def recompute_sums() -> int:
    """Rebuild all sums; returns how many were wrong."""
    seasons = set(SeasonStatistics.objects.values_list("season", flat=True))
    counted = SeatTally.objects.filter(game__league_table__isnull=False)
    seasons |= set(counted.values_list("game__league_table__round__season", flat=True).distinct())
    return sum(map(_sum_season, sorted(seasons)))


@transaction.atomic
def _sum_season(season_id: int) -> int:
    # Locked before the rows are read, as in `games.statistics.services`.
    rows = SeasonStatistics.objects.select_for_update().filter(season=season_id).order_by("pk")
    stored = {SeasonMonth(season_id, row.preset, row.month): row.counts_json for row in rows}
    seats = SeatTally.objects.filter(game__league_table__round__season=season_id).exclude(GAME_IS_VOID)
    return _change(sums_of(season_id, seats), stored)


def _change(right: dict[SeasonMonth, Counts], stored: dict[SeasonMonth, Counts]) -> int:
    """Correct the stored sums, in the order of their keys; returns how many were wrong."""
    wrong = 0
    for key in sorted(right.keys() | stored.keys()):
        change = dict(right.get(key, {}))
        add(change, stored.get(key, {}), -1)
        if change:
            wrong += 1
            row, _ = SeasonStatistics.objects.get_or_create(**key._asdict())
            row = SeasonStatistics.objects.select_for_update().get(pk=row.pk)
            add(row.counts_json, change)
            row.save(update_fields=["counts_json"])
    return wrong
