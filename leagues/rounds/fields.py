"""What each deal of a duplicate season is compared with: the same seat at the other tables of its round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from games.boards.scoring import FEWEST
from leagues.models import RoundBoards, Season, Table
from leagues.standings import core

Key: TypeAlias = tuple[int, int]
"""A round and the number of seats of its tables: these play the same deals."""


class _Board(NamedTuple):
    """The scores of a deal by table, and those of captains if there are few tables."""

    scores: list[Sequence[int]]
    captains: Sequence[int] | None


class Fields:
    """The fields of a season's deals. Empty for a season whose tables have deals of their own."""

    def __init__(self, tables: Mapping[Key, Sequence[Sequence[Any]]], captains: Mapping[Key, Sequence[Any]]) -> None:
        self._boards: dict[Key, list[_Board]] = {
            key: [_board(number, those, captains.get(key, ())) for number in range(max(map(len, those)))]
            for key, those in tables.items()
        }

    def of_deal(self, key: Key, number: int, scores: Sequence[int]) -> tuple[core.FieldInput, ...]:
        """By seat, what these scores are compared with; nothing while there is nothing to compare them with."""
        boards = self._boards.get(key, ())
        if number >= len(boards):
            return ()
        board = boards[number]
        return tuple(_field(board, seat, score) for seat, score in enumerate(scores))


def _board(number: int, tables: Sequence[Sequence[Any]], captains: Sequence[Any]) -> _Board:
    scores = [deals[number]["scores"] for deals in tables if number < len(deals)]
    joins = len(scores) < FEWEST and number < len(captains)
    return _Board(scores, captains[number] if joins else None)


def _field(board: _Board, seat: int, score: int) -> core.FieldInput:
    every = [scores[seat] for scores in (*board.scores, *filter(None, [board.captains]))]
    others = len(every) - 1
    mean = Fraction(sum(every) - score, others) if others else Fraction(score)
    return core.FieldInput(mean, others, board.captains is not None)


NO_FIELDS = Fields({}, {})


def fields_of_round(tables_of_round: Iterable[Table]) -> Fields:
    """The fields of one round. Takes no query where the boards of the games are read already."""
    tables: dict[Key, list[Sequence[Any]]] = defaultdict(list)
    captains: dict[Key, Sequence[Any]] = {}
    for table in tables_of_round:
        board_set = table.game.board_set if table.game else None
        if board_set is None or board_set.closed_at is None or not table.deals_json:
            continue
        key = table.round_id, board_set.round_boards.players
        tables[key].append(table.deals_json)
        captains[key] = board_set.round_boards.captains_json
    return Fields(tables, captains)


def fields_of(season: Season) -> Fields:
    """The fields of all rounds whose boards have closed. Takes two queries, and none where deals are not shared."""
    if not season.is_duplicate:
        return NO_FIELDS
    closed = RoundBoards.objects.filter(round__season=season, board_set__closed_at__isnull=False)
    captains = {(boards.round_id, boards.players): boards.captains_json for boards in closed}
    tables: dict[Key, list[Sequence[Any]]] = defaultdict(list)
    played = Table.objects.filter(round__season=season, game__isnull=False, game__board_set__round_boards__in=closed)
    rows = played.values_list("round", "game__board_set__round_boards__players", "deals_json")
    for round_id, players, deals in rows.order_by("pk"):
        if deals:
            tables[round_id, players].append(deals)
    return Fields(tables, captains)
