"""The exchange (docs/rules.md 1.3): what is discarded, who sees it, and whose it is."""

from typing import Any

import pytest

from napoleon.engine import names

from .play import Hands, Table, contract, refused, skip_to_trick, these


def before_the_exchange(preset: str, hands: Hands, widow: str = "", **options: Any) -> Table:
    """Seat 0 has become Napoleon and called `SA`."""
    table = Table(preset, hands, widow, **options)
    table.bids("12H" + " pass" * (table.rules.players - 1))
    table.calls("SA")
    return table


def after_one_trick(preset: str, hands: Hands, discard: str, **options: Any) -> list[int]:
    """The pictures of a deal in which only the first trick was left to play."""
    table = contract(preset, "S", hands={**hands, 0: f"{hands[0]} {discard}"}, discard=discard, **options)
    skip_to_trick(table, 1, hands)
    table.plays(" ".join(hands.values()))
    pictures: list[int] = table.result["pictures"]
    return pictures


TRICK = {0: "HA", 1: "H2", 2: "S2", 3: "HK", 4: "H9"}
"""Seat 2 ruffs two pictures."""


def test_nobody_sees_the_widow_before_the_exchange_000_06() -> None:
    """Nobody can tell the widow from the cards of another hand."""
    hands = {0: "S3 S4", 1: "D4 D5 D6", 2: "D7"}
    exchanged = {**hands, 1: "C4 C5 C6"}
    tables = [Table("gurunapo", hands, widow="C4 C5 C6"), Table("gurunapo", exchanged, widow="D4 D5 D6")]
    for reader in (0, 2, 3, 4, None):
        before, after = (table.seen_by(reader) for table in tables)
        assert before == after
    for table in tables:
        table.bids("12H pass pass pass pass")
    assert tables[0].seen_by(0) == tables[1].seen_by(0)
    for table in tables:
        table.calls("SA")
    assert these("C4 C5 C6") <= set(names(tables[0].seen_by(0).hand))
    for reader in (2, 3, 4, None):
        assert tables[0].seen_by(reader) == tables[1].seen_by(reader)


@pytest.mark.parametrize(("preset", "count"), [("gurunapo", 3), ("leaflet", 3), ("four", 4)])
def test_napoleon_takes_the_widow_and_discards_as_many_000_20(preset: str, count: int) -> None:
    widow = " ".join(["D2", "D3", "D4", "D5"][:count])
    table = before_the_exchange(preset, {0: "SA SK SQ ST C2"}, widow)
    (choice,) = table.choices()
    assert choice["count"] == count
    assert these(f"SA SK SQ ST C2 {widow}") <= set(choice["from"])
    for wrong in [widow[3:], f"{widow} C2"]:
        with refused("illegal_exchange", "wrong_count"):
            table.exchanges(wrong)
    with refused("illegal_exchange", "not_held"):
        table.exchanges(widow.replace("D2", "S2"))
    table.exchanges(widow.replace("D2", "C2"))
    hand = set(names(table.seen_by(0).hand))
    assert "D2" in hand
    assert hand.isdisjoint(these(widow.replace("D2", "C2")))
    assert len(hand) == table.rules.hand_size


def test_any_cards_may_be_discarded_000_21() -> None:
    """Picture cards, the joker, power cards, the called card."""
    table = before_the_exchange("gurunapo", {0: "SA JK HJ"})
    table.exchanges("SA JK HJ")
    assert table.seen_by(0).phase == "playing"


def test_napoleon_may_discard_the_widow_itself_001_13() -> None:
    """They keep the hand that they were dealt."""
    for preset, widow in {"leaflet": "D2 D3 D4", "booklet": "HA JK D4"}.items():
        table = before_the_exchange(preset, {0: "SA SK"}, widow)
        dealt = set(names(table.seen_by(0).hand)) - these(widow)
        table.exchanges(widow)
        assert set(names(table.seen_by(0).hand)) == dealt


def shown(preset: str, discard: str, **options: Any) -> set[str]:
    """What the others see of the discards."""
    table = before_the_exchange(preset, {0: discard}, **options)
    table.exchanges(discard)
    assert set(names(table.seen_by(0).discards)) == these(discard)
    (all_alike,) = {frozenset(names(table.seen_by(seat).discards)) for seat in (1, 2, 3, None)}
    return set(all_alike)


@pytest.mark.parametrize("preset", ["gurunapo", "booklet"])
def test_discarded_pictures_are_shown_and_no_others_000_22(preset: str) -> None:
    assert shown(preset, "HT JK C9") == these("HT")


def test_all_discards_are_shown_001_14() -> None:
    assert shown("leaflet", "HT JK C9") == these("HT JK C9")


def test_no_discard_is_shown_003_19() -> None:
    assert shown("four", "HT DT C9 C8") == set()


def test_discarded_pictures_count_for_the_first_trick_winner_000_23() -> None:
    assert after_one_trick("gurunapo", TRICK, "CT DK C4") == [0, 0, 4, 0, 0]


def test_they_count_for_the_first_trick_only_000_23() -> None:
    hands = {0: "HA C5", 1: "H2 C6", 2: "S2 C7", 3: "HK C8", 4: "H9 C9"}
    table = contract("gurunapo", "S", hands={**hands, 0: f"{hands[0]} CT DK C4"}, discard="CT DK C4")
    skip_to_trick(table, 1, hands)
    table.plays("HA H2 S2 HK H9 C7 C8 C9 C5 C6")
    assert table.result["pictures"] == [0, 0, 4, 0, 0]


@pytest.mark.parametrize("preset", ["leaflet", "booklet"])
def test_discarded_pictures_count_for_nobody_000_66(preset: str) -> None:
    assert after_one_trick(preset, TRICK, "CT DK C4") == [0, 0, 2, 0, 0]


def test_with_four_players_discarded_pictures_count_for_nobody_003_37() -> None:
    hands = {seat: card for seat, card in TRICK.items() if seat < 4}
    assert after_one_trick("four", hands, "CT DK C4 C5") == [0, 0, 2, 0]


def test_discards_may_count_for_napoleon() -> None:
    assert after_one_trick("gurunapo", TRICK, "CT DK C4", discards_to="napoleon") == [2, 0, 2, 0, 0]


def test_napoleon_chooses_who_gets_the_discards_000_67() -> None:
    """Any seat but their own, and always one; it may be their adjutant."""
    table = before_the_exchange("gurunapo", {0: "CT DK C4", 3: "SA"}, discards_to="chosen_opponent")
    for wrong in ({}, {"give_to": 0}, {"give_to": 5}):
        with refused("illegal_exchange", "no_such_recipient"):
            table.exchanges("CT DK C4", **wrong)
    table.exchanges("CT DK C4", give_to=3)
    assert table.seen_by(0).pictures == (0, 0, 0, 2, 0)
    table.play_out()
    assert table.result["adjutant"] == 3
    assert sum(table.result["pictures"]) == 20


def test_otherwise_nobody_is_named() -> None:
    table = before_the_exchange("gurunapo", {0: "CT DK C4"})
    with refused("illegal_exchange", "recipient_not_asked"):
        table.exchanges("CT DK C4", give_to=1)
