"""Divisions and seeds from a list: each line is shown with what it does, and all of it is done or none."""

from collections.abc import Sequence

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from infrastructure.workbooks import Sheet, written
from leagues.draws.seating_request import request_of
from leagues.entries import services as entries
from leagues.models import AuditEntry, Club, Division, Entry, Season
from leagues.people_import.division_lines import parse_division_lines
from leagues.people_import.division_plan import plan_of
from leagues.people_import.rows import ImportRefused
from leagues.seasons import services
from players.models import User
from tests.support.cast import person
from tests.support.clubs import add, log
from tests.support.stored_seasons import bare_season, drawn_season, entered, quick_draws  # noqa: F401
from tests.support.table_pages import words
from tests.support.visits import client_of, get, post

pytestmark = pytest.mark.django_db
PATH = "/clubs/tuesday/seasons/spring/divisions/import/"


@pytest.fixture
def people(club: Club, ai: User, bo: User, chie: User, dai: User) -> list[User]:
    add(club, dai)
    return [ai, bo, chie, dai]


@pytest.fixture
def season(club: Club, people: Sequence[User]) -> Season:
    """Ai, Bo, Chie and Dai have entered; two divisions, of which one goes up and one down."""
    made = bare_season(club, state="registration")
    Division.objects.filter(season=made).update(name="A", relegated=1)
    Division.objects.create(season=made, number=2, promoted=1)
    entered(made, *people)
    return made


def told(season: Season, text: str, *, last: bool = False) -> list[str]:
    """What the preview says of each line."""
    plan = plan_of(season, parse_division_lines(text), is_last_table=last)
    return [f"{one.line.number} {one.line.name}: {one.line.error or one.what}" for one in plan.lines]


def send(user: User, text: str, **data: str) -> HttpResponse:
    return client_of(user).post(PATH, {"text": text, **data})


def apply(user: User, season: Season, text: str, **data: str) -> HttpResponse:
    """Confirm what the preview shows."""
    plan = plan_of(season, parse_division_lines(text), is_last_table="is_last_table" in data)
    return send(user, text, seen=plan.digest, confirm="yes", **data)


def seats(season: Season) -> str:
    """Everybody in the order of the seeds, by division."""
    found = season.entries.filter(state="entered").select_related("user", "division")
    ordered = sorted(found, key=lambda entry: (entry.division.number if entry.division else 9, entry.order))
    return " ".join(f"{entry.name}{entry.division.number if entry.division else '-'}" for entry in ordered)


# --- What a line does ---


def test_every_line_says_what_it_does(season: Season, bo: User) -> None:
    text = f"name,division,seed\nDai,a,1\n#{bo.pk},2,\nChie,Division 2,3\nAi,,2\n"
    assert told(season, text) == [
        "2 Dai: stays in A, seed 1",
        "3 Bo: moves from A to Division 2",
        "4 Chie: moves from A to Division 2, seed 1",
        "5 Ai: seed 2",
    ]


def test_members_who_have_not_entered_are_entered(season: Season, club: Club, emi: User) -> None:
    add(club, emi)
    assert told(season, "name;division;rank\nEmi;2;1") == ["2 Emi: enters the season, plays in Division 2, seed 1"]


def test_what_is_wrong_with_a_line(season: Season, club: Club, emi: User) -> None:
    add(club, emi)
    season.entries.filter(user__name="Chie").update(state=Entry.State.WAITING)
    season.entries.filter(user__name="Dai").update(state=Entry.State.APPLIED)
    text = "name,division,seed\nFumi,1,1\nAi,C,1\nAi,1,1\nBo,1,1\n,1,4\nChie,1,\nDai,1,\nEmi,1,first\nAi2,1,0\n"
    assert told(season, text)[0] == "2 Fumi: No member of the club is called “Fumi”."
    assert [line.split(": ", 1)[1] for line in told(season, text)[1:]] == [
        "This season has no division “C”. It has: A, Division 2.",
        "The same as line 3.",
        "stays in A, seed 1",
        "Nobody is named here.",
        "Chie is on the waiting list.",
        "This entry waits for approval.",
        "“first” is no seed or place: a whole number from 1 to 999.",
        "No member of the club is called “Ai2”.",
    ]


