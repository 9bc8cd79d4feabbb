"""The standings of a duplicate season from its records alone: `python -m benchmarks.duplicate_standings [FILE …]`.

The records are those that the archive or the pages of the tables export once the boards have closed (docs/record.md).
The engine replays every match; nothing of the site takes part. Without files the records come from standard input.

Two matches belong together if they were dealt from the same set, which the proof of each deal names. Points of a seat
are compared with the mean of the same seat at the other tables. Where fewer than `FEWEST` tables of people ended a
board, a table of captains, which no season names, joins them. All rounds count, without byes, adjustments or void
tables: the records do not tell of these.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple

from napoleon.engine.deal import PassedOut
from napoleon.engine.record import Replayed, replay
from napoleon.engine.variants import End

FEWEST: Final = 4
"""Tables, where no captains join."""
BOT: Final = re.compile(r"(Recruit|Corporal|Captain) \d+")
"""How records name bots."""


class Table(NamedTuple):
    players: tuple[str, ...]
    """The owners of the seats: those who began."""
    is_of_season: bool
    boards: Mapping[int, Sequence[int]]
    """By board, the points of the seats."""


class Line(NamedTuple):
    place: int
    name: str
    points: Fraction
    """Above the field."""
    scored: int


def standings(lines: Iterable[str]) -> list[Line]:
    """Everybody with their points above the field in all rounds, the best first."""
    points: dict[str, Fraction] = defaultdict(Fraction)
    scored: dict[str, int] = defaultdict(int)
    for tables in tables_by_set(lines).values():
        people = [table for table in tables if table.is_of_season]
        captains = [table for table in tables if not table.is_of_season]
        for table in people:
            for seat, name in enumerate(table.players):
                if not BOT.fullmatch(name):
                    points[name] += sum(_above(number, seat, table, people, captains) for number in table.boards)
                    scored[name] += sum(scores[seat] for scores in table.boards.values())
    ordered = sorted(points, key=lambda name: (-points[name], name))
    better = [sum(other > points[name] for other in points.values()) for name in ordered]
    return [Line(1 + ahead, name, points[name], scored[name]) for ahead, name in zip(better, ordered, strict=True)]


def _above(number: int, seat: int, table: Table, people: Sequence[Table], captains: Sequence[Table]) -> Fraction:
    """Own points less the mean of all others who had the seat of that board."""
    field = [other for other in people if number in other.boards]
    if len(field) < FEWEST:
        field += [other for other in captains if number in other.boards]
    others = [other.boards[number][seat] for other in field if other is not table]
    return table.boards[number][seat] - Fraction(sum(others), len(others)) if others else Fraction(0)


def tables_by_set(lines: Iterable[str]) -> dict[str, list[Table]]:
    """The matches by the name of the set that they were dealt from."""
    found: dict[str, list[Table]] = defaultdict(list)
    for record in replay(lines):
        if record.error is not None or record.match is None:
            raise SystemExit(f"the record at line {record.line} does not replay: {record.error}")
        boards = {end.number: _scores(end) for end in record.match.ended}
        found[_set_of(record)].append(Table(record.players, "table" in record.header, boards))
    return found


def _set_of(record: Replayed) -> str:
    [*named] = {data["proof"]["game"] for line in record.lines if "proof" in (data := json.loads(line))}
    return str(named[0]) if named else ""


def _scores(end: End) -> Sequence[int]:
    return [0] * end.dealt.rules.players if isinstance(end, PassedOut) else end.scores


def main(names: Sequence[str]) -> None:
    texts = [Path(name).read_text(encoding="utf-8") for name in names] or [sys.stdin.read()]
    for line in standings(text_line for text in texts for text_line in text.splitlines()):
        sys.stdout.write(
            f"{line.place:>3}  {line.name:<24} {float(line.points):>+9.3f}  {line.points!s:>9}  {line.scored:>5}\n"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
