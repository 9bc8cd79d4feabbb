"""The questions that a solver answers about a position with open hands.

All hands are known, so the answers are for reviews and for worlds that a bot imagines, never for a player of a running
deal. An answer is exact, or None: "not worked out" within the nodes allowed.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from napoleon.engine import Play
from napoleon.engine.cards import PICTURE_COUNT, Card, suit_of
from napoleon.engine.nap import TRICKS, NapPlaying

from .board import BoardPosition, PlayState, board_of, position_of, way_of
from .search import ALL_SO_FAR, OutOfNodes, Search
from .worth import is_workable, made_by_count, points_by_count

NODES: Final = 1_000_000
"""The limit unless told otherwise: some seconds."""
Goal: TypeAlias = Literal["taken", "points"]
"""What to work out.

``taken``: the pictures that Napoleon's side takes in the whole deal, or the tricks of the declarer at Nap, where at
misère the declarer wants few. ``points``: those of Napoleon, or of the declarer, by the rules' scoring.
"""

Asked: TypeAlias = Goal | Literal["made"]


def evaluate(state: PlayState, *, goal: Goal = "taken", limit: int = NODES) -> int | None:
    """The value of the deal if both sides play perfectly from here on; None if ``limit`` nodes are too few.

    The deal is played out, also under ``finish: when_decided``: that changes no points.
    """
    return Solver().evaluate(state, goal=goal, limit=limit)


def evaluate_cards(state: PlayState, *, goal: Goal = "taken", limit: int = NODES) -> dict[Card, int] | None:
    """The same for each card that may be played now; for a led joker with the suit that is best to name."""
    return Solver().evaluate_cards(state, goal=goal, limit=limit)


def evaluate_plays(state: PlayState, *, goal: Goal = "taken", limit: int = NODES) -> dict[Play, int] | None:
    """The same for each play: a led joker is listed once for each suit that it may name."""
    return Solver().evaluate_plays(state, goal=goal, limit=limit)


def is_made(state: PlayState, *, limit: int = NODES) -> bool | None:
    """Whether the contract is made by best play of both sides; None if ``limit`` nodes do not tell."""
    return Solver().is_made(state, limit=limit)


def plays_for_more(state: PlayState, *, goal: Goal = "taken") -> bool:
    """Whether the seat to play wants the higher of two values. At misère few tricks are many points."""
    is_declarers = state.turn in _side(state)
    if isinstance(state, NapPlaying) and state.contract.bid == "misere" and goal == "taken":
        return not is_declarers
    return is_declarers


class Solver:
    """Answers questions about the positions of one deal, which share what the search has learnt.

    Its methods are the functions above; the limit of each call is for that call alone.
    """

    def __init__(self) -> None:
        self._searches: dict[object, Search] = {}
        """A search for each board: one a deal, but at Nap one for each suit that may become trumps."""

    @property
    def nodes(self) -> int:
        return sum(search.nodes for search in self._searches.values())

    def evaluate(self, state: PlayState, *, goal: Goal = "taken", limit: int = NODES) -> int | None:
        return self._value(state, goal, limit)

    def is_made(self, state: PlayState, *, limit: int = NODES) -> bool | None:
        made = self._value(state, "made", limit)
        return None if made is None else bool(made)

    def takes_rest(self, state: PlayState, seat: int, *, limit: int = NODES) -> bool | None:
        """Whether the seat's side takes all pictures, or at Nap all tricks, that are still to come."""
        if not is_workable(state):
            return None
        is_declarers = seat in _side(state)
        if _makes_trumps(state):
            taken = self.evaluate(state, limit=limit)
            return None if taken is None else taken == (TRICKS if is_declarers else 0)
        question = self._question(state, "taken", None)
        goal = question.search.board.most(question.position) if is_declarers else 1
        reaches = _within(limit, question._replace(goal=goal))
        return None if reaches is None else bool(reaches) == is_declarers

    def bracket(self, state: PlayState, *, limit: int = NODES) -> tuple[int, int]:
        """The least and the most that the declarer's side takes: equal where ``limit`` nodes tell the value."""
        if _makes_trumps(state):
            value = self.evaluate(state, limit=limit)
            return (0, TRICKS) if value is None else (value, value)
        if not is_workable(state):
            out = 0 if isinstance(state, NapPlaying) else state.contract.pictures_out()
            return 0, PICTURE_COUNT - out
        question = self._question(state, "taken", None)
        question.search.limit = question.search.nodes + limit
        low, high = question.window()
        return question.position.taken + low, question.position.taken + high

    def evaluate_plays(self, state: PlayState, *, goal: Goal = "taken", limit: int = NODES) -> dict[Play, int] | None:
        return self._plays(state, goal, limit)

    def evaluate_cards(self, state: PlayState, *, goal: Goal = "taken", limit: int = NODES) -> dict[Card, int] | None:
        plays = self.evaluate_plays(state, goal=goal, limit=limit)
        if plays is None:
            return None
        better = max if plays_for_more(state, goal=goal) else min
        cards: dict[Card, int] = {}
        for play, value in plays.items():
            cards[play.card] = better(value, cards.get(play.card, value))
        return cards

    def _value(self, state: PlayState, goal: Asked, limit: int) -> int | None:
        """The value of the position; None if ``limit`` nodes do not tell."""
        if not is_workable(state):
            return None
        if _makes_trumps(state):
            plays = self._plays(state, goal, limit)
            return None if plays is None else max(plays.values())
        return _within(limit, self._question(state, goal, None))

    def _plays(self, state: PlayState, goal: Asked, limit: int) -> dict[Play, int] | None:
        """The value after each play; None if ``limit`` nodes do not tell all of them."""
        if not is_workable(state):
            return None
        values: dict[Play, int] = {}
        near: int | None = None
        for play in state.legal(state.turn):
            before = self.nodes
            near = _within(limit, self._question(state, goal, play, near))
            if near is None:
                return None
            values[play] = near
            limit -= self.nodes - before
        return values

    def _question(self, state: PlayState, goal: Asked, play: Play | None, near: int | None = None) -> ValueQuestion:
        """The question for the value of the position, after the play if there is one."""
        if play is not None and isinstance(state, NapPlaying) and _makes_trumps(state):
            state = state._replace(trump=suit_of(play.card))
        search = self._search(state)
        board = search.board
        position = position_of(board, state)
        if play is not None:
            way = way_of(board, position, play)
            position = position.with_card(board, play.card, way)
        if goal == "taken":
            return ValueQuestion(search, position, None, near=near)
        worths = points_by_count(state) if goal == "points" else made_by_count(state)
        return ValueQuestion(search, position, worths)

    def _search(self, state: PlayState) -> Search:
        hands = state.dealt.hands if isinstance(state, NapPlaying) else state.setup.hands
        trump = state.trump if isinstance(state, NapPlaying) else None
        key = state.contract, hands, trump
        search = self._searches.get(key)
        if search is None:
            search = self._searches[key] = Search(board_of(state))
        return search


