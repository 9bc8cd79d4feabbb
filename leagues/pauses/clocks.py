"""The pauses that are set, and the clocks of the matches that follow them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from games.seats.pauses import PlannedPause, follow_organisers
from games.turns.outages import Shift
from leagues.models import Round, Season, SeasonPause, Table
from napoleon import time_bank


def set_pauses(season: Season, now: datetime) -> QuerySet[SeasonPause]:
    """The pauses of the season that are not over, the next first."""
    return SeasonPause.objects.filter(season=season, ended_at=None, end__gt=now).order_by("start", "pk")


def pauses_of_round(round_: Round, now: datetime) -> list[SeasonPause]:
    """Those of all its tables; `SeasonPause.table` is for one table alone."""
    return list(set_pauses(round_.season, now).filter(Q(round=None) | Q(round=round_), table=None))


def is_paused(round_: Round, now: datetime) -> bool:
    """Whether all of its tables pause now."""
    return any(pause.start <= now for pause in pauses_of_round(round_, now))


def follow_pauses(tables: Iterable[Table], now: datetime) -> None:
    """Let the clocks of these tables of one season stop as its pauses say. The season's row is locked."""
    running = sorted(
        (table for table in tables if table.game_id and table.state == Table.State.RUNNING),
        key=lambda table: table.game_id or 0,
    )
    if not running:
        return
    pauses = list(set_pauses(running[0].round.season, now))
    for table in running:
        concerned = [pause for pause in pauses if _concerns(pause, table)]
        planned = [PlannedPause(pause.start, pause.end, pause.reason) for pause in concerned]
        follow_organisers(game_id=table.game_id or 0, planned=planned)


def _concerns(pause: SeasonPause, table: Table) -> bool:
    of_round = pause.round_id in (None, table.round_id)
    return of_round and pause.table_id in (None, table.pk)


def later_by_pauses(pauses: Iterable[SeasonPause], since: datetime, length: timedelta) -> datetime:
    """The moment when so much time has passed since then, without the pauses."""
    spans = tuple((pause.start, pause.end) for pause in pauses)
    return time_bank.after(time_bank.Calendar(away=spans), since, length)


def move_pauses(shift: Shift) -> None:
    """Let the pauses that an outage has interrupted end later, like those of the matches."""
    interrupted = SeasonPause.objects.filter(ended_at=None, start__lte=shift.since, end__gt=shift.since)
    interrupted.update(end=F("end") + shift.by)
