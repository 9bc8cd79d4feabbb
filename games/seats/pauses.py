"""When the clocks of a table stand still: as its host or its organisers wish, and in vacations."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import F, Max
from django.db.transaction import atomic
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kernel.events import TableEvent, TablePaused, TableResumed
from games.kernel.game_queries import locked
from games.kernel.transaction import GameTransaction, TableError
from games.models import Event, Game, Pause, Turn
from games.seats import time_outs
from games.turns.open_turns import refresh
from games.turns.outages import Shift, outages
from infrastructure import broadcast
from napoleon import time_bank
from players.models import User

LONGEST_PAUSE: Final = timedelta(days=14)
# What a match may rest in all at its host's wish.
MOST_PAUSES: Final = timedelta(days=30)


def pause(*, game_id: int, user: User, days: int, reason: str) -> Pause:
    """Let the clocks of the table stand still, by the host's wish."""
    with atomic():
        transaction = time_outs.settled(game_id=game_id)
        game, now, length = transaction.game, transaction.now, timedelta(days=days)
        if game.paused_until and game.paused_until > now:
            raise TableError(_("The clocks of this table are already stopped."))
        left = MOST_PAUSES - pauses_of_host(game)
        if not timedelta() < length <= min(LONGEST_PAUSE, left):
            raise TableError(_too_long(min(LONGEST_PAUSE, left).days))
        made = Pause.objects.create(game=game, user=user, reason=reason, start=now, end=now + length)
        _rest_until(transaction, made.end, TablePaused(made.cause))
        return made


def _too_long(days: int) -> str:
    return ngettext(
        "This table can be paused for %(days)s more day at a time.",
        "This table can be paused for %(days)s more days at a time.",
        days,
    ) % {"days": days}


def pauses_of_host(game: Game) -> timedelta:
    """How long the match has rested at its host's wish, or is going to, while the site ran."""
    spans = list(game.pauses.filter(cause=Pause.Cause.HOST).values_list("start", "end"))
    if not spans:
        return timedelta()
    site = time_bank.Calendar(down=outages(min(spans)[0], timezone.now()))
    return sum((time_bank.running(site, start, end) for start, end in spans), timedelta())


def move_pauses(shift: Shift) -> None:
    """Let the pauses that an outage has interrupted end later. The games' rows are locked, in their order."""
    paused = Game.objects.filter(paused_until__gt=shift.since)
    games = list(paused.select_for_update(no_key=True).order_by("pk"))
    interrupted = Pause.objects.filter(game__in=games, start__lte=shift.since, end__gt=shift.since)
    interrupted.update(end=F("end") + shift.by)
    for game in games:
        game.paused_until = _last_end(game)
    Game.objects.bulk_update(games, ["paused_until"])


class PlannedPause(NamedTuple):
    """A pause that the organisers of the table have set."""

    start: datetime
    end: datetime
    reason: str


def follow_organisers(*, game_id: int, planned: Sequence[PlannedPause]) -> None:
    """Stop the clocks of a running match when its organisers say so, now or later, and at no other time."""
    with atomic():
        try:
            transaction = time_outs.settled(game_id=game_id)
        except TableError:
            return  # Over or on hold: no clock runs.
        game, now = transaction.game, transaction.now
        there = game.pauses.filter(cause=Pause.Cause.ORGANISERS, end__gt=now)
        if sorted(planned) == sorted(map(PlannedPause._make, there.values_list("start", "end", "reason"))):
            return
        there.filter(start__gt=now).delete()
        there.exclude(start__in=[pause.start for pause in planned]).update(end=now)
        for pause in planned:
            values = {"end": pause.end, "reason": pause.reason}
            game.pauses.update_or_create(cause=Pause.Cause.ORGANISERS, start=pause.start, defaults=values)
        event = TablePaused(Pause.Cause.ORGANISERS) if planned else TableResumed()
        _rest_until(transaction, _last_end(game) or now, event, Event.By.SITE)


def _last_end(game: Game) -> datetime | None:
    last: datetime | None = game.pauses.aggregate(last=Max("end"))["last"]
    return last


def resume(*, game_id: int) -> None:
    """Let the clocks run again."""
    with atomic():
        transaction = time_outs.settled(game_id=game_id)
        running = transaction.game.pauses.filter(end__gt=transaction.now)
        if running.update(end=transaction.now):
            _rest_until(transaction, transaction.now, TableResumed())


def _rest_until(
    transaction: GameTransaction, until: datetime, event: TableEvent, by: Event.By = Event.By.PLAYER
) -> None:
    transaction.game.paused_until = until
    transaction.game.save(update_fields=["paused_until"])
    transaction.add(event, by)
    transaction.commit()


def follow_vacations(sender: type[User], user: User, **kwargs: object) -> None:
    """Move the deadlines of the person's open turns; whatever is missed here the sweep judges by itself.

    A turn that had timed out before is over: its page must not say that the clock is stopped.
    """
    games = Turn.objects.filter(user=user, times_out_at__isnull=False).values_list("game", flat=True)
    for game_id in games.distinct():
        time_outs.time_out(game_id=game_id)
        with atomic():
            game = locked(key=game_id)
            refresh(game, list(game.seats.all()), timezone.now())
            broadcast.publish_after_commit(game.slug, game.seq)
