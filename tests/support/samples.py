"""Whether two samples may come from one distribution (Kolmogorov and Smirnov's test)."""

import math
from bisect import bisect_right
from collections.abc import Sequence


def distance(one: Sequence[float], two: Sequence[float]) -> float:
    """The greatest distance between the two distributions."""
    one, two = sorted(one), sorted(two)
    gaps = (abs(bisect_right(one, at) / len(one) - bisect_right(two, at) / len(two)) for at in (*one, *two))
    return max(gaps)


def critical(n: int, m: int) -> float:
    """The distance that two samples of one distribution exceed once in a thousand times."""
    return 1.95 * math.sqrt((n + m) / (n * m))
