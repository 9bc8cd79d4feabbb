"""Matches at several tables that play the same deals: who knows them, and when all of them are over."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q, QuerySet

from games.models import UNDER_WAY, BoardSet, Game
from infrastructure.task_queue import enqueue_on_commit
from players.models import User


def know_boards(game: Game | None) -> QuerySet[User]:
    """Those who play or have played the same deals at another table."""
    if game is None or game.board_set_id is None:
        return User.objects.none()
    others = Game.objects.filter(board_set=game.board_set_id).exclude(pk=game.pk)
    return User.objects.filter(Q(seats__game__in=others) | Q(former_seats__game__in=others))


def excludes_bots(game: Game) -> bool:
    """Whether bots of people get no seat there: boards compare people. Seasons have a rule of their own."""
    return game.board_set is not None and not game.board_set.fixture_json


def close_boards_if_over(game: Game, now: datetime | None) -> None:
    """Have the set of these tables closed if this was the last of them; in seasons the round decides."""
    board_set = game.board_set
    if board_set is None or not board_set.is_duplicate or board_set.fixture_json or not game.is_over or now is None:
        return
    others = Game.objects.filter(board_set=board_set).exclude(pk=game.pk)
    if not others.filter(status__in=(Game.Status.LOBBY, *UNDER_WAY)).exists():
        close_later([board_set.pk], now)


def close_later(keys: Iterable[int], now: datetime) -> None:
    """Close these sets once the transaction is done. A message that gets lost is made up for by the scheduler."""
    BoardSet.objects.filter(pk__in=list(keys), closed_at=None).update(closes_at=now)
    enqueue_on_commit("games.tasks.close_board_sets")
