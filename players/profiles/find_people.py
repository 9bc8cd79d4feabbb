"""Find people by what others write in a form: a name, or the number of a profile such as #12."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from players.models import User
from players.names import tidy


def find_people(names: Sequence[str], finder: User | None = None) -> list[User]:
    """Return the people with these names or numbers, in that order.

    Raises `ValidationError` where a name fits nobody or several people, or where it is the finder's own.
    """
    names = [tidy(name) for name in names]
    numbers = [int(name[1:]) for name in names if is_number(name)]
    found = list(User.objects.filter(is_active=True, name__in=names))
    found += User.objects.filter(is_active=True, pk__in=numbers)
    people: list[User] = []
    for name in names:
        # A number goes first: someone may once have taken "#12" as a name, and can be found by their own number.
        same = [user for user in found if name == f"#{user.pk}"]
        same = same or [user for user in found if name == user.name]
        if not same:
            raise ValidationError(_("Nobody is called “%(name)s”.") % {"name": name})
        if len(same) > 1:
            choices = ", ".join(f"#{user.pk}" for user in same)
            text = _("Several people are called “%(name)s”: %(numbers)s. Enter the number instead.")
            raise ValidationError(text % {"name": name, "numbers": choices})
        if same[0] == finder:
            raise ValidationError(_("You already have a seat."))
        people += same
    return people


def is_number(name: str) -> bool:
    """Whether this is the number of a profile, such as #12."""
    return name.startswith("#") and name[1:].isdecimal() and len(name) < 10
