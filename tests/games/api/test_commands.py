"""Playing by the API: the seat's view, its legal commands, and what is refused."""

import pytest

from games.api.view import GameView
from games.models import Game
from players.models import User
from tests.support.api import Program, chosen
from tests.support.play import running

pytestmark = pytest.mark.django_db


def test_a_match_is_played_to_its_end_by_what_is_told_to_be_legal(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=2)
    programs = [Program(ai), Program(bo)]
    for _ in range(200):
        views = [program.view(game.slug) for program in programs]
        if views[0]["status"] == "finished":
            break
        for program, view in zip(programs, views, strict=True):
            assert GameView.model_validate(view).model_dump(exclude_unset=True) == view
            if command := chosen(view):
                assert program.command(view, command).status_code == 200, command
                break
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert programs[0].view(game.slug)["scores"] == [seat.score for seat in game.seats.order_by("number")]


def test_a_view_is_the_record_of_the_seat(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    view = Program(ai).view(game.slug)
    assert (view["id"], view["status"], view["seat"], view["seq"]) == (game.slug, "running", 0, game.seq)
    header, deal = view["record"][:2]
    assert header["format"] == "napoleon-record"
    assert [hand is not None for hand in deal["hands"]] == [True, False]
    assert [set(entry) for entry in view["to_act"] if entry["seat"] != 0] == [
        {"deal", "seat"} for entry in view["to_act"] if entry["seat"] != 0
    ]


def test_a_command_for_a_position_that_has_passed_is_refused_before_anything_else(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    answer = Program(ai).post(f"/games/{game.slug}/commands", {"seen": 0, "command": {"type": "x", "deal": 1}})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")


def test_out_of_turn_and_illegal_commands_are_told_apart(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    programs = [Program(ai), Program(bo)]
    views = [program.view(game.slug) for program in programs]
    acts = chosen(views[1]) is not None
    waiting, acting = programs[not acts], programs[acts]
    refused = waiting.command(views[0], {"type": "pass", "deal": 1})
    assert (refused.status_code, refused.json()["code"]) == (422, "not_your_turn")
    refused = acting.command(views[0], {"type": "bid", "deal": 1, "bid": "nine"})
    assert (refused.status_code, refused.json()["code"]) == (422, "illegal_bid")


def test_unlisted_games_of_others_answer_like_unknown_ones(ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    Game.objects.filter(pk=game.pk).update(is_listed=False)
    program = Program(chie)
    hidden, unknown = program.get(f"/games/{game.slug}"), program.get("/games/nothing")
    assert (hidden.status_code, hidden.content) == (404, unknown.content)
