"""What statistics do when a match is over."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from games.models import Game
from games.signals import deals_ended


@receiver(deals_ended, dispatch_uid="statistics")
def count_later(sender: type[Game], game: Game, **kwargs: Any) -> None:
    if game.status == Game.Status.FINISHED:
        tally_soon(game.pk)


def tally_soon(game_id: int) -> None:
    """Count the match once it is committed; what gets lost, the regular round makes up for."""
    from games.tasks import tally_statistics  # which needs the apps

    transaction.on_commit(partial(tally_statistics.delay, game_id), robust=True)
