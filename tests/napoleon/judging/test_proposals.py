"""Claims and concessions of finished deals, compared with perfect play."""

import pytest

from napoleon.engine import Claim, Concede
from napoleon.engine.events import Proposal
from napoleon.judging.deal_moves import Proposed
from napoleon.judging.proposals import judge_proposal
from napoleon.solver import Solver
from tests.napoleon.bots.seats import trick
from tests.napoleon.engine.play import Table

HIGHEST = ["SA HJ", "HA HK", "HQ DA", "CA CK", "DK DT"]
"""Seat 0 is Napoleon and can take both tricks, the jack of trumps first; nine are played."""
LOW = ["C6 D6", "HA HK", "HQ DA", "CA CK", "DK DT"]


def stands(table: Table, proposal: Proposal) -> bool | None:
    return judge_proposal(Proposed(7, table.state, proposal), Solver()).stands


@pytest.mark.parametrize(
    ("hands", "proposal", "right"),
    [
        (HIGHEST, Claim(1, 0, False), True),
        (LOW, Claim(1, 0, False), False),
        (HIGHEST, Concede(1, 0), False),
        (LOW, Concede(1, 0), True),
    ],
)
def test_the_rest_goes_to_the_side_that_could_take_it(hands: list[str], proposal: Proposal, right: bool) -> None:
    assert stands(trick("gurunapo", "H", hands, "", t=9), proposal) is right


def test_an_opponent_gives_up_what_napoleon_can_take() -> None:
    assert stands(trick("gurunapo", "H", HIGHEST, "HJ", t=9), Concede(1, 1)) is True
    assert stands(trick("gurunapo", "H", LOW, "C6", t=9), Concede(1, 1)) is False


def misere(hand: str) -> Table:
    table = Table("nap", {0: hand, 1: "C7 C8 C9 D7 D8"}, players=2)
    table.bids("misere pass")
    return table


@pytest.mark.parametrize(("hand", "is_made"), [("C2 C3 C4 D2 D3", True), ("CA CK D2 D3 D4", False)])
def test_at_misere_one_trick_decides(hand: str, is_made: bool) -> None:
    table = misere(hand)
    assert stands(table, Concede(1, 0)) is not is_made
    table.plays(hand.split()[0])
    assert stands(table, Concede(1, 1)) is is_made
