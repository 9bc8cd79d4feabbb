"""Closes tables, rounds and seasons: when a game ends, and at a round's closing date.

An unfinished table at the closing date first gets its `outcome` while it is still running. Any worker that finds it so
continues to end it, so that nothing is lost when a process dies.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.boards.tables import boards_of_captains
from games.kernel import early_end as game_closing
from games.kernel.duplicate import close_later
from games.kernel.log import state_of
from games.models import UNDER_WAY, BoardSet, Game
from infrastructure.task_queue import enqueue_on_commit
from leagues.clubs.audit_log import record_in_audit_log
from leagues.entries import services as entries_services
from leagues.locks import ClubError, lock_as_organiser
from leagues.models import Round, RoundBoards, Season, Table, TableQuerySet
from leagues.rounds.knock_out import plan_from_results
from leagues.rounds.notifications import KnockOutRoundOver, RoundOver, TableOver
from leagues.rounds.results import read_deals
from leagues.rounds.sealed import is_sealed
from leagues.seasons.notifications import SeasonOver
from leagues.standings.store import divisions_of, update_from_table, update_standings, update_standings_later
from leagues.substitutes.services import end_search
from players.models import User

State = Round.State
OUTCOMES = {
    Season.Closing.BOTS: Table.Outcome.BOTS,
    Season.Closing.PRO_RATA: Table.Outcome.PRO_RATA,
    Season.Closing.VOID: Table.Outcome.VOID,
}


# --- The end of a table, a round and a season ---


def update_table(table_id: int) -> bool:
    """Read the new deals of a table's game, and finish the table if the game is over; returns whether it was."""
    table = Table.objects.select_related("game__board_set").filter(pk=table_id).first()
    if table is None or table.game is None:
        return False
    read_deals(table)
    if table.state != Table.State.RUNNING or not table.game.is_over:
        return False
    with transaction.atomic():
        locked = lock_table(table_id)
        if locked is None or locked.state != Table.State.RUNNING or locked.game is None:
            return False
        _finish_by_game(locked)
        return True


def update_from_game(game_id: int) -> None:
    """Update the standings, and finish the table if the game is over; a game outside seasons has no table."""
    for table_id in Table.objects.filter(game=game_id).values_list("pk", flat=True):
        update_from_table(table_id)
        update_table(table_id)


def tables_to_finish(season_id: int) -> list[int]:
    """The running tables whose games are over, in case a message was lost."""
    running = Table.objects.filter(round__season=season_id, state=Table.State.RUNNING)
    over = running.exclude(game__status__in=UNDER_WAY)
    return list(over.values_list("pk", flat=True))


def games_to_stop(season_id: int) -> list[int]:
    """The running games of void tables, in case the message to stop them was lost."""
    left = Game.objects.filter(league_table__round__season=season_id, status=Game.Status.RUNNING)
    return list(left.filter(league_table__state=Table.State.VOID).values_list("pk", flat=True))


def _finish_by_game(table: Table) -> None:
    """Finish the running table, whose game is over."""
    assert table.game is not None  # noqa: S101 (for the type checker)
    if table.game.status in (Game.Status.FINISHED, Game.Status.SEALED):
        # A game that ended before it could be stopped counts whole.
        by_bots = table.outcome == Table.Outcome.BOTS
        how = Table.Outcome.BOTS if by_bots else Table.Outcome.PLAYED
        finish_table(table, Table.State.FINISHED, how)
    elif table.outcome == Table.Outcome.PRO_RATA and _has_deals(table):
        finish_table(table, Table.State.FINISHED, Table.Outcome.PRO_RATA)
    else:
        # Abandoned because nobody came back, or stopped without a finished deal.
        finish_table(table, Table.State.VOID, Table.Outcome.VOID)


def _has_deals(table: Table) -> bool:
    """Whether a deal that counts has ended, even if nobody may know its result yet."""
    if table.deals_json or table.game is None or not is_sealed(table):
        return bool(table.deals_json)
    return bool(state_of(table.game).match.ended)


