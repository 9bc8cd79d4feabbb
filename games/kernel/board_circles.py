"""Whom a set of boards is for, where only an app above knows it, such as the members of a club.

A kind of set without a circle is for everybody who has its address.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from games.models import BoardSet
from players.models import User


class Home(NamedTuple):
    """The page that a set belongs to."""

    text: str
    path: str


class Circle(NamedTuple):
    sees: Callable[[BoardSet, int | None], bool]
    """Whether that person, or a signed-out visitor (None), may see the set and, after the close, its matches."""
    refusal: Callable[[BoardSet, User], str]
    """Why the person may not play; empty if they may."""
    home: Callable[[BoardSet], Home]


_CIRCLES: Final[dict[str, Circle]] = {}


def register_circle(kind: BoardSet.Kind, circle: Circle) -> None:
    _CIRCLES[kind] = circle


def sees(board_set: BoardSet, user_id: int | None) -> bool:
    circle = _CIRCLES.get(board_set.kind)
    return circle is None or circle.sees(board_set, user_id)


def refusal(board_set: BoardSet, user: User) -> str:
    circle = _CIRCLES.get(board_set.kind)
    return circle.refusal(board_set, user) if circle else ""


def home_of(board_set: BoardSet) -> Home | None:
    """The page that lists sets of that kind; None where it is the list of days."""
    circle = _CIRCLES.get(board_set.kind)
    return circle.home(board_set) if circle else None
