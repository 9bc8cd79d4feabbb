"""Who sits where, as the page's reader sees the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine import PlayerView
from games.models import Seat


@dataclass(frozen=True, slots=True)
class Table:
    """A match as its reader may know it, and the names of those who play."""

    view: PlayerView
    names: tuple[str, ...]
    bots: frozenset[int]

    @property
    def me(self) -> int | None:
        """The reader's seat; None for a spectator."""
        return self.view.seat

    @property
    def players(self) -> int:
        return len(self.names)

    def around(self) -> list[int]:
        """The seats clockwise, from the reader's own."""
        first = self.me or 0
        return [(first + place) % self.players for place in range(self.players)]

    def place(self, seat: int) -> int:
        """How far clockwise of the reader a seat is."""
        return (seat - (self.me or 0)) % self.players


def table_of(view: PlayerView, seats: Iterable[Seat]) -> Table:
    seats = list(seats)
    return Table(
        view=view,
        names=tuple(seat.name for seat in seats),
        bots=frozenset(seat.number for seat in seats if seat.bot),
    )
