"""What seasons do when games tell of something that has ended."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from games.models import Game
from games.signals import deals_ended
from leagues.models import Table


@receiver(deals_ended, dispatch_uid="seasons")
def follow_later(sender: type[Game], game: Game, **kwargs: Any) -> None:
    """See to the table once the end of its match is committed, if it is a game of a season."""
    if not game.is_over:
        return
    from leagues.tasks import follow_table  # which needs the apps

    for table_id in Table.objects.filter(game=game).values_list("pk", flat=True):
        transaction.on_commit(partial(follow_table.delay, table_id), robust=True)
