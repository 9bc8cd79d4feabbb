"""Files of clubs and seasons, as other programs read them."""

import csv
import io
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar
from openpyxl import load_workbook

from leagues.exports.csv_format import format_cell
from leagues.models import Club, Entry, Season
from leagues.standings.core import Scheme
from players.models import CalendarFeed, User
from tests.support.cast import everybody
from tests.support.clubs import tuesday
from tests.support.played_seasons import AT, bye, division_of, season_of, table, tallied
from tests.support.visits import client_of, get, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
HERE = "/clubs/tuesday/seasons/spring/"


@world
def season() -> Season:
    club, (ai, bo, chie, dai, _) = tuesday(), everybody()
    made = season_of(club, ai, bo, chie, dai, scheme=Scheme(bye=Fraction(1), tie_breaks=("head_to_head",)))
    table(made, "1/1", [ai, bo, chie], "4 2 -1 made 0", "0 2 2 lost 1")
    bye(made, 1, dai)
    table(made, "2/1", [bo, None, dai], "1 1 0", state="running")
    tallied(made)
    return made


def body(response: HttpResponse) -> str:
    return b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]


def rows(what: str, user: User | None = None) -> list[dict[str, str]]:
    response = get(user, f"{HERE}files/{what}.csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="tuesday-spring-{what}.csv"'
    found = body(response)
    assert found.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(found[1:])))


def column(what: str, *names: str) -> list[str]:
    return [" ".join(row[name] for name in names) for row in rows(what)]


def test_standings(season: Season) -> None:
    assert column("standings", "place", "name", "points", "played") == [
        "1 Bo 5 1",
        "2 Ai 4 1",
        "3 Chie 1 1",
        "3 Dai 1 1",
    ]
    bo, ai, chie, _ = rows("standings")
    # At their second table a deal is finished, and one is still to come.
    assert (bo["rounds"], bo["least"], bo["most"]) == ("1:4 2:1*", "5", "15")
    assert (ai["rounds"], ai["least"], ai["most"]) == ("1:4", "4", "4")
    assert chie["tie_breaks"] == "head_to_head=0"


def test_seatings_name_bots_and_byes(season: Season) -> None:
    assert column("seatings", "round", "table", "seat", "name", "kind") == [
        "1 1 1 Ai seat",
        "1 1 2 Bo seat",
        "1 1 3 Chie seat",
        "2 1 1 Bo seat",
        "2 1 2  bot",
        "2 1 3 Dai seat",
        "1   Dai bye",
    ]


def test_results_hold_every_deal(season: Season) -> None:
    assert column("results", "round", "deal", "name", "score", "role", "made")[:6] == [
        "1 1 Ai 4 napoleon 1",
        "1 1 Bo 2 ally 1",
        "1 1 Chie -1 ally 1",
        "1 2 Ai 0 ally 0",
        "1 2 Bo 2 napoleon 0",
        "1 2 Chie 2 ally 0",
    ]


def test_members_in_the_order_of_registration(season: Season) -> None:
    assert column("members", "order", "name", "division", "state") == [
        "1 Ai 1 entered",
        "2 Bo 1 entered",
        "3 Chie 1 entered",
        "4 Dai 1 entered",
    ]


def test_who_asked_in_vain_is_not_among_the_members(season: Season, emi: User) -> None:
    Entry.objects.create(season=season, user=emi, state=Entry.State.REFUSED, order=5, applied_at=AT)
    Entry.objects.filter(user__name="Dai").update(state=Entry.State.WITHDRAWN)
    # That an organiser has removed her, the club's own log tells.
    Entry.objects.filter(user__name="Chie").update(state=Entry.State.REFUSED)
    assert column("members", "name", "state") == ["Ai entered", "Bo entered", "Chie withdrawn", "Dai withdrawn"]


def test_the_members_of_a_club_without_their_addresses(club: Club, ai: User, chie: User) -> None:
    found = body(get(chie, "/clubs/tuesday/members.csv"))
    assert [line[:3] for line in csv.reader(found.splitlines()[1:])] == [
        ["Ai", f"#{ai.pk}", "owner"],
        ["Bo", f"#{ai.pk + 1}", "organiser"],
        ["Chie", f"#{chie.pk}", "member"],
    ]
    assert "@" not in found


def test_moments_are_by_the_clock_of_who_asks(season: Season, club: Club, chie: User) -> None:
    User.objects.filter(pk=chie.pk).update(time_zone="Asia/Tokyo")
    assert rows("members", chie)[0]["applied_at"] == "2026-03-01T21:00:00+09:00"
    assert body(get(chie, "/clubs/tuesday/members.csv")).count("+09:00") == 3


def test_there_are_no_other_tables(season: Season) -> None:
    assert get(None, f"{HERE}files/secrets.csv").status_code == 404


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "＝1", '=HYPERLINK("http://x","y")'])
def test_names_are_no_formulas(name: str, season: Season, ai: User) -> None:
    User.objects.filter(pk=ai.pk).update(name=name)
    for what in ("members", "seatings", "results", "standings"):
        assert f"'{name}" in [row["name"] for row in rows(what)]
        assert name not in [row["name"] for row in rows(what)]


