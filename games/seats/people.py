"""The page of a running match that tells who plays, what time they have, and lets them step out or in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils import timezone

from games.access import Visitor, seat_of
from games.log import GameState
from games.models import Game, Pause, Seat
from games.planning.automation import longest_wait
from games.presenting.tables import title
from games.presenting.times import Until, clock_lines, rough, until
from games.seats.forms import LeaveForm, OfferForm, PauseForm
from games.seats.happenings import happenings
from games.timing.clock import Bank
from games.timing.deadlines import bank_of, is_clocked
from players.models import Vacation


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A seat of a running match, for everybody to read."""

    seat: Seat
    place: int
    """Counted from 1."""
    is_me: bool
    bank: str
    """What is left of the bank, in words; empty where no clock runs."""
    until: Until | None
    away_until: datetime | None
    """When the person's vacation ends, if it has begun."""
    may_offer: bool
    form: OfferForm | None = None
    """The offer that was refused for this seat."""


def people_context(
    game: Game,
    state: GameState,
    user: Visitor,
    *,
    pause: PauseForm | None = None,
    leave: LeaveForm | None = None,
    offer: OfferForm | None = None,
) -> dict[str, Any]:
    """The context of ``games/people.html``; forms that were refused are shown with their errors."""
    prefetch_related_objects([game], "seats__invited")
    now, own = timezone.now(), seat_of(user, game)
    is_host = user.pk is not None and user.pk == game.host_id
    return {
        "game": game,
        "title": title(game),
        "is_running": game.status == Game.Status.RUNNING,
        "is_host": is_host,
        "own": own,
        "is_asked": is_asked(user, game),
        "rows": list(_rows(game, user, is_host, offer, now)),
        "clock_lines": clock_lines(game.clock, longest_wait(game.release)),
        "pause": current_pause(game, now),
        "pause_form": pause or PauseForm(),
        "leave_form": leave or LeaveForm(),
        "happened": happenings(state.beside, list(game.seats.all()), most=None),
    }


def is_asked(user: Visitor, game: Game) -> bool:
    """Whether the visitor is asked to play on in a seat."""
    if user.pk is None:
        return False
    return any(seat.invited_id == user.pk and seat.played_by for seat in game.seats.all())


def current_pause(game: Game, now: datetime) -> Pause | None:
    """The pause in which the table is now; no query where there is none."""
    if game.paused_until is None or game.paused_until <= now:
        return None
    return game.pauses.filter(end__gt=now).first()


def _rows(
    game: Game, user: Visitor, is_host: bool, offer: OfferForm | None, now: datetime
) -> Iterable[PersonRow]:
    seats = list(game.seats.all())
    clocked = is_clocked(seats) and game.status == Game.Status.RUNNING
    turns = {
        turn.seat: until(turn.due, turn.flag, now)
        for turn in game.turns.filter(flag__isnull=False).order_by("-flag")
    }
    away = dict(
        Vacation.objects.filter(
            user__in=[seat.user_id for seat in seats if seat.user_id], start__lte=now, end__gt=now
        ).values_list("user", "end")
    )
    for seat in seats:
        refused = offer is not None and offer.data.get("number") == str(seat.number)
        yield PersonRow(
            seat=seat,
            place=seat.number + 1,
            is_me=seat.user_id == user.pk is not None,
            bank=_left(bank_of(game.clock, seat)) if clocked and seat.is_present else "",
            until=turns.get(seat.number),
            away_until=away.get(seat.user_id or 0),
            may_offer=is_host and game.status == Game.Status.RUNNING and bool(seat.played_by),
            form=offer if refused else None,
        )


def _left(bank: Bank) -> str:
    return rough(bank.left)
