"""How many boards until the stronger of two players leads: `python -m benchmarks.boards [--boards N] [--preset P]`.

Each board is one deal and one seat in it. It is played by two people whose strength is known, by a field and, for what
its cards are worth, by average players (`napoleon/judging/luck.py`). Everywhere a result becomes a mean over others: of
own points less theirs, or of whether they are beaten. So the variance of a field of any size follows from that between
boards and that within them, and no field has to be drawn. The stronger leads nine times in ten after
1.28² · (sum of both variances) / (mean lead)² boards. The two play different boards, except under "same boards".

The intervals (95 %) draw the boards again. As a check the last column draws so many boards for each player and counts
how often the stronger has more points.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, inf
from random import Random
from statistics import fmean, variance
from typing import Any, Final, NamedTuple

from napoleon.bots import LEVELS, Bot
from napoleon.bots.captain import policy
from napoleon.bots.simulation import shuffled
from napoleon.engine import Rules, rules_from_json
from napoleon.engine.events import Command
from napoleon.engine.match import NextDeal
from napoleon.engine.variants import State, state_of, variant_of
from napoleon.engine.view import DealView, deal_view
from napoleon.judging.luck import REPLAYS, replayed
from napoleon.judging.playing_on import dealt_of, finish, points_of

from .measure import arguments, print_circumstances, print_table, standard_error

SURE: Final = 1.2816
"""What a normal variable stays below nine times in ten."""
MOST: Final = 9999
DRAWS: Final = 2000
CHOOSERS: Final[dict[str, Bot]] = {**LEVELS, "captain by habit": policy.choose}


class Kind(NamedTuple):
    """Players of known strength: bots of a level that play so many of their cards at random."""

    level: str
    slips: float = 0.0

    def choose(self, view: DealView, rules: Rules, rng: Random) -> Command:
        if view.phase == "playing" and rng.random() < self.slips:
            return rng.choice(view.legal)  # type: ignore[return-value]  # somebody is to act
        return CHOOSERS[self.level](view, rules, rng.getrandbits(32))

    def __str__(self) -> str:
        return f"{self.level}, {self.slips:.0%} slips" if self.slips else self.level


HABIT, CORPORAL, RECRUIT = Kind("captain by habit"), Kind("corporal"), Kind("recruit")
SLIPPING: Final = Kind("corporal", 0.6)
PAIRS: Final = ((HABIT, CORPORAL), (CORPORAL, SLIPPING), (CORPORAL, RECRUIT), (HABIT, RECRUIT))
KNOWN: Final = tuple(dict.fromkeys(kind for pair in PAIRS for kind in pair))
POOL: Final = (Kind("corporal", 0.1), Kind("recruit", 0.1))
"""Members of a field, one as likely as the other."""


@dataclass(frozen=True)
class Board:
    """What was made of one seat of a deal."""

    own: Mapping[Kind, Sequence[int]]
    field: Sequence[int]
    average: Sequence[int]
    """By the players of the replays that measure luck."""


class Sample(NamedTuple):
    """A board's scores of one player, the mean over the others that were played: mean, mean square, variance within."""

    mean: float
    square: float
    within: float


Kernel = Callable[[int, int], float]


def difference(own: int, other: int) -> float:
    return own - other


def share_beaten(own: int, other: int) -> float:
    return 1.0 if own > other else 0.5 * (own == other)


class Method(NamedTuple):
    """A way of scoring a result. ``others`` is how many it is compared with."""

    name: str
    others: float
    kernel: Kernel = difference
    uses_average: bool = False

    def sample(self, board: Board, kind: Kind) -> Sample:
        others = (board.average if self.uses_average else board.field) if self.others else (0,)
        compared = [[self.kernel(own, other) for other in others] for own in board.own[kind]]
        means = [fmean(each) for each in compared]
        within = fmean(variance(each) for each in compared) if self.others else 0.0
        # The few that were played give a mean of their own, which is no part of the variance between boards.
        squares = fmean(mean * mean for mean in means) - within / len(others)
        return Sample(fmean(means), squares, within)

    def spread(self, samples: Sequence[Sample]) -> float:
        """The variance of a player's score on a board."""
        between = fmean(each.square for each in samples) - fmean(each.mean for each in samples) ** 2
        return between + (fmean(each.within for each in samples) / self.others if self.others else 0.0)


