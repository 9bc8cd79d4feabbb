"""The places of a knock-out from its records alone: `python -m benchmarks.knock_out_standings [FILE …] [--go-on 2]`.

The records are those that the archive or the pages of the tables export (docs/record.md). The engine replays every
match; nothing of the site takes part. Without files the records come from standard input.

The name of a table ends in its round and number ("Spring 2-3"). A place says how far somebody came: the last round that
a player sat in, then the score of that match. That is how a season ranks that counts the score itself, without
tie-breaks, handicaps or adjustments. Besides, it names those who went on although enough others at their table had more
points, which a correction or a withdrawal explains, and nothing else.
"""

import re
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from napoleon.engine.deal import PassedOut
from napoleon.engine.record import replay

BOT: Final = re.compile(r"(Recruit|Corporal|Captain) \d+")
"""How records name bots."""
PLACE: Final = re.compile(r"(?P<round>\d+)-(?P<table>\d+)\Z")


class Table(NamedTuple):
    round: int
    number: int
    scores: dict[str, int]
    """Of the people who began, without bots."""


class Line(NamedTuple):
    place: int
    name: str
    round: int
    score: int


def tables(lines: Iterable[str]) -> list[Table]:
    found = []
    for record in replay(lines):
        if record.error is not None or record.match is None:
            raise SystemExit(f"the record at line {record.line} does not replay: {record.error}")
        at = PLACE.search(str(record.header.get("table", "")))
        if at is None:
            raise SystemExit(f"the record at line {record.line} does not say at which table of a season it was played")
        scores = [0] * len(record.players)
        for end in record.match.ended:
            if not isinstance(end, PassedOut):
                scores = [before + score for before, score in zip(scores, end.scores, strict=True)]
        own = dict(zip(record.players, scores, strict=True))
        people = {name: score for name, score in own.items() if not BOT.fullmatch(name)}
        found.append(Table(int(at["round"]), int(at["table"]), people))
    return sorted(found, key=lambda table: table[:2])


def standings(played: Sequence[Table]) -> list[Line]:
    """Everybody by the last round that they played, then by its score."""
    last = {name: (table.round, score) for table in played for name, score in table.scores.items()}
    ordered = sorted(last, key=lambda name: (-last[name][0], -last[name][1], name))
    return [Line(1 + sum(other > last[name] for other in last.values()), name, *last[name]) for name in ordered]


def wrongly_on(played: Sequence[Table], advancing: int) -> list[str]:
    """Who went on although as many others at their table as go on had more points."""
    by_round: dict[int, set[str]] = defaultdict(set)
    for table in played:
        by_round[table.round] |= {*table.scores}
    return [
        f"{name} ({table.round}-{table.number})"
        for table in played
        for name, score in table.scores.items()
        if name in by_round[table.round + 1] and sum(other > score for other in table.scores.values()) >= advancing
    ]


def main(arguments: Sequence[str]) -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--go-on", type=int, default=2)
    options = parser.parse_args(arguments)
    texts = [path.read_text(encoding="utf-8") for path in options.files] or [sys.stdin.read()]
    played = tables(line for text in texts for line in text.splitlines())
    for line in standings(played):
        sys.stdout.write(f"{line.place:>3}  {line.name:<24} round {line.round:>2}  {line.score:>+5}\n")
    for name in wrongly_on(played, options.go_on):
        sys.stdout.write(f"went on behind others: {name}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
