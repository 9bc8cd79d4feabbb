"""Weeks of boards of a club by the API."""

import pytest

from games.boards import closing
from leagues import tasks
from leagues.models import BoardSeries, Club
from players.models import User
from tests.support.api import Program
from tests.support.boards import play_boards
from tests.support.wall_clock import Wall
from tests.support.wall_clock import wall as wall

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wall")]
PATH = "/clubs/tuesday/boards"


def wish(wall: Wall) -> dict[str, object]:
    return {"name": "Autumn", "preset": "nap", "boards": 1, "first_day": f"{wall.now:%Y-%m-%d}", "weeks": 2, "best": 1}


def test_an_organiser_plans_weeks_that_members_play(wall: Wall, club: Club, bo: User, chie: User, emi: User) -> None:
    assert Program(chie).post(PATH, wish(wall)).status_code == 403
    planned = Program(bo).post(PATH, wish(wall))
    assert planned.status_code == 201, planned.content
    path = f"{PATH}/{planned.json()['series']}"
    tasks.turn_board_weeks()
    first, second = Program(chie).get(path).json()["weeks"]
    assert (first["state"], second["state"], second["board_set"]) == ("open", "coming", None)
    played = Program(chie).post(f"/boards/{first['board_set']}/play").json()["id"]
    assert Program(emi).post(f"/boards/{first['board_set']}/play").json()["code"] == "refused"
    assert [week["game"] for week in Program(chie).get(path).json()["weeks"]] == [played, None]
    board_set = BoardSeries.objects.get().weeks.get(number=1).board_set
    assert board_set is not None
    play_boards(board_set, chie)
    wall.go(days=7)
    closing.close_due(wall.now)
    [line] = Program().get(path).json()["standings"]
    assert (line["place"], line["player"], line["played"]) == (1, "Chie", 1)


def test_series_end_before_their_time_and_private_clubs_are_closed(
    wall: Wall, club: Club, bo: User, chie: User, emi: User
) -> None:
    series = Program(bo).post(PATH, {**wish(wall), "weeks": 3}).json()["series"]
    assert [each["name"] for each in Program().get(PATH).json()["items"]] == ["Autumn"]
    assert Program(chie).post(f"{PATH}/{series}/end").status_code == 403
    assert Program(bo).post(f"{PATH}/{series}/end").status_code == 200
    assert Program(bo).post(f"{PATH}/{series}/end").json()["code"] == "refused"
    Club.objects.update(is_public=False)
    assert [Program(user).get(PATH).status_code for user in (chie, emi)] == [200, 404]
    assert Program(emi).get(f"{PATH}/{series}").status_code == 404


@pytest.mark.parametrize("wrong", [{"name": ""}, {"first_day": "soon"}, {"order": "luck"}, {"best": 9}, {"colour": 1}])
def test_what_cannot_be_planned_is_refused(wall: Wall, club: Club, bo: User, wrong: dict[str, object]) -> None:
    assert Program(bo).post(PATH, {**wish(wall), **wrong}).status_code == 422
    assert not BoardSeries.objects.exists()