def test_a_semicolon_in_a_name_begins_no_cell(season: Season, ai: User) -> None:
    """LibreOffice separates by commas, semicolons and tabs, but not within quotation marks."""
    User.objects.filter(pk=ai.pk).update(name="Ai;=1+1")
    for what in ("members", "seatings", "results", "standings"):
        heading, *lines = body(get(None, f"{HERE}files/{what}.csv")).splitlines()
        assert any('"Ai;=1+1"' in line for line in lines)
        assert '"' not in heading


def test_numbers_stay_numbers() -> None:
    assert [format_cell(value) for value in (-3, Fraction(-1, 3), Fraction(7, 2), 0)] == ["-3", "-0.333333", "3.5", "0"]


@pytest.mark.parametrize("what", ["members", "seatings", "results", "standings"])
def test_queries_do_not_grow(what: str, season: Season, cast: list[User]) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as captured:
            body(client_of(None).get(f"{HERE}files/{what}.csv"))
        return len(captured)

    before = count()
    for number in range(2, 12):
        user = User.objects.create(name=f"P{number}", email=f"p{number}@example.org")
        Entry.objects.create(
            season=season,
            division=division_of(season),
            user=user,
            state="entered",
            order=number + 10,
            applied_at=season.created_at,
        )
        table(season, f"1/{number}", [user, cast[0]], "1 2", "2 1")
    tallied(season)
    assert count() == before <= 8


# --- Calendar ---


def test_the_calendar_of_rounds(season: Season, ai: User) -> None:
    noon = datetime(2026, 12, 1, 12, tzinfo=UTC)
    first = season.rounds.get(number=1)
    season.rounds.filter(number=2).update(opened_at=None)
    season.rounds.filter(number=1).update(opens_at=noon, closes_at=noon + timedelta(days=7), opened_at=None)
    [event] = Calendar.from_ical(get(None, "/clubs/tuesday/rounds.ics").content).walk("VEVENT")
    assert event["summary"] == "Spring: round 1"
    assert (event.start, event.end) == (noon, noon + timedelta(days=7))
    assert str(event["url"]).endswith("/clubs/tuesday/seasons/spring/")
    assert event["uid"] == f"round-{first.pk}@napoleon-league"
    Season.objects.update(state="draft", announced_at=None)
    assert not Calendar.from_ical(get(ai, "/clubs/tuesday/rounds.ics").content).walk("VEVENT")


def test_a_round_that_opens_after_the_last_is_in_the_calendar_from_then_on(season: Season) -> None:
    noon = datetime(2026, 12, 1, 12, tzinfo=UTC)
    season.rounds.update(opens_at=None, closes_at=None, opened_at=None)
    assert not Calendar.from_ical(get(None, "/clubs/tuesday/rounds.ics").content).walk("VEVENT")
    season.rounds.filter(number=2).update(opened_at=noon, closes_at=noon + timedelta(days=7))
    [event] = Calendar.from_ical(get(None, "/clubs/tuesday/rounds.ics").content).walk("VEVENT")
    assert event["summary"] == "Spring: round 2"
    assert (event.start, event.end) == (noon, noon + timedelta(days=7))


def test_a_club_that_is_not_public_has_secret_addresses(season: Season, chie: User, emi: User) -> None:
    Club.objects.update(is_public=False)
    for user in (chie, emi):
        CalendarFeed.objects.create(user=user, token=f"secret-{user.name}")
    assert get(None, "/clubs/tuesday/rounds.ics").status_code == 404
    assert get(None, "/clubs/tuesday/rounds/secret-Chie.ics").status_code == 200
    assert get(None, "/clubs/tuesday/rounds/secret-Emi.ics").status_code == 404
    assert get(None, "/clubs/tuesday/rounds/guessed.ics").status_code == 404
    assert "/clubs/tuesday/rounds/secret-Chie.ics" in text(get(chie, "/clubs/tuesday/files/"))
    # The service worker of who follows the link would take Chie for the browser's new reader, and end its push.
    assert get(emi, "/clubs/tuesday/rounds/secret-Chie.ics")["X-Reader"] == str(emi.pk)


def sheets(response: HttpResponse) -> dict[str, list[tuple[object, ...]]]:
    workbook = load_workbook(io.BytesIO(response.content))
    return {page.title: list(page.iter_rows(values_only=True)) for page in workbook.worksheets}


def test_a_workbook_has_everything_in_words(season: Season) -> None:
    found = sheets(get(None, f"{HERE}files/season.xlsx"))
    assert list(found) == ["Members", "Seatings", "Results", "Standings"]
    assert found["Standings"][0][:5] == ("Division", "Place", "Name", "Points", "Played")
    assert found["Standings"][1][:5] == ("Division 1", 1, "Bo", 5, 1)
    assert found["Results"][0][:4] == ("Round", "Division", "Table", "State")
    assert found["Results"][1][:4] == (1, "Division 1", 1, "finished")


def test_a_workbook_is_in_the_language_of_its_reader(season: Season) -> None:
    found = sheets(client_of(None).get(f"{HERE}files/season.xlsx", headers={"accept-language": "ja"}))
    assert found["順位表"][0][2] == "名前"
