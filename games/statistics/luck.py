"""Points above expectation, from the counts that the analyses of matches add (`games.analysis.tallies`)."""

from typing import NamedTuple

from games.presentation.points import decimal, signed_decimal
from games.statistics.counting import Counts
from games.statistics.means import Mean, mean


class AboveExpectation(NamedTuple):
    """A player's points beyond those of average players with the same cards."""

    deals: int
    mean: Mean
    """Per deal."""

    @property
    def a_deal(self) -> str:
        return signed_decimal(self.mean.value, 2)

    @property
    def error_a_deal(self) -> str:
        """Half of the 95 % interval; empty with a single deal."""
        return "" if self.half is None else decimal(self.half, 2)

    @property
    def total(self) -> str:
        return signed_decimal(self.mean.value * self.deals)

    @property
    def error_of_total(self) -> str:
        return "" if self.half is None else decimal(self.half * self.deals)

    @property
    def half(self) -> float | None:
        return None if self.mean.span is None else (self.mean.span[1] - self.mean.span[0]) / 2


def above_expectation(counts: Counts) -> AboveExpectation | None:
    """None if no deal was analysed."""
    deals = counts.get("luck.deals", 0)
    if not deals:
        return None
    hundredths = 100 * counts.get("luck.points", 0) - counts.get("luck.expected", 0)
    hundredth = mean(deals, hundredths, counts.get("luck.squares", 0))
    span = hundredth.span and (hundredth.span[0] / 100, hundredth.span[1] / 100)
    return AboveExpectation(deals, Mean(hundredth.value / 100, span))
