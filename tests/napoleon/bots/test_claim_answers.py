"""Bots let a player give up, unless that may win something."""

from typing import Any

import pytest

from napoleon.bots.claim_answers import answer
from napoleon.engine.view import deal_view
from tests.napoleon.engine.play import Table, contract, skip_to_trick


def answers(table: Table) -> set[str]:
    """The bots' answers in all seats when the seat to act gives up."""
    table.does("concede")
    return {type(answer(deal, table.rules)).__name__ for deal in [deal_view(table.state, seat) for seat in table.turns]}


def spades_led(cards: str) -> Table:
    """Napoleon, seat 0, has called the mighty, which seat 2 holds, and leads spades."""
    hands = {0: "S6 HA", 1: "S7 H3", 2: "SA S2", 3: "S9 C2", 4: "ST C4"}
    table = contract("gurunapo", hands=hands, called="SA")
    table.plays(cards)
    return table


def test_a_possible_adjutant_cannot_win_by_giving_up() -> None:
    assert answers(spades_led("S6")) == {"Refuse"}
    assert answers(spades_led("S6 S7")) == {"Refuse"}
    known = spades_led("S6 S7 SA S9 ST")
    assert known.turn == 2
    assert answers(known) == {"Refuse"}


def test_an_opponent_of_napoleon_known_to_all_may_give_up() -> None:
    assert answers(spades_led("S6 S7 SA")) == {"Agree"}


def test_napoleon_and_everybody_at_nap_may_give_up() -> None:
    assert answers(spades_led("")) == {"Agree"}
    table = Table("nap")
    table.bids("three pass pass pass")
    table.plays(table.choices()[0]["card"])
    assert table.turn == 1
    assert answers(table) == {"Agree"}


@pytest.mark.parametrize(
    ("pictures", "options", "said"),
    [
        ((8, 2, 0, 0, 0), {}, "Agree"),
        ((8, 2, 2, 0, 0), {}, "Agree"),
        ((8, 4, 0, 0, 0), {}, "Refuse"),
        ((8, 4, 0, 0, 0), {"sweep": "normal"}, "Agree"),
        ((8, 2, 0, 0, 0), {"discards_to": "napoleon", "discards_shown": "none"}, "Refuse"),
        ((8, 2, 0, 0, 0), {"discards_to": "napoleon", "discards_shown": "all"}, "Agree"),
    ],
)
def test_napoleon_cannot_give_up_to_avoid_taking_everything(
    pictures: tuple[int, ...], options: dict[str, Any], said: str
) -> None:
    hands = {0: "HA C2", 1: "H3 C3", 2: "H4 C4", 3: "H5 C5", 4: "H6 C6"}
    table = contract("gurunapo", count=12, hands=hands, **{"sweep": "loses", **options})
    skip_to_trick(table, 9, hands, pictures)
    assert answers(table) == {said}
