"""The moments that a table celebrates: when each is told, and to whom."""

from random import Random

import pytest

from games.models import Seat
from games.presentation.reader import Reader, reader_of
from games.table.moments import last_moment, moments
from napoleon.engine import BidNap, EndedView, rules_from_json, view
from napoleon.engine.nap import NEEDED
from players.models import User
from tests.napoleon.engine.late_positions import courses
from tests.napoleon.engine.play import Table, contract
from tests.napoleon.engine.records import played
from tests.napoleon.engine.twins import twins

VOID = {0: "SA", 1: "HQ H3 H4 H5 H6 H7 H8 H9 D3 D4", 2: "S5", 3: "S7", 4: "S9 D2"}
HANDS = {0: "SA S2", 1: "HQ S4", 2: "S5 S6", 3: "S7 S8 D2", 4: "S9 ST"}


def read_by(match: object, seat: int | None) -> Reader:
    seats = [Seat(number=number, user=User(name=name)) for number, name in enumerate("ABCDEFGH")]
    return reader_of(view(match, seat), seats)  # type: ignore[arg-type]


def told(table: Table, seat: int | None, shown: int | None = 0) -> list[str]:
    reader = read_by(table.match, seat)
    return [moment.kind for moment in moments(reader, reader.view.deals[0], shown)]


def test_only_the_holder_of_the_card_learns_that_they_are_called() -> None:
    table = contract("gurunapo", "C", 13, hands=HANDS, called="D2")
    assert {seat: told(table, seat) for seat in (0, 1, 2, 3, 4, None)} == {
        0: [], 1: [], 2: [], 3: ["called"], 4: [], None: []
    }  # fmt: skip


def test_the_whole_table_learns_when_the_adjutants_card_falls() -> None:
    hands = {0: "SA D3", 1: "HQ D4", 2: "S5 D5", 3: "S7 D2", 4: "S9 D6"}
    table = contract("gurunapo", "C", 13, hands=hands, called="D2", same_two="off")
    table.plays("D3 D4 D5 D2")
    assert all(told(table, seat) == ["adjutant"] for seat in (0, 1, 2, 3, 4, None))
    assert told(table, 0, shown=4) == told(table, 0, shown=None) == []


def test_yoromeki_is_told_once_both_cards_lie() -> None:
    table = contract("gurunapo", "C", 13, hands=VOID, called="D2")
    table.plays("SA")
    assert told(table, 2) == []
    table.plays("HQ")
    assert told(table, 2, shown=1) == ["yoromeki"]
    assert told(table, 2, shown=2) == []


@pytest.mark.parametrize("preset", ["gurunapo", "leaflet", "four", "booklet"])
def test_no_moment_tells_a_twin_from_another(preset: str) -> None:
    rules, rng, compared, kinds = rules_from_json({"preset": preset, "deals": 1}), Random(3), 0, set()
    for match, events in courses(rules, 12):
        for seat in (None, *range(rules.players)):
            for twin in twins(rules, events, seat, rng, tries=4):
                ours, theirs = read_by(match, seat), read_by(twin.match, seat)
                known = moments(ours, ours.view.deals[0], 0)
                assert known == moments(theirs, theirs.view.deals[0], 0), twin.kind
                kinds |= {moment.kind for moment in known}
                compared += 1
    assert compared > 20
    assert "adjutant" in kinds


@pytest.mark.parametrize("seed", range(20))
def test_a_contract_that_hung_on_the_last_trick_is_told_as_made_by_its_last_card(seed: int) -> None:
    reader = read_by(played(seed, cut=False).match, 0)
    for deal in reader.view.ended:
        cards = len(deal.tricks) * reader.players
        assert last_moment(reader, deal, cards) == last_moment(reader, deal, None) == []
        assert bool(last_moment(reader, deal, 0)) is hung_on_the_last_trick(deal, reader.view.rules.hand_size)


def hung_on_the_last_trick(deal: EndedView, hand_size: int) -> bool:
    """Counted trick by trick: the bid is reached with the last one."""
    if not deal.made or deal.contract is None or deal.side_took is None or len(deal.tricks) < hand_size:
        return False
    nap = isinstance(deal.contract, BidNap)
    goal = NEEDED.get(deal.contract.bid, 99) if isinstance(deal.contract, BidNap) else deal.contract.count
    *_, last = (
        (1 if nap else sum(card % 13 >= 8 and card < 52 for card in trick.cards))
        * (trick.winner in (deal.declarer, deal.adjutant))
        for trick in deal.tricks
    )
    return deal.side_took - last < goal <= deal.side_took
