"""Staff give seats back that bots have taken over, for example after an unnoticed outage."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from games.integrity.rebuild import rebuild
from games.kernel.transaction import TableError
from games.models import Event, Game
from games.seats import substitution
from leagues.substitutes.services import end_search_for_seat
from players.models import User
from staff.models import StaffAction
from staff.moderation.services import do


class Loss(NamedTuple):
    """A seat that a bot plays, and its current or last owner."""

    number: int
    person: User
    is_left: bool
    """Whether the person has lost the seat; otherwise a bot plays for them."""
    is_own_wish: bool
    """Whether the person left voluntarily."""

    @property
    def place(self) -> int:
        return self.number + 1


def losses(game: Game) -> list[Loss]:
    """The seats that can be given back, in order."""
    lost = []
    for seat in game.seats.select_related("user").order_by("number"):
        if seat.user is not None and seat.autopilot:
            lost.append(Loss(seat.number, seat.user, is_left=False, is_own_wish=False))
        elif seat.user is None:
            rows = game.former_seats.filter(number=seat.number).select_related("user")
            if last := rows.order_by("-until_seq").first():
                left = game.events.filter(seq=last.until_seq, by=Event.By.PLAYER).exists()
                lost.append(Loss(seat.number, last.user, is_left=True, is_own_wish=left))
    return lost


def found_running(game: Game) -> Game:
    """The running game, rebuilt from its log if its row alone says that it is over; raises `TableError` otherwise."""
    game.refresh_from_db()
    if game.is_over and rebuild(game.pk):
        game.refresh_from_db()
    if game.status != Game.Status.RUNNING:
        raise TableError(_("This match is over, or has not begun: its cards may have been shown."))
    return game


def give_back(game: Game, numbers: Collection[int], *, actor: User | None, reason: str) -> list[Loss]:
    """Give back all of these seats, or raise `TableError`."""

    def write() -> None:
        found_running(game)
        _refuse_own_table(game, actor)
        known = {loss.number: loss for loss in losses(game)}
        if not numbers or not known.keys() >= set(numbers):
            raise TableError(_("There is no seat to give back."))
        for number in sorted(numbers):
            substitution.give_back(game_id=game.pk, number=number, user=known[number].person)
            end_search_for_seat(game.pk, number)
            given.append(known[number])

    given: list[Loss] = []
    do(StaffAction.Action.RETURN, write, actor, None, f"game:{game.pk}", reason)
    return given


def _refuse_own_table(game: Game, actor: User | None) -> None:
    """Staff can't decide about their own matches."""
    if actor is None:
        return
    plays = Q(seats__user=actor) | Q(former_seats__user=actor)
    if Game.objects.filter(plays, pk=game.pk).exists():
        raise TableError(_("You play at this table: another staff member must decide."))
