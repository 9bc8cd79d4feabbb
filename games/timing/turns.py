"""Whose turn it is, over all tables: where a player is waited for, and where to go next."""

from __future__ import annotations

from datetime import datetime
from operator import itemgetter
from typing import Final, NamedTuple

from django.db.models import F, Q
from django.utils import timezone

from games.access import Visitor
from games.models import Game, Turn
from games.presenting.times import Until, until
from players.models import User


class Waiting(NamedTuple):
    """What waits, as a page of one deal shows it."""

    since: datetime | None
    """From when on the deal has been waiting for whom it waits for."""
    elsewhere: int
    """In how many other deals it is the reader's turn."""
    until: Until | None = None
    """Until when the reader may think, or else the last of those for whom the deal waits."""


URGENT_FIRST: Final = (F("flag").asc(nulls_last=True), "opened_at", "pk")


def waiting(user: Visitor, game: Game, deal: int) -> Waiting:
    """What the page of a deal says of turns, in one query."""
    here = Q(game=game, deal=deal)
    turns = Turn.objects.filter(here if user.pk is None else here | Q(user_id=user.pk))
    rows = turns.values_list("game_id", "deal", "opened_at", "user_id", "due", "flag")
    there = [row for row in rows if row[:2] != (game.pk, deal)]
    here_too = [row for row in rows if row[:2] == (game.pk, deal)]
    mine = [row for row in here_too if user.pk and row[3] == user.pk]
    clocked = [row[4:] for row in mine or here_too if row[5]]
    due, flag = max(clocked, key=itemgetter(1), default=(None, None))
    opened = max((row[2] for row in here_too), default=None)
    return Waiting(opened, len(there), until(due, flag, timezone.now()))


def next_turn(user: User, slug: str, deal: str) -> Turn | None:
    """The turn to take up after that one: what runs out first, bank counted, and round again."""
    turns = list(Turn.objects.filter(user=user).select_related("game").order_by(*URGENT_FIRST))
    places = [(turn.game.slug, str(turn.deal)) for turn in turns]
    after = places.index((slug, deal)) + 1 if (slug, deal) in places else 0
    return next(iter(turns[after:] + turns[:after]), None)
