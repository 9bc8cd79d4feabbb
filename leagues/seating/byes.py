"""Who sits out, round by round: nobody a second time before everybody else has sat out once.

The byes of a round go to members who have never had one, then to those who have had fewest, and among them to those
whose last one is longest ago. So they are fair at any moment of a season, and not only at its end.
"""

from collections.abc import Collection, Sequence
from random import Random
from typing import Final, NamedTuple

from .certificate import exposures
from .values import Member, SeatingRequest, SeatingRound

NEVER: Final = -1


class Turn(NamedTuple):
    """When it is a member's turn to sit out: the smallest goes first."""

    has_been: bool
    """Whether the member has sat out at all: a late entrant may be credited with byes that they never had."""
    times: int
    """The byes, with those credited for rounds that the member missed."""
    last: int
    """The last round with a bye."""


class ByeTurns:
    """The turns of all members, from the rounds so far."""

    def __init__(self, request: SeatingRequest) -> None:
        self.turns = {member: Turn(False, count, NEVER) for member, count in exposures(request, "bye").items()}
        self.rounds = 0
        for round_ in request.past:
            self.add(round_.byes, is_counted=True)

    def of(self, member: Member) -> Turn:
        return self.turns[member]

    def add(self, byes: Collection[Member], *, is_counted: bool = False) -> None:
        """One more round; ``is_counted``: the counts include its byes already."""
        for member in byes:
            if member in self.turns:
                times = self.turns[member].times
                self.turns[member] = Turn(True, times if is_counted else times + 1, self.rounds)
        self.rounds += 1

    def too_early(self, byes: Collection[Member]) -> int:
        """How often somebody who sits out goes before somebody whose turn it is, by `Turn` without the rounds."""
        seated = [turn[:2] for member, turn in self.turns.items() if member not in byes]
        return sum(self.turns[member][:2] > turn for member in byes for turn in seated)


def shared_byes(
    request: SeatingRequest, byes: int, planned: Sequence[SeatingRound], rng: Random
) -> list[tuple[Member, ...]]:
    """The members who sit out in each of the rounds; those of the same turn as planned, or else by chance."""
    if not byes:
        return [()] * request.rounds
    turns = ByeTurns(request)
    chance = sorted(request.members)
    rng.shuffle(chance)
    found = []
    for number in range(request.rounds):
        before = planned[number].byes if number < len(planned) else ()
        order = [(*turns.of(member), member not in before, at) for at, member in enumerate(chance)]
        found.append(tuple(chance[at] for *_turn, at in sorted(order)[:byes]))
        turns.add(found[-1])
    return found
