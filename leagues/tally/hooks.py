"""What the standings do when games tell of a deal that has ended."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from games.models import Game
from games.signals import deals_ended
from leagues.seasons.models import Table


@receiver(deals_ended, dispatch_uid="tally")
def tally_later(sender: type[Game], game: Game, **kwargs: Any) -> None:
    """Bring the standings along once the deal's end is committed, if it is a game of a season."""
    from leagues.tasks import tally_table  # which needs the apps

    for table_id in Table.objects.filter(game=game).values_list("pk", flat=True):
        transaction.on_commit(partial(tally_table.delay, table_id), robust=True)
