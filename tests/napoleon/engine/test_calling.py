"""The call for an adjutant (docs/rules.md 1.3), and what each seat learns."""

from typing import Any

import pytest

from napoleon.engine import card_name

from .play import Hands, Table, contract, refused, skip_to_trick, these


def before_the_call(preset: str, hands: Hands, widow: str = "", **options: Any) -> Table:
    """Seat 0 has become Napoleon."""
    table = Table(preset, hands, widow, **options)
    table.bids("12H" + " pass" * (table.rules.players - 1))
    return table


def called(preset: str, card: str, hands: Hands, widow: str = "") -> Table:
    """Seat 0 has called the card and discarded the widow."""
    return contract(preset, called=card, hands=hands, widow=widow)


def test_the_call_comes_before_the_exchange_000_04() -> None:
    for preset in ["gurunapo", "leaflet", "four", "booklet"]:
        table = before_the_call(preset, {})
        with refused("illegal_exchange"):
            table.exchanges("C2 C3 C4")
        assert table.seen_by(0).phase == "calling"
        table.calls("SA")
        assert table.seen_by(0).phase == "exchanging"


def test_the_call_may_come_after_the_exchange() -> None:
    table = before_the_call("gurunapo", {}, "D2 D3 D4", call="after_exchange")
    with refused("illegal_call"):
        table.calls("SA")
    table.exchanges("D2 D3 D4")
    table.calls("SA")
    assert table.seen_by(0).phase == "playing"


def test_any_card_of_the_pack_may_be_called_000_15() -> None:
    for preset, pack in {"gurunapo": 53, "four": 52}.items():
        table = before_the_call(preset, {})
        assert len({choice["card"] for choice in table.choices()}) == pack
    with refused("illegal_call"):
        table.calls("JK")


def adjutant(table: Table) -> int | None:
    """The adjutant that the end of the deal reveals."""
    table.play_out()
    seat: int | None = table.result["adjutant"]
    return seat


def test_the_holder_of_the_called_card_is_the_adjutant_000_16() -> None:
    for seat in range(1, 5):
        assert adjutant(called("gurunapo", "SA", {seat: "SA"})) == seat
    assert adjutant(called("leaflet", "JK", {3: "JK"})) == 3


def test_napoleon_may_call_their_own_card_and_is_alone_000_18() -> None:
    for preset in ["gurunapo", "leaflet", "four", "booklet"]:
        assert adjutant(called(preset, "SA", {0: "SA"})) is None


def test_a_called_card_in_the_widow_leaves_napoleon_alone_000_19() -> None:
    """Whether they keep it or discard it."""
    for preset in ["gurunapo", "four"]:
        assert adjutant(called(preset, "SA", {}, widow="SA")) is None
    assert adjutant(contract("gurunapo", called="SA", hands={0: "C2"}, widow="SA S3 S2", discard="C2 S3 S2")) is None


def test_only_the_adjutant_knows_who_they_are_000_17() -> None:
    """The others see the same whether they, another seat or nobody is the adjutant."""
    hands = {0: "D2", 1: "D3", 2: "D4", 3: "D5", 4: "D6"}
    by_one = called("leaflet", "SA", {**hands, 1: "SA"})
    by_two = called("leaflet", "SA", {**hands, 2: "SA"})
    assert by_one.seen_by(1).am_adjutant
    assert not by_two.seen_by(1).am_adjutant
    for reader in (0, 3, 4, None):
        seen = by_one.seen_by(reader)
        assert (seen.am_adjutant, seen.adjutant) == (False, None)


def swapped(seat: int, other: int) -> tuple[Table, Table]:
    """Two tables that differ only in which of two seats holds the called card, and which a 2."""
    rest = {0: "S3", 1: "S4", 2: "S5", 3: "S6", 4: "S7"}
    mine = {**rest, seat: f"{rest[seat]} SA", other: f"{rest[other]} S2"}
    yours = {**rest, seat: f"{rest[seat]} S2", other: f"{rest[other]} SA"}
    # The rest of the pack lies alike: the hands are full but for cards that neither table names.
    return called("gurunapo", "SA", mine), called("gurunapo", "SA", yours)


@pytest.mark.parametrize("holders", [(0, 1), (1, 2), (1, 4)])
def test_a_seat_that_does_not_hold_the_called_card_cannot_tell_who_does_000_17(holders: tuple[int, int]) -> None:
    mine, yours = swapped(*holders)
    for reader in {1, 2, 3, 4, None} - set(holders):
        assert mine.seen_by(reader) == yours.seen_by(reader)
    assert mine.seen_by(holders[1]) != yours.seen_by(holders[1])


def test_the_called_card_is_public_and_reveals_the_adjutant_when_played() -> None:
    hands = {0: "S4 C5", 1: "SA C6", 2: "S6 C7", 3: "S7 C8", 4: "S8 C9"}
    table = contract("leaflet", called="SA", hands=hands)
    skip_to_trick(table, 9, hands)
    called_card = table.seen_by(3).called
    assert called_card is not None
    assert card_name(called_card) == "SA"
    assert table.seen_by(3).adjutant is None
    table.plays("S4 SA")
    assert table.seen_by(3).adjutant == 1


def test_own_and_discarded_cards_may_be_barred() -> None:
    """With `own_card_call: false`: neither the hand nor, after the exchange, the discards."""
    table = before_the_call("gurunapo", {0: "SA SK", 1: "SQ"}, own_card_call=False)
    with refused("illegal_call", "own_card"):
        table.calls("SA")
    table.calls("SQ")

    late: dict[str, Any] = {"call": "after_exchange", "own_card_call": False}
    table = before_the_call("gurunapo", {0: "SA SK", 1: "SQ"}, "D2 D3 D4", **late)
    table.exchanges("SA D2 D3")
    for own in ["SA", "D2", "SK", "D4"]:
        with refused("illegal_call", "own_card"):
            table.calls(own)
    assert {c["card"] for c in table.choices()}.isdisjoint(these("SA D2 D3 SK D4"))
    table.calls("SQ")
