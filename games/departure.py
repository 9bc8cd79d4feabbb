"""What happens to a person's games when they delete their account, and which guests can be deleted."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel.game_queries import locked
from games.kernel.transaction import TableError
from games.lobby import services
from games.models import Game, Seat, SeatWish
from games.seats import substitution
from games.turns.outages import ago
from players.accounts.services import GUESTS_STAY, stale_guests
from players.models import User


def free_seats(sender: type[User], user: User, **kwargs: Any) -> None:
    """Free the person's seats, so that no game waits for them; called in a transaction."""
    SeatWish.objects.filter(user=user).delete()
    _each(services.cancel, host=user, status=Game.Status.LOBBY)
    _each(partial(services.leave_seat, user=user), seats__user=user, status=Game.Status.LOBBY)
    _each(partial(substitution.leave, user=user), seats__user=user, status=Game.Status.RUNNING)
    _each(partial(_decline, user), seats__invited=user)
    # Imported records name the person too; only "former player" stays there as well.
    Seat.objects.filter(user=user).exclude(given_name="").update(given_name="", seed="left")


def _each(do: Callable[..., object], **conditions: object) -> None:
    """Do it to these games in turn. Each is locked by that itself, and may have moved on by then."""
    for key in Game.objects.filter(**conditions).order_by("pk").values_list("pk", flat=True):
        with suppress(TableError):
            do(game_id=key)


def _decline(user: User, *, game_id: int) -> None:
    """Under the lock of the game: a move of this moment would store the invitation once more."""
    locked(key=game_id).seats.filter(invited=user).update(invited=None)


def close_tables_of_guest(sender: type[User], user: User | None, **kwargs: Any) -> None:
    """A guest who signs out cannot come back; one whose account is deleted has no tables any more."""
    if user is not None and user.pk and user.is_guest:
        SeatWish.objects.filter(user=user).delete()
        services.close_tables_of(user)


def games_finished(sender: type[User], user: User, **kwargs: Any) -> list[tuple[str, object]]:
    played = Seat.objects.filter(user=user, game__is_imported=False)
    return [(_("Games finished"), played.filter(game__status=Game.Status.FINISHED).count())]


def sweep_guests() -> int:
    """Delete the guests who came once and never sat down; return how many."""
    since = ago(GUESTS_STAY, timezone.now())
    unused = stale_guests(since).filter(seats=None, hosted_games=None)
    return unused.delete()[1].get("players.User", 0)
