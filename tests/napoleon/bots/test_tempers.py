"""Captains differ in temper, and whatever theirs is, they make most of what they bid."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from napoleon.bots import choose
from napoleon.bots.captain import exchange, policy
from napoleon.bots.captain.temper import BOLD, CAREFUL, STEADY, temper_of
from napoleon.bots.simulation import shuffled
from napoleon.engine import Bid, DealView, advance, rules_from_json, start
from napoleon.engine.match import NextDeal
from napoleon.engine.view import deal_view
from napoleon.inference.view_values import seat_of
from tests.napoleon.bots.seats import decides
from tests.napoleon.engine.play import Table


def first_words(preset: str, deals: int) -> Iterator[tuple[Any, DealView]]:
    """Of many deals what the first seat sees, once the seat before it has bid 14 hearts."""
    rules, rng = rules_from_json({"preset": preset}), Random(4)
    for _ in range(deals):
        match = advance(start(rules), shuffled(rules, NextDeal(1, 0), rng))
        [seat] = match.open[0].to_act()
        match = advance(match, Bid(1, seat, 14, 2))
        [seat] = match.open[0].to_act()
        yield rules, deal_view(match.open[0], seat)


def bids(face: int, views: list[tuple[Any, DealView]]) -> set[int]:
    """The deals in which a captain with that face bids."""
    return {
        number for number, (rules, view) in enumerate(views) if isinstance(choose("captain", view, rules, 1, face), Bid)
    }


def test_a_bold_captain_bids_on_every_hand_of_a_careful_one_and_on_more() -> None:
    views = list(first_words("gurunapo", 200))
    steady, careful, bold = (bids(face, views) for face in range(3))
    assert [temper_of(face) for face in range(4)] == [STEADY, CAREFUL, BOLD, STEADY]
    assert careful < steady < bold


def test_without_a_face_a_captain_is_steady() -> None:
    views = list(first_words("gurunapo", 40))
    without = [choose("captain", view, rules, 1) for rules, view in views]
    assert without == [choose("captain", view, rules, 1, 0) for rules, view in views]


@pytest.mark.usefixtures("quick_captains")
def test_a_careful_captain_leaves_its_habits_only_for_what_is_clearer(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def usual(options: Any, worlds: Any, brings: Any, clear: float) -> Any:
        asked.append(clear)
        return options[0]

    monkeypatch.setattr(exchange, "clearly_best", usual)
    table = Table("gurunapo", dealer=4)
    table.bids("14H pass pass pass pass")
    table.calls("SA")
    for temper in (BOLD, STEADY, CAREFUL):
        exchange.exchange(deal_view(table.state, table.turn), table.rules, 1, temper)  # type: ignore[arg-type]
    assert asked == sorted(set(asked))


@pytest.mark.parametrize("level", ["recruit", "corporal"])
def test_other_bots_have_no_temper(level: str) -> None:
    table = Table("gurunapo")
    view = deal_view(table.state, table.turn)
    assert {choose(level, view, table.rules, 0, face) for face in range(3)} == {decides(level, table)}


def contracts(preset: str, deals: int) -> list[Any]:
    """Deals that captains of all tempers bid on, and play by their habits, which takes no time."""
    rules, rng = rules_from_json({"preset": preset, "deals": 1}), Random(7)
    ended: list[Any] = []
    for number in range(deals):
        match = advance(start(rules), shuffled(rules, NextDeal(1, None), rng))
        while match.open:
            view = deal_view(match.open[0], match.open[0].to_act()[0])
            temper = temper_of(seat_of(view) + number)
            match = advance(match, policy.choose(view, rules, number, temper))  # type: ignore[arg-type]
        ended += match.ended
    return ended


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["gurunapo", "leaflet", "booklet", "four"])
def test_captains_make_at_least_half_of_their_contracts(preset: str) -> None:
    """Where a lost contract costs Napoleon nothing they once bid until they made four of ten."""
    ended = contracts(preset, 400)
    assert sum(end.made for end in ended) >= len(ended) / 2
