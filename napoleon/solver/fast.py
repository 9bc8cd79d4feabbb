"""The compiled search, in the form of `search.Search`. Import this only where the extra ``analysis`` is installed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np

from . import kernel
from .board import Board, BoardPosition
from .laws import Laws
from .ordering import opponents_of
from .search import OutOfNodes

Vector: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
TABLE_SIZE: Final = 1 << 20
"""Positions that the table of a workspace holds unless told otherwise, a power of two: 16 bytes each."""


class Workspace:
    """The memory of searches that do not run at the same time.

    A sampler of many worlds gives all of them one workspace, which is never cleared: every board has a number of its
    own in it, so that no search takes what another one has left for its own.
    """

    def __init__(self, table_size: int = TABLE_SIZE) -> None:
        self.table = np.zeros((table_size, 2), np.int64)
        self.shapes = np.zeros((4, 4, 1 << 13, 3), np.int64)
        self.frames = np.zeros((kernel.DEPTH, kernel.FRAME_SIZE), np.int64)
        self.moves = np.zeros((kernel.DEPTH, kernel.MOST_MOVES), np.int64)
        self.boards = 0
        """How many boards have used it."""


class FastSearch:
    """Answers what `search.Search` answers, with the same values; the nodes that it takes differ a little."""

    def __init__(self, board: Board, workspace: Workspace | None = None) -> None:
        self.board, self.nodes, self.limit = board, 0, 0
        self._workspace = workspace or Workspace()
        self._workspace.boards += 1
        self._vector = vector_of(board)
        self._vector[kernel.SALT] = self._workspace.boards

    def at_least(self, position: BoardPosition, goal: int) -> int:
        """As `search.Search.at_least`."""
        lying = position.lying.bit_count()
        space = self._workspace
        frame = space.frames[0]
        frame[kernel.LIVE], frame[kernel.SEAT] = position.live, position.seat
        frame[kernel.LEFT] = len(self.board.hands) - lying if lying else 0
        frame[kernel.WAY], frame[kernel.STRENGTH] = position.way, position.strength
        frame[kernel.HOLDER], frame[kernel.LYING] = position.holder, position.lying
        frame[kernel.STEP], frame[kernel.GOAL] = position.step, goal
        bound, nodes = kernel.search(
            *(self._vector, space.shapes, space.table, space.frames, space.moves),
            self.limit - self.nodes,
        )
        self.nodes += nodes
        if self.nodes > self.limit:
            raise OutOfNodes
        return int(bound)


def vector_of(board: Board) -> Vector:
    """The board in the layout of the kernel."""
    laws, players = board.laws, len(board.hands)
    vector = _laws_vector(laws).copy()
    _put(vector, kernel.BOUND, [cards for by_way in board.bound for cards in by_way])
    _put(vector, kernel.HANDS, board.hands)
    _put(vector, kernel.SIDE, board.side)
    _put(vector, kernel.MAXIMISES, board.maximises)
    for turned, step in enumerate((1, -1)):
        for seat in range(players):
            place = (turned * kernel.MOST_PLAYERS + seat) * kernel.MOST_PLAYERS
            _put(vector, kernel.OPPONENTS + place, opponents_of(board, seat, step))
    _put(vector, kernel.OWNER, board.owner)
    _put(vector, kernel.PLAYERS, [players, board.valuable, board.bonus, board.pack, laws.turning])
    side = sum(hand for hand, is_of in zip(board.hands, board.side, strict=True) if is_of)
    _put(vector, kernel.SIDE_CARDS, [side, sum(board.side)])
    return vector


@lru_cache(maxsize=256)
def _laws_vector(laws: Laws) -> Vector:
    """What all boards of these laws have in common."""
    vector = np.zeros(kernel.VECTOR_SIZE, np.int64)
    _put(vector, kernel.ROWS, [one for row in laws.rows for one in row])
    _put(vector, kernel.ABOVE, [cards for by_strength in laws.above for cards in by_strength])
    _put(vector, kernel.REACH, [max(strengths) for strengths in zip(*laws.rows, strict=True)])
    _put(vector, kernel.SUITS, laws.suits)
    _put(vector, kernel.FOLLOWING, laws.following)
    _put(vector, kernel.UNUSUAL, laws.unusual)
    _put(vector, kernel.JOKER_WAYS, laws.joker_ways)
    same_two = [laws.same_two, laws.same_two_first_trick, laws.spoilers]
    _put(vector, kernel.YOROMEKI, [laws.yoromeki, *same_two])
    _put(vector, kernel.WAYS_OF_JOKER, [len(laws.joker_ways), laws.joker_call, laws.barred_first])
    _put(vector, kernel.POWERS, [laws.powers, laws.trumps])
    return vector


def _put(vector: Vector, offset: int, values: Sequence[int]) -> None:
    vector[offset : offset + len(values)] = values
