"""The fields that the forms of leagues share."""

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError

from leagues.forms import PointsField


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("3", Fraction(3)),
        ("-1.5", Fraction(-3, 2)),
        ("1/3", Fraction(1, 3)),
        ("0.125", Fraction(1, 8)),
        ("2.001", Fraction(2001, 1000)),
        ("999/1000", Fraction(999, 1000)),
        ("2/2000", Fraction(1, 1000)),
    ],
)
def test_points_are_exact(text: str, points: Fraction) -> None:
    assert PointsField().clean(text) == points


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("three", "A number, such as 3, 1.5 or 1/3."),
        ("1/0", "A number, such as 3, 1.5 or 1/3."),
        ("10001", "Between −10,000 and 10,000 points."),
        ("1.0001", "At most three decimals, or a fraction with a denominator of at most 1,000."),
        ("1/99999937", "At most three decimals, or a fraction with a denominator of at most 1,000."),
    ],
)
def test_what_are_no_points(text: str, error: str) -> None:
    with pytest.raises(ValidationError) as raised:
        PointsField().clean(text)
    assert raised.value.messages == [error]
