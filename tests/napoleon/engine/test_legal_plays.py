"""Which cards may be played at Napoleon (docs/rules.md 1.4)."""

from typing import Any

import pytest

from napoleon.engine import Play, advance, start
from napoleon.engine.wire import event_from_json

from .play import Table, a_deal, contract, may_play, refused, skip_to_trick, these


def test_napoleon_leads_to_the_first_trick_000_24() -> None:
    """Any card, no matter who dealt."""
    for napoleon in range(5):
        hands = {napoleon: "SA SK HJ D4 C3 JK H2 C9 D8 ST"}
        table = contract("gurunapo", napoleon=napoleon, hands=hands)
        assert table.turn == napoleon
        assert table.may_play() == these(hands[napoleon])


def test_play_goes_clockwise_000_25() -> None:
    table = contract("leaflet", napoleon=3)
    seats = []
    for _ in range(5):
        seats.append(table.turn)
        table.plays(min(table.may_play() - {"JK"}))
    assert seats == [3, 4, 0, 1, 2]


def test_the_led_suit_must_be_followed_000_26() -> None:
    assert may_play("four", "H", "D7", "D2 DA SK HK C4") == these("D2 DA")
    hands = {0: "D7 D8", 1: "D2 HK"}
    table = contract("four", hands=hands)
    skip_to_trick(table, 2, hands)
    table.plays("D7")
    with refused("illegal_play", "must_follow"):
        table.plays("HK")


def test_void_in_the_led_suit_any_card_may_be_played_000_26() -> None:
    hand = "SA H2 HJ C4 CK"
    assert may_play("booklet", "H", "D7", hand) == these(hand)
    assert may_play("four", "H", "D7", hand) == these(hand)


def test_the_winner_of_a_trick_leads_the_next_000_26() -> None:
    hands = {0: "D7 C5", 1: "D8 C6", 2: "H2 C7", 3: "HA C8", 4: "DA C9"}
    table = contract("leaflet", hands=hands)
    skip_to_trick(table, 2, hands)
    table.plays("D7 D8 H2 HA DA")
    assert table.turn == 3


@pytest.mark.parametrize("preset", ["gurunapo", "leaflet", "booklet"])
def test_the_joker_may_always_be_played_000_41(preset: str) -> None:
    """Even if the hand could follow. As a card of no suit it does not force anyone to follow."""
    assert may_play(preset, "H", "D7", "D2 JK SK") == these("D2 JK")
    assert may_play(preset, "H", "H7", "H2 JK SK") == these("H2 JK")
    assert may_play(preset, "H", "D7", "JK SK C4") == these("JK SK C4")


def test_a_led_joker_names_any_suit_000_42() -> None:
    """It must name one, and that suit is to be followed."""
    for suit, follows in {"S": "SK S2", "H": "HJ", "D": "D4", "C": "CA"}.items():
        assert may_play("gurunapo", "H", f"JK={suit}", "SK S2 HJ D4 CA") == these(follows)
    table = contract("gurunapo", hands={0: "JK"})
    with refused("illegal_play", "suit_missing"):
        table.plays("JK")
    with refused("illegal_play"):
        table.plays("JK=N")


@pytest.mark.parametrize("preset", ["leaflet", "booklet"])
def test_a_led_joker_calls_for_trumps_000_65(preset: str) -> None:
    """At no trump, where it can't call for trumps, its leader names any suit."""
    assert may_play(preset, "D", "JK=D", "SK D4 HJ CA") == these("D4")
    table = contract(preset, "D", hands={0: "JK"})
    assert [c["suit"] for c in table.choices() if c["card"] == "JK"] == ["D"]
    with refused("illegal_play", "wrong_suit"):
        table.plays("JK=S")
    table = contract(preset, "N", hands={0: "JK"}, no_trump=True)
    assert {c["suit"] for c in table.choices() if c["card"] == "JK"} == these("S H D C")


def test_only_a_led_joker_names_a_suit_decision_16() -> None:
    table = contract("gurunapo", hands={0: "D7", 1: "D8 JK"})
    table.plays("D7")
    with refused("illegal_play", "suit_not_asked"):
        table.plays("JK=H")
    with refused("illegal_play", "suit_not_asked"):
        table.plays("D8=D")


