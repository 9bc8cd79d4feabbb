"""People, for views that show or change something of one."""

from django.shortcuts import get_object_or_404

from players.models import User


def get_person_or_404(pk: int) -> User:
    return get_object_or_404(User, pk=pk, is_active=True)