RAW: Final = Method("raw", 0)
LUCK: Final = Method("luck-adjusted", REPLAYS, uses_average=True)


def fields(sizes: Sequence[int], kernel: Kernel = difference) -> list[Method]:
    return [Method(f"field of {size}", size - 1, kernel) for size in sizes]


# --- Playing ---


class Opened(NamedTuple):
    """A deal before the first bid, and the seat that everybody plays."""

    name: str
    state: State
    seat: int
    average: Sequence[int]


def open_board(rules: Rules, number: int, seed: int, replays: int) -> Opened:
    name = f"{seed} {number}"
    opened = variant_of(rules).open_deal(rules, shuffled(rules, NextDeal(1, None), Random(name)), None, None)
    seat = number % rules.players
    return Opened(name, opened, seat, [replayed(dealt_of(opened), replay)[seat] for replay in range(replays)])


def play_board(rules: Rules, opened: Opened, tries: int, mixed: bool) -> Board:
    """Play the seat often. At the other seats sit corporals, or people drawn from the pool."""
    people = Random(f"{opened.name} {mixed}")

    def points(kind: Kind) -> int:
        kinds = [people.choice(POOL) for _ in range(rules.players)] if mixed else [CORPORAL] * rules.players
        kinds[opened.seat] = kind
        return play(rules, opened, kinds, people, not mixed)

    return Board(
        own={kind: [points(kind) for _ in range(tries)] for kind in KNOWN},
        field=[points(people.choice(POOL)) for _ in opened.average],
        average=opened.average,
    )


def play(rules: Rules, opened: Opened, kinds: Sequence[Kind], rng: Random, alike: bool) -> int:
    """The points of the seat. The others answer the same view ``alike``, as bots of a board do, or by chance."""

    def choose(deal: Any) -> Command:
        state = state_of(deal)
        turn = state.to_act()[0]
        chance = Random(f"{opened.name} {turn}") if alike and turn != opened.seat else rng
        return kinds[turn].choose(deal_view(state, turn), rules, chance)

    return points_of(finish(opened.state, choose), opened.seat)


# --- Counting ---


class Pair:
    """Two players, the stronger first, and what a method gives them on each board."""

    def __init__(self, boards: Sequence[Board], kinds: tuple[Kind, Kind], method: Method) -> None:
        self.method = method
        self.samples = [[method.sample(board, kind) for board in boards] for kind in kinds]

    def needed(self, chosen: Sequence[int]) -> float:
        """After how many boards the stronger leads nine times in ten, by these boards."""
        stronger, weaker = ([samples[number] for number in chosen] for samples in self.samples)
        lead = fmean(each.mean for each in stronger) - fmean(each.mean for each in weaker)
        return boards_for(lead, self.method.spread(stronger) + self.method.spread(weaker))

    def shown_lead(self, scale: int, form: str) -> str:
        """How far the stronger is ahead on a board, with its interval."""
        leads = [scale * (strong.mean - weak.mean) for strong, weak in zip(*self.samples, strict=True)]
        return f"{fmean(leads):+{form}} ± {1.96 * standard_error(leads):{form}}"


class SameBoards:
    """The two play the same boards, and nobody else matters: whatever the field is, it cancels out."""

    def __init__(self, boards: Sequence[Board], kinds: tuple[Kind, Kind]) -> None:
        strong, weak = kinds
        self.leads = [[own - other for own in board.own[strong] for other in board.own[weak]] for board in boards]

    def needed(self, chosen: Sequence[int]) -> float:
        leads = [lead for number in chosen for lead in self.leads[number]]
        return boards_for(fmean(leads), fmean(lead * lead for lead in leads) - fmean(leads) ** 2)


