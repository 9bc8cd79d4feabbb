"""Makes the results of a set again from the logs of its games: like any read model, what is kept follows from them."""

from django.db import transaction

from games.boards import tables
from games.boards.ranking import rank
from games.boards.results import count_in_fields, empty_fields, note
from games.kernel.game_queries import game_with_seats_by_key
from games.kernel.log import state_of
from games.models import BoardResult, BoardSet


@transaction.atomic
def rebuild_boards(board_set: BoardSet) -> None:
    """Count all plays again, and if the set has closed, compare them again."""
    if board_set.is_duplicate:
        if board_set.closed_at is not None:
            tables.compare(board_set)
        return
    empty_fields(board_set)
    BoardResult.objects.filter(play__board_set=board_set).delete()
    for play in board_set.plays.select_for_update(no_key=True, of=("self",)).select_related("board_set").order_by("pk"):
        game = game_with_seats_by_key(play.game_id)
        ended = state_of(game).match.ended
        play.points = 0
        note(play, ended, done_at=game.ended_at if len(ended) == board_set.rules.deals else None)
        if play.counts:
            count_in_fields(play, ended)
    if board_set.closed_at is not None:
        rank(board_set)
