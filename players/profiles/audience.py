"""Who may see a person's results and statistics."""

from collections.abc import Callable
from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser

from players.models import User

Circle: TypeAlias = Callable[[User, User], bool]
"""Whether two people know each other."""

_circles: list[Circle] = []


def register(circle: Circle) -> Circle:
    """Register a test for acquaintances."""
    _circles.append(circle)
    return circle


def may_see(reader: User | AnonymousUser, person: User) -> bool:
    if not reader.is_authenticated:
        return False
    if reader.pk == person.pk or person.statistics_for == User.Audience.EVERYBODY:
        return True
    if person.statistics_for == User.Audience.NOBODY:
        return False
    return any(circle(reader, person) for circle in _circles)
