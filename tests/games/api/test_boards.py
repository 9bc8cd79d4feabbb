"""Boards by the API: played, compared, and told of no earlier than on pages."""

import json
import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.boards.closing import close
from games.boards.services import board_rules
from games.boards.tables import open_for_people
from games.lobby import services as lobby
from games.models import BoardPlay, BoardSet
from napoleon.time_bank import ClockRules
from players.models import User
from tests.support.api import Program, chosen, operations
from tests.support.boards import open_boards, play_boards
from tests.support.cast import person
from tests.support.stored_seasons import crowd

pytestmark = pytest.mark.django_db

CARD = re.compile(r'"(JK|[SHDC][AKQJT2-9])"')


def told(program: Program, board_set: BoardSet, *games: str) -> dict[str, str]:
    """What every operation for reading answers about the set and its games."""
    cache.clear()
    answers = {}
    for operation in operations():
        if operation.method == "GET" and "/clubs" not in operation.path and "stream" not in operation.path:
            for game in games or ("none",):
                response = operation.ask(program, game, set=board_set.slug)
                answers[f"{operation.path} {game}"] = b"".join(response).decode()
    return answers


def test_a_person_plays_the_boards_and_is_told_their_place(ai: User, bo: User) -> None:
    board_set = open_boards("nap", boards=1)
    play_boards(board_set, bo)
    program = Program(ai)
    (line,) = program.get("/boards").json()["items"]
    assert (line["board_set"], line["state"], line["own"]) == (board_set.slug, "open", None)
    view = program.post("/boards/today/play").json()
    assert program.post(f"/boards/{board_set.slug}/play").json() == view
    while command := chosen(view):
        view = program.command(view, command).json()
    played = program.get("/boards/today").json()
    assert (played["own"]["done"], played["done"], played["ranking"], played["revealed"]) == (True, 2, [], None)
    assert played["own"]["place"] in (1, 2)
    assert played["results"][0]["points"] == played["own"]["points"]
    assert program.get("/boards/today/deals/1").status_code == 404


def test_after_the_close_all_is_told(ai: User) -> None:
    board_set = open_boards("nap", boards=1)
    play = play_boards(board_set, ai)
    close(board_set)
    told = Program().get(f"/boards/{board_set.slug}").json()
    assert [(line["player"], line["place"], line["game"]) for line in told["ranking"]] == [("Ai", 1, play.game.slug)]
    assert told["revealed"]["secret"] == board_set.seeds.secret.hex()
    board = Program().get(f"/boards/{board_set.slug}/deals/1").json()
    assert [len(hand["cards"]) for hand in board["hands"]] == [5] * board_set.rules.players
    assert sum(line["times"] for line in board["contracts"]) == 1
    assert Program().get(f"/boards/{board_set.slug}/deals/2").status_code == 404


def test_bots_and_early_birds_are_refused(ai: User) -> None:
    bot = User.objects.create(name="Botto", email="botto@example.org", is_bot=True, bot_author="Ai")
    board_set = open_boards()
    assert Program(bot).post(f"/boards/{board_set.slug}/play").json()["code"] == "refused"
    BoardSet.objects.update(opens_at=timezone.now() + timedelta(hours=1))
    assert Program(ai).post(f"/boards/{board_set.slug}/play").status_code == 409
    assert not BoardPlay.objects.exists()


def test_friends_are_challenged(ai: User, bo: User) -> None:
    answer = Program(ai).post("/boards", {"preset": "nap", "boards": 1, "players": 2})
    slug = answer.json()["board_set"]
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/boards/{slug}")
    assert Program(bo).post(f"/boards/{slug}/close").status_code == 403
    assert Program(ai).post(f"/boards/{slug}/close").json()["state"] in ("closing", "closed")
    assert Program(ai).post("/boards", {"preset": "bridge"}).status_code == 422


@pytest.mark.slow
def test_until_the_close_readers_learn_nothing_of_others(ai: User, bo: User, chie: User) -> None:
    """Twins: with other results of others, a reader who has not finished gets the same answers."""
    board_set = open_boards("nap")
    own = Program(ai).post(f"/boards/{board_set.slug}/play").json()["id"]
    readers = [Program(ai), Program(person("itsu")), Program()]
    seen = []
    for rounds in range(3):
        theirs = play_boards(board_set, bo, seed=rounds).game
        seen.append([told(reader, board_set, own, "none") for reader in readers])
        hidden = [told(reader, board_set, theirs.slug) for reader in readers]
        assert all("not_found" in answers[f"/api/v1/games/{{id}} {theirs.slug}"] for answers in hidden[:2])
        assert not CARD.findall(json.dumps(seen[-1][1:]))
        undo(board_set, bo)
    assert seen[0] == seen[1] == seen[2]


def undo(board_set: BoardSet, user: User) -> None:
    """As if the person had not played."""
    BoardPlay.objects.filter(user=user).delete()
    board_set.fields.update(field_json={"histogram": {}, "unfinished": 0}, contracts_json={})


def test_sealed_tables_are_told_to_their_people_alone(people: list[User]) -> None:
    board_set = open_for_people(people[0], board_rules("four", 2), ClockRules(), 2)
    tables = list(board_set.games.order_by("pk"))
    for number, user in enumerate([*people, *crowd(8 - len(people))]):
        lobby.take_seat(game_id=tables[number // 4].pk, user=user)
    program = Program(people[0])
    told = program.get(f"/boards/{board_set.slug}").json()
    assert [table["game"] for table in told["tables"]] == [tables[0].slug, None]
    assert told["results"] == told["ranking"] == []
    assert program.get(f"/games/{tables[1].slug}").status_code == 404


def test_a_ranking_takes_no_more_queries_with_more_players(people: list[User]) -> None:
    board_set = open_boards("nap", boards=1)
    for seed, user in enumerate(people[:4]):
        play_boards(board_set, user, seed=seed)
    close(board_set)
    with CaptureQueriesContext(connection) as captured:
        Program(people[0]).get(f"/boards/{board_set.slug}")
    assert len(captured) <= 16
