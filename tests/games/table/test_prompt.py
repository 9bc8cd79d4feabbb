"""What those who wait are told, and in which order people see their hand."""

from __future__ import annotations

import pytest

from games.engine import view
from games.engine.cards import names
from games.presentation.cards import HandOrder
from games.presentation.reader_table import ReaderTable
from games.table.prompt import prompt_for, waiting_for
from tests.engine.play import Table

NAMES = ("Ai", "Bo", "Chie", "Dai", "Emi")


def waiting(table: Table) -> str:
    """What a spectator reads."""
    known = view(table.match, None)
    return waiting_for(ReaderTable(known, NAMES, {}), known.deals[0])


def test_spectators_are_told_what_is_going_on() -> None:
    table = Table("gurunapo")
    assert waiting(table) == "Waiting for Ai to bid or pass"
    table.bids("12H" + " pass" * 4)
    assert waiting(table) == "Waiting for Ai to call the adjutant’s card"
    table.calls("SA")
    assert waiting(table) == "Waiting for Ai to exchange with the widow"
    table.exchanges(" ".join(names(table.state.dealt.widow)))
    assert waiting(table) == "Waiting for Ai to play"


def hand(table: Table, order: HandOrder) -> str:
    """The hand of seat 0 as they see it."""
    reader = ReaderTable(view(table.match, 0), NAMES, {}, hand_order=order)
    prompt = prompt_for(reader, reader.view.deals[0])
    assert prompt is not None
    return " ".join(card.code for card in prompt.cards)


@pytest.mark.parametrize(
    ("order", "before", "after"),
    [
        (
            HandOrder(),
            "SK S2 HA H5 DQ D3 CT C9 C4 JK",
            "SK S2 HA H5 DQ D3 CT C9 C4 JK",
        ),
        (
            HandOrder(alternates=True),
            "SK S2 HA H5 CT C9 C4 DQ D3 JK",
            "SK S2 HA H5 CT C9 C4 DQ D3 JK",
        ),
        (
            HandOrder(trumps_first=True),
            "SK S2 HA H5 DQ D3 CT C9 C4 JK",
            "DQ D3 SK S2 HA H5 CT C9 C4 JK",
        ),
    ],
)
def test_the_hand_is_sorted_as_its_owner_likes(order: HandOrder, before: str, after: str) -> None:
    table = Table("gurunapo", {0: "C4 D3 H5 S2 JK C9 CT DQ HA SK"})
    assert hand(table, order) == before
    table.bids("12D" + " pass" * 4)
    table.takes_up_the_play()
    assert hand(table, order) == after
