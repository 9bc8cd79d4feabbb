"""The pages of a knock-out: the bracket, marks in the standings, how far each member came, and what files say."""

from csv import DictReader

import pytest

from leagues.models import Club, Round, Season, Standing
from leagues.standings.bracket import bracket_of
from leagues.standings.core import Scheme
from leagues.standings.fates import step_in_words
from leagues.standings.history import history_of
from players.models import User
from tests.support.cast import person
from tests.support.played_seasons import AT, bye, division_of, entry, season_of, table, tallied
from tests.support.visits import get, queries, text

pytestmark = pytest.mark.django_db
SEASON = "/clubs/tuesday/seasons/spring/"


@pytest.fixture
def people(club: Club) -> list[User]:
    return [person(name) for name in ("ai", "chie", "dai", "emi", "fumi", "gen", "hana", "itsu")]


@pytest.fixture
def season(club: Club, people: list[User]) -> Season:
    """Two of each of two tables go on; Dai and Chie are level, and Chie entered first."""
    scheme = Scheme(tie_breaks=("head_to_head",))
    made = season_of(club, *people, scheme=scheme, pairing="out", announced_at=AT, preset="four")
    ai, chie, dai, emi, fumi, gen, hana, itsu = people
    table(made, "1/1", [ai, chie, dai, emi], "9 5 5 0")
    table(made, "1/2", [fumi, gen, hana, itsu], "1 2 3 4")
    finish(made, 1)
    tallied(made)
    return made


def finish(season: Season, number: int) -> None:
    Round.objects.filter(season=season, number=number).update(state="finished", closed_at=AT)


def final(season: Season, people: list[User]) -> None:
    ai, chie, _dai, _emi, _fumi, _gen, hana, itsu = people
    table(season, "2/1", [ai, chie, hana, itsu], "0 1 2 3")
    finish(season, 2)
    Season.objects.filter(pk=season.pk).update(state="finished")
    season.refresh_from_db()
    tallied(season)


def standings_file() -> list[dict[str, str]]:
    lines = get(None, f"{SEASON}files/standings.csv").getvalue().decode("utf-8-sig").splitlines()
    return [*DictReader(lines)]


def names(season: Season, number: int) -> list[list[str]]:
    round_ = bracket_of(division_of(season), User())[number - 1]
    return [[f"{seat.name}{' →' if seat.is_on else ''}" for seat in each.seats] for each in round_.tables]


def test_the_bracket_shows_who_went_on_from_each_table(season: Season) -> None:
    assert names(season, 1) == [["Ai →", "Chie →", "Dai", "Emi"], ["Itsu →", "Hana →", "Gen", "Fumi"]]
    waiting = bracket_of(division_of(season), User())[1]
    assert [seat.name for seat in waiting.waiting] == ["Ai", "Chie", "Itsu", "Hana"]
    page = text(get(None, f"{SEASON}standings/1/bracket/"))
    assert "Still to be drawn" in page
    assert page.count("level, by the better seed") == 2


def test_the_last_round_is_the_final(season: Season, people: list[User]) -> None:
    final(season, people)
    last = bracket_of(division_of(season), people[0])[-1]
    assert (last.title, last.is_final) == ("Final", True)
    assert [(seat.name, seat.place, seat.points) for seat in last.tables[0].seats] == [
        ("Itsu", 1, "3"),
        ("Hana", 2, "2"),
        ("Chie", 3, "1"),
        ("Ai", 4, "0"),
    ]
    assert [seat.is_me for seat in last.tables[0].seats] == [False, False, False, True]
    assert ">Final</a>" in text(get(None, f"{SEASON}standings/1/bracket/"))


def test_a_bye_goes_on(season: Season, people: list[User]) -> None:
    late = person("jun")
    season.entries.create(
        user=late, state="entered", order=9, applied_at=AT, entered_at=AT, division=division_of(season)
    )
    bye(season, 1, late)
    tallied(season)
    [free] = bracket_of(division_of(season), User())[0].byes
    assert (free.name, free.is_on, free.points) == ("Jun", True, "")


def test_the_standings_mark_who_is_in_and_who_is_out(season: Season, people: list[User]) -> None:
    page = text(get(None, f"{SEASON}standings/1/"))
    assert page.count("still in</span>") == 4
    assert page.count("out in round 1</span>") == 4
    assert "can still finish 1st to 4th" in page
    assert "will finish 5th" in page
    final(season, people)
    page = text(get(None, f"{SEASON}standings/1/"))
    assert page.count("out in round 1</span>") == 4
    assert "still in" not in page


def test_a_members_page_tells_how_far_they_came(season: Season, people: list[User]) -> None:
    final(season, people)
    page = text(get(None, f"{SEASON}standings/1/{entry(season, people[1]).pk}/"))
    assert "Round 1, table 1: 2nd of 4, goes on, level, by the better seed" in page
    assert "Round 2, table 1: 3rd of 4, the final" in page
    out = text(get(None, f"{SEASON}standings/1/{entry(season, people[2]).pk}/"))
    assert "Round 1, table 1: 3rd of 4, is out, level, by the better seed" in out


def test_the_places_after_each_round_put_those_who_went_on_first(season: Season, people: list[User]) -> None:
    final(season, people)
    history = history_of(division_of(season), User())
    found = {line.standing.entry.name: line.places for line in history.lines}
    assert found["Itsu"] == [3, 1]
    assert found["Dai"] == [5, 5]
    assert found["Fumi"] == [7, 7]
    assert found["Ai"] == [1, 4]


def test_the_file_says_who_is_in(season: Season, people: list[User]) -> None:
    rows = standings_file()
    assert [(row["name"], row["last_round"], row["fate"]) for row in rows[:1] + rows[-1:]] == [
        ("Ai", "1", "in"),
        ("Emi", "1", "out"),
    ]
    final(season, people)
    rows = standings_file()
    assert [(row["name"], row["last_round"], row["fate"]) for row in rows[:1]] == [("Itsu", "2", "")]


def test_a_frame_of_another_site_marks_them_too(season: Season) -> None:
    assert text(get(None, f"/embed{SEASON}standings/1/")).count("out in round 1") == 4


def test_a_league_has_no_bracket(club: Club, people: list[User]) -> None:
    season_of(club, *people, announced_at=AT)
    assert get(None, f"{SEASON}standings/1/bracket/").status_code == 404


def test_more_rounds_take_no_more_queries(season: Season, people: list[User]) -> None:
    path = f"{SEASON}standings/1/bracket/"
    before = queries(people[0], path)
    final(season, people)
    assert queries(people[0], path) == before <= 12


def test_every_step_has_its_words() -> None:
    step = {"round": 1, "table": 2, "place": 3, "of": 5, "on": True, "by": "points"}
    assert step_in_words(step) == "3rd of 5, goes on"
    assert step_in_words({**step, "by": "others_left"}) == "3rd of 5, goes on, moved up for somebody who does not go on"
    assert step_in_words({**step, "by": "strength"}) == (
        "3rd of 5, goes on, level, by the tie-break: strength of the opponents"
    )
    assert step_in_words({**step, "table": 0}) == "goes on with a bye"
    assert step_in_words({**step, "place": 0, "on": None}) == "still runs"


def test_nothing_is_stored_of_it_outside_of_knock_outs(club: Club, people: list[User]) -> None:
    made = season_of(club, *people[:4], announced_at=AT, preset="four")
    table(made, "1/1", [*people[:4]], "4 3 2 1")
    tallied(made)
    assert not any("on" in result for line in Standing.objects.all() for result in line.results_json)
