"""A corporal's and a captain's deductions from the cards played."""

from napoleon.bots.corporal.deduction import study
from napoleon.engine import NapoleonRules
from napoleon.engine.cards import JOKERS
from napoleon.engine.view import deal_view
from tests.napoleon.bots.seats import trick


def test_only_followers_to_the_joker_call_show_that_they_lack_the_joker() -> None:
    """Seat 0 leads ♣3 and may well hold the joker. Seat 1 would have had to play it."""
    table = trick("gurunapo", "H", ["C3 C9 H5", "C4 D2 D3", "C5 D4 D5", "C6 D6 D7", "C7 JK H2"], "C3 C4", t=8)
    assert isinstance(table.rules, NapoleonRules)
    mind = study(deal_view(table.state, 2), table.rules)
    assert [bool(mind.may_hold[seat] & JOKERS) for seat in (0, 1, 3, 4)] == [True, False, True, True]
    table.plays("C5 C6 JK")
    assert not any(cards & JOKERS for cards in study(deal_view(table.state, table.turn), table.rules).may_hold)


def test_the_leader_of_the_joker_call_may_still_hold_the_joker_later() -> None:
    table = trick("gurunapo", "H", ["C3 C9 JK", "C4 D2 D3", "C5 D4 D5", "C6 D6 D7", "C7 D8 H2"], "C3 C4 C5 C6 C7", t=8)
    assert isinstance(table.rules, NapoleonRules)
    assert table.turn == 4
    mind = study(deal_view(table.state, 4), table.rules)
    assert [bool(cards & JOKERS) for cards in mind.may_hold] == [True, False, False, False, False]
