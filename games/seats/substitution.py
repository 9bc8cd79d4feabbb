"""Leaving a seat for good, taking over a seat that a bot plays, and getting one's own back."""

from django.db.models import QuerySet
from django.db.transaction import atomic
from django.utils.translation import gettext as _

from games import notifications
from games.access import offered_seat
from games.kernel.duplicate import excludes_bots, know_boards
from games.kernel.events import BotsPlayOut, SeatLeft, SubstituteSeated
from games.kernel.transaction import GameTransaction, TableError
from games.models import SUBSTITUTE, Event, FormerSeat, Game, Seat
from games.plans.release import delete_plans
from games.seats import time_outs
from games.turns.open_turns import hours_of
from games.turns.services import play_on
from infrastructure import broadcast
from players.models import User


def leave(*, game_id: int, user: User, by: Event.By = Event.By.PLAYER) -> None:
    """Give the seat up for good; a bot plays on in it."""
    with atomic():
        transaction = time_outs.settled(game_id=game_id)
        seat = transaction.seat_of(user.pk)
        _remember(transaction, seat)
        seat.user, seat.bot, seat.autopilot, seat.missed = None, SUBSTITUTE, False, 0
        delete_plans(seat)
        transaction.add(SeatLeft(seat.number, SUBSTITUTE), by)
        play_on(transaction)
        transaction.commit()


def offer(*, game_id: int, number: int, user: User | None, is_told: bool = True) -> None:
    """Offer a seat that a bot plays to a person, who finds it among their invitations; None withdraws the offer.

    ``is_told`` is False for a person who has agreed to it already.
    """
    with atomic():
        transaction = GameTransaction.of_running(game_id)
        if not 0 <= number < len(transaction.seats) or not transaction.seats[number].played_by:
            raise TableError(_("The player of that seat is playing again."))
        if user is not None and any(seat.user_id == user.pk for seat in transaction.seats):
            raise TableError(_("%(name)s is already at this table.") % {"name": user})
        if user is not None:
            _refuse_who_knows_others(transaction.game, user, number)
            is_new = transaction.seats[number].invited_id != user.pk
            transaction.game.seats.filter(invited=user).update(invited=None)
            if is_told and is_new:
                notifications.InvitedToTable.notify_substitute(transaction.game, user)
                broadcast.publish_to_people([user.pk])
        transaction.game.seats.filter(number=number).update(invited=user)
        broadcast.publish_after_commit(transaction.game.slug, transaction.game.seq)


def sit_in(*, game_id: int, user: User) -> None:
    """Take the seat that was offered: with its cards, all that it has seen, and a whole bank."""
    with atomic():
        transaction = GameTransaction.of_running(game_id)
        seat = offered_seat(user, transaction.seats)
        if seat is None:
            raise TableError(_("No seat is free at this table."))
        _seat(transaction, seat, user, Event.By.PLAYER)
        play_on(transaction)
        transaction.commit()


def give_back(*, game_id: int, number: int, user: User) -> None:
    """Give a seat that a bot plays back to the person who has it or had it, with a whole bank. Staff decide so."""
    with atomic():
        transaction = GameTransaction.of_running(game_id)
        seat = transaction.seats[number]
        if any(isinstance(logged.event, BotsPlayOut) for logged in transaction.state.happened):
            raise TableError(_("The round was closed, so bots play this match to its end."))
        if seat.user_id == user.pk:
            if not seat.autopilot:
                raise TableError(_("%(name)s is playing there.") % {"name": user})
            transaction.is_back(number, Event.By.SITE)
        else:
            _refuse_return(transaction, seat, user)
            _seat(transaction, seat, user, Event.By.SITE)
        seat.bank, seat.bank_charged_until = transaction.game.clock.bank, None
        play_on(transaction)
        transaction.commit()


def _refuse_return(transaction: GameTransaction, seat: Seat, user: User) -> None:
    if seat.user is not None:
        raise TableError(_("%(name)s has the seat now.") % {"name": seat.user})
    if any(other.user_id == user.pk for other in transaction.seats):
        raise TableError(_("%(name)s is already at this table.") % {"name": user})
    former = FormerSeat.objects.filter(game=transaction.game, number=seat.number, user=user)
    if not former.exists():
        raise TableError(_("%(name)s has never had this seat.") % {"name": user})


def _seat(transaction: GameTransaction, seat: Seat, user: User, by: Event.By) -> None:
    """Let the person have the seat that a bot plays."""
    if user.is_bot and excludes_bots(transaction.game):
        raise TableError(_("Boards compare people: bots do not play them."))
    _refuse_who_knows_others(transaction.game, user, seat.number)
    _remember(transaction, seat)
    seat.user, seat.invited, seat.bot, seat.autopilot, seat.missed = user, None, "", False, 0
    delete_plans(seat)
    seat.bank, seat.bank_charged_until = transaction.game.clock.bank, None
    seat.hours_json, seat.moves_seen = hours_of(user), {}
    # The substitute has read nothing of what was said to the others.
    Seat.objects.filter(pk=seat.pk).update(chat_seen=0)
    transaction.add(SubstituteSeated(seat.number), by)


def know_others(game_id: int, number: int) -> QuerySet[FormerSeat]:
    """Those who have played in other seats of the match than this one, and have seen their cards."""
    return FormerSeat.objects.filter(game=game_id).exclude(number=number)


def _refuse_who_knows_others(game: Game, user: User, number: int) -> None:
    if know_boards(game).filter(pk=user.pk).exists():
        raise TableError(_("%(name)s plays the same deals at another table.") % {"name": user})
    if know_others(game.pk, number).filter(user=user).exists():
        raise TableError(_("%(name)s has played another hand at this table.") % {"name": user})


def _remember(transaction: GameTransaction, seat: Seat) -> None:
    """The next event of the log takes the seat from the person in it."""
    if seat.user is not None:
        FormerSeat.objects.create(game=seat.game, number=seat.number, user=seat.user, until_seq=transaction.next_seq)
