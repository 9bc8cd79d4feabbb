"""What is measured of the roles of Nap."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.bot_options import clustered, drawn_nap
from benchmarks.bots import role_gains
from games.engine import rules_from_json


def test_the_roles_of_misere_are_counted_apart() -> None:
    gains = role_gains(rules_from_json({"preset": "nap"}), 30, Random(1), "corporal", "corporal")
    assert set(gains) == {
        *("declarer", "other"),
        *("declarer of misère", "other of misère"),
    }
    assert not any(sum(map(abs, values)) for values in gains.values())


def test_an_interval_counts_what_lies_in_one_set_as_one() -> None:
    assert clustered([[1, 1, 1, 1], [3, 3, 3, 3]]) == (2.0, pytest.approx(1.96))
    assert clustered([[1, 3], [3, 1]]) == (2.0, 0.0)


def test_sets_of_nap_are_for_three_to_seven() -> None:
    sets = [drawn_nap(Random(number)) for number in range(60)]
    assert sets == [drawn_nap(Random(number)) for number in range(60)]
    assert {given["preset"] for given in sets} == {"nap"}
    assert {rules_from_json(given).players for given in sets} == {3, 4, 5, 6, 7}
