"""Clubs by the API: rounds and tables as their page shows them, results in, announcements, and bots in seasons."""

from datetime import timedelta

import pytest
from django.utils import timezone

from leagues.entries import services as entries
from leagues.locks import ClubError
from leagues.models import Season, Table
from players.models import Notification, User
from tests.support.api import Program
from tests.support.cast import person
from tests.support.clubs import add, tuesday
from tests.support.external_matches import people_of
from tests.support.stored_seasons import crowd, open_season, started, table_at
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
ROUNDS = "/clubs/tuesday/seasons/spring/rounds"
REAL = {"venue": "real", "gap": "byes", "closing": "pro_rata", "opening": "finished"}
DEAL = {"declarer": 0, "bid": 13, "adjutant": 2, "pictures": 15}


@world
def season() -> Season:
    """Two tables of four in two rounds; the first round runs."""
    return started(tuesday(), person("bo"), crowd(8), **REAL)


@pytest.fixture
def table(season: Season) -> Table:
    return table_at(season, "1-1")


def test_a_round_is_told_as_its_page_tells_it(table: Table) -> None:
    rounds = Program().get(ROUNDS).json()["items"]
    assert [(each["round"], each["state"]) for each in rounds] == [(1, "running"), (2, "planned")]
    told = Program().get(f"{ROUNDS}/1").json()["tables"]
    assert [seat["player"] for seat in told[0]["seats"]] == [user.name for user in people_of(table)]
    assert {row["may_enter"] for row in told} == {False}
    assert Program().get(f"{ROUNDS}/3").status_code == 404


def test_players_enter_results_and_another_confirms_them(table: Table) -> None:
    results = f"{ROUNDS}/1/tables/{table.pk}/results"
    player, other, *_others = people_of(table)
    assert Program(person("chie")).post(results, {"deals": [DEAL]}).status_code == 403
    answer = Program(player).post(results, {"deals": [DEAL, {"passed_out": True}]})
    (row,) = (row for row in answer.json()["tables"] if row["id"] == table.pk)
    assert (row["state"], row["outcome"], row["deals"], row["may_confirm"]) == ("finished", "recorded", 2, False)
    (mine,) = (row for row in Program(other).get(f"{ROUNDS}/1").json()["tables"] if row["may_confirm"])
    assert Program(other).post(f"{results}/confirm", {"seen": "another"}).json()["code"] == "refused"
    confirmed = Program(other).post(f"{results}/confirm", {"seen": mine["seen"]}).json()
    assert not any(row["may_confirm"] for row in confirmed["tables"])
    table.refresh_from_db()
    assert [deal["scores"] for deal in table.deals_json][1] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"deals": []},
        {"deals": [{**DEAL, "declarer": 9}]},
        {"deals": [{"declarer": 0}]},
        {"scores": [1, 2]},
        {"scores": [1, 2, 3, 4]},
        {"deals": [{**DEAL, "adjutant": 0}]},
    ],
)
def test_wrong_results_are_refused(table: Table, sent: dict[str, object]) -> None:
    answer = Program(person("bo")).post(f"{ROUNDS}/1/tables/{table.pk}/results", sent)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_results")
    assert answer.json()["detail"]
    table.refresh_from_db()
    assert table.deals_json == []


def test_scores_alone_will_do(table: Table) -> None:
    answer = Program(person("bo")).post(f"{ROUNDS}/1/tables/{table.pk}/results", {"scores": [9, 1, -2, 0], "played": 2})
    assert answer.status_code == 200
    table.refresh_from_db()
    assert table.deals_json[0]["scores"] == [9, 1, -2, 0]


def test_organisers_close_and_open_rounds(season: Season) -> None:
    organiser = Program(person("bo"))
    assert Program(crowd(1)[0]).post(f"{ROUNDS}/1/close").status_code == 403
    assert Program(person("bo"), "clubs:read").post(f"{ROUNDS}/1/close").json()["code"] == "missing_scope"
    assert organiser.post(f"{ROUNDS}/2/open").status_code == 200
    assert organiser.post(f"{ROUNDS}/2/open").json()["code"] == "refused"
    assert organiser.post(f"{ROUNDS}/1/close").json()["state"] in ("running", "finished")


def test_organisers_write_to_their_club(ai: User, bo: User, chie: User) -> None:
    tuesday()
    text = {"subject": "Spring", "text": "Dear {name}, it begins."}
    assert Program(chie).post("/clubs/tuesday/announcements", {"texts": {"en": text}}).status_code == 403
    answer = Program(bo).post("/clubs/tuesday/announcements", {"texts": {"en": text}})
    assert (answer.status_code, answer.json()["subject"]) == (201, "Spring")
    (item,) = Program(chie).get("/clubs/tuesday/announcements").json()["items"]
    assert item["text"] == "Dear Chie, it begins."
    assert Notification.objects.filter(user=chie, kind="club_announced").exists()
    assert Program(bo).post("/clubs/tuesday/announcements", {"texts": {"xx": text}}).status_code == 422
    assert Program(bo).post("/clubs/tuesday/announcements", {"texts": {}}).status_code == 422


@pytest.mark.parametrize("allowed", [True, False])
def test_bots_play_in_a_season_if_the_organiser_allows_it(bo: User, allowed: bool) -> None:
    club, bot = tuesday(), User.objects.create(name="Botto", email="botto@example.org", is_bot=True)
    add(club, bot)
    season = open_season(club, bo, allows_bots=allowed)
    if allowed:
        entries.add(club_id=club.pk, user=bo, season_id=season.pk, person=bot)
        return
    with pytest.raises(ClubError, match="for people"):
        entries.add(club_id=club.pk, user=bo, season_id=season.pk, person=bot)
    with pytest.raises(ClubError, match="for people"):
        entries.enter(club_id=club.pk, user=bot, season_id=season.pk)


def test_more_than_there_is_to_play_is_refused(table: Table) -> None:
    """What the form has no field for would be dropped in silence."""
    program, path = Program(person("bo")), f"{ROUNDS}/1/tables/{table.pk}/results"
    deals = [{"passed_out": True}] * (table.rules.deals + 1)
    for sent in ({"deals": deals}, {"scores": [9, 1, -2, 0, 0], "played": 2}):
        answer = program.post(path, sent)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_results")
    table.refresh_from_db()
    assert table.deals_json == []


def test_who_is_muted_gives_no_reason(table: Table) -> None:
    User.objects.filter(name="Bo").update(muted_until=timezone.now() + timedelta(days=1))
    sent = {"scores": [9, 1, -2, 0], "played": 2, "reason": "Rude words"}
    answer = Program(person("bo")).post(f"{ROUNDS}/1/tables/{table.pk}/results", sent)
    assert answer.status_code == 422
    table.refresh_from_db()
    assert table.deals_json == []
