"""Who wins a Napoleon trick (docs/rules.md 1.5). Seat 0 leads, hearts are trumps unless said."""

from itertools import pairwise
from typing import Any

import pytest

from .play import contract, skip_to_trick, trick


def order_of_strength(preset: str, lead: str, ranked: str, others: str = "C8 C9") -> None:
    """Each of the ranked cards beats the next one, whichever is played first to the lead."""
    for better, worse in pairwise(ranked.split()):
        assert trick(preset, "H", f"{lead} {better} {worse} {others}")[0] == 1, (better, worse)
        assert trick(preset, "H", f"{lead} {worse} {better} {others}")[0] == 2, (better, worse)


def test_mighty_joker_right_jack_left_jack_trumps_led_suit_000_27() -> None:
    order_of_strength("gurunapo", "S4", "SA JK HJ DJ HA H2 SK")


def test_trumps_and_the_led_suit_rank_ace_to_two_000_28() -> None:
    order_of_strength("leaflet", "S4", "HA HK HQ HT H9 H8 H7 H6 H5 H4 H3 H2")
    order_of_strength("leaflet", "S2", "SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3")


def test_the_left_jack_is_the_jack_of_the_same_colour_000_47() -> None:
    for trump, left, plain in (("S", "CJ", "H"), ("C", "SJ", "H"), ("H", "DJ", "S"), ("D", "HJ", "S")):
        assert trick("gurunapo", trump, f"{plain}5 {trump}K {left} {plain}6 {plain}7") == (2, "left_jack")


def test_a_strongest_joker_beats_the_mighty_000_62() -> None:
    always: dict[str, Any] = {"joker_led": "strongest", "joker_followed": "strongest"}
    assert trick("gurunapo", "H", "JK=S SA HJ DJ HA", **always) == (0, "joker")
    assert trick("gurunapo", "H", "S4 SA JK DJ HA", **always) == (2, "joker")


def test_a_strongest_joker_beats_even_yoromeki_decision_23() -> None:
    strongest: dict[str, Any] = {"joker_followed": "strongest"}
    assert trick("gurunapo", "S", "SA HQ JK S2 S3", **strongest) == (2, "joker")
    assert trick("gurunapo", "S", "SA HQ JK S2 S3") == (1, "yoromeki")


def test_a_weakest_joker_wins_only_over_cards_off_the_suit_it_named_000_63() -> None:
    always: dict[str, Any] = {"joker_led": "weakest", "joker_followed": "weakest"}
    assert trick("gurunapo", "H", "JK=S CA DA CK S2", **always) == (4, "led_suit")
    assert trick("gurunapo", "H", "JK=S CA DA CK DK", **always) == (0, "joker")
    assert trick("gurunapo", "H", "JK=S CA DA CK H2", **always) == (4, "trump")
    assert trick("gurunapo", "H", "JK=H CA DA CK H2", **always) == (4, "trump")
    assert trick("gurunapo", "H", "S2 CA JK CK DK", **always) == (0, "led_suit")


def test_at_no_trump_jacks_are_ordinary_000_72() -> None:
    assert trick("gurunapo", "N", "D5 DJ HJ DQ SJ", no_trump=True) == (3, "led_suit")
    assert trick("gurunapo", "N", "D5 DJ JK DQ SA", no_trump=True) == (4, "mighty")
    assert trick("gurunapo", "N", "D5 DJ JK DQ SK", no_trump=True) == (2, "joker")


def led_next(first: str, second: str, trump: str = "H", **options: Any) -> list[int]:
    """Who plays the cards of the trick after one in which seat 0 plays the first word, and so on."""
    hands = {seat: f"{one} {two}" for seat, (one, two) in enumerate(zip(first.split(), second.split(), strict=True))}
    table = contract("gurunapo", trump, hands=hands, reverse=True, **options)
    skip_to_trick(table, 9, hands)
    table.plays(first)
    seats = []
    while table.match.open:
        seats.append(table.turn)
        table.plays(table.may_play().pop())
    return seats


CLOCKWISE, ANTICLOCKWISE = [0, 1, 2, 3, 4], [0, 4, 3, 2, 1]


def test_another_jack_reverses_the_play_from_the_next_trick_000_73() -> None:
    """The jack turns nothing in its own trick, where the winner is still counted clockwise."""
    assert led_next("HA SJ D3 D4 D5", "HK C4 C5 C6 C7") == ANTICLOCKWISE
    assert led_next("D3 CJ HA D4 D5", "C3 C4 C5 C6 C7") == [2, 1, 0, 4, 3]
    assert led_next("HA HJ D3 DJ D5", "HK C4 C5 C6 C7") == [1, 2, 3, 4, 0]


