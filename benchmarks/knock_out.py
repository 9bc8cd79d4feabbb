"""Knock-outs drawn and played with random results: `python -m benchmarks.knock_out [--seasons 200] [--advancing 2]`.

Members have a strength; the score of a match is strength and luck of equal weight, rounded so that ties occur. Every
round is drawn by `leagues.seating` and ranked by `leagues.standings.core`. What it says of a season is counted from the
tables alone: who met twice, who had a bye, and every place, by the last round and its score.
"""

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import mean, median
from time import process_time
from typing import Final, NamedTuple

from leagues.seating import SeatingDraw, SeatingRequest, SeatingRound, draw
from leagues.standings.core import (
    ByeInput,
    DealInput,
    KnockOut,
    Member,
    Scheme,
    SeasonIndex,
    SeasonInput,
    TableInput,
    standings,
)

from .measure import arguments, print_circumstances, print_table, spread

FIELDS: Final = (8, 31, 200)
SIZES: Final = {"fives and fours, bots": (5, 4, "bots"), "fours, byes": (4, None, "byes")}


class Played(NamedTuple):
    rounds: int
    repeats: int
    bound: int
    byes: int
    bots: int
    misplaced: int
    by_seed: int
    """How often neither points nor a tie-break told who goes on."""
    best: int
    """The place of the strongest."""
    seconds: list[float]
    """Of each draw."""


def main() -> None:
    options = arguments(__doc__, seasons=200, advancing=2, seed=1)
    print_circumstances([])
    print_table(
        ["members", "rounds", "repeats", "bound", "byes", "bots", "misplaced", "by seed", "strongest", "draw, ms"],
        (row for name, (size, other, gap) in SIZES.items() for row in _rows(name, size, other, gap, options)),
    )


def _rows(name: str, size: int, other: int | None, gap: str, options: Namespace) -> Iterator[list[str]]:
    for members in FIELDS:
        seasons = max(1, options.seasons * 8 // max(8, members))
        request = SeatingRequest(tuple(range(members)), 1, size, other, gap, is_knock_out=True)  # type: ignore[arg-type]
        found = [play(request, options.advancing, Random(options.seed + number)) for number in range(seasons)]
        yield [
            f"{members}, {name}, {seasons} seasons",
            spread([float(each.rounds) for each in found], ".0f"),
            f"{mean(each.repeats for each in found):.2f}",
            f"{mean(each.bound for each in found):.2f}",
            f"{mean(each.byes for each in found):.2f}",
            f"{mean(each.bots for each in found):.2f}",
            str(sum(each.misplaced for each in found)),
            f"{mean(each.by_seed for each in found):.2f}",
            f"{median(each.best for each in found):.0f}",
            spread([second * 1000 for each in found for second in each.seconds], ".0f"),
        ]


def play(request: SeatingRequest, advancing: int, rng: Random) -> Played:
    """A whole knock-out; fails if a place is not what the tables say."""
    strength = {member: rng.gauss(0, 1) for member in request.members}
    season = SeasonInput(Scheme(advancing=advancing), request.members, 30)
    draws: list[SeatingDraw] = []
    seconds = []
    still_in = list(request.members)
    while len(still_in) > 1:
        places = tuple(range(1, len(still_in) + 1)) if draws else (1,) * len(still_in)
        gap = request.gap if len(still_in) >= min(request.size, request.other or request.size) else "bots"
        past = tuple(drawn.rounds[0] for drawn in draws)
        now = request._replace(members=tuple(still_in), places=places, past=past, gap=gap)
        begun = process_time()
        draws.append(draw(now, rng.randrange(10**9)))
        seconds.append(process_time() - begun)
        season = played(season, draws[-1].rounds[0], len(draws), strength, rng)
        still_in = KnockOut(SeasonIndex(season)).to_draw
    season = season._replace(is_over=True)
    rows = standings(season)
    check_places(season, {row.member: row.place for row in rows})
    steps = [step for row in rows for step in row.steps if step.on]
    return Played(
        len(draws),
        repeats_of([drawn.rounds[0] for drawn in draws]),
        sum(drawn.certificate.bound.repeats for drawn in draws),
        len(season.byes),
        sum(None in table.seats for table in season.tables),
        sum(drawn.certificate.misplaced or 0 for drawn in draws),
        len({(step.round, step.table) for step in steps if step.by == "seed"}),
        next(row.place or 0 for row in rows if row.member == max(strength, key=strength.__getitem__)),
        seconds,
    )


def played(
    season: SeasonInput, drawn: SeatingRound, number: int, strength: dict[Member, float], rng: Random
) -> SeasonInput:
    tables = []
    for at, table in enumerate(drawn.tables, start=1):
        scores = [
            round(4 * (strength.get(seat, 0.0) + rng.gauss(0, 1))) if seat is not None else -99 for seat in table.seats
        ]
        tables.append(TableInput(number, at, table.seats, (DealInput(tuple(scores)),)))
    byes = [ByeInput(number, member) for member in drawn.byes]
    return season._replace(tables=(*season.tables, *tables), byes=(*season.byes, *byes))


def check_places(season: SeasonInput, places: dict[Member, int | None]) -> None:
    """Every place, from the tables alone: the last round of a member, then their score in it."""
    last = {}
    for table in sorted(season.tables, key=lambda table: table.round):
        for member, score in zip(table.seats, table.deals[0].scores, strict=True):
            if member is not None:
                last[member] = (table.round, score)
    for member, reached in last.items():
        place = 1 + sum(other > reached for other in last.values())
        if places[member] != place:
            raise SystemExit(f"member {member}: place {places[member]}, by the tables {place}")


def repeats_of(rounds: list[SeatingRound]) -> int:
    """Meetings of two who have met before."""
    met: Counter[frozenset[Member]] = Counter()
    for round_ in rounds:
        for table in round_.tables:
            met.update(frozenset((a, b)) for a in table.members for b in table.members if a < b)
    return sum(times - 1 for times in met.values())


if __name__ == "__main__":
    main()
