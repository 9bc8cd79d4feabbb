"""Captains bid by the points at stake and solve the last tricks."""

import pytest

from napoleon.bots import THINKERS, choose
from napoleon.bots.captain import auction, last_tricks
from napoleon.engine import NapoleonRules
from napoleon.engine.view import deal_view
from tests.napoleon.bots.seats import decides, says, trick
from tests.napoleon.engine.play import Table

FAIR = "HJ HA HK HT H4 SK D5 C6 C7 CQ"


def test_it_bids_if_a_lost_contract_costs_nothing() -> None:
    """At 13 the hand often fails: points of `plus_minus` would be lost, those of `gurunapo` not."""
    bids = {}
    for scoring in ("gurunapo", "plus_minus"):
        table = Table("gurunapo", {1: FAIR}, scoring=scoring)
        table.bids("12S")
        bids[scoring] = says("captain", table)
    assert bids == {"gurunapo": "13H", "plus_minus": "pass"}


def test_the_holder_of_the_mighty_leaves_the_contract_to_others() -> None:
    """The winner of the auction will call it: that brings points without a risk."""
    weak = "D7 S5 S6 H3 H4 D5 D6 C4 C5"
    views = []
    for card in ("SA", "C6"):
        table = Table("gurunapo", {1: f"{card} {weak}"})
        table.bids("13H")
        views.append(deal_view(table.state, 1))
    rules = table.rules
    assert isinstance(rules, NapoleonRules)
    with_mighty, without = (auction.value_of_passing(rules, view.hand, None) for view in views)
    assert with_mighty > without


def test_the_last_tricks_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 4 has to find the better card itself; a corporal's choice does not matter."""
    table = trick("gurunapo", "H", ["C5 HK S3", "C9 D2 D3", "CT D4 D5", "C4 D6 D7", "S4 S5 H2"], "C5 C9 CT C4", t=8)
    asked = []
    real = last_tricks.worlds
    monkeypatch.setattr(last_tricks, "worlds", lambda *given: asked.append(given[3]) or real(*given))
    assert says("captain", table) in ("S4", "S5", "H2")
    assert asked == [last_tricks.WORLDS]


def test_without_a_world_it_plays_as_a_corporal(monkeypatch: pytest.MonkeyPatch) -> None:
    table = trick("gurunapo", "H", ["C5 CK S3", "C9 D2 D3", "CT D4 D5", "C4 D6 D7", "CQ CA H2"], "C5 C9 CT C4", t=8)
    monkeypatch.setattr(last_tricks, "worlds", lambda *_: [])
    assert decides("captain", table) == decides("corporal", table)


def test_a_captain_is_deterministic() -> None:
    table = trick("gurunapo", "H", ["C5 CK S3", "C9 D2 D3", "CT D4 D5", "C4 D6 D7", "CQ CA H2"], "", t=8)
    assert len({decides("captain", table) for _ in range(3)}) == 1


@pytest.mark.usefixtures("quick_captains")
def test_captains_are_listed_as_slow() -> None:
    """So no request or lock waits for them: `games.turns.services` asks the levels in this set in workers."""
    assert "captain" in THINKERS
    assert choose("captain", deal_view(Table("nap").state, 0), Table("nap").rules, 1)
