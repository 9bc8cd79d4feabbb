"""The person of a statistics page, and acquaintance by shared games."""

from django.shortcuts import get_object_or_404

from games.models import PairTally
from players.models import User


def get_person_or_404(pk: int) -> User:
    return get_object_or_404(User, pk=pk, is_active=True)


def have_played(reader: User, person: User) -> bool:
    """Whether they finished a deal together on this site; imported records prove nothing."""
    return PairTally.objects.filter(user=person, other=reader, is_imported=False).exists()
