"""The sections of a person's data. The wiring of each app adds its own, so that this app imports no other."""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise

from players.models import User


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
"""In the order of the page; the wiring of each app adds its own."""
