"""Each board that ends is counted in the same transaction: for the play, and in the field of the board."""

from collections.abc import Sequence
from datetime import datetime

from games.boards import contracts
from games.boards.scoring import Field, from_json, to_json
from games.kernel.duplicate import close_boards_if_over
from games.kernel.followers import Change
from games.models import BoardField, BoardPlay, BoardResult, BoardSet
from infrastructure.task_queue import enqueue_on_commit
from napoleon.engine.deal import PassedOut
from napoleon.engine.variants import End


def count_boards(change: Change) -> None:
    """A follower: note what the boards that have just ended brought."""
    board_set = change.game.board_set
    if board_set is None:
        return
    if board_set.is_duplicate:
        close_boards_if_over(change.game, change.at)
        return
    ended = change.after.match.ended[len(change.before.match.ended) :]
    if not ended:
        return
    play = BoardPlay.objects.select_for_update(no_key=True).get(game=change.game)
    play.board_set = board_set
    note(play, ended, done_at=change.at if change.game.is_over else None)
    if play.counts:
        count_in_fields(play, ended)
        if play.done_at:
            _close_if_all_have_played(play.board_set, change.at)


def _close_if_all_have_played(board_set: BoardSet, now: datetime) -> None:
    """Let a challenge close that as many have played as were expected, unless somebody is in the middle of it.

    The row of the last board's field is held, so two people who end at once count each other.
    """
    if board_set.closes_after is None or board_set.closes_at is None or board_set.closes_at <= now:
        return
    counted = board_set.plays.filter(counts=True)
    if counted.filter(done_at=None).exists() or counted.count() < board_set.closes_after:
        return
    let_close(board_set, now)


def let_close(board_set: BoardSet, now: datetime) -> None:
    """Nobody can begin any more; a worker does the rest."""
    if BoardSet.objects.filter(pk=board_set.pk, closed_at=None, closes_at__gt=now).update(closes_at=now):
        enqueue_on_commit("games.tasks.close_board_sets")


def note(play: BoardPlay, ended: Sequence[End], *, done_at: datetime | None) -> None:
    """Add these boards to the play, and when it was done if they were its last."""
    BoardResult.objects.bulk_create(_result(play, end) for end in ended)
    play.points += sum(points_of(end, play.board_set.person_seat) for end in ended)
    play.done_at = done_at
    play.save(update_fields=["points", "done_at"])


def points_of(end: End, seat: int) -> int:
    """What the board brought the person in that seat."""
    return 0 if isinstance(end, PassedOut) else end.scores[seat]


def _result(play: BoardPlay, end: End) -> BoardResult:
    points = points_of(end, play.board_set.person_seat)
    return BoardResult(play=play, board=end.number, points=points, contract=contracts.written(end))


def count_in_fields(play: BoardPlay, ended: Sequence[End]) -> None:
    """Keep the numbers of the boards' fields."""
    numbers = [end.number for end in ended]
    fields = BoardField.objects.select_for_update(no_key=True).filter(board_set=play.board_set_id, board__in=numbers)
    by_board = {field.board: field for field in fields.order_by("board")}
    seat = play.board_set.person_seat
    for end in ended:
        field, points, contract = by_board[end.number], points_of(end, seat), contracts.written(end)
        field.field_json = to_json(from_json(field.field_json).with_result(points))
        count, total = field.contracts_json.get(contract, (0, 0))
        field.contracts_json[contract] = [count + 1, total + points]
    BoardField.objects.bulk_update(by_board.values(), ["field_json", "contracts_json"])


def empty_fields(board_set: BoardSet) -> None:
    board_set.fields.update(field_json=to_json(Field.of([])), contracts_json={})
