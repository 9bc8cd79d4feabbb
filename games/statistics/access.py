"""Who may see a person's statistics: the readers whom they allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from django.shortcuts import get_object_or_404

from games.models import PairTally
from players.models import User

Circle: TypeAlias = Callable[[User, User], bool]
"""Whether two players are acquainted."""

_circles: list[Circle] = []


def register(circle: Circle) -> Circle:
    """Register a test for acquaintances, who may see statistics shared with them."""
    _circles.append(circle)
    return circle


def get_person_or_404(pk: int) -> User:
    return get_object_or_404(User, pk=pk, is_active=True)


def may_see(reader: User, person: User) -> bool:
    if reader.pk == person.pk or person.statistics_for == User.Audience.EVERYBODY:
        return True
    if person.statistics_for == User.Audience.NOBODY:
        return False
    return any(circle(reader, person) for circle in _circles)


@register
def have_played(reader: User, person: User) -> bool:
    """Whether they finished a deal together on this site; imported records prove nothing."""
    return PairTally.objects.filter(user=person, other=reader, is_imported=False).exists()
