"""Members in imported matches: whoever does not want to stand for a name need not."""

from __future__ import annotations

from django.db import transaction

from games.archive.noting import rename
from games.models import Game
from games.statistics.hooks import tally_soon
from players.models import User


@transaction.atomic
def leave_name(*, game_id: int, user: User) -> None:
    """The seat goes back to the name that its record has."""
    game = Game.objects.select_for_update().get(pk=game_id, is_imported=True)
    seat = game.seats.filter(user=user).first()
    if seat is not None:
        seat.user = None
        seat.save(update_fields=["user"])
        rename(game, seat)
        tally_soon(game_id)
