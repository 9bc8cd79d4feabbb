"""Find people by name, or by the number of their profile, such as #12."""

from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from players.models import User
from players.names import tidy


def find_people(names: Sequence[str], finder: User | None = None) -> list[User]:
    """The people with these names or numbers, in that order.

    Raises `ValidationError` if a name matches nobody, several people, or the finder.
    """
    names = [tidy(name) for name in names]
    candidates = list(people_called(names))
    people: list[User] = []
    for name in names:
        same = called(name, candidates)
        if not same:
            raise ValidationError(_("Nobody is called “%(name)s”.") % {"name": name})
        if len(same) > 1:
            raise ValidationError(several_text(name, same))
        if same[0] == finder:
            raise ValidationError(_("You already have a seat."))
        people += same
    return people


def people_called(names: Iterable[str]) -> QuerySet[User]:
    """Everyone with one of these names or numbers."""
    names = set(names)
    numbers = [int(name[1:]) for name in names if is_number(name)]
    return User.objects.filter(Q(name__in=names) | Q(pk__in=numbers), is_active=True)


def called(name: str, people: Sequence[User]) -> list[User]:
    """Those of the people who have this name or number.

    Numbers take precedence: someone may once have taken "#12" as a name, and can be found by their own number.
    """
    by_number = [person for person in people if name == f"#{person.pk}"]
    return by_number or [person for person in people if name == person.name]


def several_text(name: str, people: Iterable[User]) -> str:
    """The refusal of a name that several people have, with their numbers."""
    numbers = ", ".join(f"#{person.pk}" for person in people)
    text = _("Several people are called “%(name)s”: %(numbers)s. Enter the number instead.")
    return text % {"name": name, "numbers": numbers}


def is_number(name: str) -> bool:
    """Whether this is the number of a profile, such as #12."""
    return name.startswith("#") and name[1:].isdecimal() and len(name) < 10
