"""The time that the standings of a large division take: `python -m benchmarks.standings [--members N] [--rounds N]`.

It is the pure computation, from the results of the tables to the last tie-break, without a database. *With those so
far* adds the standings as if the running tables ended now.
"""

from argparse import Namespace
from collections.abc import Callable
from fractions import Fraction
from random import Random
from statistics import median
from time import process_time

from leagues.standings.core import (
    DealInput,
    Scheme,
    SeasonInput,
    TableInput,
    explain,
    explain_ties,
    running_standings,
    standings,
)

from .measure import arguments, print_circumstances, print_table, spread

DEALS = 5
PLACES = (tuple(map(Fraction, (5, 3, 2, 1, 0))),)
SCHEMES = {
    "raw scores": Scheme(deals=DEALS, tie_breaks=("points_per_deal", "registration")),
    "by place, every tie-break": Scheme(
        points="place",
        places=PLACES,
        deals=DEALS,
        tie_breaks=(
            "head_to_head",
            "points_per_deal",
            "napoleon_wins",
            "contracts_made",
            "strength",
            "fewer_penalties",
            "registration",
        ),
    ),
    "both, centred, pro rata, best 8 of 10": Scheme(
        points="both",
        places=PLACES,
        deals=DEALS,
        centred=True,
        pro_rata=True,
        best=8,
        tie_breaks=("strength", "registration"),
    ),
}


def main() -> None:
    options = arguments(__doc__, members=200, rounds=10, times=15)
    print_circumstances([])
    print_table(
        ("scheme", "standings: median ms (range)", "with those so far", "one member explained"),
        (row(name, options, running) for name in SCHEMES for running in (False, True)),
    )


def row(name: str, options: Namespace, running: bool) -> list[str]:
    season = a_season(SCHEMES[name], options.members, options.rounds, running)
    rows = timed(lambda: standings(season), options.times)
    so_far = timed(lambda: running_standings(season), options.times)
    tree = timed(lambda: (explain(season, 7), explain_ties(season, 7)), 5)
    shown = name + (", last round running" if running else "")
    return [shown, spread(rows, ".1f"), f"{median(so_far):.1f}", f"{median(tree):.1f}"]


def timed(work: Callable[[], object], times: int) -> list[float]:
    """Milliseconds of processor time: the machine may be shared."""
    work()
    milliseconds = []
    for _ in range(times):
        begun = process_time()
        work()
        milliseconds.append(1000 * (process_time() - begun))
    return milliseconds


def a_season(scheme: Scheme, members: int, rounds: int, running: bool) -> SeasonInput:
    """A random season. In a running last round every table has two deals to come."""
    rng = Random(1)
    tables = []
    for number in range(1, rounds + 1):
        order = rng.sample(range(members), members)
        to_come = 2 if running and number == rounds else 0
        for table in range(members // 5):
            deals = tuple(a_deal(rng) for _ in range(DEALS - to_come))
            seats = tuple(order[5 * table : 5 * table + 5])
            tables.append(TableInput(number, table + 1, seats, deals, to_come))
    return SeasonInput(scheme._replace(deal_range=(0, 10)), tuple(range(members)), rounds, tuple(tables))


def a_deal(rng: Random) -> DealInput:
    """A deal with scores of the preset gurunapo."""
    napoleon, adjutant = rng.sample(range(5), 2)
    made = rng.random() < 0.6
    scores = [0 if made else 2] * 5
    scores[napoleon], scores[adjutant] = (4, 2) if made else (0, 0)
    return DealInput(tuple(scores), napoleon, adjutant, made)


if __name__ == "__main__":
    main()
