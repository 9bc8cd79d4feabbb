"""What contracts of a board come to with open cards, and what its page says of it."""

from typing import Any

import pytest

from games.boards import closing, par
from games.boards.closing import close
from games.boards.par import contract_par, work_out_next
from games.boards.services import board_rules
from games.kernel.log import state_of
from games.models import BoardField, BoardResult
from napoleon.bots import choose
from napoleon.engine import advance, start
from napoleon.engine.deal import PassedOut
from napoleon.engine.shuffle import Seeds, next_deal_event
from napoleon.engine.view import deal_view
from napoleon.solver import PlayState, evaluate, is_made, states_of
from players.models import User
from tests.support.boards import open_boards, play_boards
from tests.support.visits import get, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[str]:
    """A site that works out pars; its worker is the test."""
    tasks: list[str] = []
    monkeypatch.setattr(closing, "enqueue_on_commit", tasks.append)
    settings.ANALYSE_ENDED_MATCHES = True
    return tasks


def test_each_board_is_worked_out_once_its_set_has_closed(asked: list[str], ai: User, bo: User) -> None:
    board_set = open_boards("nap", 2)
    play_boards(board_set, ai, seed=1)
    play_boards(board_set, bo, seed=2)
    assert not work_out_next()
    close(board_set)
    assert asked == ["games.tasks.analyse"]
    address = f"{board_set.get_absolute_url()}1/"
    assert "Par is being worked out" in text(get(ai, address))
    assert [work_out_next() for _try in range(3)] == [True, True, False]
    assert not par.is_waiting()
    for field in BoardField.objects.all():
        contracts = BoardResult.objects.filter(board=field.board).exclude(contract="passed")
        assert field.par_json.keys() == set(contracts.values_list("contract", flat=True))
    assert "from the first lead of its best line on" in text(get(ai, address))


def test_it_is_the_value_of_the_first_lead_for_the_seat_of_the_person(ai: User) -> None:
    board_set = open_boards("nap", 2)
    play = play_boards(board_set, ai, seed=1)
    for end in state_of(play.game).match.ended:
        if not hasattr(end, "tricks"):
            continue
        lead = states_of(end)[0]
        found = contract_par(lead, 0)
        declarer = lead.contract.winning_bid.seat
        assert found.made == is_made(lead)
        assert contract_par(lead, declarer).points == evaluate(lead, goal="points")


def first_lead() -> PlayState:
    """Of a deal of ten tricks that is far from decided."""
    rules = board_rules("gurunapo", 1)
    match = start(rules)
    match = advance(match, next_deal_event(match, Seeds(bytes([9] * 32), "x", ("",) * 5), first_dealer=0))
    while match.open:
        state = match.open[0]
        seat = state.to_act()[0]
        match = advance(match, choose("corporal", deal_view(state, seat), rules, 3))
    [end] = match.ended
    assert not isinstance(end, PassedOut)
    return states_of(end)[0]


def test_where_it_takes_too_long_it_says_so(monkeypatch: pytest.MonkeyPatch, ai: User) -> None:
    monkeypatch.setattr(par, "NODES", 10)
    monkeypatch.setattr(par, "NODES_IF_MADE", 10)
    found = contract_par(first_lead(), 0)
    assert (found.made, found.points) == (None, None)
    assert found.low < found.high
    board_set = open_boards("gurunapo", 1)
    play = play_boards(board_set, ai, seed=1)
    close(board_set)
    contract = play.results.get().contract
    BoardField.objects.update(par_json={contract: found._asdict()})
    page = text(get(ai, f"{board_set.get_absolute_url()}1/"))
    assert contract == "passed" or "not worked out" in page
    BoardField.objects.update(par_json={contract: found._replace(made=True)._asdict()})
    page = text(get(ai, f"{board_set.get_absolute_url()}1/"))
    assert contract == "passed" or f"{found.low}–{found.high}" in page


def test_a_board_that_fails_is_left_out(monkeypatch: pytest.MonkeyPatch, ai: User) -> None:
    board_set = open_boards("nap", 1)
    play_boards(board_set, ai)
    close(board_set)

    def broken(field: BoardField) -> None:
        raise ValueError("broken")

    monkeypatch.setattr(par, "pars_of", broken)
    assert work_out_next()
    assert not work_out_next()
    page = text(get(ai, f"{board_set.get_absolute_url()}1/"))
    assert "Par" not in page
