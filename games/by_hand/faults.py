"""What is wrong with a line, as codes: `wording` has the sentences."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.engine.cards import Card
from games.engine.errors import Detail


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """The first line of a deal that cannot be as it stands."""

    line: str
    reason: str
    details: dict[str, Detail] = field(default_factory=dict)
    seat: int | None = None
    """Whose card or bid it is."""
    card: Card | None = None
    other: str = ""
    """Another line that contradicts this one, with its card ``proof``."""
    proof: Card | None = None

    @property
    def is_between(self) -> bool:
        """Either of two lines may be the wrong one."""
        return bool(self.other)


class Faulty(Exception):
    """Raised where a fault is found."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault
