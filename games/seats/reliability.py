"""Who takes his turns in time: counted from the log whenever somebody's time in a seat is over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.db.models import Sum
from django.dispatch import receiver
from django.utils.translation import gettext as _

from games.engine.wire import READERS
from games.models import Event, Game, Seat, Stint
from games.timing.deadlines import is_clocked
from players.models import User
from players.signals import profile_shown

# Fewer turns say nothing about anybody.
ENOUGH: Final = 20


def note(game: Game, seats: Iterable[Seat], leaving: Iterable[Seat]) -> None:
    """Count the turns of those whose time in their seats is over; none where no clock ran."""
    people = [(seat.number, seat.user) for seat in leaving if seat.user is not None]
    if not people or not is_clocked(seats):
        return
    rows = list(game.events.order_by("seq").values_list("type", "by", "payload__seat"))
    Stint.objects.bulk_create(_stint(game, place, user, rows) for place, user in people)


def _stint(game: Game, place: int, user: User, rows: list[tuple[str, str, int | None]]) -> Stint:
    turns = missed = 0
    is_closing = False
    for kind, by, number in rows:
        # What bots play to bring a match to its end is neither taken nor missed by anybody.
        is_closing |= kind == "played_out"
        if number != place:
            continue
        if kind in ("left", "substituted"):
            # Somebody else's.
            turns = missed = 0
        elif kind in READERS and kind != "deal" and not is_closing:
            turns += 1
            # A bot plays in a person's seat only while he is away.
            missed += by in (Event.By.TIMEOUT, Event.By.BOT)
    return Stint(game=game, user=user, turns=turns, missed=missed)


@receiver(profile_shown)
def turns_in_time(sender: type[User], user: User, **kwargs: Any) -> list[tuple[str, object]]:
    """The share of turns that the person took himself and in time, for his profile."""
    sums = Stint.objects.filter(user=user).aggregate(turns=Sum("turns"), missed=Sum("missed"))
    turns, missed = sums["turns"] or 0, sums["missed"] or 0
    if turns < ENOUGH:
        return []
    # Rounded down: 100 is for those who have missed none.
    words = _("%(percent)s%% of %(turns)s")
    share = {"percent": 100 * (turns - missed) // turns, "turns": turns}
    return [(_("Turns taken in time"), words % share)]
