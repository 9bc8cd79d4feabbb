"""The auction at Napoleon (docs/rules.md 1.2)."""

import pytest

from napoleon.engine.napoleon import Auction

from .play import Table, refused


def napoleon_and_bid(table: Table) -> tuple[int, str]:
    """The winner of the auction and their bid."""
    assert not isinstance(table.state, Auction)
    contract = table.state.contract
    return contract.napoleon, f"{contract.count}{'CDHSN'[contract.trump]}"


def test_the_last_napoleon_bids_first_000_07() -> None:
    """In the first deal the dealer's left; a passed-out deal changes nothing."""
    table = Table("gurunapo", dealer=1)
    assert table.turn == 2
    table.bids("pass pass 12H pass pass pass pass")
    table.takes_up_the_play()
    table.play_out()
    table.deal()
    assert table.turn == 4
    table.bids("pass pass pass pass pass")
    table.deal()
    assert table.turn == 4


def test_the_seat_left_of_the_dealer_bids_first_001_05() -> None:
    for preset in ["leaflet", "four", "booklet"]:
        table = Table(preset, dealer=3)
        left = (3 + 1) % table.rules.players
        assert table.turn == left
        table.bids("12H" + " pass" * (table.rules.players - 1))
        table.takes_up_the_play()
        table.play_out()
        table.deal()
        assert table.turn == (left + 1) % table.rules.players


def test_a_turn_is_a_pass_or_a_suit_and_a_count_000_08() -> None:
    table = Table("four")
    assert {"type": "pass", "deal": 1, "seat": 0} in table.choices()
    assert len(table.may_bid()) == 4 * len(range(11, 21))
    with refused("not_your_turn"):
        table.says(1, "12H")
    table.bids("12H")
    assert table.turn == 1
    with refused("illegal_bid"):
        table.says(1, "13N")
    with refused("illegal_bid"):
        table.says(1, "21H")


@pytest.mark.parametrize("preset", ["gurunapo", "leaflet", "four", "booklet"])
def test_equal_counts_are_ranked_by_suit_000_09(preset: str) -> None:
    """Spades, hearts, diamonds, clubs: over 12 hearts go 12 spades, or 13 of anything."""
    table = Table(preset)
    table.bids("12H")
    assert table.may_bid()[:5] == ["12S", "13C", "13D", "13H", "13S"]
    for lower in ["12H", "12D", "12C", "11S"]:
        with refused("illegal_bid"):
            table.says(table.turn, lower)
    table.bids("12S 13D 13H")


def test_by_count_only_a_suit_does_not_outbid_001_08() -> None:
    table = Table("leaflet", bid_order="count_only")
    table.bids("12C")
    with refused("illegal_bid"):
        table.bids("12S")
    assert table.may_bid()[0] == "13C"
    table.bids("13C")


def test_the_auction_ends_when_all_others_pass_000_11() -> None:
    table = Table("gurunapo")
    table.bids("pass 12H pass pass pass")
    assert isinstance(table.state, Auction)
    table.bids("pass")
    assert napoleon_and_bid(table) == (1, "12H")
    assert table.turns == [1]


def test_a_seat_that_passed_may_bid_again_000_12() -> None:
    table = Table("four")
    table.bids("pass pass 12H pass pass 12S pass pass pass")
    assert napoleon_and_bid(table) == (1, "12S")


def test_hard_passes_are_final() -> None:
    """Who passed is not asked again; the last one left is Napoleon if they have bid."""
    table = Table("gurunapo", passing="hard")
    table.bids("pass 12H pass 13C")
    assert table.turn == 4
    table.bids("13D")
    assert table.turn == 1
    table.bids("pass pass")
    assert napoleon_and_bid(table) == (4, "13D")


def test_under_hard_passing_the_last_one_left_may_still_bid() -> None:
    table = Table("gurunapo", passing="hard")
    table.bids("pass pass pass pass")
    assert table.turn == 4
    table.bids("11C")
    assert napoleon_and_bid(table) == (4, "11C")


def test_no_bid_is_below_the_minimum_000_13() -> None:
    for preset, least in {"gurunapo": 11, "leaflet": 10, "four": 11, "booklet": 11}.items():
        table = Table(preset)
        assert table.may_bid()[0] == f"{least}C"
        with refused("illegal_bid", "out_of_range"):
            table.bids(f"{least - 1}S")
    assert Table("gurunapo", min_bid=13).may_bid()[0] == "13C"