@pytest.mark.parametrize("rank", ["0", "-1", "1.5", "1000", "9" * 5000, "=1"])
def test_a_seed_is_a_whole_number(season: Season, rank: str) -> None:
    [line] = told(season, f"name,seed\nAi,{rank}")
    assert "no seed or place" in line


def test_a_seed_is_given_once_in_a_division(season: Season) -> None:
    text = "name,division,seed\nAi,1,1\nBo,2,1\nChie,1,1"
    assert told(season, text)[2] == "4 Chie: Seed 1 of this division is in line 2 already."
    assert "already" not in told(season, text)[1]


def test_a_full_season_takes_nobody_more(season: Season, club: Club, emi: User) -> None:
    add(club, emi)
    Season.objects.update(cap=4)
    season.refresh_from_db()
    assert told(season, "name,division\nEmi,1") == ["2 Emi: The season is full."]


@pytest.mark.parametrize("text", ["Ai\nBo", "name\nAi", "division,seed\n1,1", "", "name,division\n", "name,division"])
def test_a_list_needs_a_heading_with_people_and_what_to_do_with_them(text: str) -> None:
    with pytest.raises(ImportRefused):
        parse_division_lines(text)


def test_headings_in_japanese(season: Season) -> None:
    assert told(season, "名前\t部\tシード\nDai\tA\t1") == ["2 Dai: stays in A, seed 1"]


# --- The table of the last season ---


def test_the_table_of_the_last_season_promotes_relegates_and_seeds(season: Season, club: Club, emi: User) -> None:
    add(club, emi)
    # Emi was first below but does not come back: her place stays empty.
    text = "division,place,name\n1,1,Dai\n1,2,Bo\n2,1,Emi\n2,2,Chie\n2,3,Ai\n"
    assert told(season, text, last=True) == [
        "2 Dai: stays in A, seed 1",
        "3 Bo: goes down to Division 2, seed 1",
        "4 Emi: not in this season: left out",
        "5 Chie: stays in Division 2, seed 2",
        "6 Ai: stays in Division 2, seed 3",
    ]


def test_who_had_no_place_is_not_promoted(season: Season) -> None:
    text = "division,place,name\n1,1,Dai\n1,1,Bo\n2,,Chie\n2,3,Ai\n"
    assert told(season, text, last=True) == [
        "2 Dai: stays in A, seed 1",
        "3 Bo: goes down to Division 2, seed 1",
        "4 Chie: stays in Division 2, seed 2",
        "5 Ai: goes up to A, seed 2",
    ]


def test_the_file_of_standings_is_such_a_table(season: Season, ai: User) -> None:
    services.copy(club_id=season.club_id, user=ai, season_id=season.pk, slug="fall", name="Fall")
    text = '"division","place","name","points"\n"1","2","Ai","4"\n"1","1","Bo","5"\n'
    assert told(season, text, last=True) == ["2 Ai: goes down to Division 2, seed 1", "3 Bo: stays in A, seed 1"]


def test_each_line_of_a_table_has_a_division(season: Season) -> None:
    assert told(season, "name,place\nAi,1", last=True) == ["2 Ai: No division is named here."]


# --- Carrying it out ---


def test_a_list_is_shown_first_then_carried_out(season: Season, club: Club, ai: User, emi: User) -> None:
    add(club, emi)
    text = "name,division,seed\nDai,1,1\nAi,1,2\nEmi,2,2\nBo,2,1\n"
    page = send(ai, text)
    assert page.status_code == 200
    assert "1 member of the season is not on the list" in words(page)
    assert seats(season) == "Ai1 Bo1 Chie1 Dai1"
    assert apply(ai, season, text).status_code == 302
    assert seats(season) == "Dai1 Ai1 Chie1 Bo2 Emi2"
    season.refresh_from_db()
    assert season.is_seeded
    assert log(club)[-1] == "Ai set the divisions and seeds of 4 members of Spring by a list."