def boards_for(lead: float, spread: float) -> float:
    return inf if lead <= 0 else max(1.0, SURE**2 * spread / lead**2)


def cell(counted: Pair | SameBoards, boards: int, resamples: int) -> str:
    """The number of boards with its interval."""
    rng = Random(1)
    drawn = sorted(counted.needed(rng.choices(range(boards), k=boards)) for _ in range(resamples))
    low, high = drawn[int(0.025 * resamples)], drawn[int(0.975 * resamples)]
    return f"{shown(counted.needed(range(boards)))} ({shown(low)} – {shown(high)})"


def shown(boards: float) -> str:
    return f"> {MOST}" if boards > MOST else f"{ceil(boards)}"


def share_led(boards: Sequence[Board], kinds: tuple[Kind, Kind], count: int) -> float:
    """How often the stronger has more points when each plays so many boards. Half of the ties count."""
    rng = Random(2)

    def total(kind: Kind) -> int:
        return sum(rng.choice(board.own[kind]) for board in rng.choices(boards, k=count))

    return fmean(share_beaten(total(kinds[0]), total(kinds[1])) for _ in range(DRAWS))


def points_row(boards: Sequence[Board], kinds: tuple[Kind, Kind], sizes: Sequence[int], resamples: int) -> list[str]:
    pairs = [Pair(boards, kinds, method) for method in (RAW, LUCK, *fields(sizes))]
    needed = pairs[0].needed(range(len(boards)))
    check = f"{share_led(boards, kinds, ceil(needed)):.0%}" if needed <= MOST / 10 else ""
    counted: list[Pair | SameBoards] = [*pairs, SameBoards(boards, kinds)]
    cells = [cell(each, len(boards), resamples) for each in counted]
    return [versus(kinds), pairs[0].shown_lead(1, ".2f"), *cells, check]


def percent_row(boards: Sequence[Board], kinds: tuple[Kind, Kind], sizes: Sequence[int], resamples: int) -> list[str]:
    pairs = [Pair(boards, kinds, method) for method in fields(sizes, share_beaten)]
    return [versus(kinds), pairs[0].shown_lead(100, ".1f"), *(cell(each, len(boards), resamples) for each in pairs)]


def versus(kinds: tuple[Kind, Kind]) -> str:
    return " – ".join(map(str, kinds))


SETTINGS: Final = {
    "One person among corporals (daily boards)": (False, (4, 10, 50, 200)),
    "Tables of people of the pool's strength (duplicate rounds; a field is the number of tables)": (
        True,
        (2, 4, 10, 20),
    ),
}


def main(words: Sequence[str] | None = None) -> None:
    options = arguments(__doc__, words, preset="gurunapo", boards=500, plays=16, tries=3, resamples=200, seed=1)
    print_circumstances(())
    rules = rules_from_json({"preset": options.preset, "deals": 1, "finish": "when_decided"})
    print(f"{options.preset}, {options.boards} boards, seed {options.seed}; field and replays: {options.plays} a board")
    opened = [open_board(rules, number, options.seed, options.plays) for number in range(options.boards)]
    for title, (mixed, sizes) in SETTINGS.items():
        print(f"\n{title}")
        boards = [play_board(rules, each, options.tries, mixed) for each in opened]
        header = [f"field of {size}" for size in sizes]
        rows = (points_row(boards, kinds, sizes, options.resamples) for kinds in PAIRS)
        print_table(("", "points ahead", "raw", "luck-adjusted", *header, "same boards", "drawn, raw"), rows)
        rows = (percent_row(boards, kinds, sizes, options.resamples) for kinds in PAIRS)
        print_table(("", "percent ahead", *header), rows)


if __name__ == "__main__":
    main()
