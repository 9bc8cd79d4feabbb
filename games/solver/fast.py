"""The compiled search, in the form of `search.Search`. Import this only where the extra ``analysis`` is installed."""

from __future__ import annotations

from typing import Final

import numpy as np

from games.engine.cards import CardSet

from . import kernel
from .board import Board, Position
from .ordering import opponents_of
from .search import OutOfNodes

TABLE_SIZE: Final = 1 << 20
"""Positions that the table holds: 16 bytes each."""


class FastSearch:
    """Answers what `search.Search` answers, with the same values; the nodes that it takes differ a little."""

    def __init__(self, board: Board, table_size: int = TABLE_SIZE) -> None:
        self.board, self.nodes, self.limit = board, 0, 0
        self._vector = vector_of(board)
        self._shapes = np.zeros((4, 4, 1 << 13, 2), np.int64)
        self._table = np.zeros((table_size, 2), np.int64)
        self._frames = np.zeros((kernel.DEPTH, kernel.FRAME_SIZE), np.int64)
        self._moves = np.zeros((kernel.DEPTH, kernel.MOST_MOVES), np.int64)

    def at_least(self, position: Position, goal: int) -> int:
        """As `search.Search.at_least`."""
        lying = position.lying.bit_count()
        frame = self._frames[0]
        frame[kernel.LIVE], frame[kernel.SEAT] = position.live, position.seat
        frame[kernel.LEFT] = len(self.board.hands) - lying if lying else 0
        frame[kernel.WAY], frame[kernel.STRENGTH] = position.way, position.strength
        frame[kernel.HOLDER], frame[kernel.LYING] = position.holder, position.lying
        frame[kernel.STEP], frame[kernel.GOAL] = position.step, goal
        bound, nodes = kernel.search(
            *(self._vector, self._shapes, self._table, self._frames, self._moves),
            self.limit - self.nodes,
        )
        self.nodes += nodes
        if self.nodes > self.limit:
            raise OutOfNodes
        return int(bound)


def vector_of(board: Board) -> np.ndarray:
    """The board in the layout of the kernel."""
    laws, players = board.laws, len(board.hands)
    vector = np.zeros(kernel.VECTOR_SIZE, np.int64)

    def put(offset: int, values: list[int]) -> None:
        vector[offset : offset + len(values)] = values

    put(kernel.ROWS, [one for row in laws.rows for one in row])
    put(kernel.ABOVE, [cards for by_strength in laws.above for cards in by_strength])
    put(kernel.REACH, [max(strengths) for strengths in zip(*laws.rows, strict=True)])
    put(kernel.SUITS, [*laws.suits])
    put(kernel.FOLLOWING, [*laws.following])
    put(kernel.UNUSUAL, [*laws.unusual])
    put(kernel.BOUND, [cards for by_way in board.bound for cards in by_way])
    put(kernel.HANDS, [*board.hands])
    put(kernel.SIDE, [*board.side])
    put(kernel.MAXIMISES, [*board.maximises])
    for turned, step in enumerate((1, -1)):
        for seat in range(players):
            place = (turned * kernel.MOST_PLAYERS + seat) * kernel.MOST_PLAYERS
            put(kernel.OPPONENTS + place, [*opponents_of(board, seat, step)])
    put(kernel.OWNER, [*board.owner])
    put(kernel.JOKER_WAYS, [*laws.joker_ways])
    put(kernel.PLAYERS, [players, board.valuable, board.bonus, board.pack, laws.turning])
    put(kernel.YOROMEKI, [laws.yoromeki, laws.same_two, laws.same_two_first_trick, laws.spoilers])
    put(kernel.WAYS_OF_JOKER, [len(laws.joker_ways), laws.joker_call, laws.barred_first])
    put(kernel.POWERS, [laws.powers, laws.trumps, _side_cards(board), sum(board.side)])
    return vector


def _side_cards(board: Board) -> CardSet:
    return sum(hand for hand, is_of in zip(board.hands, board.side, strict=True) if is_of)
