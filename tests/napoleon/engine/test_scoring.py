"""Who has won a Napoleon deal, and the scores (docs/rules.md 1.6, with its worked examples).

In the endings seat 2 is Napoleon on a bid of 12, seat 4 the adjutant, unless something else is said.
"""

from typing import Any

import pytest

from .play import Json, contract, ending, skip_to_trick

MADE = "1 3 9 3 4"
NOT_MADE = "4 3 7 2 4"
MADE_ALONE = "2 2 12 3 1"
NOT_MADE_ALONE = "4 4 9 3 0"
ALL_TWENTY = "0 0 15 0 5"
ALL_TWENTY_ALONE = "0 0 20 0 0"


def scores(preset: str, pictures: str, **options: Any) -> list[int]:
    """The scores of a deal with this end."""
    result: list[int] = ending(preset, pictures, **options)["scores"]
    return result


def test_pictures_of_napoleon_and_adjutant_are_added_000_02() -> None:
    result = ending("four", "4 3 9 4", count=13)
    assert (result["napoleon"], result["adjutant"]) == (2, 0)
    assert (result["side_pictures"], result["made"]) == (13, True)


def test_a_trick_gives_its_pictures_to_the_winner_001_17() -> None:
    """Wherever they lie in it; the joker is none of them."""
    hands = {0: "SA", 1: "HT", 2: "JK", 3: "SJ", 4: "CK"}
    table = contract("booklet", "D", hands=hands)
    skip_to_trick(table, 10, hands, (1, 2, 0, 4, 3))
    table.plays("SA HT JK SJ CK")
    assert table.result["pictures"] == [5, 2, 0, 4, 3]


def test_the_deal_ends_when_the_hands_are_empty_001_18() -> None:
    for preset, tricks in {"leaflet": 10, "four": 12, "booklet": 10}.items():
        table = contract(preset)
        table.play_out()
        assert len(table.result["tricks"]) == tricks
        assert sum(table.result["pictures"]) <= 20


def made(count: int, **options: Any) -> Json:
    """A deal in which the side took 13 pictures."""
    return ending("gurunapo", MADE, count=count, **options)


def test_at_least_the_bid_makes_it_000_29() -> None:
    """Having more than the others is not enough: 13 pictures lose a bid of 14."""
    assert made(11)["made"]
    assert made(13)["made"]
    assert not made(14)["made"]
    assert ending("leaflet", "4 3 6 3 4", count=10)["made"]


def test_bid_value_pays_the_bid_to_the_winning_side_000_30() -> None:
    by_bid = {"scoring": "bid_value"}
    assert scores("gurunapo", MADE, **by_bid) == [0, 0, 12, 0, 12]
    assert scores("gurunapo", NOT_MADE, **by_bid) == [12, 12, 0, 12, 0]
    assert scores("gurunapo", MADE_ALONE, alone=True, **by_bid) == [0, 0, 12, 0, 0]
    assert scores("gurunapo", NOT_MADE_ALONE, alone=True, **by_bid) == [12, 12, 0, 12, 12]


def test_gurunapo_made_000_31() -> None:
    assert scores("gurunapo", MADE) == [0, 0, 4, 0, 2]
    assert scores("four", "4 3 9 4") == [2, 0, 4, 0]


def test_gurunapo_not_made_000_32() -> None:
    assert scores("gurunapo", NOT_MADE) == [2, 2, 0, 2, 0]
    assert scores("four", "4 6 7 3") == [0, 2, 0, 2]


def test_gurunapo_made_alone_000_33() -> None:
    assert scores("gurunapo", MADE_ALONE, alone=True) == [0, 0, 6, 0, 0]


def test_gurunapo_made_with_all_twenty_000_34() -> None:
    assert scores("gurunapo", ALL_TWENTY) == [0, 0, 6, 0, 4]


def test_gurunapo_made_alone_with_all_twenty_000_35() -> None:
    assert scores("gurunapo", ALL_TWENTY_ALONE, alone=True) == [0, 0, 10, 0, 0]


def test_gurunapo_not_made_alone_000_36() -> None:
    assert scores("gurunapo", NOT_MADE_ALONE, alone=True) == [1, 1, 0, 1, 1]


@pytest.mark.parametrize("sweep", ["loses", "loses_ignoring_discards"])
def test_taking_all_twenty_loses_000_68(sweep: str) -> None:
    assert scores("gurunapo", ALL_TWENTY, sweep=sweep) == [2, 2, 0, 2, 0]
    assert scores("gurunapo", ALL_TWENTY_ALONE, alone=True, sweep=sweep) == [1, 1, 0, 1, 1]
    assert scores("gurunapo", "1 0 14 0 5", sweep=sweep) == [0, 0, 4, 0, 2]


@pytest.mark.parametrize("sweep", ["loses", "loses_ignoring_discards"])
def test_taking_all_twenty_wins_if_twenty_were_bid_000_69(sweep: str) -> None:
    assert scores("gurunapo", ALL_TWENTY, count=20, sweep=sweep) == [0, 0, 6, 0, 4]
    assert scores("gurunapo", "1 0 14 0 5", count=20, sweep=sweep) == [2, 2, 0, 2, 0]


def without_two(count: int = 12, **options: Any) -> Json:
    """The side takes every picture but the two that Napoleon discarded."""
    return ending("leaflet", "0 0 13 0 5", count=count, discard="HT DT C9", **options)


def test_discards_do_not_save_from_the_sweep_000_70() -> None:
    """They do with `loses`; and 18 are no 20, so nothing is doubled and a bid of 20 is lost."""
    assert without_two(sweep="normal")["scores"] == [-1, -1, 2, -1, 1]
    assert without_two(sweep="loses")["scores"] == [-1, -1, 2, -1, 1]
    assert without_two(sweep="loses_ignoring_discards")["scores"] == [1, 1, -2, 1, -1]
    assert without_two(20, sweep="loses_ignoring_discards")["scores"] == [1, 1, -2, 1, -1]


def test_discards_that_count_for_somebody_change_nothing_in_the_sweep_000_70() -> None:
    assert ending("gurunapo", "2 0 13 0 5", discard="HT DT C9", sweep="loses_ignoring_discards")["made"]


def test_plus_minus_made_001_39() -> None:
    assert scores("leaflet", MADE) == [-1, -1, 2, -1, 1]
    assert scores("booklet", ALL_TWENTY) == [-1, -1, 2, -1, 1]


def test_plus_minus_made_alone_001_40() -> None:
    assert scores("leaflet", MADE_ALONE, alone=True) == [-1, -1, 4, -1, -1]


def test_plus_minus_not_made_001_41() -> None:
    assert scores("leaflet", NOT_MADE) == [1, 1, -2, 1, -1]


def test_plus_minus_not_made_alone_001_42() -> None:
    assert scores("leaflet", NOT_MADE_ALONE, alone=True) == [1, 1, -4, 1, 1]


def test_plus_minus_doubles_a_lost_sweep_001_43() -> None:
    assert scores("leaflet", ALL_TWENTY, sweep="loses") == [2, 2, -4, 2, -2]
    assert scores("leaflet", ALL_TWENTY_ALONE, alone=True, sweep="loses") == [2, 2, -8, 2, 2]
    assert scores("leaflet", NOT_MADE, sweep="loses") == [1, 1, -2, 1, -1]


def test_plus_minus_doubles_a_bid_sweep_001_44() -> None:
    assert scores("leaflet", ALL_TWENTY, count=20, sweep="loses") == [-2, -2, 4, -2, 2]
    assert scores("leaflet", ALL_TWENTY, count=20) == [-1, -1, 2, -1, 1]
