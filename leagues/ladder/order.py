"""How the order of a ladder changes. Pure: members are numbers, the first one stands at the top."""

from collections.abc import Sequence
from typing import TypeAlias

Order: TypeAlias = tuple[int, ...]


def climbed(order: Order, climber: int, to: int) -> Order:
    """The climber takes the other's place; who stood in between moves down by one.

    >>> climbed((1, 2, 3, 4, 5), 4, 2)
    (1, 4, 2, 3, 5)
    >>> climbed((1, 2, 3), 1, 3)
    (1, 2, 3)
    """
    if order.index(climber) < order.index(to):
        return order
    rest = [member for member in order if member != climber]
    at = rest.index(to)
    return (*rest[:at], climber, *rest[at:])


def dealt_out(order: Order, ranking: Sequence[int]) -> Order:
    """The members of a table get the places that they held, the best of them the highest. Nobody else moves.

    >>> dealt_out((1, 2, 3, 4, 5), [5, 2, 3])
    (1, 5, 2, 4, 3)
    """
    places = sorted(order.index(member) for member in ranking)
    found = list(order)
    for place, member in zip(places, ranking, strict=True):
        found[place] = member
    return tuple(found)


def slipped(order: Order, member: int) -> Order:
    """The member moves down by one place.

    >>> slipped((1, 2, 3), 1), slipped((1, 2, 3), 3)
    ((2, 1, 3), (1, 2, 3))
    """
    return placed(order, member, order.index(member) + 2)


def placed(order: Order, member: int, place: int) -> Order:
    """The member gets this place, from 1; the others keep their order.

    >>> placed((1, 2, 3), 3, 1), placed((1, 2, 3), 1, 9)
    ((3, 1, 2), (2, 3, 1))
    """
    rest = [other for other in order if other != member]
    at = max(0, min(place - 1, len(rest)))
    return (*rest[:at], member, *rest[at:])


def ranked(scores: Sequence[tuple[int, int]], order: Order) -> list[int]:
    """The members by their scores, the best first; with equal scores the one who stood higher stays ahead.

    >>> ranked([(1, 5), (2, 8), (3, 5)], (3, 2, 1))
    [2, 3, 1]
    """
    return [member for member, _ in sorted(scores, key=lambda pair: (-pair[1], order.index(pair[0])))]
