"""Exact fractions as text for people."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

MINUS: Final = "−"


@lru_cache(4096)
def as_text(value: Fraction | str, *, signed: bool = False, places: int = 0) -> str:
    """The value rounded to two decimals, without trailing zeros beyond so many places.

    >>> as_text("21/2"), as_text("10/3"), as_text("17/8"), as_text("-4"), as_text("3", signed=True)
    ('10.5', '3.33', '2.13', '−4', '+3')
    >>> as_text("21/2", places=2), as_text("4", places=1)
    ('10.50', '4.0')
    """
    value = Fraction(value)
    cents = floor(abs(value) * 100 + Fraction(1, 2))
    whole, rest = divmod(cents, 100)
    decimals = f"{rest:02}".rstrip("0").ljust(places, "0")
    text = f"{whole}.{decimals}" if decimals else str(whole)
    if cents and value < 0:
        return MINUS + text
    return f"+{text}" if signed and cents else text


def decimals_of(values: Iterable[Fraction | str]) -> int:
    """How many decimals a column needs so that its points stand below one another.

    >>> decimals_of(["4", "21/2"]), decimals_of(["10/3", "4"]), decimals_of([])
    (1, 2, 0)
    """
    return max((len(as_text(value).partition(".")[2]) for value in values), default=0)


def exact(value: Fraction | str) -> str:
    """The fraction, if two decimals cannot hold it; otherwise empty.

    >>> exact("10/3"), exact("21/2")
    ('10/3', '')
    """
    value = Fraction(value)
    return "" if (value * 100).denominator == 1 else str(value).replace("-", MINUS)


def plural_of(value: Fraction | str) -> int:
    """A whole number of which words stand in the same plural, since only whole ones choose it.

    >>> plural_of("1"), plural_of("1/2"), plural_of("-4")
    (1, 2, 2)
    """
    return 1 if Fraction(value) == 1 else 2


def span(least: Fraction | int, most: Fraction | int) -> str:
    """The range, or one value where both ends are equal.

    >>> span(Fraction(4), Fraction(14)), span(2, 2), span(-3, 4)
    ('4–14', '2', '−3 – 4')
    """
    low, high = as_text(Fraction(least)), as_text(Fraction(most))
    if low == high:
        return low
    return f"{low} – {high}" if MINUS in low + high else f"{low}–{high}"


_PLACES: Final[dict[str, Promise]] = {
    "st": pgettext_lazy("a place", "%(n)sst"),
    "nd": pgettext_lazy("a place", "%(n)snd"),
    "rd": pgettext_lazy("a place", "%(n)srd"),
    "th": pgettext_lazy("a place", "%(n)sth"),
}


def ordinal(place: int) -> str:
    """The place in words.

    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10)
    return str(_PLACES[ending or "th"]) % {"n": place}
