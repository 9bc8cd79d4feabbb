"""Recomputes the standings of a division.

A worker locks the division's row of `DivisionStandings` before it reads anything else. So the second of two workers
sees at least what the first one saw, and writes nothing if nothing has changed.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.kernel.followers import consume_again
from infrastructure.task_queue import enqueue_on_commit
from leagues.models import Division, DivisionStandings, Offer, Season, Standing, Table
from leagues.rounds.results import read_deals
from leagues.standings.core import (
    KnockOut,
    RoundResult,
    SeasonIndex,
    SeasonInput,
    StandingsRow,
    Step,
    running_standings,
)
from leagues.standings.division_input import DivisionRows, read_division, season_input

FIELDS: Final = [field.name for field in Standing._meta.concrete_fields if not field.primary_key]


def update_standings_later(*division_ids: int) -> None:
    """Recompute the standings after the commit, because their input has changed."""
    for division_id in division_ids:
        enqueue_on_commit("leagues.tasks.update_standings", division_id)


def correct_standings_later(*division_ids: int) -> None:
    """Recompute the standings after a correction, perhaps in a season that is over.

    They count as provisional until then, so that the periodic task finds them if the message is lost.
    """
    DivisionStandings.objects.filter(division__in=division_ids).update(is_provisional=True)
    update_standings_later(*division_ids)


def read_again(table_ids: Sequence[int]) -> None:
    """Read the deals of these tables again, because they now belong to other entries."""
    tables = Table.objects.filter(pk__in=table_ids)
    tables.update(deals_seq=0)
    for game_id in tables.filter(game__isnull=False).values_list("game", flat=True):
        consume_again("season tables", game_id)


def update_from_table(table_id: int) -> bool:
    """Read the deals that have ended at the table, and update its standings."""
    table = Table.objects.select_related("game__board_set").get(pk=table_id)
    read_deals(table)
    changed = [update_standings(division_id) for division_id in divisions_of(table)]
    return any(changed)


def divisions_of(table: Table) -> list[int]:
    """The division of the table, and those of members who have substituted there: deals may be theirs."""
    came_in = Offer.objects.filter(seat__table=table, state=Offer.State.ACCEPTED, entry__division__isnull=False)
    others = came_in.exclude(entry__division=table.division_id).values_list("entry__division", flat=True)
    return [table.division_id, *others.distinct()]


def update_standings(division_id: int, *, in_full: bool = False) -> bool:
    """Bring the standings of a division up to date; returns whether anything changed.

    ``in_full`` also reads deals that were missed, and computes even where nothing seems to have changed.
    """
    if in_full:
        # Before anything is locked: logs are long.
        for table in _unread(division_id):
            read_deals(table)
    return _update_locked(division_id, in_full=in_full)


def _unread(division_id: int) -> list[Table]:
    tables = Table.objects.filter(division=division_id, game__seq__gt=F("deals_seq"))
    return list(tables.select_related("game__board_set"))


@transaction.atomic
def _update_locked(division_id: int, *, in_full: bool) -> bool:
    DivisionStandings.objects.get_or_create(division_id=division_id)
    row = DivisionStandings.objects.select_for_update(of=("self",)).get(division=division_id)
    division = Division.objects.select_related("season").get(pk=division_id)
    season = season_input(read_division(division))
    basis = sha256(repr(season).encode()).hexdigest()
    provisional = is_provisional(season)
    is_known = (row.basis, row.is_provisional) == (basis, provisional)
    if is_known and not in_full:
        return False
    changed = _store(division, lines_of(division, season))
    if is_known and not changed:
        return False
    row.basis, row.is_provisional = basis, provisional
    row.rounds_over, row.changed_at = len(SeasonIndex(season).over), timezone.now()
    row.save(update_fields=["basis", "is_provisional", "rounds_over", "changed_at"])
    return True


def is_provisional(values: SeasonInput) -> bool:
    """Whether deals to come may change places."""
    lookup = SeasonIndex(values)
    if values.scheme.advancing:
        return KnockOut(lookup).is_open
    return bool(lookup.running) or lookup.to_come > 0


def lines_of(division: Division, season: SeasonInput) -> list[Standing]:
    rows = running_standings(season)
    return [
        Standing(
            entry_id=row.member,
            division=division,
            position=position,
            place=row.place,
            points=str(row.points),
            adjusted=str(row.adjusted),
            started=str(row.started),
            played=row.played,
            least=str(row.reach.least),
            most=str(row.reach.most),
            best_place=row.places[0],
            worst_place=row.places[1],
            next_round=row.next_round,
            results_json=_results(row, has_scores=season.scheme.above_field),
            ties_json=[{"by": tie.tie_break, "value": str(tie.value)} for tie in row.ties],
        )
        for position, row in enumerate(rows, start=1)
    ]


def _results(row: StandingsRow, *, has_scores: bool) -> list[dict[str, object]]:
    """By round; in a knock-out with the place at the table and what came of it."""
    found = {result.round: _result(result, has_scores=has_scores) for result in row.results}
    for step in row.steps:
        if step.round in found:
            found[step.round] |= step_of(step)
    return list(found.values())


def step_of(step: Step) -> dict[str, object]:
    """A round of a knock-out, as it is stored with its result."""
    return step._asdict()


def _result(result: RoundResult, *, has_scores: bool = False) -> dict[str, object]:
    """``has_scores``: points say nothing of how much was scored, so that is stored beside them."""
    stored: dict[str, object] = {
        "round": result.round,
        "how": "running" if result.is_running else result.how,
        "points": str(result.points),
        "counted": result.is_counted,
    }
    if bots := sum(len(table.bots) for table in result.tables):
        stored |= {"bots": bots, "deals": sum(len(table.deals) for table in result.tables)}
    if has_scores and result.tables:
        stored["score"] = sum(table.score for table in result.tables)
    if result.how == "gone":
        stored["gone"] = True
    if result.is_running and result.running != result.points:
        stored["running"] = str(result.running)
    return stored


def _store(division: Division, lines: Sequence[Standing]) -> bool:
    """Write changed lines; return whether any changed."""
    stored = {line.pk: line for line in Standing.objects.filter(division=division)}
    new = [line for line in lines if not _same(line, stored.pop(line.pk, None))]
    if stored:
        # Members who moved to another division may have a line there already.
        Standing.objects.filter(division=division, pk__in=stored).delete()
    Standing.objects.bulk_create(new, update_conflicts=True, unique_fields=["entry"], update_fields=FIELDS)
    return bool(new or stored)


def _same(line: Standing, stored: Standing | None) -> bool:
    return stored is not None and all(
        getattr(line, field.attname) == getattr(stored, field.attname) for field in Standing._meta.concrete_fields
    )


def open_divisions() -> list[int]:
    """The divisions of running seasons, and of ended seasons without final standings."""
    running = Q(season__state=Season.State.RUNNING)
    over = Q(season__state__in=(Season.State.FINISHED, Season.State.CANCELLED))
    divisions = Division.objects.filter(running | (over & Q(standings_state__is_provisional=True)))
    return list(divisions.order_by("pk").values_list("pk", flat=True))


def rows_of(division: Division) -> tuple[DivisionRows, SeasonInput]:
    """For the pages that explain a figure."""
    rows = read_division(division)
    return rows, season_input(rows)
