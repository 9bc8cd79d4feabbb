"""Cards dealt at random to places that may not hold all of them, and how likely each such deal was drawn.

Cards are laid one by one, the least free first, each to a place that may hold it, likelier where much room is left for
few cards. That is not quite even. The answer carries the logarithm of the weight that makes it so.
"""

from collections.abc import Sequence
from math import log
from random import Random
from typing import NamedTuple

from napoleon.engine.cards import Card, CardSet, cards_in


class Place(NamedTuple):
    """A hidden hand, or the cards that lie in no hand."""

    room: int
    """How many of the cards it holds."""
    allowed: CardSet
    liking: Sequence[float] | None = None
    """For each card how much likelier than another it lies here; None: all alike."""
    tried: Sequence[float] | None = None
    """For each card how much more often it is laid here than that. The weight makes up for it."""


class Drawing:
    """All ways to lay the cards to the places. Made once for a view, asked for many draws."""

    def __init__(self, cards: CardSet, places: Sequence[Place]) -> None:
        self.rooms = [place.room for place in places]
        self.free: list[tuple[Card, tuple[tuple[int, float, float], ...]]] = []
        counts = [0] * len(places)
        for card in cards_in(cards):
            homes = []
            for number, place in enumerate(places):
                if place.room and place.allowed >> card & 1:
                    liking = 1.0 if place.liking is None else place.liking[card]
                    tried = 1.0 if place.tried is None else place.tried[card]
                    homes.append((number, liking, liking * tried))
                    counts[number] += 1
            self.free.append((card, tuple(homes)))
        self.available = counts

    def draw(self, rng: Random) -> tuple[list[CardSet], float] | None:
        """The cards of each place, and the logarithm of their weight; None if the last cards did not fit."""
        rooms, available = self.rooms[:], self.available[:]
        laid: list[CardSet] = [0] * len(rooms)
        weight = 0.0
        order = [(len(homes), rng.random(), card, homes) for card, homes in self.free]
        order.sort()
        for _, _, card, homes in order:
            chosen, shares, total = -1, [], 0.0
            for number, _, often in homes:
                room = rooms[number]
                if room == available[number]:
                    # Every card that it may still hold is needed here.
                    if chosen >= 0:
                        return None
                    chosen = number
                share = often * room / available[number]
                shares.append(share)
                total += share
            if chosen < 0:
                if total <= 0.0:
                    return None
                point = rng.random() * total
                for (number, liking, _), share in zip(homes, shares, strict=True):
                    if share > 0.0:
                        chosen, taken, likes = number, share, liking
                        point -= share
                        if point < 0.0:
                            break
                weight += log(likes * total / taken)
            else:
                weight += log(next(liking for number, liking, _ in homes if number == chosen))
            laid[chosen] |= 1 << card
            rooms[chosen] -= 1
            for number, _, _ in homes:
                available[number] -= 1
        return laid, weight