def test_a_joker_call_card_that_is_not_led_calls_nothing_000_52() -> None:
    hands = {0: "C7", 1: "C3", 2: "C9 JK SK"}
    table = contract("gurunapo", hands=hands)
    skip_to_trick(table, 2, hands)
    table.plays("C7 C3")
    assert table.may_play() == these("C9 JK")


def test_the_caller_of_the_joker_may_hold_it_000_54() -> None:
    """Nobody else is bound by the call then."""
    hands = {0: "C3 JK", 1: "C9 SA D4"}
    table = contract("gurunapo", hands=hands)
    skip_to_trick(table, 2, hands)
    table.plays("C3")
    assert table.may_play() == these("C9")


def test_the_adjutant_may_withhold_the_called_power_card_003_34() -> None:
    """Other cards of the suit still force them to follow. No other seat and no other card is excused."""
    local: dict[str, Any] = {"withhold": "adjutant_power_card", "called": "SA"}
    assert may_play("four", "H", "S7", "SA D4 C5", **local) == these("SA D4 C5")
    assert may_play("four", "H", "S7", "SA S4 C5", **local) == these("SA S4")
    assert may_play("four", "H", "H7", "HJ SA C5", **local) == these("HJ")
    plain: dict[str, Any] = {"withhold": "adjutant_power_card", "called": "SK"}
    assert may_play("four", "H", "S7", "SK D4 C5", **plain) == these("SK")
    for jack, led in {"HJ": "H7", "DJ": "D7"}.items():
        called: dict[str, Any] = {"withhold": "adjutant_power_card", "called": jack}
        assert may_play("four", "H", led, f"{jack} S4 C5", **called) == these(f"{jack} S4 C5")


def test_an_ally_may_not_withhold_a_power_card_003_34() -> None:
    alone: dict[str, Any] = {"withhold": "adjutant_power_card", "called": "C2"}
    assert may_play("four", "H", "S7", "SA D4 C5", **alone) == these("SA")


def test_power_cards_any_time_need_not_follow_003_35() -> None:
    """They may be played, but don't free the hand from following otherwise."""
    hand = "D2 SA HJ DJ CA HK"
    assert may_play("four", "H", "D7", hand, power_cards_any_time=True) == these("D2 DJ SA HJ")
    assert may_play("four", "H", "D7", hand) == these("D2 DJ")
    assert may_play("four", "H", "S7", "SA D4", power_cards_any_time=True) == these("SA")


def test_the_first_lead_may_be_barred_from_trumps_and_joker() -> None:
    hand = "SA HJ H2 JK C3 DJ C4 C5 C6 C7"
    barred: dict[str, Any] = {"first_lead": "no_trump_or_joker"}
    plain = these("SA C3 DJ C4 C5 C6 C7")
    assert may_play("gurunapo", "H", "", hand, t=1, **barred) == plain
    assert may_play("gurunapo", "H", "", hand, t=2, **barred) == these(hand)
    assert may_play("gurunapo", "H", "", "HJ JK", t=1, **barred) == these("HJ JK")
    assert may_play("gurunapo", "N", "", "HJ JK", t=1, no_trump=True, **barred) == these("HJ")


@pytest.mark.parametrize("card", [-1, 60, 10**6])
def test_a_number_that_is_no_card_is_refused(card: int) -> None:
    for table in (contract("gurunapo"), nap_table()):
        with refused("illegal_play", "not_held"):
            advance(table.match, Play(1, table.turn, card, None))


def nap_table() -> Table:
    table = Table("nap")
    table.bids("three pass pass pass")
    return table


@pytest.mark.parametrize("size", [0, 1])
def test_a_card_named_twice_makes_too_few(size: int) -> None:
    """However many names there are."""
    table = Table("gurunapo")
    data = {**a_deal(table.rules, 0, {}, ""), "deal": 1}
    data["hands"][0] = ["SA", "SA", "SK", "SQ", "SJ", "ST", "S9", "S8", "S7", "S6", "S5"][: 10 + size]
    with refused("bad_deal", "wrong_hand_size"):
        start_with(table, data)


def start_with(table: Table, data: dict[str, Any]) -> None:
    match = start(table.rules)
    event = event_from_json(data, match)
    assert event is not None
    advance(match, event)
