"""Exact fractions as text for people."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Final

MINUS: Final = "−"


def as_text(value: Fraction | str, *, signed: bool = False) -> str:
    """The value rounded to two decimals, without trailing zeros.

    >>> as_text("21/2"), as_text("10/3"), as_text("17/8"), as_text("-4"), as_text("3", signed=True)
    ('10.5', '3.33', '2.13', '−4', '+3')
    """
    value = Fraction(value)
    cents = floor(abs(value) * 100 + Fraction(1, 2))
    whole, rest = divmod(cents, 100)
    text = str(whole) if not rest else f"{whole}.{rest:02}".rstrip("0")
    if cents and value < 0:
        return MINUS + text
    return f"+{text}" if signed and cents else text


def exact(value: Fraction | str) -> str:
    """The fraction, if two decimals cannot hold it; otherwise empty.

    >>> exact("10/3"), exact("21/2")
    ('10/3', '')
    """
    value = Fraction(value)
    return "" if (value * 100).denominator == 1 else str(value).replace("-", MINUS)


def span(least: Fraction | int, most: Fraction | int) -> str:
    """The range, or one value where both ends are equal.

    >>> span(Fraction(4), Fraction(14)), span(2, 2), span(-3, 4)
    ('4–14', '2', '−3 – 4')
    """
    low, high = as_text(Fraction(least)), as_text(Fraction(most))
    if low == high:
        return low
    return f"{low} – {high}" if MINUS in low + high else f"{low}–{high}"
