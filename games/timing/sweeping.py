"""What time itself brings about: found in the rows that are due, claimed, and done, once each.

Any number of workers may sweep at once, at any time, and after any time without a sweep. Nothing is remembered between
two of them but rows: a game is locked while it is written to, and what is due is judged anew under that lock.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games import notices
from games.models import Game, Heartbeat, Outage, Turn
from games.planning import services as planning
from games.seats import absence
from games.services import locked
from games.timing.deadlines import SILENCE, beat, is_known, refresh, reminded

log = logging.getLogger(__name__)

AT_ONCE: Final = 200
BEAT: Final = timedelta(minutes=1)
"""How long a sweep may go on without saying so."""


def sweep() -> None:
    """Do all that is due, and note that up to its beginning nothing is left."""
    begun = timezone.now()
    for part in (release, time_out, remind, close):
        # The part before may have had much to make up for.
        part(wake())
    beat(begun)


# --- Outages ---


def wake() -> datetime:
    """Make up for the time, if there was one, in which the site did not run.

    Up to the moment that is returned all deadlines are what they seem. Beyond it the site may turn out to have slept.
    """
    now = note_silence()
    give_back()
    return now


def note_silence() -> datetime:
    """If for long nobody has noted that the site runs, note that it did not; up to when this was looked at."""
    now = timezone.now()
    with transaction.atomic():
        heartbeat, _ = Heartbeat.objects.select_for_update().get_or_create(
            pk=1, defaults={"at": now}
        )
        if now - heartbeat.at > SILENCE:
            Outage.objects.create(start=heartbeat.at, end=now)
            heartbeat.at = now
            heartbeat.save(update_fields=["at"])
    return now


def give_back() -> None:
    """Move all deadlines by the outages for which nobody has got his time back yet.

    It begins anew if the process dies on the way: working deadlines out twice does no harm.
    """
    for outage in Outage.objects.filter(is_given_back=False).order_by("end"):
        for game_id in _awake(_waiting_in(outage), note_silence):
            _guarded(_refresh, game_id)
        outage.is_given_back = True
        outage.save(update_fields=["is_given_back"])


def _waiting_in(outage: Outage) -> Iterator[int]:
    """The games with a clock that ran before the outage was over, each once."""
    last = 0
    while True:
        turns = Turn.objects.filter(flag__isnull=False, opened_at__lt=outage.end, game__gt=last)
        games = list(turns.order_by("game").values_list("game", flat=True).distinct()[:AT_ONCE])
        yield from games
        if not games:
            return
        last = games[-1]


def _refresh(*, game_id: int) -> None:
    with transaction.atomic():
        game = locked(pk=game_id)
        refresh(game, list(game.seats.all()), timezone.now())


# --- Plans, flags, and tables to be closed ---


def release(now: datetime) -> int:
    """Carry out what players have planned for turns whose time has come."""
    return _for_each(planning.due_games(now), planning.release)


def time_out(now: datetime) -> int:
    """Play for everybody whose flag has fallen."""
    turns = Turn.objects.filter(flag__lte=now).order_by("flag", "pk")
    games = dict.fromkeys(turns.values_list("game", flat=True))
    return _for_each(games, absence.time_out)


def close(now: datetime) -> int:
    """Close the tables that nobody has come back to."""
    games = Game.objects.filter(closes_at__lte=now, status=Game.Status.RUNNING)
    found = list(games.order_by("closes_at").values_list("pk", flat=True))
    return _for_each(found, absence.close_abandoned)


def _for_each(game_ids: Iterable[int], do: Callable[..., bool | None]) -> int:
    """Do it for those games; for how many there was something to do."""
    return sum(_guarded(do, game_id) for game_id in _awake(game_ids, wake))


def _awake(game_ids: Iterable[int], look: Callable[[], datetime]) -> Iterator[int]:
    """The same games; on the way it is noted that the site runs, or who takes long would be taken for down."""
    noted = timezone.now()
    for game_id in game_ids:
        if timezone.now() - noted > BEAT:
            noted = look()
            beat(noted)
        yield game_id


def _guarded(do: Callable[..., bool | None], game_id: int) -> bool:
    """Do it for that game; one that fails holds up no other."""
    try:
        return bool(do(game_id=game_id))
    except Exception:
        log.exception("Game %s could not be seen to.", game_id)
        return False


# --- Reminders ---


def remind(now: datetime) -> int:
    """Write the reminders that are due; how many."""
    written = 0
    while found := _remind_some(now):
        written += found
    return written


@transaction.atomic
def _remind_some(now: datetime) -> int:
    """Claim some turns and write their reminders, both or neither."""
    due = Turn.objects.filter(remind_at__lte=now).order_by("remind_at")
    turns = list(due.claimed()[:AT_ONCE])
    if not turns:
        return 0
    # What is acted upon can be in no outage any more; if one has come up meanwhile, the moments have moved.
    beat(max(turn.remind_at for turn in turns if turn.remind_at))
    if not is_known(now):
        transaction.set_rollback(True)
        return 0
    planned = planning.seen_to(turns, now)
    late = [turn for turn in turns if turn.flag and turn.flag > now and turn.pk not in planned]
    notices.reminders_due(late, now)
    for turn in turns:
        reminded(turn, now)
    Turn.objects.bulk_update(turns, ["remind_at", "remind_later"])
    return len(turns)
