"""The close of a set: what is unfinished ends, results are compared, and everything about its boards becomes public."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final, TypeAlias

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.archive.store import archive_match
from games.boards import tables
from games.boards.ranking import rank
from games.boards.services import new_play
from games.kernel.board_bots import CAPTAIN
from games.kernel.early_end import stop
from games.kernel.followers import consume_all_again
from games.kernel.game_queries import game_with_seats_by_key, locked
from games.kernel.log import state_of
from games.kernel.replay import replay
from games.kernel.transaction import GameTransaction
from games.models import BoardPlay, BoardSet, Event, Game
from infrastructure.task_queue import enqueue_on_commit
from napoleon.bots import choose
from napoleon.engine import DealView
from napoleon.engine.events import Command
from napoleon.engine.variants import State
from napoleon.engine.view import deal_view
from napoleon.engine.wire import event_to_json

AfterClose: TypeAlias = Callable[[BoardSet], object]
"""Takes a set that has just closed. It may be called twice."""

_after_close: Final[list[AfterClose]] = []


def register_after_close(follower: AfterClose) -> None:
    """Add what other apps do with the results of a set; each only once."""
    if follower not in _after_close:
        _after_close.append(follower)


log = logging.getLogger(__name__)


def close_due(now: datetime) -> None:
    """Close the sets whose time is up. A close that was broken off is taken up again, and holds up no other."""
    due = BoardSet.objects.filter(closed_at=None, closes_at__lte=now).order_by("closes_at", "pk")
    for key in list(due.values_list("pk", flat=True)):
        # Captains take their time. Meanwhile another worker may have closed the next ones.
        board_set = BoardSet.objects.filter(pk=key, closed_at=None).first()
        try:
            if board_set is not None:
                close(board_set)
        except Exception:
            log.exception("the set of boards %s could not be closed", key)


def close(board_set: BoardSet) -> None:
    # The tables that wait go first: one that filled up after the others were stopped would play on with cards that all
    # can see.
    waiting = board_set.games.filter(status=Game.Status.LOBBY)
    waiting.update(status=Game.Status.CANCELLED, ended_at=timezone.now())
    running = board_set.games.filter(status=Game.Status.RUNNING).exclude(board_play__by_captain=True)
    for game_id in running.values_list("pk", flat=True):
        stop(game_id=game_id)
    if board_set.is_duplicate:
        tables.let_captains_play(board_set)
        tables.compare(board_set)
    else:
        let_captain_play(board_set)
        rank(board_set)
    with transaction.atomic():
        board_set.games.filter(status=Game.Status.SEALED).update(status=Game.Status.FINISHED)
        board_set.closed_at = timezone.now()
        board_set.save(update_fields=["closed_at"])
        if board_set.is_duplicate:
            _publish(board_set)
        elif settings.ANALYSE_ENDED_MATCHES:
            # What its contracts come to with open cards.
            enqueue_on_commit("games.tasks.analyse")
    for follower in _after_close:
        follower(board_set)


def _publish(board_set: BoardSet) -> None:
    """Let matches of people have all that other matches have once they are over."""
    # The club may have become private while captains played.
    board_set.refresh_from_db(fields=["is_listed"])
    board_set.games.update(is_listed=board_set.is_listed)
    for game in board_set.games.filter(status=Game.Status.FINISHED).order_by("pk"):
        archive_match(game, list(replay(game)))
        consume_all_again(game.pk)


def let_captain_play(board_set: BoardSet) -> None:
    """Have a captain play the boards in the person's seat, with all the time it needs, if none has."""
    play = _play_of_captain(board_set)
    while _captain_moves(play):
        pass


@transaction.atomic
def _play_of_captain(board_set: BoardSet) -> BoardPlay:
    """The captain's play of the set. There is one, though two workers may close the set at the same time."""
    BoardSet.objects.select_for_update(no_key=True).get(pk=board_set.pk)
    return board_set.plays.filter(by_captain=True).first() or new_play(board_set, user=None, counts=False)


def _captain_moves(play: BoardPlay) -> bool:
    """Let the captain make one move, and the others answer; whether the match goes on."""
    # It thinks while no game is locked.
    game = game_with_seats_by_key(play.game_id)
    open_deals = state_of(game).match.open
    if not open_deals:
        return False
    view = deal_view(open_deals[0], play.board_set.person_seat)
    thought = _thought(view, play) if view.my_turn else None
    with transaction.atomic():
        writing = GameTransaction(locked(key=play.game_id))
        if writing.game.seq != game.seq:
            return True  # another worker closes the set, too
        if thought is not None:
            writing.push(event_to_json(thought), Event.By.BOT)
        _let_others_move(writing, play.board_set.person_seat)
        writing.commit()
    return True


def _thought(view: DealView, play: BoardPlay) -> Command:
    return choose(CAPTAIN, view, play.board_set.rules, seed=view.number)


def _let_others_move(writing: GameTransaction, person: int) -> None:
    """Deal, and let the other seats move, until the captain is to act or the match is over."""
    writing.deal()
    while (state := _state(writing)) is not None and (seat := state.to_act()[0]) != person:
        writing.bot_move(state, seat, writing.seats[seat].bot, Event.By.BOT)
        writing.deal()


def _state(writing: GameTransaction) -> State | None:
    return next(iter(writing.running.open.values()), None)