def test_only_divisions_leave_the_order_alone(season: Season, ai: User) -> None:
    before = dict(season.entries.values_list("user__name", "order"))
    apply(ai, season, "name,division\nAi,2\nDai,2")
    assert dict(season.entries.values_list("user__name", "order")) == before
    season.refresh_from_db()
    assert not season.is_seeded


def test_the_waiting_list_keeps_its_order(season: Season, club: Club, ai: User, emi: User) -> None:
    add(club, emi)
    entered(season, emi)
    season.entries.filter(user=emi).update(state=Entry.State.WAITING)
    apply(ai, season, "name,seed\nDai,1\nChie,2\nBo,3\nAi,4")
    assert [entry.name for entry in season.entries.order_by("order")] == ["Dai", "Chie", "Bo", "Ai", "Emi"]


def test_a_workbook_is_such_a_list(season: Season, ai: User) -> None:
    data = written([Sheet("Seeds", ["Name", "Division", "Seed"], [["Chie", "A", 1], ["Ai", 2, 1]])])
    page = client_of(ai).post(PATH, {"file": SimpleUploadedFile("seeds.xlsx", data)})
    assert "stays in A, seed 1" in words(page)
    assert "moves from A to Division 2, seed 1" in words(page)


def test_errors_keep_everything_as_it_was(season: Season, ai: User) -> None:
    text = "name,division\nDai,2\nNobody,2\n"
    page = apply(ai, season, text)
    assert page.status_code == 409
    assert "Correct the lines with errors first." in words(page)
    assert seats(season) == "Ai1 Bo1 Chie1 Dai1"
    assert not AuditEntry.objects.filter(action="divisions_listed").exists()


def test_a_list_that_would_now_do_something_else_is_shown_again(season: Season, ai: User, dai: User) -> None:
    text = "name,division,seed\nDai,2,1\n"
    seen = plan_of(season, parse_division_lines(text), is_last_table=False).digest
    entries.remove(
        club_id=season.club_id, user=ai, season_id=season.pk, entry_id=season.entries.get(user__name="Bo").pk
    )
    page = send(ai, text, seen=seen, confirm="yes")
    assert page.status_code == 409
    assert "Something has changed" in words(page)
    assert "Set divisions and seeds" in words(page)
    assert seats(season) == "Ai1 Chie1 Dai1"


@pytest.mark.parametrize("state", ["running", "finished", "cancelled"])
def test_a_season_that_has_begun_takes_no_list(season: Season, ai: User, state: str) -> None:
    Season.objects.update(state=state)
    assert post(ai, PATH, text="name,division\nDai,2").status_code == 409
    assert PATH not in get(ai, "/clubs/tuesday/seasons/spring/entries/").content.decode()


@pytest.mark.usefixtures("quick_draws")
def test_a_drawn_season_takes_no_list_until_it_is_unlocked(club: Club, people: Sequence[User], ai: User) -> None:
    drawn_season(club, ai, people)
    page = post(ai, PATH, text="name,seed\nDai,1")
    assert page.status_code == 409
    assert "Unlock the draw first" in words(page)


def test_the_page_of_entries_leads_to_it(season: Season, ai: User) -> None:
    assert PATH in get(ai, "/clubs/tuesday/seasons/spring/entries/").content.decode()
    assert client_of(person("chie")).get(PATH).status_code == 403


def test_a_seeded_knock_out_is_drawn_by_its_seeds(season: Season, ai: User) -> None:
    Season.objects.update(pairing="out")
    Division.objects.filter(number=2).delete()
    division = Division.objects.select_related("season").get()
    assert set(request_of(division, 1).places) == {1}
    apply(ai, season, "name,seed\nDai,1\nBo,2")
    request = request_of(Division.objects.select_related("season").get(), 1)
    names = dict(Entry.objects.values_list("pk", "user__name"))
    assert [names[key] for key in request.members] == ["Dai", "Bo", "Ai", "Chie"]
    assert request.places == (1, 2, 3, 4)
