"""What pages show about turns: how long a deal has been waiting, and the reader's next turn at any table."""

from __future__ import annotations

from datetime import datetime
from operator import itemgetter
from typing import Final, NamedTuple

from django.db.models import F, Q
from django.utils import timezone

from games.access import Visitor
from games.models import Game, Turn
from games.presentation.times import Until, until
from players.models import User


class DealTurns(NamedTuple):
    """What the page of a deal shows about turns."""

    since: datetime | None
    """When the latest open turn of the deal began."""
    elsewhere: int
    """How many other deals wait for the reader."""
    until: Until | None = None
    """The reader's deadline in this deal; for others, the last deadline of those to act."""


URGENT_FIRST: Final = (F("times_out_at").asc(nulls_last=True), "opened_at", "pk")


def deal_turns(user: Visitor, game: Game, deal: int) -> DealTurns:
    """Return what the page of a deal shows about turns, with one query."""
    here = Q(game=game, deal=deal)
    turns = Turn.objects.filter(here if user.pk is None else here | Q(user_id=user.pk))
    rows = turns.values_list("game_id", "deal", "opened_at", "user_id", "due", "times_out_at")
    there = [row for row in rows if row[:2] != (game.pk, deal)]
    here_too = [row for row in rows if row[:2] == (game.pk, deal)]
    mine = [row for row in here_too if user.pk and row[3] == user.pk]
    clocked = [row[4:] for row in mine or here_too if row[5]]
    due, time_out = max(clocked, key=itemgetter(1), default=(None, None))
    opened = max((row[2] for row in here_too), default=None)
    return DealTurns(opened, len(there), until(due, time_out, timezone.now()))


def next_turn(user: User, slug: str, deal: str) -> Turn | None:
    """Return the turn after that one in the order of time-outs, banks included; after the last comes the first."""
    turns = list(Turn.objects.filter(user=user).select_related("game").order_by(*URGENT_FIRST))
    places = [(turn.game.slug, str(turn.deal)) for turn in turns]
    after = places.index((slug, deal)) + 1 if (slug, deal) in places else 0
    return next(iter(turns[after:] + turns[:after]), None)
