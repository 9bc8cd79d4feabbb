"""How reliably players move in time: counted from the log whenever somebody's time in a seat is over."""

from collections.abc import Iterable
from typing import Any, Final

from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from games.kernel.events import HAND_OVERS, BotsPlayOut, TableEvent
from games.kernel.followers import Change
from games.kernel.replay import ReplayStep, SeatHolder
from games.models import Event, Stint
from games.turns.deadlines import is_clocked
from napoleon.engine import Deal
from players.models import User

# Fewer turns say nothing about anybody.
ENOUGH: Final = 20


def count_stints(change: Change) -> None:
    """A follower: count the turns of those whose time in their seats is over; none where no clock ran."""
    people_before = sum(user_id is not None for user_id, *_rest in change.stored_seats)
    left = [logged.seq for logged in change.events if isinstance(logged.event, HAND_OVERS)]
    ended: list[int | None] = [*left] if people_before > 1 else []
    if change.game.is_over and is_clocked(change.seats):
        ended.append(None)
    if ended:
        Stint.objects.bulk_create(
            Stint(game=change.game, user_id=holder.user_id, turns=turns, missed=missed)
            for holder, (turns, missed) in _turns(change.steps).items()
            if holder.user_id is not None and holder.until in ended
        )


def _turns(steps: Iterable[ReplayStep]) -> dict[SeatHolder, tuple[int, int]]:
    """By holder of a seat, how many turns there were, and how many were not taken in time."""
    counts: dict[SeatHolder, tuple[int, int]] = {}
    is_closing = False
    for step in steps:
        event, by = step.logged.event, step.logged.by
        # What bots play to bring a match to its end is neither taken nor missed by anybody.
        is_closing |= isinstance(event, BotsPlayOut)
        for holder in step.seats:
            counts.setdefault(holder, (0, 0))
        if not (is_closing or isinstance(event, TableEvent | Deal)):
            turns, missed = counts[step.seats[event.seat]]
            # A bot plays in a person's seat only while they are away.
            is_missed = by in (Event.By.TIMEOUT, Event.By.BOT)
            counts[step.seats[event.seat]] = turns + 1, missed + is_missed
    return counts


def turns_in_time(sender: type[User], user: User, **kwargs: Any) -> list[tuple[str, object]]:
    """Return the share of turns that the player took in time and without a bot, for their profile."""
    shares = shares_in_time([user.pk])
    return [(_("Turns played in time"), share) for share in shares.values()]


def shares_in_time(user_ids: Iterable[int]) -> dict[int, str]:
    """By person, the share of turns that they took in time; those with too few turns to say so are left out."""
    # How many turns a match took says something of its deals, which others may still play.
    told = Q(game__board_set=None) | Q(game__board_set__closed_at__isnull=False)
    stints = Stint.objects.filter(told, user__in=user_ids).order_by().values_list("user")
    sums = stints.annotate(turns=Sum("turns"), missed=Sum("missed"))
    # Rounded down: 100 is for those who have missed none.
    return {
        user_id: _("%(percent)s%% of %(turns)s") % {"percent": 100 * (turns - missed) // turns, "turns": turns}
        for user_id, turns, missed in sums
        if turns >= ENOUGH
    }