def finish_table(table: Table, state: Table.State, outcome: Table.Outcome) -> None:
    """Finish a table of the locked season, and its round and the season if it was the last."""
    table.state, table.outcome, table.ended_at = state, outcome, timezone.now()
    table.save(update_fields=["state", "outcome", "ended_at"])
    end_search(table)
    update_standings_later(*divisions_of(table))
    if not is_sealed(table):
        TableOver.notify(table)
    season = table.round.season
    finish_round_if_over(season, table.round)
    enqueue_on_commit("leagues.tasks.advance_season", season.pk)


def finish_round_if_over(season: Season, round_: Round) -> None:
    """Finish a round without unfinished tables, and then a season without unfinished rounds.

    Where all tables play the same deals, their results are compared first, and become public.
    """
    left = round_.tables.filter(state__in=(Table.State.DRAWN, Table.State.RUNNING))
    if left.exists() or round_.state != State.RUNNING:
        return
    now = timezone.now()
    if sealed := open_boards(round_):
        close_later(sealed, now)
        return
    round_.state, round_.closed_at = State.FINISHED, now
    round_.save(update_fields=["state", "closed_at"])
    # Those who are notified read the standings after this round.
    for division in season.divisions.values_list("pk", flat=True):
        update_standings(division)
    finish_season_if_over(season)
    if season.state == Season.State.RUNNING:
        kind = KnockOutRoundOver if season.is_knock_out else RoundOver
        kind.notify(round_)


def finish_season_if_over(season: Season) -> None:
    """Finish the locked season once no round is left; how many a knock-out has shows after each."""
    if season.is_knock_out and season.state == Season.State.RUNNING:
        plan_from_results(season)
    if season.rounds.exclude(state=State.FINISHED).exists():
        return
    season.state, season.ended_at = Season.State.FINISHED, timezone.now()
    season.save(update_fields=["state", "ended_at"])
    entries_services.expire_unanswered(season)
    SeasonOver.notify(season)


def void_unfinished_tables(season: Season) -> None:
    """Make all unfinished tables of the locked season void, and stop their games."""
    now = timezone.now()
    unfinished = tables_of(season).filter(state__in=(Table.State.DRAWN, Table.State.RUNNING))
    for table in unfinished.filter(game__isnull=False):
        end_search(table)
        enqueue_on_commit("leagues.tasks.stop_game", table.game_id)
    unfinished.update(state=Table.State.VOID, outcome=Table.Outcome.VOID, ended_at=now)
    season.rounds.filter(state=State.RUNNING).update(state=State.FINISHED, closed_at=now)
    close_later(
        BoardSet.objects.filter(round_boards__round__season=season, closed_at=None).values_list("pk", flat=True), now
    )
    update_standings_later(*season.divisions.values_list("pk", flat=True))


def tables_of(season: Season) -> QuerySet[Table]:
    return Table.objects.filter(round__season=season)


def lock_table(table_id: int) -> Table | None:
    """The table, with its season's row locked. Everything that opens or closes a part of a season holds this lock."""
    found = Table.objects.filter(pk=table_id).values_list("round__season", flat=True).first()
    if found is None:
        return None
    Season.objects.select_for_update(no_key=True).get(pk=found)
    tables = Table.objects.select_related("round__season__club", "division", "game__board_set")
    return tables.filter(pk=table_id).first()


# --- Rounds whose tables play the same deals ---


def open_boards(round_: Round) -> list[int]:
    """The sets of boards of the round that have not closed."""
    return list(round_.boards.filter(board_set__closed_at=None).values_list("board_set", flat=True))


def count_closed_boards(board_set: BoardSet) -> None:
    """Called when a set of boards has closed: count the tables of its round, and finish the round if it is over."""
    boards = RoundBoards.objects.filter(board_set=board_set).select_related("round__season").first()
    if boards is None:
        return
    round_, captains = boards.round, boards_of_captains(board_set)
    with transaction.atomic():
        season = Season.objects.select_for_update(no_key=True).get(pk=round_.season_id)
        boards.captains_json = [captains[number] for number in sorted(captains)]
        boards.save(update_fields=["captains_json"])
        tables = list(
            Table.objects.filter(game__board_set=board_set).select_related("round__season", "game__board_set")
        )
        for table in tables:
            if read_deals(table) and table.state == Table.State.FINISHED:
                TableOver.notify(table)
        round_.refresh_from_db()
        finish_round_if_over(season, round_)
        update_standings_later(*season.divisions.values_list("pk", flat=True))
        enqueue_on_commit("leagues.tasks.advance_season", season.pk)


