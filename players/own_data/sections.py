"""The sections of a person's data. Each app registers its own here, so that this one imports none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeVar

from django.utils.functional import Promise

from players.models import User

R = TypeVar("R", bound=Callable[[User], Any])


class Section(NamedTuple):
    """A file of JSON; or, if the path ends with a slash, a folder of files of any text."""

    path: str
    about: Promise
    read: Callable[[User], Any]

    def files(self, user: User) -> Iterable[tuple[str, Any]]:
        """The path and the content of each file; a text is written as it is."""
        if not self.path.endswith("/"):
            return [(self.path, self.read(user))]
        return ((self.path + name, text) for name, text in self.read(user))


SECTIONS: Final[list[Section]] = []
"""In the order of their registration, as the page lists them."""


def section(path: str, about: Promise) -> Callable[[R], R]:
    """Register what the function returns for a person as that file of their data."""

    def register(read: R) -> R:
        SECTIONS.append(Section(path, about, read))
        return read

    return register
