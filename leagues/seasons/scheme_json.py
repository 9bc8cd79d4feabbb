"""The scheme of points and tie-breaks of a season, to and from JSON.

Deals, pro rata and credit follow from other fields of the season and are not stored here. Fractions are stored as text,
so that they stay exact.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from leagues.standings.core import Scheme, TieBreak

POINTS: Final = ("raw", "place", "both")
TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)
LARGEST: Final = 10_000
"""The largest number of points in a scheme."""
FRACTION: Final = re.compile(r"[-+]?[0-9]{1,11}(\.[0-9]{1,6}|/[1-9][0-9]{0,8})?")


class SchemeError(ValueError):
    """JSON that is no scheme: the key, and the reason."""

    def __init__(self, key: str, reason: Literal["unknown", "type", "range"]) -> None:
        super().__init__(f"{key}: {reason}")
        self.key, self.reason = key, reason


def scheme_to_json(scheme: Scheme) -> dict[str, Any]:
    """As it is stored with a season.

    >>> scheme_to_json(Scheme(bye=Fraction(3, 2)))["bye"]
    '3/2'
    """
    return {
        "points": scheme.points,
        "places": [[str(points) for points in scale] for scale in scheme.places],
        "centred": scheme.centred,
        "bye": None if scheme.bye is None else str(scheme.bye),
        "void": str(scheme.void),
        "absent": str(scheme.absent),
        "best": scheme.best,
        "drop": scheme.drop,
        "minimum": scheme.minimum,
        "tie_breaks": list(scheme.tie_breaks),
    }


def scheme_from_json(data: object) -> Scheme:
    """Parse a stored scheme; missing keys get defaults, invalid ones raise `SchemeError`.

    >>> scheme_from_json({"points": "place", "places": [["3", "2", "1", "1/2"]]}).places[0][3]
    Fraction(1, 2)
    """
    if not isinstance(data, dict):
        raise SchemeError("scheme", "type")
    values = {}
    for key, value in data.items():
        if key not in _READERS:
            raise SchemeError(str(key), "unknown")
        values[key] = _READERS[key](key, value)
    return Scheme(**values)


def _points(key: str, value: object) -> str:
    if value not in POINTS:
        raise SchemeError(key, "range")
    return str(value)


def _places(key: str, value: object) -> tuple[tuple[Fraction, ...], ...]:
    if not isinstance(value, list) or not all(isinstance(scale, list) for scale in value):
        raise SchemeError(key, "type")
    sizes = [len(scale) for scale in value]
    # The largest size first: the others are derived from it.
    if len(set(sizes)) < len(sizes) or sizes != sorted(sizes, reverse=True) or 0 in sizes:
        raise SchemeError(key, "range")
    return tuple(tuple(_fraction(key, points) for points in scale) for scale in value)


def _fraction(key: str, value: object) -> Fraction:
    # `Fraction` would take "1e99999999", and hours for it.
    if not isinstance(value, str) or not FRACTION.fullmatch(value):
        raise SchemeError(key, "type")
    found = Fraction(value)
    if abs(found) > LARGEST:
        raise SchemeError(key, "range")
    return found


def _flag(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise SchemeError(key, "type")
    return value


def _number(key: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise SchemeError(key, "type")
    if not 0 <= value <= LARGEST:
        raise SchemeError(key, "range")
    return value


def _tie_breaks(key: str, value: object) -> tuple[TieBreak, ...]:
    if not isinstance(value, list):
        raise SchemeError(key, "type")
    if len(set(map(str, value))) < len(value) or not all(one in TIE_BREAKS for one in value):
        raise SchemeError(key, "range")
    return tuple(value)


def _optional(read: Callable[[str, object], Any]) -> Callable[[str, object], Any]:
    return lambda key, value: None if value is None else read(key, value)


_READERS: Final[dict[str, Callable[[str, object], Any]]] = {
    "points": _points,
    "places": _places,
    "centred": _flag,
    "bye": _optional(_fraction),
    "void": _fraction,
    "absent": _fraction,
    "best": _optional(_number),
    "drop": _number,
    "minimum": _number,
    "tie_breaks": _tie_breaks,
}
