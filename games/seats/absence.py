"""Games whose people are away: time-outs, autopilot, leaving, substitutes, pauses, tables that nobody comes back to.

Each of them is an event of the log, written like a move (`games/kernel/transaction.py`), so that everybody sees it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import connection, transaction
from django.db.models import QuerySet
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import notifications
from games.kernel.events import (
    AutopilotSwitched,
    MatchAbandoned,
    SeatLeft,
    SubstituteSeated,
    TableEvent,
    TablePaused,
    TableResumed,
)
from games.kernel.transaction import GameTransaction, TableError, locked
from games.live import broadcast
from games.models import SUBSTITUTE, Event, FormerSeat, Game, Pause, Seat, Turn
from games.plans.release import act_for, delete_plans
from games.turns.deadlines import beat, hours_of, is_known, put_off, refresh
from games.turns.services import play_on
from players.models import User
from players.signals import vacations_changed

LONGEST_PAUSE: Final = timedelta(days=14)
# What a match may rest in all at its host's wish.
MOST_PAUSES: Final = timedelta(days=30)


# --- Time-outs and autopilot ---


def time_out(*, game_id: int) -> bool:
    """Let a bot play every turn of the game whose flag has fallen, or its plan be carried out; whether there was any.

    A game that someone else is writing to is left for the next time.
    """
    with transaction.atomic():
        game = _unlocked(game_id)
        if game is None or game.status != Game.Status.RUNNING:
            return False
        table = GameTransaction(game)
        # Whatever has stopped a clock meanwhile counts before any flag does.
        refresh(game, table.seats, table.now)
        fallen = list(game.turns.filter(times_out_at__lte=table.now).order_by("deal", "seat"))
        if not fallen:
            return False
        # Who has planned his move is not late, whenever it was going to be made.
        planned = [turn for turn in fallen if turn.release_at and _was_planned(table, turn)]
        missed = [turn for turn in fallen if turn not in planned]
        for turn in missed:
            table.bot_move(table.running.open[turn.deal], turn.seat, SUBSTITUTE, Event.By.TIMEOUT)
        for number in dict.fromkeys(turn.seat for turn in missed):
            _count_time_out(table, number)
        play_on(table)
        table.commit()
        # As with reminders: what is acted upon can be in no outage that is noted from now on.
        beat(max(turn.times_out_at for turn in fallen if turn.times_out_at))
        if not is_known(table.now):
            transaction.set_rollback(True)
            return False
        return True


def _unlocked(game_id: int) -> Game | None:
    games = Game.objects.with_seats().filter(pk=game_id)
    skip = connection.features.has_select_for_update_skip_locked
    return games.select_for_update(of=("self",), skip_locked=skip).first()


def _was_planned(table: GameTransaction, turn: Turn) -> bool:
    return act_for(table, table.running.open[turn.deal], turn.seat)


def _count_time_out(table: GameTransaction, number: int) -> None:
    """Count a time-out, once however many deals it hit; too many in a row put the seat on autopilot."""
    seat, limit = table.seats[number], table.game.clock.autopilot
    seat.missed += 1
    if limit and seat.missed >= limit:
        seat.autopilot = True
        table.add(AutopilotSwitched(number, on=True), Event.By.SITE)


def take_back(*, game_id: int, user: User) -> None:
    """Let the person play on himself."""
    with transaction.atomic():
        table = _running(game_id)
        seat = _seat_of(table, user)
        if seat.autopilot:
            table.is_back(seat.number)
            play_on(table)
            table.commit()


# --- Leaving, and coming in for somebody ---


def leave(*, game_id: int, user: User, by: Event.By = Event.By.PLAYER) -> None:
    """Give the seat up for good; a bot plays on in it."""
    with transaction.atomic():
        table = _running(game_id)
        seat = _seat_of(table, user)
        _remember(table, seat)
        seat.user, seat.bot, seat.autopilot, seat.missed = None, SUBSTITUTE, False, 0
        delete_plans(seat)
        table.add(SeatLeft(seat.number, SUBSTITUTE), by)
        play_on(table)
        table.commit()


def offer(*, game_id: int, number: int, user: User | None, is_told: bool = True) -> None:
    """Offer a seat that a bot plays to a person, who finds it among his invitations; to nobody: take that back.

    Who has agreed to it already need not be told of it.
    """
    with transaction.atomic():
        table = _running(game_id)
        if not 0 <= number < len(table.seats) or not table.seats[number].played_by:
            raise TableError(_("The player of that seat is playing again."))
        if user is not None and any(seat.user_id == user.pk for seat in table.seats):
            raise TableError(_("%(name)s is already at this table.") % {"name": user})
        if user is not None:
            _refuse_who_knows_others(table.game, user, number)
            is_new = table.seats[number].invited_id != user.pk
            table.game.seats.filter(invited=user).update(invited=None)
            if is_told and is_new:
                notifications.InvitedToTable.notify_substitute(table.game, user)
        table.game.seats.filter(number=number).update(invited=user)
        transaction.on_commit(partial(broadcast.publish_change, table.game.slug, table.game.seq))


def sit_in(*, game_id: int, user: User) -> None:
    """Take the seat that was offered: with its cards, all that it has seen, and a whole bank."""
    with transaction.atomic():
        table = _running(game_id)
        offered = [seat for seat in table.seats if seat.invited_id == user.pk and seat.played_by]
        if not offered:
            raise TableError(_("No seat is free at this table."))
        seat = offered[0]
        _refuse_who_knows_others(table.game, user, seat.number)
        _remember(table, seat)
        seat.user, seat.invited, seat.bot, seat.autopilot, seat.missed = user, None, "", False, 0
        delete_plans(seat)
        seat.bank, seat.bank_charged_until = table.game.clock.bank, None
        seat.hours_json = hours_of(user)
        table.add(SubstituteSeated(seat.number), Event.By.PLAYER)
        play_on(table)
        table.commit()


def know_others(game_id: int, number: int) -> QuerySet[FormerSeat]:
    """Those who have played in other seats of the match than this one, and have seen their cards."""
    return FormerSeat.objects.filter(game=game_id).exclude(number=number)


def _refuse_who_knows_others(game: Game, user: User, number: int) -> None:
    if know_others(game.pk, number).filter(user=user).exists():
        raise TableError(_("%(name)s has played another hand at this table.") % {"name": user})


def _remember(table: GameTransaction, seat: Seat) -> None:
    """The next event of the log takes the seat from the person in it."""
    if seat.user is not None:
        FormerSeat.objects.create(
            game=seat.game, number=seat.number, user=seat.user, until_seq=table.next_seq
        )


# --- Pauses ---


def pause(*, game_id: int, user: User, days: int, reason: str) -> Pause:
    """Let the clocks of the table stand still, by the host's wish."""
    with transaction.atomic():
        table = _running(game_id)
        game, now, length = table.game, table.now, timedelta(days=days)
        if game.paused_until and game.paused_until > now:
            raise TableError(_("The clocks of this table are already stopped."))
        left = MOST_PAUSES - pauses_of_host(game)
        if not timedelta() < length <= min(LONGEST_PAUSE, left):
            raise TableError(_too_long(min(LONGEST_PAUSE, left).days))
        made = Pause.objects.create(
            game=game, user=user, reason=reason, start=now, end=now + length
        )
        _rest_until(table, made.end, TablePaused(made.cause))
        return made


