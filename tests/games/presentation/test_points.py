"""Points as pages write them."""

import pytest

from games.presentation.points import minus, signed


@pytest.mark.parametrize(("number", "words"), [(3, "+3"), (-3, "−3"), (0, "0")])
def test_with_a_sign(number: int, words: str) -> None:
    assert signed(number) == words


@pytest.mark.parametrize(("number", "words"), [(3, "3"), (-3, "−3"), (0, "0")])
def test_as_they_stand(number: int, words: str) -> None:
    assert minus(number) == words
