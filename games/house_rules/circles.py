"""House rules of no single person, where only an app above knows whose they are, such as a club's."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from games.models import HouseRules
from players.models import User


class CircleHome(NamedTuple):
    """A circle's name and page."""

    name: str
    path: str


class HouseRulesCircle(NamedTuple):
    home: Callable[[HouseRules, int | None], CircleHome | None]
    """The circle that keeps the rules, if that person, or a signed-out visitor (None), may know of it."""
    offered: Callable[[User], Sequence[tuple[HouseRules, str]]]
    """The rules of the person's circles, each with the circle's name."""


_CIRCLES: Final[list[HouseRulesCircle]] = []


def register_circle(circle: HouseRulesCircle) -> None:
    _CIRCLES.append(circle)


def home_of(kept: HouseRules, user_id: int | None) -> CircleHome | None:
    if kept.user_id is not None:
        return None
    homes = (circle.home(kept, user_id) for circle in _CIRCLES)
    return next((home for home in homes if home), None)


def offered_to(user: User) -> list[tuple[HouseRules, str]]:
    return [row for circle in _CIRCLES for row in circle.offered(user)]