def test_a_second_jack_turns_the_play_back_000_74() -> None:
    hands = {0: "HA HK HQ", 1: "CJ C4 C5", 2: "D3 SJ D5", 3: "D6 D7 D8", 4: "S6 S7 S8"}
    table = contract("gurunapo", hands=hands, reverse=True)
    skip_to_trick(table, 8, hands)
    table.plays("HA CJ D3 D6 S6")
    table.plays("HK S7 D7 SJ C4")
    assert table.turn == 0
    table.plays("HQ")
    assert table.turn == 1


def test_two_jacks_in_a_trick_cancel_out_000_75() -> None:
    assert led_next("HA SJ D3 CJ D5", "HK C4 C5 C6 C7") == CLOCKWISE


def test_at_no_trump_every_jack_reverses_decision_25() -> None:
    no_trump: dict[str, Any] = {"trump": "N", "no_trump": True}
    assert led_next("SA HJ D3 D4 D5", "SK C4 C5 C6 C7", **no_trump) == ANTICLOCKWISE
    assert led_next("SA HJ DJ SJ D5", "SK C4 C5 C6 C7", **no_trump) == ANTICLOCKWISE


def test_a_discarded_jack_reverses_nothing_decision_25() -> None:
    hands = {0: "SA SK", 1: "S6 S7", 2: "S8 S9", 3: "D6 D7", 4: "D8 D9"}
    table = contract("gurunapo", hands=hands, widow="CJ S4 S5", discard="CJ S4 S5", reverse=True)
    skip_to_trick(table, 1, hands)
    table.plays("SA S6 S8 D6 D8 SK")
    assert table.turn == 1


def test_leaflet_order_of_strength_001_19() -> None:
    order_of_strength("leaflet", "S4", "SA HJ DJ HA")
    assert trick("leaflet", "H", "JK=H DJ C4 C5 C6") == (1, "left_jack")
    assert trick("leaflet", "H", "JK=H HA C4 C5 C6") == (0, "joker")


def test_same_two_of_trumps_beats_the_ace_of_trumps_001_21() -> None:
    assert trick("leaflet", "H", "HA HK H2 HQ HT") == (2, "same_two")


def test_same_two_beats_the_ace_of_its_suit_001_23() -> None:
    """Wherever the 2 lies, in trumps or not."""
    for played, seat in {"C2 CA CK C5 C6": 0, "CA CK C5 C6 C2": 4, "DA D2 DK D5 D6": 1}.items():
        assert trick("leaflet", "H", played) == (seat, "same_two")


@pytest.mark.parametrize("preset", ["leaflet", "four", "booklet"])
def test_same_two_loses_to_the_power_cards_001_32(preset: str) -> None:
    assert trick(preset, "S", "S4 S2 SA S5 S6") == (2, "mighty")
    assert trick(preset, "S", "S4 S2 SJ S5 S6") == (2, "right_jack")
    assert trick(preset, "S", "C4 C2 CJ C5 C6") == (2, "left_jack")


def test_without_the_mighty_the_heart_queen_is_a_heart_001_37() -> None:
    assert trick("leaflet", "D", "HK HQ S4 S5 S6") == (0, "led_suit")
    assert trick("booklet", "D", "SK HQ S4 S5 S6") == (0, "led_suit")
    assert trick("booklet", "H", "SK HQ S4 S5 S6") == (1, "trump")


def test_ordinary_specials_do_not_void_the_same_two_decision_20() -> None:
    """Under `voided_by_specials` the heart queen, the joker-call card and other jacks are harmless."""
    assert trick("gurunapo", "S", "H4 HQ H2 HJ H6") == (2, "same_two")
    assert trick("gurunapo", "S", "D4 C3 D2 D5 D6") == (4, "led_suit")
    assert trick("gurunapo", "D", "C3 C4 C2 CJ C6") == (2, "same_two")
    assert trick("gurunapo", "D", "C3 C4 C2 C6", joker_call="S3") == (2, "same_two")


def test_strength_without_a_joker_003_16() -> None:
    order_of_strength("four", "S4", "SA HJ DJ HA HK HQ HT H9 H2 SK", others="C8")


def test_the_highest_trump_wins_003_26() -> None:
    assert trick("four", "D", "CA D2 DT D9") == (2, "trump")


def test_a_discard_never_wins_003_27() -> None:
    assert trick("four", "D", "C4 HA SK C5") == (3, "led_suit")
    assert trick("four", "D", "C4 HA SK HK") == (0, "led_suit")


def test_same_two_holds_for_four_players_in_the_first_trick_003_31() -> None:
    assert trick("four", "D", "CA CK C2 CQ", t=1) == (2, "same_two")
    assert trick("four", "D", "CA CK C2 CQ", t=1, same_two_first_trick=False) == (0, "led_suit")


def test_one_card_of_another_suit_breaks_the_same_two_003_32() -> None:
    assert trick("four", "D", "CA CK C2 H4") == (0, "led_suit")
    assert trick("four", "D", "CA CK C2 D2") == (3, "trump")
