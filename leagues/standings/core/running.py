"""The standings as they would be if every running table ended now, with the deals that it has finished."""

from .inputs import SeasonInput, total
from .points import RoundResult, SeasonIndex, is_running
from .ranking import StandingsRow, ranked, standings


def so_far(season: SeasonInput) -> SeasonInput:
    """The season as if its running tables ended now; itself if that changes nothing.

    Nobody has missed a round that still runs, and members keep a place while they can still play enough rounds.
    """
    running = [table for table in season.tables if is_running(table)]
    own = [table for table in season.tables if not table.division]
    waiting = {table.round for table in running if not table.deals and not table.division}
    to_come = 0
    if not season.is_over:
        held = {table.round for table in own} | {bye.round for bye in season.byes}
        to_come = max(0, season.rounds - len(held))
    minimum = max(0, season.scheme.minimum - to_come - len(waiting))
    if minimum == season.scheme.minimum and not any(table.deals for table in running):
        return season
    return season._replace(
        tables=tuple(
            table._replace(to_come=0) if table.deals and is_running(table) else table for table in season.tables
        ),
        scheme=season.scheme._replace(minimum=minimum),
        open_rounds=tuple(sorted({table.round for table in own if is_running(table)})),
        open_tables=tuple(sorted(table.place for table in own if is_running(table))),
    )


def running_standings(season: SeasonInput) -> tuple[StandingsRow, ...]:
    """The standings so far, best member first. Rounds played, and what can be reached, follow from finished tables."""
    rows, now = standings(season), so_far(season)
    if now is season:
        return rows
    finished = {row.member: row for row in rows}
    running = {table.place for table in season.tables if is_running(table)}
    return tuple(
        row._replace(
            results=tuple(_marked(result, running) for result in row.results),
            played=finished[row.member].played,
            reach=finished[row.member].reach,
            places=finished[row.member].places,
            steps=finished[row.member].steps,
            next_round=finished[row.member].next_round,
        )
        for row in ranked(SeasonIndex(now))
    )


def _marked(result: RoundResult, running: set[tuple[int, int, int]]) -> RoundResult:
    found = [table for table in result.tables if table.table.place in running]
    if not found:
        return result
    return result._replace(is_running=True, running=total(one.points for one in found))