class ValueQuestion(NamedTuple):
    """A position whose value is wanted."""

    search: Search
    position: BoardPosition
    worths: list[int] | None
    """The worth of each number that the side may take in the whole deal; None if the question is that number."""
    goal: int | None = None
    """If it is given, the answer is 1 if the side takes that much from here on, else 0."""
    near: int | None = None
    """A number near the answer, if one is known. It makes the answer quicker, never different."""

    def answer(self) -> int:
        """The value. Raises `OutOfNodes`."""
        if self.goal is not None:
            return int(self.search.at_least(self.position, self.goal) >= self.goal)
        if self.worths is None:
            return self.position.taken + self._taken()
        return self._worth(self.worths)

    def _taken(self) -> int:
        """What the side takes from here on."""
        low, high = self.window()
        if low < high:
            raise OutOfNodes
        return low

    def window(self) -> tuple[int, int]:
        """The least and the most that the side takes from here on, as far as the nodes tell.

        Windows close in on the value, each from the last bound (MTD(f)).
        """
        position, board = self.position, self.search.board
        low, high = 0, board.most(position)
        guess = (low + high) // 2
        if self.near is not None:
            guess = min(max(self.near - position.taken, low), high)
        while low < high:
            goal = guess + 1 if guess == low else guess
            try:
                guess = self.search.at_least(position, goal)
            except OutOfNodes:
                break
            if guess < goal:
                high = guess
            else:
                low = guess
        return low, high

    def _worth(self, worths: list[int]) -> int:
        """What it is worth: one window for each number from which on it is worth something else."""
        position, most = self.position, len(worths) - 1
        may_sweep = worths[most] < worths[most - 1] and self.search.board.plays_for_more
        if may_sweep and not position.lost:
            position = position._replace(live=position.live | ALL_SO_FAR)
            most -= 1
            if self.search.at_least(position, 0) < 0:
                return worths[-1]
        value = worths[position.taken]
        for count in range(position.taken + 1, most + 1):
            if worths[count] != worths[count - 1]:
                goal = count - position.taken
                if self.search.at_least(position, goal) < goal:
                    break
                value = worths[count]
        return value


def _within(limit: int, question: ValueQuestion) -> int | None:
    search = question.search
    search.limit = search.nodes + limit
    try:
        return question.answer()
    except OutOfNodes:
        return None


def _makes_trumps(state: PlayState) -> bool:
    if not isinstance(state, NapPlaying):
        return False
    return state.trump is None and state.contract.bid != "misere"


def _side(state: PlayState) -> tuple[int, ...]:
    if isinstance(state, NapPlaying):
        return (state.contract.declarer,)
    return state.contract.side()