@pytest.mark.parametrize("preset", ["gurunapo", "leaflet", "booklet"])
def test_all_pass_and_the_same_dealer_deals_again_000_14(preset: str) -> None:
    table = Table(preset, dealer=2, deals=1)
    table.bids("pass pass pass pass pass")
    assert table.result == {"deal": 1, "dealer": 2, "passed_out": True}
    assert table.match.scores == (0, 0, 0, 0, 0)
    with refused("bad_deal", "wrong_dealer"):
        table.deal(dealer=3)
    table.deal()
    assert table.number == 2
    table.bids("11C pass pass pass pass")
    table.takes_up_the_play()
    table.play_out()
    assert table.result["dealer"] == 2


def test_forced_the_first_bidder_bids_the_minimum_003_38() -> None:
    """Exactly the minimum, in trumps of their choice; passing is over."""
    table = Table("four", dealer=1)
    table.bids("pass pass pass pass")
    assert table.turn == 2
    assert table.may_bid() == ["11C", "11D", "11H", "11S"]
    with refused("illegal_bid", "must_bid"):
        table.bids("pass")
    with refused("illegal_bid", "must_bid_minimum"):
        table.bids("12H")
    table.bids("11D")
    assert napoleon_and_bid(table) == (2, "11D")


def test_forced_after_a_sealed_auction_too() -> None:
    table = Table("four", auction="sealed", no_trump=True)
    for seat in [3, 1, 0, 2]:
        table.says(seat, "pass")
    assert table.turns == [0]
    assert table.may_bid() == ["11C", "11D", "11H", "11S", "11N"]


def test_no_trump_ranks_above_spades_000_71() -> None:
    table = Table("gurunapo", no_trump=True)
    table.bids("12S")
    assert table.may_bid()[:2] == ["12N", "13C"]
    table.bids("12N pass pass pass pass")
    assert napoleon_and_bid(table) == (1, "12N")


def test_it_ends_when_nothing_higher_can_be_bid_decision_08() -> None:
    table = Table("gurunapo")
    table.bids("20H")
    assert isinstance(table.state, Auction)
    table.bids("20S")
    assert napoleon_and_bid(table) == (1, "20S")
    table = Table("gurunapo", no_trump=True)
    table.bids("20S 20N")
    assert napoleon_and_bid(table) == (1, "20N")
    table = Table("gurunapo", bid_order="count_only")
    table.bids("20C")
    assert napoleon_and_bid(table) == (0, "20C")


def test_sealed_the_strongest_declaration_wins_003_05() -> None:
    table = Table("four", auction="sealed")
    for seat, word in {2: "12H", 0: "13C", 3: "pass", 1: "13D"}.items():
        table.says(seat, word)
    assert napoleon_and_bid(table) == (1, "13D")


def test_sealed_declarations_come_in_any_order() -> None:
    """Once each, and without regard to the others'."""
    table = Table("gurunapo", auction="sealed")
    assert table.turns == [0, 1, 2, 3, 4]
    table.says(3, "14H")
    assert table.turns == [0, 1, 2, 4]
    assert table.may_bid(1)[0] == "11C"
    with refused("not_your_turn"):
        table.says(3, "15H")
    for seat, word in {1: "11C", 0: "pass", 4: "13S", 2: "12D"}.items():
        table.says(seat, word)
    assert napoleon_and_bid(table) == (3, "14H")


def test_sealed_equal_declarations_go_to_the_earlier_seat() -> None:
    """Earlier in bidding order, which starts left of the dealer; not earlier in time."""
    table = Table("gurunapo", dealer=2, auction="sealed")
    for seat, word in {1: "12H", 2: "12H", 0: "12H", 3: "pass", 4: "12D"}.items():
        table.says(seat, word)
    assert napoleon_and_bid(table) == (0, "12H")


def test_sealed_by_count_only_the_earlier_seat_wins_with_any_suit() -> None:
    table = Table("gurunapo", auction="sealed", bid_order="count_only")
    for seat, word in {4: "12S", 3: "12S", 2: "12C", 1: "pass", 0: "11S"}.items():
        table.says(seat, word)
    assert napoleon_and_bid(table) == (2, "12C")