def closed_boards_to_count() -> list[BoardSet]:
    """Closed sets whose captains have not been counted: the process ended between the close and the count."""
    closed = BoardSet.objects.filter(closed_at__isnull=False, round_boards__captains_json=[])
    return list(closed.filter(plays__by_captain=True).distinct())


# --- The closing date of a round ---


def preview_closing(season: Season, round_: Round) -> list[tuple[Table, Table.Outcome]]:
    """Every unfinished table, with its outcome if the round closed now."""
    tables = unfinished(round_).select_related("division", "game__board_set").with_seats()
    ordered = tables.order_by("division__number", "number")
    return [(table, outcome_of(season, table)) for table in ordered]


def outcome_of(season: Season, table: Table) -> Table.Outcome:
    """The outcome as far as is known. A table that never opened is void; so is one without a deal that counts."""
    outcome = OUTCOMES[Season.Closing(season.closing)]
    if table.game_id is None:
        return Table.Outcome.VOID
    if outcome == Table.Outcome.PRO_RATA and not table.deals_json and not is_sealed(table):
        return Table.Outcome.VOID
    return outcome


def unfinished(round_: Round) -> TableQuerySet:
    return round_.tables.filter(state__in=(Table.State.DRAWN, Table.State.RUNNING))


@transaction.atomic
def close_round(*, club_id: int, user: User, season_id: int, number: int) -> None:
    """Close a running round before its date."""
    season = lock_as_organiser(club_id, user, season_id)
    round_ = season.rounds.filter(number=number).first()
    if round_ is None or round_.state != Round.State.RUNNING:
        raise ClubError(_("This round is not running."))
    left = close(season, round_)
    record_in_audit_log(season, "round_closed", actor=user, round=number, tables=left)


def close_due(season: Season, now: datetime) -> int:
    """Close the rounds of the locked season at their closing date; returns how many."""
    due = season.rounds.filter(state=Round.State.RUNNING, closes_at__lte=now)
    closed = 0
    for round_ in due.order_by("number"):
        # A round whose tables are all being ended has been closed already. Some tables have more time.
        due_now = Q(closes_at=None) | Q(closes_at__lte=now)
        if not unfinished(round_).filter(due_now, outcome="").exists():
            continue
        left = close(season, round_, due_now)
        record_in_audit_log(season, "round_closed", round=round_.number, tables=left)
        closed += 1
    return closed


def close(season: Season, round_: Round, which: Q | None = None) -> int:
    """Start to end every unfinished table of the round, or some of them; returns how many there were."""
    tables = list(unfinished(round_).filter(which or Q(), outcome="").select_related("round", "game"))
    for table in tables:
        table.round = round_
        round_.season = season
        if table.game_id is None:
            finish_table(table, Table.State.VOID, Table.Outcome.VOID)
            continue
        # Whether a deal counts is known once the log is read to its end: one may have ended just now.
        table.outcome = OUTCOMES[Season.Closing(season.closing)]
        table.save(update_fields=["outcome"])
        end_search(table)
        enqueue_on_commit("leagues.tasks.end_table", table.pk)
    finish_round_if_over(season, round_)
    return len(tables)


def tables_being_ended(season: Season) -> list[int]:
    found = tables_of(season).filter(state=Table.State.RUNNING).exclude(outcome="")
    return list(found.values_list("pk", flat=True))


def continue_ending(table_id: int) -> bool:
    """Continue to end a table's game; returns whether there is more to do."""
    table = Table.objects.filter(pk=table_id, state=Table.State.RUNNING).first()
    if table is None or table.game_id is None or not table.outcome:
        return False
    if table.outcome == Table.Outcome.BOTS:
        if game_closing.play_out(game_id=table.game_id):
            return True
    else:
        game_closing.stop(game_id=table.game_id)
    update_table(table_id)
    return False
