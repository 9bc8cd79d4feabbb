"""A captain's simulations at Napoleon: discards and first tricks."""

from random import Random
from typing import Any

import pytest

from napoleon.bots import corporal
from napoleon.bots.captain import exchange, first_tricks
from napoleon.bots.captain.playout import Keeping, Playout, playout_of
from napoleon.bots.captain.trial import clearly_best, is_clearly_better
from napoleon.bots.simulation import shuffled
from napoleon.engine import NapoleonRules, Play, advance, rules_from_json, start
from napoleon.engine.cards import CardSet, is_joker
from napoleon.engine.deal import JOKER_LED
from napoleon.engine.match import NextDeal
from napoleon.engine.napoleon_play import Playing
from napoleon.engine.view import deal_view
from napoleon.inference import World
from napoleon.solver.board import board_of, position_of
from tests.napoleon.bots.seats import decides
from tests.napoleon.engine.play import Table

PRESETS = ("gurunapo", "leaflet", "booklet", "four")


def test_it_deviates_only_if_the_worlds_clearly_favour_another_choice() -> None:
    def is_better(*gains: float) -> bool:
        rows = [(1 / len(gains), {"usual": 0.0, "other": gain}) for gain in gains]
        return is_clearly_better(rows, "other", "usual", 1.0)

    assert is_better(1, 1, 0, 1)
    assert not is_better(2, -1, -1, 1)
    assert not is_better(0, 0)


def test_only_the_best_of_many_choices_are_tried_in_all_worlds() -> None:
    met: dict[int, int] = {}

    def brings(_: object) -> Any:
        def points(option: int) -> float:
            met[option] = met.get(option, 0) + 1
            return float(option)

        return points

    worlds: Any = [World(None, 1 / 40)] * 40  # type: ignore[arg-type]
    assert clearly_best(range(20), worlds, brings, 1.0) == 19
    assert met == {option: 40 if option > 13 or option == 0 else 16 for option in range(20)}


def test_without_worlds_the_usual_choice_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    for part in (exchange, first_tricks):
        monkeypatch.setattr(part, "worlds", lambda *_: [])
    table = Table("gurunapo", {0: "SA HJ HA HK HT H9"})
    table.bids("14H pass pass pass pass")
    table.calls("DJ")
    assert decides("captain", table) == decides("corporal", table)


class Recorder(Playout):
    """Records the cards played."""

    def lead(self, live: CardSet, seat: int, step: int) -> tuple[CardSet, int]:
        card, way = super().lead(live, seat, step)
        PLAYED.append((seat, card, way))
        return card, way

    def follow(self, live: CardSet, seat: int, *given: Any) -> CardSet:
        card = super().follow(live, seat, *given)
        PLAYED.append((seat, card, 0))
        return card


PLAYED: list[tuple[int, CardSet, int]] = []


def first_lead(preset: str, number: int) -> Playing:
    """The start of play in a deal between corporals."""
    rules = rules_from_json({"preset": preset, "finish": "played_out"})
    rng = Random(number)
    state: Any = advance(start(rules), shuffled(rules, NextDeal(1, None), rng)).open[0]
    while not isinstance(state, Playing):
        state = state.after(corporal.choose(deal_view(state, state.to_act()[0]), rules, number))
    return state


@pytest.mark.parametrize("preset", PRESETS)
def test_worlds_are_played_out_legally(preset: str) -> None:
    """The engine accepts every card played and counts the same pictures."""
    for number in range(12):
        state: Any = first_lead(preset, number)
        PLAYED.clear()
        board = board_of(state)
        usual = playout_of(state, board)
        given = (usual.napoleon, usual.called, usual.lacking)
        taken = Recorder(board, Keeping(usual.keep_above, usual.keep_worth), *given).taken(position_of(board, state))
        assert usual.taken(position_of(board, state)) == taken
        for seat, card, way in PLAYED:
            name = card.bit_length() - 1
            leads_joker = not state.trick and is_joker(name)
            play = Play(1, seat, name, way - JOKER_LED if leads_joker else None)
            assert play in state.legal(seat)
            state = state.after(play)
        assert state.outcome.side_pictures == taken


def test_its_choices_depend_only_on_view_and_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    for part in (exchange, first_tricks):
        monkeypatch.setattr(part, "WORLDS", 8)
    state = first_lead("gurunapo", 1)
    view, rules = deal_view(state, state.turn), state.contract.dealt.rules
    assert isinstance(rules, NapoleonRules)
    assert len({first_tricks.play(view, rules, 5) for _ in range(3)}) == 1
    table = Table("gurunapo", {0: "SA HJ HA HK HT H9"})
    table.bids("14H pass pass pass pass")
    table.calls("DJ")
    assert len({decides("captain", table) for _ in range(3)}) == 1
