"""Who may see somebody's statistics: whom the person lets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from games.models import PairTally
from players.models import User

Circle: TypeAlias = Callable[[User, User], bool]
"""Whether two people have to do with each other."""

_circles: list[Circle] = []


def register(circle: Circle) -> Circle:
    """Let those whom this knows of see the statistics that are for acquaintances."""
    _circles.append(circle)
    return circle


def get_person_or_403(reader: User, pk: int) -> User:
    """The person, whose statistics the reader may see."""
    person = get_object_or_404(User, pk=pk, is_active=True)
    if not may_see(reader, person):
        raise PermissionDenied(_("%(name)s does not show you these figures.") % {"name": person})
    return person


def may_see(reader: User, person: User) -> bool:
    if reader.pk == person.pk or person.statistics_for == User.Audience.EVERYBODY:
        return True
    if person.statistics_for == User.Audience.NOBODY:
        return False
    return any(circle(reader, person) for circle in _circles)


@register
def have_played(reader: User, person: User) -> bool:
    """Whether they have finished a deal together on this site; records brought here prove nothing."""
    return PairTally.objects.filter(user=person, other=reader, is_imported=False).exists()
