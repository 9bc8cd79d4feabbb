"""How a season turns results into places, as it is stored."""

from fractions import Fraction

import pytest

from leagues.seasons.scheme_json import SchemeError, scheme_from_json, scheme_to_json
from leagues.standings.core import Scheme

WHOLE = Scheme(
    points="both",
    places=((Fraction(5), Fraction(3), Fraction(2), Fraction(1), Fraction(0)), (Fraction(9, 2),)),
    centred=True,
    bye=None,
    void=Fraction(1, 3),
    absent=Fraction(-2),
    best=5,
    drop=1,
    minimum=3,
    tie_breaks=("head_to_head", "registration"),
)


@pytest.mark.parametrize("scheme", [Scheme(), WHOLE, Scheme(points="place", bye=Fraction(7))])
def test_what_is_stored_is_what_is_read(scheme: Scheme) -> None:
    assert scheme_from_json(scheme_to_json(scheme)) == scheme


def test_what_is_left_out_is_as_by_default() -> None:
    assert scheme_from_json({}) == Scheme()


@pytest.mark.parametrize(
    ("data", "key", "reason"),
    [
        ([], "scheme", "type"),
        ({"deals": 5}, "deals", "unknown"),
        ({"points": "rank"}, "points", "range"),
        ({"places": "5 3 1"}, "places", "type"),
        ({"places": [["3", "1"], ["3", "2"]]}, "places", "range"),
        ({"places": [["3", "1"], ["3", "2", "1"]]}, "places", "range"),
        ({"places": [[]]}, "places", "range"),
        ({"places": [["3", 1]]}, "places", "type"),
        ({"bye": "1/0"}, "bye", "type"),
        ({"bye": "1e99999999"}, "bye", "type"),
        ({"void": None}, "void", "type"),
        ({"void": "10001"}, "void", "range"),
        ({"best": True}, "best", "type"),
        ({"best": -1}, "best", "range"),
        ({"centred": 1}, "centred", "type"),
        ({"tie_breaks": "registration"}, "tie_breaks", "type"),
        ({"tie_breaks": ["coin"]}, "tie_breaks", "range"),
        ({"tie_breaks": ["strength", "strength"]}, "tie_breaks", "range"),
        ({"tie_breaks": [["strength"]]}, "tie_breaks", "range"),
    ],
)
def test_impossible_rules_are_refused_by_name(data: object, key: str, reason: str) -> None:
    with pytest.raises(SchemeError) as refused:
        scheme_from_json(data)
    assert (refused.value.key, refused.value.reason) == (key, reason)
