"""A request in the terms of the search: members are numbers from 0, and the cost has a floor."""

from collections.abc import Collection, Sequence
from math import comb
from random import Random

from .bounds import bound, unevenness_added
from .byes import ByeTurns
from .certificate import exposures, meetings, most_even, shares
from .search import APART_FROM, BYE, EXPOSURE, REPEAT, UNEVEN, SearchBoard
from .table_sizes import Cut, cut_for
from .values import Member, PlaceKind, SeatingRequest, SeatingRound, SeatingTable

Where = list[int]
"""One round: the number of each member's table. Byes come after the last table."""
Score = tuple[int, ...]
"""The aims in their order, each the smaller the better."""


class Problem:
    def __init__(self, request: SeatingRequest) -> None:
        self.request = request
        self.members = sorted(request.members)
        self.index = {member: at for at, member in enumerate(self.members)}
        self.shape: Cut = cut_for(request)
        self.kinds: list[PlaceKind] = [*self.shape.kinds(request.size)]
        self.capacities = [table.members for table in self.shape.tables]
        if self.shape.byes:
            self.kinds.append("bye")
            self.capacities.append(self.shape.byes)

    @property
    def places(self) -> Where:
        """The table of each place, first table first."""
        return [table for table, room in enumerate(self.capacities) for _ in range(room)]

    def by_chance(self, byes: Collection[Member], rng: Random) -> Where:
        """Everybody at any table, but for those who sit out."""
        places = self.places[: len(self.members) - len(byes)]
        rng.shuffle(places)
        seats = iter(places)
        return [len(self.shape.tables) if member in byes else next(seats) for member in self.members]

    def board(self) -> SearchBoard:
        """An empty board that knows the past."""
        board = SearchBoard(len(self.members), self.kinds)
        index = self.index
        for one, other in self.request.apart:
            if one in index and other in index:
                board.keep_apart(index[one], index[other])
        for (one, other), times in meetings(self.request.past).items():
            if one in index and other in index:
                board.remember(index[one], index[other], times)
        for kind in board.exposure:
            start = exposures(self.request, kind)
            board.exposure[kind] = [start[member] for member in self.members]
        return board

    def goal(self) -> int:
        """No board costs less: the bounds of repeats and unevenness, and the most even exposures."""
        rounds, size = self.request.rounds, self.request.size
        repeats = bound(self.request, self.shape).repeats
        uneven = max(repeats, unevenness_added(self.request, self.shape))
        total = repeats * REPEAT + uneven * UNEVEN
        for kind in dict.fromkeys(self.kinds):
            if kind != "plain":
                start = list(exposures(self.request, kind).values())
                even = most_even(start, shares(self.shape, kind, size) * rounds, rounds)
                rise = sum(count**2 for count in even) - sum(count**2 for count in start)
                total += rise * (BYE if kind == "bye" else EXPOSURE)
        return total

    def score(self, board: SearchBoard) -> Score:
        """Repeats and unevenness of the past are in it too, the same for every board of the problem."""
        apart = repeats = uneven = 0
        for one, row in enumerate(board.met):
            for met in row[:one]:
                if met >= APART_FROM:
                    apart += met - APART_FROM
                elif met > 1:
                    repeats += met - 1
                    uneven += comb(met, 2)
        squares = [
            count**2 for kind, counts in board.exposure.items() if kind not in ("plain", "bye") for count in counts
        ]
        return apart, self._early_byes(board.where), repeats, uneven, sum(squares)

    def _early_byes(self, wheres: Sequence[Where]) -> int:
        """How often somebody sits out before somebody whose turn it is."""
        turns, early = ByeTurns(self.request), 0
        for round_ in self.rounds(wheres) if self.shape.byes else ():
            early += turns.too_early(round_.byes)
            turns.add(round_.byes)
        return early

    def rounds(self, wheres: Sequence[Where]) -> list[SeatingRound]:
        return [self._round(where) for where in wheres]

    def _round(self, where: Where) -> SeatingRound:
        """With the bots in the last seats."""
        groups: list[list[int | None]] = [[] for _ in self.capacities]
        for at, table in enumerate(where):
            groups[table].append(self.members[at])
        byes = tuple(member for member in groups.pop() if member is not None) if self.shape.byes else ()
        for group, shape in zip(groups, self.shape.tables, strict=True):
            group.extend([None] * (shape.seats - shape.members))
        return SeatingRound(tuple(SeatingTable(tuple(group)) for group in groups), byes)
