"""What those who wait are told."""

from __future__ import annotations

from games.engine import view
from games.engine.cards import names
from games.presentation.reader_table import ReaderTable
from games.table.prompt import waiting_for
from tests.engine.play import Table

NAMES = ("Ai", "Bo", "Chie", "Dai", "Emi")


def waiting(table: Table) -> str:
    """What a spectator reads."""
    known = view(table.match, None)
    return waiting_for(ReaderTable(known, NAMES, {}), known.deals[0])


def test_spectators_are_told_what_is_going_on() -> None:
    table = Table("gurunapo")
    assert waiting(table) == "Ai bids or passes"
    table.bids("12H" + " pass" * 4)
    assert waiting(table) == "Ai calls the adjutant’s card"
    table.calls("SA")
    assert waiting(table) == "Ai exchanges with the widow"
    table.exchanges(" ".join(names(table.state.dealt.widow)))
    assert waiting(table) == "Ai plays a card"
