"""How many boards are needed: the reckoning against fields and boards that are drawn one by one."""

import random
from math import ceil
from statistics import fmean

import pytest

from benchmarks.boards import (
    CORPORAL,
    LUCK,
    RAW,
    RECRUIT,
    Board,
    Kernel,
    Pair,
    SameBoards,
    boards_for,
    difference,
    fields,
    main,
    share_beaten,
    share_led,
)

KINDS = (CORPORAL, RECRUIT)


class Cards:
    """A board by numbers: what its cards are worth, what a player adds, and chance."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.worth = rng, rng.gauss(0, 4)

    def points(self, strength: float = 0.0) -> int:
        return round(self.worth + strength + self.rng.gauss(0, 2))

    def board(self) -> Board:
        own = {CORPORAL: [self.points(1) for _ in range(3)], RECRUIT: [self.points() for _ in range(3)]}
        return Board(own, [self.points() for _ in range(8)], [self.points() for _ in range(8)])


@pytest.fixture(scope="module")
def boards() -> list[Board]:
    rng = random.Random(1)
    return [Cards(rng).board() for _ in range(1500)]


def score(rng: random.Random, strength: float, others: int, kernel: Kernel) -> float:
    """A board played by one person and by a field that is drawn."""
    cards = Cards(rng)
    own = cards.points(strength)
    return fmean(kernel(own, cards.points()) for _ in range(others))


@pytest.mark.parametrize(("size", "kernel"), [(4, difference), (10, difference), (4, share_beaten), (10, share_beaten)])
def test_after_so_many_boards_the_stronger_leads_nine_times_in_ten(
    boards: list[Board], size: int, kernel: Kernel
) -> None:
    (method,) = fields([size], kernel)
    needed = ceil(Pair(boards, KINDS, method).needed(range(len(boards))))
    rng = random.Random(2)

    def total(strength: float) -> float:
        return sum(score(rng, strength, size - 1, kernel) for _ in range(needed))

    assert 0.84 < fmean(share_beaten(total(1), total(0)) for _ in range(500)) < 0.95  # type: ignore[arg-type]


def test_the_check_draws_boards(boards: list[Board]) -> None:
    needed = ceil(Pair(boards, KINDS, RAW).needed(range(len(boards))))
    assert share_led(boards, KINDS, needed) == pytest.approx(0.9, abs=0.03)


def test_the_larger_the_field_the_fewer_boards(boards: list[Board]) -> None:
    by_size = [Pair(boards, KINDS, method).needed(range(len(boards))) for method in (RAW, *fields([4, 10, 50, 200]))]
    assert by_size == sorted(by_size, reverse=True)
    same = SameBoards(boards, KINDS).needed(range(len(boards)))
    # Chance alone is left: 2² of each player, where raw points have 4² + 2².
    assert by_size[0] / same == pytest.approx(5, rel=0.2)
    assert Pair(boards, KINDS, LUCK).needed(range(len(boards))) == pytest.approx(by_size[-1], rel=0.1)


def test_who_does_not_lead_needs_for_ever() -> None:
    assert boards_for(-0.1, 4) == boards_for(0, 4) == float("inf")
    assert boards_for(10, 1) == 1


def test_it_prints_a_table_for_each_setting_and_unit(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--boards=2", "--plays=2", "--tries=1", "--resamples=10"])
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("|---") for line in lines) == 4
    assert sum(line.startswith("| captain by habit – corporal |") for line in lines) == 4
