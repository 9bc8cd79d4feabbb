"""The lines of a transcription: for each deal its lines, in the order in which they were written.

A line has a name and a text: ``auction`` ``P P 12H P P P``, ``call`` ``HJ``, ``trick-3`` ``SA S3 H2 S9 S5``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

from napoleon.engine import NapoleonRules, Rules
from napoleon.engine.cards import Card
from napoleon.engine.errors import Detail

LINE: Final = re.compile(r"auction|call|raise|discards|recipient|widow|spare|end|(?:hand|left)-[0-7]|trick-[1-9][0-9]?")
"""The names that lines may have."""
MAX_TEXT: Final = 400


def number_of(line: str) -> int:
    """The seat of a ``hand-2`` or the number of a ``trick-3``; 0 where there is none."""
    return int(line.rpartition("-")[2]) if "-" in line else 0


def kind_of(line: str) -> str:
    return line.partition("-")[0]


def widow_line(rules: Rules) -> str:
    """The line of the widow, or at Nap of the spare hand; empty where the rules have none."""
    if not rules.has_widow:
        return ""
    return "widow" if isinstance(rules, NapoleonRules) else "spare"


def is_line(line: str, players: int) -> bool:
    """Whether a deal with that many players may have a line of this name."""
    seat = number_of(line) if LINE.fullmatch(line) and kind_of(line) in ("hand", "left") else 0
    return LINE.fullmatch(line) is not None and seat < players


@dataclass(frozen=True, slots=True)
class DealLines:
    lines: tuple[tuple[str, str], ...] = ()

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.lines)

    def __contains__(self, line: str) -> bool:
        return any(name == line for name, _ in self.lines)

    def text(self, line: str) -> str | None:
        return next((text for name, text in self.lines if name == line), None)

    def tricks(self) -> list[tuple[str, str]]:
        """The lines of the tricks, in order."""
        return sorted(self._of("trick"), key=lambda pair: number_of(pair[0]))

    def _of(self, kind: str) -> list[tuple[str, str]]:
        return [pair for pair in self.lines if kind_of(pair[0]) == kind]

    def put(self, line: str, text: str) -> Self:
        """Return these lines with this text; an empty text removes the line."""
        if not text:
            return self._without(line)
        if line not in self:
            return type(self)((*self.lines, (line, text)))
        return type(self)(tuple((n, text if n == line else old) for n, old in self.lines))

    def _without(self, line: str) -> Self:
        kept = [pair for pair in self.lines if pair[0] != line]
        if kind_of(line) == "trick":
            kept = [(_moved(name, number_of(line), -1), text) for name, text in kept]
        return type(self)(tuple(kept))

    def insert_trick(self, number: int, text: str) -> Self:
        """Return these lines with another trick; the tricks from that number on move back by one."""
        moved = [(_moved(name, number - 1, 1), old) for name, old in self.lines]
        return type(self)((*moved, (f"trick-{number}", text)))


def _moved(line: str, after: int, by: int) -> str:
    """The new name of a line after a trick was inserted or removed."""
    if kind_of(line) != "trick" or number_of(line) <= after:
        return line
    return f"trick-{number_of(line) + by}"


@dataclass(frozen=True, slots=True)
class MatchLines:
    """All deals of a match."""

    deals: tuple[DealLines, ...] = ()

    def deal(self, number: int) -> DealLines:
        """The lines of a deal; empty for the next deal."""
        return self.deals[number - 1] if number <= len(self.deals) else DealLines()

    def with_deal(self, number: int, lines: DealLines) -> Self:
        """Return the match with other lines in a deal; a last deal without lines is removed."""
        deals = [*self.deals, DealLines()] if number > len(self.deals) else [*self.deals]
        deals[number - 1] = lines
        while deals and not deals[-1].lines:
            deals.pop()
        return type(self)(tuple(deals))

    def without_last(self) -> Self:
        """Return the match without the last word written."""
        if not self.deals:
            return self
        lines = self.deals[-1]
        name, text = lines.lines[-1]
        return self.with_deal(len(self.deals), lines.put(name, " ".join(text.split()[:-1])))

    def to_json(self) -> list[Any]:
        return [[list(pair) for pair in deal] for deal in self.deals]


def sheet_from_json(data: Sequence[Any]) -> MatchLines:
    return MatchLines(tuple(DealLines(tuple((n, text) for n, text in deal)) for deal in data))


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFault:
    """What is wrong with a line, as a code (`error_messages` has the sentences); the first fault of a deal counts."""

    line: str
    reason: str
    details: dict[str, Detail] = field(default_factory=dict)
    seat: int | None = None
    """The seat that played the card or made the bid."""
    card: Card | None = None
    other: str = ""
    """Another line that contradicts this one by its card ``proof``."""
    proof: Card | None = None

    @property
    def is_between(self) -> bool:
        """Whether either of two lines may be the wrong one."""
        return bool(self.other)


class LineError(Exception):
    """A line is wrong; `fault` says how."""

    def __init__(self, fault: LineFault) -> None:
        super().__init__(fault)
        self.fault = fault
