"""Simulated annealing over the drawn rounds: two members of a round change tables, again and again.

Expensive changes are accepted often while the search is hot and hardly ever when it is cold. The effort is counted in
trials and not in seconds, so that a seed gives the same draw on every machine.

Members are numbers from 0 here. Prices turn the order of the aims (docs/seating.md) into one number: a whole step of a
weightier aim costs more than any likely gain in a lighter one.
"""

from collections.abc import Sequence
from math import log
from random import Random
from typing import Final

from .values import PlaceKind

# --- The board ---

APART: Final = 1_000_000
BYE: Final = 20_000
REPEAT, UNEVEN, EXPOSURE = 100, 10, 1
WEIGHTS: Final[dict[PlaceKind, int]] = {"plain": 0, "other_size": EXPOSURE, "bots": EXPOSURE, "bye": BYE}
APART_FROM: Final = 500
"""Pairs that are to be kept apart start with so many meetings."""


def _price(met: int) -> int:
    if met >= APART_FROM:
        return APART
    return REPEAT + UNEVEN * met if met else 0


# Of a pair's next meeting, when it has met so often; the last one stands for -1, "never met".
PRICES: Final = [*map(_price, range(2 * APART_FROM)), 0]


class SearchBoard:
    """Rounds of one shape. ``kinds`` are those of its tables; the last is ``bye`` if there are byes."""

    def __init__(self, members: int, kinds: Sequence[PlaceKind]) -> None:
        self.members = members
        self.kinds = tuple(kinds)
        self.weights = [WEIGHTS[kind] for kind in kinds]
        self.met = [[0] * members for _ in range(members)]
        self.next_price = [[0] * members for _ in range(members)]
        self.last_price = [[0] * members for _ in range(members)]
        """What the next meeting of two would cost, and what their last one has cost."""
        self.where: list[list[int]] = []
        """By round, the table of each member."""
        self.company: list[list[list[int]]] = []
        """By round and table, who meets there; nobody at the last one if that is the byes."""
        self.exposure: dict[PlaceKind, list[int]] = {kind: [0] * members for kind in dict.fromkeys(kinds)}
        """By kind of table, how often each member has been there."""
        self.cost = 0
        self.held = -1
        """The number of the table that nobody leaves or joins: the byes, once they are shared out."""

    def keep_apart(self, one: int, other: int) -> None:
        self._count(one, other, APART_FROM)

    def remember(self, one: int, other: int, times: int) -> None:
        """Meetings of the past."""
        self._count(one, other, times)

    def add(self, where: Sequence[int]) -> None:
        """One more round; for each member a table."""
        company: list[list[int]] = [[] for _ in self.kinds]
        for member, table in enumerate(where):
            self._expose(member, table, 1)
            if self.kinds[table] != "bye":
                for mate in company[table]:
                    self.cost += self.next_price[member][mate]
                    self._count(member, mate, 1)
                company[table].append(member)
        self.where.append(list(where))
        self.company.append(company)

    def clear(self) -> None:
        """No round is left but those of the past."""
        for where, company in zip(self.where, self.company, strict=True):
            for member, table in enumerate(where):
                self._expose(member, table, -1)
            for mates in company:
                for at, member in enumerate(mates):
                    for mate in mates[:at]:
                        self._count(member, mate, -1)
        self.where, self.company, self.cost = [], [], 0

    def replace(self, rounds: Sequence[Sequence[int]]) -> None:
        self.clear()
        for where in rounds:
            self.add(where)

    def snapshot(self) -> list[list[int]]:
        return [where[:] for where in self.where]

    def exchange(self, number: int, one: int, other: int, cost: int) -> None:
        """Let two change their tables in a round, which changes the cost by so much."""
        where = self.where[number]
        from_table, to_table = where[one], where[other]
        self._leave(number, one)
        self._leave(number, other)
        self._join(number, one, to_table)
        self._join(number, other, from_table)
        self.cost += cost

    def _leave(self, number: int, member: int) -> None:
        table = self.where[number][member]
        mates = self.company[number][table]
        if member in mates:
            mates.remove(member)
            self._count_all(member, mates, -1)
        self.exposure[self.kinds[table]][member] -= 1

    def _join(self, number: int, member: int, table: int) -> None:
        self.where[number][member] = table
        if self.kinds[table] != "bye":
            mates = self.company[number][table]
            self._count_all(member, mates, 1)
            mates.append(member)
        self.exposure[self.kinds[table]][member] += 1

    def _expose(self, member: int, table: int, by: int) -> None:
        counts = self.exposure[self.kinds[table]]
        before = counts[member]
        counts[member] += by
        self.cost += self.weights[table] * (counts[member] ** 2 - before**2)

    def _count(self, one: int, other: int, by: int) -> None:
        self._count_all(one, [other], by)

    def _count_all(self, one: int, mates: list[int], by: int) -> None:
        """One has met all of these once more, or once less. The search spends half of its time here."""
        met, following, last = self.met, self.next_price, self.last_price
        my_met, my_next, my_last = met[one], following[one], last[one]
        for mate in mates:
            count = my_met[mate] + by
            my_met[mate] = met[mate][one] = count
            my_next[mate] = following[mate][one] = PRICES[count]
            my_last[mate] = last[mate][one] = PRICES[count - 1]


# --- The search ---

HOT: Final = 50.0
MILD: Final = 12.0
COLD: Final = 0.2
_STAGE: Final = 500
"""Trials at one temperature."""
_IDLE: Final = 4
"""One in so many members that cause no cost is tried all the same."""


def anneal(
    board: SearchBoard,
    rounds: Sequence[int],
    trials: int,
    rng: Random,
    hot: float = HOT,
    cold: float = COLD,
    goal: int = 0,
) -> None:
    """Change these rounds of the board until its cost is the goal or the trials are spent; leave the best."""
    best, kept = board.cost, board.snapshot()
    cooling = (cold / hot) ** (_STAGE / max(trials, _STAGE))
    heat = hot
    for _ in range(0, trials, _STAGE):
        if best <= goal:
            break
        _stage(board, rounds, heat, rng)
        if board.cost < best:
            best, kept = board.cost, board.snapshot()
        heat *= cooling
    board.replace(kept)


def _stage(board: SearchBoard, rounds: Sequence[int], heat: float, rng: Random) -> None:
    """Trials at one temperature. A loop that runs a million times: its names are local, its sums maps."""
    random, members, weights = rng.random, board.members, board.weights
    following, last, kinds, held = board.next_price, board.last_price, board.kinds, board.held
    for _ in range(_STAGE):
        number = rounds[int(random() * len(rounds))]
        where, company = board.where[number], board.company[number]
        one = int(random() * members)
        here = where[one]
        if here == held:
            continue
        mates = company[here]
        saved = sum(map(last[one].__getitem__, mates))
        if not saved and not weights[here] and random() * _IDLE > 1:
            continue
        other = int(random() * members)
        there = where[other]
        if there in (here, held):
            continue
        strangers = company[there]
        my_next, its_next = following[one], following[other]
        cost = (
            sum(map(my_next.__getitem__, strangers))
            + sum(map(its_next.__getitem__, mates))
            - sum(map(last[other].__getitem__, strangers))
            - saved
        )
        # Each has been counted with the other, whom they do not meet.
        if strangers:
            cost -= my_next[other]
        if mates:
            cost -= its_next[one]
        if kinds[here] != kinds[there]:
            cost += exposing(board, one, here, there) + exposing(board, other, there, here)
        if cost <= 0 or cost < -heat * log(random() or 1e-300):
            board.exchange(number, one, other, cost)


def exposing(board: SearchBoard, member: int, here: int, there: int) -> int:
    """What the exposures of a member cost more at another table."""
    weights, kinds = board.weights, board.kinds
    leaves = weights[here] * (2 * board.exposure[kinds[here]][member] - 1)
    return weights[there] * (2 * board.exposure[kinds[there]][member] + 1) - leaves
