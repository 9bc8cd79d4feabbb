"""Positions with only one sensible move."""

import pytest

from tests.napoleon.bots.seats import says, trick
from tests.napoleon.engine.play import Table, contract

BOTH = pytest.mark.parametrize("level", ["recruit", "corporal"])


@BOTH
def test_the_adjutant_throws_a_ten_on_napoleons_mighty(level: str) -> None:
    hands = ["SA C4 C5", "S3 D2 D3", "S4 D4 D5", "S6 D6 D7", "ST S5 HJ"]
    assert says(level, trick("gurunapo", "H", hands, "SA S3 S4 S6", called="HJ")) == "ST"


@BOTH
@pytest.mark.parametrize("power", ["SA", "HJ"])
def test_no_power_card_goes_on_a_trick_that_napoleon_wins(level: str, power: str) -> None:
    hands = ["HK C4 C5", "S3 D2 D3", "S4 D4 D5", "S6 D6 D7", f"{power} C8 D9"]
    table = trick("gurunapo", "H", hands, "HK S3 S4 S6", called=power, withhold="mighty_and_right_jack")
    assert says(level, table) in ("C8", "D9")


def test_nobody_throws_a_ten_on_the_mighty_of_an_enemy() -> None:
    hands = ["SA C4 C5", "S3 D2 D3", "S4 D4 D5", "S6 HJ D7", "ST S5 H2"]
    assert says("corporal", trick("gurunapo", "H", hands, "SA S3 S4 S6", called="HJ")) == "S5"


def test_the_last_seat_takes_a_trick_with_the_cheapest_winner() -> None:
    hands = ["C5 CK S3", "C9 D2 D3", "CT D4 D5", "C4 D6 D7", "CQ CA H2"]
    assert says("corporal", trick("gurunapo", "H", hands, "C5 C9 CT C4", called="HJ")) == "CQ"


def test_the_last_seat_ruffs_an_enemys_pictures_with_the_lowest_trump() -> None:
    table = trick("gurunapo", "H", ["CK HJ HK", "C9 D2 D3", "CQ D4 D5", "CT D6 D7", "H2 HT HA"], "CK C9 CQ CT")
    assert says("corporal", table) in ("H2", "HT")


@BOTH
def test_an_empty_trick_of_an_enemy_is_not_worth_a_power_card(level: str) -> None:
    table = trick("gurunapo", "H", ["C9 S2 S3", "C3 D2 D3", "C4 D4 D5", "C8 D6 D7", "HJ S9 D9"], "C9 C3 C4 C8")
    assert says(level, table) != "HJ"


@pytest.mark.parametrize("seed", range(5))
def test_the_holder_of_the_joker_does_not_call_it(seed: int) -> None:
    hands = ["C3 JK D4 S5", "D2 S2 S3 S4", "H4 H5 H6 D5", "C4 C5 C6 C7", "D6 D7 D8 D9"]
    assert says("corporal", trick("gurunapo", "H", hands, "", t=3 + seed)) != "C3"


def test_the_joker_call_forces_a_joker_that_is_weak_when_it_follows() -> None:
    hands = ["S3 D4 H5 H6", "D2 S2 C2 S4", "H7 H8 C6 D5", "JK C4 C5 C7", "D6 D7 D8 D9"]
    assert says("corporal", trick("leaflet", "C", hands, "", t=3)) == "S3"


@BOTH
def test_the_mighty_keeps_out_of_the_way_of_the_queen_of_hearts(level: str) -> None:
    table = trick("gurunapo", "D", ["HQ S2 S3", "H3 D2 D3", "H4 D4 D5", "H8 D6 D7", "SA S9 D9"], "HQ H3 H4 H8")
    assert says(level, table) != "SA"


@BOTH
def test_the_queen_of_hearts_takes_the_mighty(level: str) -> None:
    table = trick("gurunapo", "D", ["SA S2 S3", "S4 D2 D3", "S5 D4 D5", "S8 D6 D7", "HQ C9 C8"], "SA S4 S5 S8")
    assert says(level, table) == "HQ"


