"""A season as one file: what goes out comes in again with the same standings, and bad files are refused."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from leagues.external_matches import accept
from leagues.models import AuditEntry, Club, Season
from leagues.season_files import read, services
from leagues.season_files.node import FileRefused
from leagues.standings.trophies import trophies_of
from players.models import User
from tests.support.cast import person
from tests.support.clubs import add, club_of, log, told
from tests.support.external_matches import in_a_room
from tests.support.season_files import file_of, past_season, standings
from tests.support.stored_seasons import FOUR, bare_season, entered, table_of
from tests.support.table_pages import words
from tests.support.visits import client_of, get

pytestmark = pytest.mark.django_db
PATH = "/clubs/other/files/season/"
Json = dict[str, Any]


@pytest.fixture
def fumi() -> User:
    return person("fumi")


@pytest.fixture
def other(emi: User, fumi: User) -> Club:
    """A club on which nobody of the season is."""
    return club_of(emi, fumi, slug="other")


def send(user: User, data: object, **fields: str) -> HttpResponse:
    content = data if isinstance(data, bytes) else json.dumps(data).encode()
    return client_of(user).post(PATH, {"file": SimpleUploadedFile("x.json", content), **fields})


def taken_in(club: Club, user: User, data: Json, **members: User) -> Season:
    return services.take_in(
        club_id=club.pk,
        user=user,
        file=read.read(copy.deepcopy(data)),
        members={int(at.removeprefix("at")): member for at, member in members.items()},
    )


# --- There and back ---


@pytest.mark.parametrize("seed", range(12))
def test_a_season_comes_out_as_it_went_in(club: Club, other: Club, ai: User, emi: User, seed: int) -> None:
    season = past_season(club, seed)
    data = json.loads(json.dumps(file_of(season, ai)))
    made = taken_in(other, emi, data)
    assert standings(made) == standings(season)
    # What was taken in can be handed on.
    again = file_of(made, emi)
    assert {key: value for key, value in again.items() if key != "club"} == {
        key: value for key, value in data.items() if key != "club"
    }


def test_the_whole_way_by_the_pages(club: Club, other: Club, ai: User, emi: User, fumi: User) -> None:
    season = past_season(club, 1)
    response = get(ai, f"/clubs/tuesday/seasons/{season.slug}/files/season.json")
    assert response["Content-Disposition"] == f'attachment; filename="tuesday-{season.slug}.season.json"'
    data = json.loads(response.content)
    data["entries"][0]["name"] = "Fumi"
    page = send(emi, data)
    assert page.status_code == 200
    assert "They are the same as in the file." in words(page)
    assert not Season.objects.filter(club=other).exists()
    signed = page.context["form"].signed
    response = client_of(emi).post(PATH, {"checked": signed, "confirm": "yes"})
    made = Season.objects.get(club=other)
    assert response["Location"] == made.get_absolute_url()
    assert made.entries.get(order=1).user == fumi
    assert made.entries.filter(user=None).count() == 12
    assert log(other)[-1] == f"Emi took in the season {made.name} from a file of the club Tuesday."
    assert "it was not played here" in words(get(emi, made.get_absolute_url()))
    for path in (
        "standings/1/",
        "standings/2/",
        "rounds/1/",
        "statistics/",
        "draw/1/",
        "entries/",
        "files/season.xlsx",
    ):
        assert get(emi, made.get_absolute_url() + path).status_code == 200, path


def test_a_button_pressed_twice_takes_in_one_season(club: Club, other: Club, ai: User, emi: User) -> None:
    data = file_of(past_season(club, 1), ai)
    assert taken_in(other, emi, data) == taken_in(other, emi, data)
    assert Season.objects.filter(club=other).count() == 1
    assert AuditEntry.objects.filter(action="season_taken_in").count() == 1


def test_a_corrected_file_sent_at_once_is_another_season(club: Club, other: Club, ai: User, emi: User) -> None:
    data = file_of(past_season(club, 1), ai)
    first = taken_in(other, emi, data)
    data["standings"][0]["points"] = "1/3"
    assert taken_in(other, emi, data) != first
    assert Season.objects.filter(club=other).count() == 2


def test_a_difference_from_the_file_is_told(club: Club, ai: User, other: Club, emi: User) -> None:
    data = file_of(past_season(club, 2), ai)
    data["standings"][0] |= {"place": 9, "points": "1/3"}
    del data["standings"][1]
    page = words(send(emi, data))
    assert "In 2 lines they differ from those in the file" in page
    assert "In the file: place 9, 0.33 points." in page
    assert "The file’s standings don’t name them." in page


def test_it_counts_for_no_trophy_and_nobody_is_told(club: Club, ai: User, other: Club, emi: User, fumi: User) -> None:
    before = told(fumi)
    season = past_season(club, 3)
    first = standings(season)[0]
    data = file_of(season, ai)
    at = next(place for place, entry in enumerate(data["entries"]) if entry["name"] == first[2])
    made = taken_in(other, emi, data, **{f"at{at}": fumi})
    assert made.entries.get(user=fumi).standing.place == 1
    assert trophies_of(fumi, emi) == []
    assert told(fumi) == before


# --- What the file holds ---


def test_no_account_no_address_no_secret(club: Club, ai: User) -> None:
    text = json.dumps(file_of(past_season(club, 4), ai))
    assert "@" not in text
    assert "user" not in text
    assert "offers" not in text


def test_records_only_of_matches_that_the_organiser_may_see(club: Club, ai: User, bo: User, chie: User) -> None:
    season = bare_season(club, state="running")
    entries = entered(season, ai, bo, chie, person("dai"))
    table = table_of(season, entries)
    table.game = in_a_room(person("dai"), "Ai", "Bo", "Chie", "Dai", listed=False)
    table.state = "finished"
    table.save()
    season.rounds.update(state="finished")
    Season.objects.filter(pk=season.pk).update(state="finished")
    assert "record" not in file_of(season, bo)["rounds"][0]["tables"][0]
    type(table.game).objects.filter(pk=table.game.pk).update(is_listed=True)
    assert file_of(season, bo)["rounds"][0]["tables"][0]["record"][0]["format"] == "napoleon-record"
    assert "record" not in file_of(season, bo, with_records=False)["rounds"][0]["tables"][0]


@pytest.mark.parametrize("state", ["draft", "registration", "running", "cancelled"])
def test_only_seasons_that_are_over_are_downloaded(club: Club, ai: User, state: str) -> None:
    bare_season(club, state=state)
    assert get(ai, "/clubs/tuesday/seasons/spring/files/season.json").status_code == 409


# --- Files that are refused ---


def change(**values: object) -> Callable[[Json], None]:
    return lambda data: data.update(values)


def in_table(**values: object) -> Callable[[Json], None]:
    return lambda data: data["rounds"][0]["tables"][0].update(values)


def in_deal(**values: object) -> Callable[[Json], None]:
    return lambda data: data["rounds"][0]["tables"][0]["deals"][0].update(values)


def in_entry(**values: object) -> Callable[[Json], None]:
    return lambda data: data["entries"][0].update(values)


BROKEN: dict[str, tuple[Callable[[Json], None], str]] = {
    "version": (change(version=2), "this site reads version 1"),
    "version of text": (change(version="1" * 9000), "this site reads version 1"),
    "format": (change(format="napoleon-record"), "This is not the file of a season."),
    "no rounds": (change(rounds=[]), "“rounds”"),
    "rounds of rounds": (change(rounds={}), "“rounds”"),
    "many entries": (change(entries=[{}] * 401), "“entries”"),
    "rules": (change(rules={"preset": "whist"}), "these rules are unknown here"),
    "rules to come": (change(rules_version=10**9), "“rules_version”"),
    "points": (change(points={"points": "1e999999999"}), "“points”"),
    "clock": (change(clock={"move": -1}), "“clock”"),
    "no settings": (change(settings=None), "“settings”"),
    "future": (change(ended="2999-01-01T00:00:00+00:00"), "“ended”"),
    "name": (change(name="x" * 61), "“name”"),
    "a link as a name": (in_entry(name="see example.com"), "“entries[0].name”"),
    "a NUL": (in_entry(name="A\0i"), "“entries[0].name”"),
    "a surrogate": (in_entry(name="\ud800"), "“entries[0].name”"),
    "division": (in_entry(division=3), "“entries[0].division”"),
    "handicap": (in_entry(handicap="1e9"), "“entries[0].handicap”"),
    "team": (in_entry(team=7), "“entries[0].team”"),
    "score": (in_deal(scores=[99, 0, 0, 0, 0]), "“rounds[0].tables[0].deals[0].scores[0]”"),
    "scores": (in_deal(scores=[0, 0]), "“rounds[0].tables[0].deals[0].scores”"),
    "true is no score": (in_deal(scores=[True] * 5), "scores[0]”"),
    "napoleon": (in_deal(napoleon=5), "napoleon”"),
    "made": (in_deal(made=1), "made”"),
    "players": (in_deal(players=[400] * 5), "players[0]”"),
    "bots": (in_deal(bots=[-1]), "bots[0]”"),
    "seat": (in_table(seats=[0, 0, 1, 2, 3]), "somebody has two places in this round"),
    "size": (in_table(seats=[0, 2]), "the rules don’t allow a table of this size"),
    "deals": (in_table(deals=[], is_void=False), "a table that counts has results"),
    "too many deals": (in_table(deals=[{}] * 4), "deals”"),
    "record": (in_table(record=[{"format": "napoleon-record", "version": 1}]), "the record breaks the rules"),
    "no record": (in_table(record="x"), "record”"),
    "adjustment": (change(adjustments=[{"entry": 0, "points": "0", "reason": "x"}]), "adjustments[0].points”"),
    "points of a standing": (change(standings=[{"entry": 0, "place": 1, "points": "1/0"}]), "standings[0].points”"),
    "standing": (change(standings=[{"entry": 99, "place": 1, "points": "1"}]), "standings[0].entry”"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_cannot_be_right_is_refused_by_its_place(club: Club, ai: User, what: str) -> None:
    data = file_of(past_season(club, 5), ai)
    breaks, expected = BROKEN[what]
    breaks(data)
    with pytest.raises(FileRefused) as refusal:
        read.read(data)
    assert expected in str(refusal.value)


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"\xff\xfe\x00", b"[" * 100_000, b"[]", b"null", b'{"format": NaN}', b"9" * 5000, b" " * 8_000_001],
    ids=["empty", "half", "bytes", "deep", "list", "null", "nan", "number", "large"],
)
def test_what_is_no_file_of_a_season_is_refused(other: Club, emi: User, data: bytes) -> None:
    page = send(emi, data)
    assert page.status_code == 422
    assert "This is not the file of a season" in words(page) or "The file is too large." in words(page) or not data


def test_a_refused_file_leaves_nothing_behind(club: Club, ai: User, other: Club, emi: User) -> None:
    data = file_of(past_season(club, 6), ai)
    data["rounds"][2]["tables"][0]["seats"] = []
    assert send(emi, data, confirm="yes").status_code == 422
    assert not Season.objects.filter(club=other).exists()
    assert not AuditEntry.objects.filter(action="season_taken_in").exists()


def test_only_what_was_checked_is_confirmed(club: Club, ai: User, other: Club, emi: User) -> None:
    page = send(emi, file_of(past_season(club, 7), ai))
    signed = page.context["form"].signed
    for wrong in (signed[:-1] + "x", "", "x", signed.replace(":", "")):
        assert client_of(emi).post(PATH, {"checked": wrong, "confirm": "yes"}).status_code == 422
    assert not Season.objects.filter(club=other).exists()


def test_a_member_stands_behind_one_name(club: Club, ai: User, other: Club, emi: User) -> None:
    page = send(emi, file_of(past_season(club, 8), ai))
    data = {"checked": page.context["form"].signed, "confirm": "yes", "who-0": "Fumi", "who-1": "Fumi", "who-2": "Zoe"}
    page = client_of(emi).post(PATH, data)
    assert page.status_code == 422
    assert "Fumi stands behind two names." in words(page)
    assert "No member of the club is called “Zoe”." in words(page)
    assert not Season.objects.filter(club=other).exists()


def test_who_left_meanwhile_stands_behind_no_name(club: Club, ai: User, other: Club, emi: User, dai: User) -> None:
    data = file_of(past_season(club, 9), ai)
    with pytest.raises(Exception, match="Somebody has left the club"):
        taken_in(other, emi, data, at0=dai)
    add(other, dai)
    assert taken_in(other, emi, data, at0=dai).entries.get(order=1).user == dai


def test_a_record_has_the_results_of_its_table(club: Club, other: Club, ai: User, emi: User) -> None:
    season = recorded_season(club, ai)
    data = file_of(season, ai)
    assert taken_in(other, emi, data).imported_at is not None
    deal = data["rounds"][0]["tables"][0]["deals"][0]
    deal["made"] = not deal["made"]
    with pytest.raises(FileRefused, match="the record has other results than the table"):
        read.read(data)


def recorded_season(club: Club, ai: User) -> Season:
    """A season with one table, for which a match counts whose players sat in other seats."""
    season = bare_season(club, state="running", rounds_planned=1, closing="pro_rata")
    entries = entered(season, *(person(name) for name in ("ai", "bo", "chie", "dai")))
    table = table_of(season, entries)
    match = in_a_room(
        ai, "Dai", "Chie", "Bo", "Ai", members=[entry.user for entry in entries if entry.user], rules=FOUR
    )
    accept.accept_match(
        club_id=club.pk, user=ai, season_id=season.pk, table_id=table.pk, slug=match.slug, seats=[3, 2, 1, 0]
    )
    season.refresh_from_db()
    assert season.state == "finished"
    return season
