"""The record of a match as a file."""

import json
from typing import Any

import pytest

from games.kernel.log import state_of
from games.lobby import services
from napoleon.engine.record import replay
from napoleon.engine.shuffle import commitment
from players.models import User
from tests.support.play import lobby, move, play_out, reread, running
from tests.support.visits import get, guest, post, queries, text

pytestmark = pytest.mark.django_db


def lines(user: User | None, slug: str) -> list[dict[str, Any]]:
    response = get(user, f"/t/{slug}/record/")
    assert response["Content-Disposition"] == f'attachment; filename="napoleon-{slug}.jsonl"'
    return [json.loads(line) for line in text(response).splitlines()]


def test_a_finished_match_replays_to_its_result(ai: User, bo: User) -> None:
    game = play_out(running(ai, bo, preset="leaflet", deals=2), ai, bo)
    [replayed] = replay(text(get(ai, f"/t/{game.slug}/record/")).splitlines())
    assert replayed.error is None
    assert replayed.match == state_of(game).match
    assert replayed.players[:2] == ("Ai", "Bo")


def test_it_carries_the_proof_of_its_shuffle_times_and_hands(ai: User, bo: User) -> None:
    game = play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
    head, *events = lines(ai, game.slug)
    assert (head["game"], head["ended"]) == (game.slug, game.ended_at.isoformat())
    proof = next(event for event in events if event["type"] == "deal")["proof"]
    assert commitment(bytes.fromhex(proof["secret"])) == proof["commitment"] == game.commitment
    assert proof["seeds"] == [seat.seed for seat in game.seats.order_by("number")]
    assert {event["by"] for event in events if event["type"] != "deal"} == {"player"}
    assert all("at" in event for event in events)
    assert not {"start", "reveal"} & {event["type"] for event in events}


def test_everybody_may_have_that_of_a_listed_match(ai: User, bo: User, chie: User) -> None:
    game = play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
    private = play_out(running(ai, bo, preset="nap", players=2, deals=1, listed=False), ai, bo)
    for reader in (None, chie, guest()):
        assert get(reader, f"/t/{game.slug}/record/").status_code == 200
        assert get(reader, f"/t/{private.slug}/record/").status_code == 404
    assert queries(ai, f"/t/{game.slug}/record/") <= 12
    assert post(ai, f"/t/{game.slug}/record/").status_code == 405


def test_while_it_runs_each_gets_what_their_seat_knows(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2)
    move(game, ai) or move(game, bo)
    for user, seat in ((ai, 0), (bo, 1)):
        head, deal, *_rest = lines(user, game.slug)
        assert head.keys() == {"format", "version", "rules", "rules_version", "players"}
        assert [hand is not None for hand in deal["hands"]] == [seat == 0, seat == 1]
        assert "proof" not in deal


def test_while_it_runs_others_get_nothing(ai: User, bo: User) -> None:
    game = running(ai)
    for reader in (None, bo, guest()):
        assert get(reader, f"/t/{game.slug}/record/").status_code == 404


def test_what_never_began_has_no_record(ai: User) -> None:
    game = lobby(ai)
    assert get(ai, f"/t/{game.slug}/record/").status_code == 404
    services.cancel(game_id=game.pk)
    assert get(ai, f"/t/{reread(game).slug}/record/").status_code == 404
