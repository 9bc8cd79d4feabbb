"""Matches: deals in a row or several at once (docs/rules.md 3)."""

import pytest

from napoleon.engine import is_over, next_deal

from .play import Table, a_deal, refused


def play_a_deal(table: Table) -> None:
    """Play the oldest open deal: the first bidder bids the minimum, and any cards are played."""
    table.bids(table.may_bid()[0] + " pass" * (table.rules.players - 1))
    if table.rules.preset != "nap":
        table.takes_up_the_play()
    table.play_out()


def open_numbers(table: Table) -> list[int]:
    return [state.number for state in table.match.open]


def due(table: Table) -> tuple[int, int | None] | None:
    """Number and dealer of the deal to be dealt now."""
    deal = next_deal(table.match)
    return deal and (deal.number, deal.dealer)


@pytest.mark.parametrize("preset", ["gurunapo", "leaflet", "four", "booklet", "nap"])
def test_any_seat_may_deal_first_002_03(preset: str) -> None:
    """After that the dealer is always the one to the left."""
    for first in range(4):
        table = Table(preset, dealer=first)
        play_a_deal(table)
        left = (first + 1) % table.rules.players
        assert due(table) == (2, left)
        with refused("bad_deal", "wrong_dealer"):
            table.deal(dealer=first)
    with refused("bad_deal", "wrong_dealer"):
        table.tell({**a_deal(table.rules, 9, {}, ""), "deal": 2})


@pytest.mark.parametrize(("preset", "deals"), [("leaflet", 5), ("gurunapo", 2), ("nap", 10)])
def test_a_match_has_the_number_of_deals_agreed_001_45(preset: str, deals: int) -> None:
    table = Table(preset, deals=deals)
    for number in range(1, deals + 1):
        assert not is_over(table.match)
        assert table.number == number
        play_a_deal(table)
        if number < deals:
            table.deal()
    assert is_over(table.match)
    with refused("after_end"):
        table.tell(a_deal(table.rules, 0, {}, ""))


def test_scores_of_the_deals_are_added_001_46() -> None:
    table = Table("leaflet", deals=3)
    total = [0] * 5
    for number in range(3):
        if number:
            table.deal()
        play_a_deal(table)
        total = [sum(pair) for pair in zip(total, table.result["scores"], strict=True)]
        assert list(table.match.scores) == total
    assert any(total)


def test_several_deals_are_open_together() -> None:
    """Numbered as they open, dealers in rotation; when one ends, the next may be opened."""
    table = Table("leaflet", dealer=3, deals=4, deals_at_once=3)
    assert due(table) == (2, 4)
    table.deal()
    assert due(table) == (3, 0)
    table.deal()
    assert due(table) is None
    assert open_numbers(table) == [1, 2, 3]
    play_a_deal(table)
    assert due(table) == (4, 1)
    table.deal()
    assert open_numbers(table) == [2, 3, 4]
    for left in [2, 1, 0]:
        play_a_deal(table)
        assert due(table) is None
        assert len(table.match.open) == left
    assert is_over(table.match)


def test_a_command_in_one_deal_leaves_the_others_alone() -> None:
    table = Table("gurunapo", deals_at_once=2)
    table.deal()
    untouched = table.match.open[0]
    table.tell({"type": "bid", "deal": 2, "seat": 1, "count": 12, "trump": "H"})
    assert table.match.open[0] == untouched
    with refused("not_your_turn"):
        table.tell({"type": "bid", "deal": 2, "seat": 1, "count": 13, "trump": "H"})
    with refused("not_your_turn"):
        table.tell({"type": "pass", "deal": 3, "seat": 1})
    with refused("not_your_turn"):
        table.tell({"type": "pass", "seat": 0})


def test_with_several_deals_the_dealers_left_bids_first() -> None:
    """Even under rules by which the last Napoleon would."""
    table = Table("gurunapo", dealer=0, deals_at_once=2)
    table.deal()
    assert [state.to_act() for state in table.match.open] == [(1,), (2,)]
    play_a_deal(table)
    table.deal()
    assert [state.to_act() for state in table.match.open] == [(2,), (3,)]


def test_a_passed_out_deal_is_dealt_again_under_the_next_number() -> None:
    """At Napoleon by the same dealer, at Nap by the next, while the other deals go on."""
    table = Table("leaflet", dealer=0, deals=3, deals_at_once=2)
    table.deal()
    table.bids("pass pass pass pass pass")
    assert due(table) == (3, 0)
    table.deal()
    assert open_numbers(table) == [2, 3]
    assert due(table) is None
    play_a_deal(table)
    assert due(table) == (4, 2)

    table = Table("nap", dealer=0, deals=3, deals_at_once=2)
    table.deal()
    table.bids("pass pass pass pass")
    assert due(table) == (3, 2)


def test_deals_passed_out_together_are_dealt_again_each_by_its_dealer() -> None:
    table = Table("leaflet", dealer=3, deals=3, deals_at_once=2)
    table.deal()
    table.bids("pass pass pass pass pass")
    table.bids("pass pass pass pass pass")
    for again in [(3, 3), (4, 4)]:
        assert due(table) == again
        table.deal()
    play_a_deal(table)
    assert due(table) == (5, 0)


def test_passed_out_deals_never_use_up_the_match() -> None:
    table = Table("leaflet", dealer=0, deals=1)
    for number in range(2, 6):
        table.bids("pass pass pass pass pass")
        assert due(table) == (number, 0)
        table.deal()
    play_a_deal(table)
    assert is_over(table.match)
    assert [end.number for end in table.match.ended] == [1, 2, 3, 4, 5]