@BOTH
def test_the_same_two_takes_the_pictures(level: str) -> None:
    table = trick("gurunapo", "H", ["CK S2 S3", "C9 D2 D3", "CQ D4 D5", "CT D6 D7", "C2 C8 H9"], "CK C9 CQ CT")
    assert says(level, table) == "C2"


@BOTH
def test_a_weak_hand_passes(level: str) -> None:
    assert says(level, Table("gurunapo", {0: "S5 S6 H3 H4 D5 D6 D7 C4 C5 C6"})) == "pass"


@BOTH
def test_a_strong_hand_bids_its_trumps(level: str) -> None:
    assert says(level, Table("gurunapo", {0: "SA JK HJ HA HK HT H9 H4 D5 C6"})) == "11H"


@BOTH
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("HJ HA HK HT H9 H4 D5 C6 C7 C8", "SA"),
        ("SA HJ HK HT H9 H4 D5 C6 C7 C8", "JK"),
        ("SA JK DJ HK HT H9 H4 D5 C6 C7", "HJ"),
    ],
)
def test_the_strongest_card_elsewhere_is_called(level: str, hand: str, called: str) -> None:
    table = Table("gurunapo", {0: hand})
    table.bids("13H pass pass pass pass")
    assert says(level, table) == called


@BOTH
def test_power_cards_and_trumps_are_not_discarded(level: str) -> None:
    table = Table("leaflet", {0: "SA JK HJ DJ HA HK H3 D5 C6 C7"}, widow="C2 C8 H2")
    table.bids("13H pass pass pass pass")
    table.calls("SK")
    kept = {"SA", "JK", "HJ", "DJ", "HA", "HK", "H3", "H2"}
    assert not set(says(level, table).split()) & kept


def test_napoleon_discards_the_joker_call_when_holding_the_joker() -> None:
    table = Table("gurunapo", {0: "SA JK HJ DJ HA HK H3 C3 D6 D7"}, widow="D2 D8 H2")
    table.bids("13H pass pass pass pass")
    table.calls("SK")
    assert "C3" in says("corporal", table).split()


def test_pictures_are_discarded_where_they_count_for_napoleon() -> None:
    table = Table("gurunapo", {0: "SA JK HJ DJ HA HK H3 DT CT ST"}, widow="D6 C7 H2", discards_to="napoleon")
    table.bids("13H pass pass pass pass")
    table.calls("SK")
    assert says("corporal", table) == "ST DT CT"


@BOTH
def test_at_nap_a_weak_hand_bids_no_four(level: str) -> None:
    table = Table("nap", {1: "SJ H9 DT D7 C9"})
    table.bids("misere")
    assert says(level, table) == "pass"


def test_at_nap_the_hand_makes_the_bid() -> None:
    assert says("corporal", Table("nap", {0: "SA SK SQ SJ ST"})) == "nap"
    assert says("corporal", Table("nap", {0: "S2 S3 H2 D3 C4"})) == "misere"
    assert says("recruit", Table("nap", {0: "SA SK SQ SJ HA"})) == "three"


@BOTH
def test_at_nap_the_declarer_leads_from_the_top_of_their_trumps(level: str) -> None:
    table = Table("nap", {0: "SA SK S5 H3 D4"})
    table.bids("three pass pass pass")
    assert says(level, table) == "SA"


@BOTH
def test_at_misere_the_declarer_throws_the_highest_card_that_stays_below(level: str) -> None:
    table = Table("nap", {0: "H5 H8 HQ S4 C2", 1: "HJ S9 D9 C9 D2", 2: "HT D5 S8 C8 D8", 3: "H9 S5 S6 C5 D4"})
    table.bids("misere pass pass pass")
    table.plays("S4 S9 S8 S6 HJ HT H9")
    assert says(level, table) == "H8"


@BOTH
def test_at_nap_the_last_seat_beats_the_declarer_as_cheaply_as_possible(level: str) -> None:
    table = Table("nap", {0: "SQ SJ", 1: "S2 H2", 2: "S3 H3", 3: "SA SK S4"})
    table.bids("two pass pass pass")
    table.plays("SQ S2 S3")
    assert says(level, table) == "SK"


def test_bots_are_deterministic() -> None:
    table = contract("booklet", "H")
    assert len({says("corporal", table) for _ in range(3)}) == 1
