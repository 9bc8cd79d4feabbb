"""What the plays of a set came to, compared with the field: stored once, when the set closes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final, cast

from games.boards.scoring import Field, Order, Result, SetScore, from_json, ranking, set_score, to_json
from games.models import BoardField, BoardPlay, BoardResult, BoardSet, Game

_AT_ONCE: Final = 1000
"""How many rows one transaction writes, so that none holds many for long."""


def rank(board_set: BoardSet) -> None:
    """Compare all plays of a set in which nobody plays any more. It may be done again."""
    plays = list(board_set.plays.filter(by_captain=False).select_related("game").order_by("pk"))
    results = _results(board_set, plays)
    fields = _whole_fields(board_set, [results[play.pk] for play in plays if play.counts])
    captain = captains_points(board_set)
    scores = {play.pk: score_of(results[play.pk], fields, captain, counts=play.counts) for play in plays}
    counted = {play.pk: score for play in plays if play.counts and (score := scores[play.pk])}
    places = {row.who: row.place for row in ranking(counted, cast(Order, board_set.order))}
    for play in plays:
        _note(play, scores[play.pk], places.get(play.pk))
    _store(plays)
    if board_set.day is not None and BoardSet.objects.filter(day=board_set.day).exclude(pk=board_set.pk).exists():
        _place_all_of(board_set.day, board_set.order)


def _place_all_of(day: date, order: str) -> None:
    """Rank the plays of all sets of the day together: each figure compares with those who had the same cards."""
    figure = "percent" if order == BoardSet.Order.PERCENT else "above"
    plays = list(BoardPlay.objects.filter(board_set__day=day, counts=True, above__isnull=False))
    figures = {play.pk: round(getattr(play, figure), 9) for play in plays}
    places: dict[float, int] = {}
    for place, height in enumerate(sorted(figures.values(), reverse=True), 1):
        places.setdefault(height, place)
    for play in plays:
        play.place = places[figures[play.pk]]
    _store(plays)


def _store(plays: Sequence[BoardPlay]) -> None:
    """Store what was noted of the plays. An upsert takes a tenth of the time that an update of many rows takes."""
    for first in range(0, len(plays), _AT_ONCE):
        BoardPlay.objects.bulk_create(
            plays[first : first + _AT_ONCE],
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=["above", "above_error", "percent", "place"],
        )


def captains_points(board_set: BoardSet) -> dict[int, int]:
    """By board, what the captain got in the person's seat."""
    rows = BoardResult.objects.filter(play__board_set=board_set, play__by_captain=True)
    return dict(rows.values_list("board", "points"))


def _results(board_set: BoardSet, plays: Iterable[BoardPlay]) -> dict[int, dict[int, Result]]:
    """By play and board. A board that somebody did not play to its end has no points, also if they never saw it."""
    results: dict[int, dict[int, Result]] = defaultdict(dict)
    rows = BoardResult.objects.filter(play__board_set=board_set).order_by("board")
    for key, board, points in rows.values_list("play", "board", "points"):
        results[key][board] = points
    for play in plays:
        if play.game.status == Game.Status.ABANDONED:
            left = range(len(results[play.pk]) + 1, board_set.rules.deals + 1)
            results[play.pk] |= dict.fromkeys(left)
    return results


def _whole_fields(board_set: BoardSet, counted: Iterable[Mapping[int, Result]]) -> dict[int, Field]:
    """The fields with the boards that were left unfinished, which are stored."""
    left = Counter(board for results in counted for board, points in results.items() if points is None)
    rows = list(board_set.fields.order_by("board"))
    fields = {row.board: replace(from_json(row.field_json), unfinished=left[row.board]) for row in rows}
    for row in rows:
        row.field_json = to_json(fields[row.board])
    BoardField.objects.bulk_update(rows, ["field_json"])
    return fields


def _note(play: BoardPlay, score: SetScore | None, place: int | None) -> None:
    if score is not None:
        play.above, play.above_error, play.percent = float(score.above), score.error, float(score.percent)
    play.place = place


def score_of(
    results: Mapping[int, Result], fields: Mapping[int, Field], captain: Mapping[int, int], *, counts: bool
) -> SetScore | None:
    """The score of one play; None before its first board has ended. Who is outside the field is compared with it."""
    if not results:
        return None
    return set_score(
        (fields[board] if counts else fields[board].with_result(points)).score(points, captain.get(board))
        for board, points in results.items()
    )
