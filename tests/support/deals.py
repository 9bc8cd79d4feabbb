"""Playing one more deal at a table of a season."""

from __future__ import annotations

from games.kernel import early_end
from games.kernel.log import state_of
from games.models import Game
from games.seats import time_outs
from leagues.models import Table


def a_deal_ends(table: Table) -> None:
    """Bots play on until one more deal has ended; then everybody is back."""
    game = Game.objects.get(pk=table.game_id)
    before = len(state_of(game).match.ended)
    people = [seat.user for seat in game.seats.select_related("user") if seat.user]
    while len(state_of(Game.objects.get(pk=game.pk)).match.ended) == before:
        early_end.MOST_MOVES, kept = 1, early_end.MOST_MOVES  # type: ignore[misc]
        early_end.play_out(game_id=game.pk)
        early_end.MOST_MOVES = kept  # type: ignore[misc]
    for user in people:
        if Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
            time_outs.take_back(game_id=game.pk, user=user)
