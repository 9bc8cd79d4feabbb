"""The closing date of a round: what becomes of its unfinished tables, seen beforehand and then done.

A table that is to end says so by its `outcome` while it is still running; whoever finds it so goes on with it, so that
nothing is lost with a process.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from games import closing as game_closing
from leagues.models import Round, Season, Table, TableSeat
from leagues.seasons.rounds import finish_if_over, follow, season_tables, settle
from leagues.seasons.services import organised
from leagues.services import ClubError, note
from players.models import User

OUTCOMES = {
    Season.Closing.BOTS: Table.Outcome.BOTS,
    Season.Closing.PRO_RATA: Table.Outcome.PRO_RATA,
    Season.Closing.VOID: Table.Outcome.VOID,
}


@dataclass(frozen=True, slots=True)
class Ending:
    """An unfinished table, and what the season's rule would make of it now."""

    table: Table
    deals: int
    """How many deals have been finished that count, of ``of``."""
    of: int
    outcome: Table.Outcome


def preview(season: Season, round_: Round) -> list[Ending]:
    """What closing the round would do now."""
    seats = TableSeat.objects.select_related("entry__user").order_by("number")
    tables = unfinished(round_).select_related("division", "game")
    tables = tables.prefetch_related(Prefetch("seats", seats))
    ordered = tables.order_by("division__number", "number")
    deals = season.rules.deals
    return [
        Ending(table, len(table.deals_json), deals, outcome_of(season, table)) for table in ordered
    ]


def outcome_of(season: Season, table: Table) -> Table.Outcome:
    """As far as is known. A table that never opened is void, and so is one of which no deal counts."""
    outcome = _by_rule(season)
    if table.game_id is None:
        return Table.Outcome.VOID
    if outcome == Table.Outcome.PRO_RATA and not table.deals_json:
        return Table.Outcome.VOID
    return outcome


def _by_rule(season: Season) -> Table.Outcome:
    return OUTCOMES[Season.Closing(season.closing)]


def unfinished(round_: Round) -> QuerySet[Table]:
    return round_.tables.filter(state__in=(Table.State.DRAWN, Table.State.RUNNING))


@transaction.atomic
def close_round(*, club_id: int, user: User, season_id: int, number: int) -> None:
    """Close a running round before its date."""
    season = organised(club_id, user, season_id)
    round_ = season.rounds.filter(number=number).first()
    if round_ is None or round_.state != Round.State.RUNNING:
        raise ClubError(_("This round is not running."))
    left = close(season, round_)
    note(season.club, "round_closed", actor=user, season=season.name, round=number, tables=left)


def close_due(season: Season, now: datetime) -> int:
    """Close the rounds of the locked season whose date has come; how many."""
    due = season.rounds.filter(state=Round.State.RUNNING, closes_at__lte=now)
    closed = 0
    for round_ in due.order_by("number"):
        # Whose tables are on their way to an end already is not closed again.
        if not unfinished(round_).filter(outcome="").exists():
            continue
        left = close(season, round_)
        note(
            season.club,
            "round_closed",
            is_by_site=True,
            season=season.name,
            round=round_.number,
            tables=left,
        )
        closed += 1
    return closed


def close(season: Season, round_: Round) -> int:
    """Set every unfinished table of the round on its way to an end; how many there were."""
    tables = list(unfinished(round_).filter(outcome="").select_related("round", "game"))
    for table in tables:
        table.round = round_
        round_.season = season
        if table.game_id is None:
            settle(table, Table.State.VOID, Table.Outcome.VOID)
            continue
        # Whether a deal counts shows when its log is read to the end: one may have ended just now.
        table.outcome = _by_rule(season)
        table.save(update_fields=["outcome"])
        transaction.on_commit(partial(end_later, table.pk), robust=True)
    finish_if_over(season, round_)
    return len(tables)


def end_later(table_id: int) -> None:
    """Let a worker bring the table on towards its end."""
    from leagues.tasks import end_table

    end_table.delay(table_id)


def ending(season: Season) -> list[int]:
    """The tables that are on their way to an end."""
    found = season_tables(season).filter(state=Table.State.RUNNING).exclude(outcome="")
    return list(found.values_list("pk", flat=True))


def end_table(table_id: int) -> bool:
    """Bring the game of such a table on towards its end; whether there is more to be done."""
    table = Table.objects.filter(pk=table_id, state=Table.State.RUNNING).first()
    if table is None or table.game_id is None or not table.outcome:
        return False
    if table.outcome == Table.Outcome.BOTS:
        if game_closing.play_out(game_id=table.game_id):
            return True
    else:
        game_closing.stop(game_id=table.game_id)
    follow(table_id)
    return False
