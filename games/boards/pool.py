"""Several equal sets a day (`DAILY_POOL`): each account draws one, so that a second account tells little."""

from datetime import date

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from games.models import BoardPlay, BoardSet
from players.models import User


def sets_of(day: date) -> QuerySet[BoardSet]:
    return BoardSet.objects.filter(day=day).select_related("host", "source").order_by("pool_number")


def drawn_by(user: User | None, day: date) -> BoardSet | None:
    """The person's set of the day: the one that they have begun, else as the key of the site has it.

    Visitors are shown the first; they draw when they begin, as guests. None before the boards have opened.
    """
    sets = list(sets_of(day))
    if user is None or len(sets) < 2:
        return next(iter(sets), None)
    begun = BoardPlay.objects.filter(user=user, board_set__in=sets, counts=True).order_by("begun_at")
    key = begun.values_list("board_set", flat=True).first()
    return next((each for each in sets if each.pk == key), sets[_draw(user, day, len(sets))])


def _draw(user: User, day: date, sets: int) -> int:
    """Nobody can foretell it, and it stays the same all day."""
    return int(salted_hmac("games.boards.pool", f"{day}:{user.pk}").hexdigest(), 16) % sets


def own_of(board_set: BoardSet, user: User | None) -> BoardSet:
    """The set that the person plays instead of this one: another of the same day while that is open, else this."""
    if board_set.day is None or board_set.closed_at is not None:
        return board_set
    return drawn_by(user, board_set.day) or board_set
