"""What pages show about turns: how long a deal has been waiting, and the reader's next turn at any table."""

from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any, Final, NamedTuple

from django.db.models import BigIntegerField, F, Q, QuerySet
from django.utils import timezone

from games.access import Visitor
from games.kernel.events import Payload
from games.models import Game, Turn
from games.presentation.times import Until, until
from games.turns.held_moves import held_move
from infrastructure.speed.prepared_queries import Parameter, PreparedQuery
from players.models import User


class DealTurns(NamedTuple):
    """What the page of a deal shows about turns."""

    since: datetime | None
    """When the latest open turn of the deal began; None in its first minute."""
    elsewhere: int
    """How many other deals wait for the reader."""
    here: int
    """1 if this deal does."""
    held: Payload | None = None
    """The reader's move that they can still take back."""
    held_until: datetime | None = None
    """When that move is made."""
    until: Until | None = None
    """The reader's deadline in this deal; for others, the last deadline of those to act."""


class TurnRow(NamedTuple):
    """What is read of a turn; the fields of `Turn`."""

    game_id: int
    deal: int
    opened_at: datetime
    user_id: int | None
    held: dict[str, Any] | None
    release_at: datetime | None
    due: datetime | None
    times_out_at: datetime | None


def _turns_here_or_own() -> QuerySet[Turn, tuple[Any, ...]]:
    number = BigIntegerField()
    here = Q(game=Parameter("game", number), deal=Parameter("deal", number))
    return Turn.objects.filter(here | Q(user=Parameter("user", number))).values_list(*TurnRow._fields)


TURNS_HERE_OR_OWN: Final = PreparedQuery(_turns_here_or_own)
"""A visitor who is not signed in has no turns of their own: their key is NULL, which equals nothing."""
URGENT_FIRST: Final = (F("times_out_at").asc(nulls_last=True), "opened_at", "pk")


def deal_turns(user: Visitor, game: Game, deal: int) -> DealTurns:
    """Return what the page of a deal shows about turns, with one query."""
    rows = [TurnRow(*row) for row in TURNS_HERE_OR_OWN.all(game=game.pk, deal=deal, user=user.pk)]
    here = [row for row in rows if (row.game_id, row.deal) == (game.pk, deal)]
    mine = [row for row in here if user.pk and row.user_id == user.pk]
    clocked = [(row.due, row.times_out_at) for row in mine or here if row.times_out_at]
    held, held_until = next(((move, row.release_at) for row in mine if (move := held_move(row.held))), (None, None))
    due, time_out = max(clocked, key=itemgetter(1), default=(None, None))
    opened, now = max((row.opened_at for row in here), default=None), timezone.now()
    since, elsewhere = worth_telling(opened, now), len(rows) - len(here)
    return DealTurns(since, elsewhere, min(1, len(mine)), held, held_until, until(due, time_out, now))


def worth_telling(since: datetime | None, now: datetime) -> datetime | None:
    """None in the first minute: "0 minutes" tells nothing."""
    return since if since and now - since >= timedelta(minutes=1) else None


def next_turn(user: User, slug: str, deal: str) -> Turn | None:
    """Return the turn after that one in the order of time-outs, banks included; after the last comes the first."""
    turns = list(Turn.objects.filter(user=user).select_related("game").order_by(*URGENT_FIRST))
    places = [(turn.game.slug, str(turn.deal)) for turn in turns]
    after = places.index((slug, deal)) + 1 if (slug, deal) in places else 0
    return next(iter(turns[after:] + turns[:after]), None)
