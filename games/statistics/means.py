"""Means with their intervals, from sums that are whole numbers, and numbers as the cells of statistics show them."""

from math import sqrt
from typing import Final, NamedTuple

from django.utils import formats
from django.utils.translation import gettext as _

from games.presentation.points import decimal


class Mean(NamedTuple):
    """The mean of points a deal with its 95 % confidence interval; None with fewer than two deals."""

    value: float
    span: tuple[float, float] | None


# Student's t for 95 %, by degrees of freedom from 1; beyond the table a series is accurate enough.
_T: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
_Z: Final = 1.95996


def mean(deals: int, points: int, squares: int) -> Mean:
    """The mean and its interval, from the sums of points and of squared points.

    >>> mean(4, 8, 20)
    Mean(value=2.0, span=(0.163, 3.837))
    >>> mean(1, 5, 25)
    Mean(value=5.0, span=None)
    """
    value = points / deals
    if deals < 2:
        return Mean(value, None)
    variance = (squares - points * points / deals) / (deals - 1)
    half = _t(deals - 1) * sqrt(max(variance, 0) / deals)
    return Mean(value, (round(value - half, 3), round(value + half, 3)))


def _t(freedom: int) -> float:
    return _T[freedom - 1] if freedom <= len(_T) else _Z + (_Z**3 + _Z) / (4 * freedom)


def whole(value: int) -> str:
    return formats.number_format(value, 0, force_grouping=True)


def share(part: int, total: int) -> str:
    return f"{decimal(100 * part / total, 0)} %" if total else "–"


def span(points: Mean) -> str:
    if points.span is None:
        return "–"
    return _("%(low)s to %(high)s") % {"low": decimal(points.span[0], 2), "high": decimal(points.span[1], 2)}
