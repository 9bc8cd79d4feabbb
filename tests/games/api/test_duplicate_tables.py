"""Duplicate tables by the API: opened, taken seats at, filled, played and compared."""

import pytest
from django.utils import timezone

from games.boards.closing import close_due
from games.models import BoardSet, Game
from players.models import User
from tests.support.api import Program
from tests.support.duplicate import play_somehow

pytestmark = pytest.mark.django_db

WISH = {"preset": "nap", "boards": 1, "tables": 2, "pace": "weeks"}


def test_people_sit_down_at_two_tables_and_are_compared_after_the_last_board(people: list[User]) -> None:
    programs = [Program(user) for user in people]
    answer = programs[0].post("/duplicate-tables", WISH)
    assert answer.status_code == 201, answer.content
    view = answer.json()
    path = f"/boards/{view['board_set']}"
    assert answer["Location"] == f"/api/v1{path}"
    assert (view["kind"], [table["table"] for table in view["tables"]]) == ("duplicate", [1, 2])
    assert view["tables"][0]["free"] == view["tables"][1]["free"] - 1
    joined = programs[1].post(f"{path}/tables/2/join", {"seat": 1})
    assert (joined.status_code, joined.json()["seat"]) == (200, 1)
    assert programs[2].post(f"{path}/tables/2/join", {"seat": 1}).json()["code"] == "refused"
    assert programs[0].post(f"{path}/tables/2/join").json()["code"] == "refused"
    assert programs[2].post(f"{path}/tables/3/join").status_code == 404
    assert programs[1].post(f"{path}/fill").json()["code"] == "refused"
    filled = programs[0].post(f"{path}/fill").json()
    assert [table["free"] for table in filled["tables"]] == [0, 0]
    assert programs[2].get(f"{path}/deals/1").status_code == 404
    for game in Game.objects.filter(board_set__slug=view["board_set"]):
        play_somehow(game.pk, seed=game.pk)
    close_due(timezone.now())
    told = programs[2].get(path).json()
    assert told["state"] == "closed"
    assert {line["player"] for line in told["ranking"] if line["place"]} == {str(people[0]), str(people[1])}
    board = programs[2].get(f"{path}/deals/1").json()
    assert [(line["table"], line["by_captains"]) for line in board["tables"]] == [(1, False), (2, False), (3, True)]
    assert all(len(line["scores"]) == len(board["hands"]) for line in board["tables"])


def test_a_bot_sits_at_no_duplicate_table(people: list[User]) -> None:
    path = f"/boards/{Program(people[0]).post('/duplicate-tables', WISH).json()['board_set']}"
    bot = User.objects.create(name="Botto", email="botto@example.org", is_bot=True, bot_author="Ai")
    assert Program(bot).post(f"{path}/tables/2/join").json()["code"] == "refused"
    assert Program(people[1]).post(f"{path}/tables/2/join").status_code == 200


@pytest.mark.parametrize(
    "wish", [{}, {**WISH, "preset": "bridge"}, {**WISH, "tables": 0}, {**WISH, "pace": "slow"}, {**WISH, "seats": 2}]
)
def test_what_cannot_be_opened_is_refused(ai: User, wish: dict[str, object]) -> None:
    assert Program(ai).post("/duplicate-tables", wish).status_code == 422
    assert not BoardSet.objects.exists()


def test_a_challenge_has_no_tables(ai: User) -> None:
    slug = Program(ai).post("/boards", {"preset": "nap", "boards": 1}).json()["board_set"]
    assert Program(ai).post(f"/boards/{slug}/fill").status_code == 404
    assert Program(ai).post(f"/boards/{slug}/tables/1/join").status_code == 404
