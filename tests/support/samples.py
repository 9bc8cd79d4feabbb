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


def p_value(gap: float, n: int, m: int) -> float:
    """How often two samples of one distribution are at least that far apart (the limit, with Stephens' correction)."""
    root = math.sqrt(n * m / (n + m))
    at = (root + 0.12 + 0.11 / root) * gap
    if at < 0.2:
        return 1.0
    terms = (2 * (-1) ** (k - 1) * math.exp(-2 * (k * at) ** 2) for k in range(1, 101))
    return min(1.0, max(0.0, sum(terms)))
