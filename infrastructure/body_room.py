"""How much room the bodies of requests may take that are on their way to this process."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

REFUSAL: Final = "napoleon.body_refusal"
"""The variable of a WSGI request whose body was left unread for want of room: the status of the answer."""


class NoRoom(Exception):
    """The bodies of others take the room; ``status`` is that of the answer."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Room:
    """Bytes for bodies on their way, in all and for each network."""

    def __init__(self, *, in_all: int, each: int) -> None:
        self.in_all, self.each = in_all, each
        self.taken = Counter[str]()

    @contextmanager
    def take(self, network: str, length: int) -> Iterator[None]:
        if self.taken[network] + length > self.each:
            raise NoRoom(429)
        if self.taken.total() + length > self.in_all:
            raise NoRoom(503)
        self.taken[network] += length
        try:
            yield
        finally:
            self.taken[network] -= length
            self.taken += Counter[str]()  # forgets the networks that take none
