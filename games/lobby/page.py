"""What the page of a table shows while it waits for players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.urls import reverse

from games.access import Visitor, seat_of
from games.lobby.forms import BOT_LEVELS, InviteForm, SeedForm
from games.models import Game, Seat
from games.planning.automation import longest_wait
from games.presenting.tables import own_rules, rules_line, title
from games.presenting.times import clock_lines


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of the table and what its reader may do with it."""

    seat: Seat
    place: int
    """Counted from 1."""
    is_me: bool
    may_sit: bool
    may_arrange: bool
    """Whether the reader may give it to a bot or keep it for somebody."""
    form: InviteForm | None = None
    """The invitation that was refused for this seat."""


def lobby_context(
    game: Game, user: Visitor, *, invite: InviteForm | None = None, seed: SeedForm | None = None
) -> dict[str, Any]:
    """The context of ``games/lobby.html`` for a table of which the user may know.

    ``invite`` and ``seed`` are forms that were refused, to be shown with their errors.
    """
    prefetch_related_objects([game], "seats__invited")
    own = seat_of(user, game)
    is_host = user.pk is not None and user.pk == game.host_id
    rows = [_row(game, seat, user, own, is_host, invite) for seat in game.seats.all()]
    return {
        "game": game,
        "title": title(game),
        "rules_line": rules_line(game.rules),
        "changes": own_rules(game.rules),
        "clock_lines": clock_lines(game.clock, longest_wait(game.release)),
        "rows": rows,
        "may_sit": any(row.may_sit for row in rows),
        "invitation_url": settings.SITE_URL + reverse("games:join", args=[game.invitation]),
        "free": sum(seat.is_open for seat in game.seats.all()),
        "own": own,
        "is_host": is_host,
        "levels": BOT_LEVELS,
        "seed_form": seed or SeedForm(),
    }


def _row(
    game: Game, seat: Seat, user: Visitor, own: Seat | None, is_host: bool, form: InviteForm | None
) -> SeatRow:
    waiting = game.status == Game.Status.LOBBY
    kept_for_other = seat.invited_id not in (None, user.pk)
    refused = form is not None and form.data.get("number") == str(seat.number)
    return SeatRow(
        seat=seat,
        place=seat.number + 1,
        is_me=seat == own,
        may_sit=waiting and own is None and seat.is_open and not kept_for_other,
        may_arrange=waiting and is_host and seat.user_id is None,
        form=form if refused else None,
    )