def _too_long(days: int) -> str:
    return ngettext(
        "This table can be paused for %(days)s more day at a time.",
        "This table can be paused for %(days)s more days at a time.",
        days,
    ) % {"days": days}


def pauses_of_host(game: Game) -> timedelta:
    """How long the match has rested at its host's wish, or is going to."""
    spans = game.pauses.filter(cause=Pause.Cause.HOST).values_list("start", "end")
    return sum((end - start for start, end in spans), timedelta())


def resume(*, game_id: int) -> None:
    """Let the clocks run again."""
    with transaction.atomic():
        table = _running(game_id)
        running = table.game.pauses.filter(end__gt=table.now)
        if running.update(end=table.now):
            _rest_until(table, table.now, TableResumed())


def _rest_until(table: GameTransaction, until: datetime, event: TableEvent) -> None:
    table.game.paused_until = until
    table.game.save(update_fields=["paused_until"])
    table.add(event, Event.By.PLAYER)
    table.commit()


# --- Vacations ---


@receiver(vacations_changed)
def follow_vacations(sender: type[User], user: User, **kwargs: object) -> None:
    """Move the deadlines of the person's open turns; whatever is missed here the sweep judges by itself."""
    games = Turn.objects.filter(user=user, times_out_at__isnull=False).values_list(
        "game", flat=True
    )
    for game_id in games.distinct():
        with transaction.atomic():
            game = locked(pk=game_id)
            refresh(game, list(game.seats.all()), timezone.now())
            transaction.on_commit(partial(broadcast.publish_change, game.slug, game.seq))


# --- Tables that nobody comes back to ---


def close_abandoned(*, game_id: int) -> bool:
    """Give a match up that nobody has come back to in time; whether it was."""
    with transaction.atomic():
        game = _unlocked(game_id)
        if game is None or game.status != Game.Status.RUNNING or game.closes_at is None:
            return False
        # Nobody could come back while the site did not run.
        since, now = game.events.latest("seq").at, timezone.now()
        if put_off(game.closes_at, since, now) > now:
            return False
        GameTransaction(game).end_early(MatchAbandoned())
        return True


# --- Common to all ---


def _running(game_id: int) -> GameTransaction:
    table = GameTransaction(locked(pk=game_id))
    if table.game.status != Game.Status.RUNNING:
        raise TableError(_("This match is over."))
    return table


def _seat_of(table: GameTransaction, user: User) -> Seat:
    for seat in table.seats:
        if seat.user_id == user.pk:
            return seat
    raise TableError(_("You are not at this table."))
