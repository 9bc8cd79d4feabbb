"""What time itself brings about: found in the rows that are due, claimed, and done, once each.

Any number of workers may sweep at once, at any time, and after any time without a sweep. Nothing is remembered between
two of them but rows: a game is locked while it is written to, and what is due is judged again under that lock.
Planned moves are none of its business: they would all come in its second of the minute (`games/plans/timekeeper.py`).
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.utils import timezone

from games.kernel.game_queries import locked
from games.kernel.on_hold import hold_if_misfit
from games.models import Game, Outage, Turn
from games.notifications import TurnReminder, YourTurn
from games.plans import services as planning
from games.seats import live_play, meetings, time_outs
from games.turns.deadlines import PATIENCE, reminded
from games.turns.open_turns import refresh
from games.turns.outages import beat, move_dates, no_outage_after, note_silence, settle_outages
from infrastructure.task_queue import enqueue_on_commit

log = logging.getLogger(__name__)

AT_ONCE: Final = 200
STEP: Final = timedelta(minutes=2)
"""After a delay no more time than this is made up for at once: what came later waits for what came before."""
MANY: Final = 50
"""With more games to see to, a sweep asks other workers to help."""
HELPERS: Final = 3
BEAT: Final = timedelta(minutes=1)
"""The longest that other work may delay what is due."""
REST: Final = 9
"""After each game whose dates were moved, a sweep rests for so many times as long as that took."""
LONGEST_REST: Final = 1.0
"""In seconds: a game that was locked by others for long must not delay what is due."""


def sweep() -> None:
    """Do all that is due; then move the deadlines that everybody sees by the outages there were."""
    do_what_is_due()
    give_back()


def do_what_is_due() -> None:
    """Do all that is due, one step of time after another, and note each step when nothing of it is left."""
    while True:
        since, now = note_silence()
        _guard_dates(move_dates)
        until = min(since + STEP, now)
        for part in (end_live_play, time_out, remind, remind_of_meetings, close):
            part(until)
        beat(until)
        if until == now:
            return


# --- Outages ---


def _guard_dates(move: Callable[[], None]) -> None:
    """Time-outs and notifications do not wait for dates that cannot be moved; `give_back` does."""
    try:
        move()
    except Exception:
        log.exception("The dates could not be moved by an outage.")


def give_back() -> None:
    """Move all dates and deadlines by the outages whose time has not been given back yet.

    It starts again if the process dies on the way: recalculating deadlines twice is harmless. Nothing waits for it:
    what seems due is judged by all outages first. So it takes its time: with very many games it would otherwise keep a
    core busy for a quarter of an hour, just when everybody comes back.
    """
    for outage in Outage.objects.filter(is_given_back=False).order_by("end"):
        move_dates()
        looked = timezone.now()
        for game_id in _waiting():
            if timezone.now() - looked > BEAT:
                do_what_is_due()
                looked = timezone.now()
            begun = time.perf_counter()
            _guarded(_refresh, game_id)
            time.sleep(min(LONGEST_REST, REST * (time.perf_counter() - begun)))
        outage.is_given_back = True
        outage.save(update_fields=["is_given_back"])


def _waiting() -> Iterator[int]:
    """The games with a clock that runs, each once."""
    last = 0
    while True:
        turns = Turn.objects.filter(times_out_at__isnull=False, game__gt=last)
        games = list(turns.order_by("game").values_list("game", flat=True).distinct()[:AT_ONCE])
        yield from games
        if not games:
            return
        last = games[-1]


def _refresh(*, game_id: int) -> None:
    with transaction.atomic():
        game = locked(key=game_id)
        refresh(game, list(game.seats.all()), timezone.now())


# --- Live play, time-outs, and tables to be closed ---


def end_live_play(_until: datetime) -> int:
    """Bring the slow clock back to tables where by now somebody has gone or has thought for too long."""
    return _for_each(live_play.live_games(), live_play.end_if_over)


def time_out(until: datetime) -> int:
    """Play for everybody who has run out of time, with the help of other workers if there are many."""
    games = _timed_out(until)
    if len(games) > MANY and connection.features.has_select_for_update_skip_locked:
        for _ in range(HELPERS):
            enqueue_on_commit("games.tasks.help_time_out", until.isoformat())
    return _for_each(games, time_outs.time_out)


def help_time_out(until: datetime) -> int:
    """Share the work of a sweep: the first worker to lock a game takes it."""
    return _for_each(_timed_out(until), time_outs.time_out)


def _timed_out(until: datetime) -> list[int]:
    turns = Turn.objects.filter(times_out_at__lte=until).order_by("times_out_at", "pk")
    return list(dict.fromkeys(turns.values_list("game", flat=True)))


def close(until: datetime) -> int:
    """Close the tables that nobody has come back to."""
    games = Game.objects.filter(closes_at__lte=until, status=Game.Status.RUNNING)
    abandoned = list(games.order_by("closes_at").values_list("pk", flat=True))
    return _for_each(abandoned, time_outs.close_abandoned)


def _for_each(game_ids: Iterable[int], do: Callable[..., bool | None]) -> int:
    """Do it for those games; for how many there was something to do."""
    return sum(_guarded(do, game_id) for game_id in game_ids)


def _guarded(do: Callable[..., bool | None], game_id: int) -> bool:
    """Do it for that game; one that fails holds up no other."""
    try:
        return bool(do(game_id=game_id))
    except Exception as error:
        if not hold_if_misfit(error):
            log.exception("Game %s could not be seen to.", game_id)
        return False


# --- Reminders ---


def remind(until: datetime) -> int:
    """Write the reminders that are due; how many turns were seen to."""
    if Outage.objects.filter(is_given_back=False).exists():
        # What seems due may have moved, and nobody has got to it yet.
        due = Turn.objects.filter(remind_at__lte=until)
        _for_each(sorted(set(due.values_list("game", flat=True))), _refresh)
    reminded = 0
    while reminded_now := _remind_some(until):
        reminded += reminded_now
    return reminded


@transaction.atomic
def _remind_some(until: datetime) -> int:
    """Claim some turns and write their reminders, both or neither."""
    due = Turn.objects.filter(remind_at__lte=until).order_by("remind_at")
    turns = list(due.claimed()[:AT_ONCE])
    if not turns:
        return 0
    # No outage may cover what is acted upon; a new one has moved the moments.
    beat(max(turn.remind_at for turn in turns if turn.remind_at))
    if not no_outage_after(until):
        transaction.set_rollback(True)
        return 0
    now = timezone.now()
    planned = planning.automatic_moves(turns, now)
    late = [turn for turn in turns if turn.times_out_at and turn.times_out_at > now and turn.pk not in planned]
    TurnReminder.notify(late, until)
    for turn in turns:
        reminded(turn, until)
    Turn.objects.bulk_update(turns, ["remind_at", "remind_later"])
    return len(turns)


def remind_of_meetings(until: datetime) -> int:
    """Write the reminders of hours that tables have fixed."""
    return _for_each(meetings.meetings_to_remind_of(until), meetings.remind_of_meeting)


# --- Notifications of open turns ---


def notify_turns(now: datetime) -> int:
    """Write the notifications of open turns whose `tell_at` has come; how many turns it looked at."""
    # A notification of something with a date is dropped once that has passed.
    _guard_dates(settle_outages)
    count = 0
    while looked_at := _notify_some_turns(now):
        count += looked_at
    return count


@transaction.atomic
def _notify_some_turns(now: datetime) -> int:
    turns = list(Turn.objects.filter(tell_at__lte=now).order_by("tell_at").claimed()[:AT_ONCE])
    if not turns:
        return 0
    planned = planning.automatic_moves(turns, now)
    waiting = [turn for turn in turns if turn.pk not in planned]
    YourTurn.notify(waiting, now)
    Turn.objects.filter(pk__in=[turn.pk for turn in waiting]).update(tell_at=None)
    for key, release_at in planned.items():
        # The player may still take the plan back.
        Turn.objects.filter(pk=key).update(tell_at=release_at + PATIENCE)
    return len(turns)
