"""Deals that a substitute has played, from the question to the last card: all pages and files name who played them."""

import csv
import io
from html import unescape
from typing import Any

import pytest

from leagues.clubs.services import admit
from leagues.draws import services as draws
from leagues.entries import services as entries
from leagues.models import Season, Standing, Table
from leagues.seasons import divisions, sweep
from leagues.seasons import services as seasons
from leagues.standings.store import update_standings
from leagues.substitutes import services as substitutes
from players.models import User
from tests.support import table_pages
from tests.support.cast import person
from tests.support.clubs import tuesday
from tests.support.stored_seasons import crowd, enter, open_season, play_out, started, table_at
from tests.support.substitutes import answer, replace, seat_of
from tests.support.visits import get, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
SEASON = "/clubs/tuesday/seasons/spring/"


@world
def season() -> Season:
    """Chie plays all deals in the seat of P02, whom an organiser has replaced before the first card."""
    bo, chie = person("bo"), person("chie")
    made = started(tuesday(), bo, crowd(4), substitute_hours=12, credit="deals")
    admit(made.club, chie)
    substitutes.volunteer(club_id=made.club_id, user=chie, season_id=made.pk)
    replace(made, bo, "P02")
    answer(made, chie, accept=True)
    play_out(table_at(made, "1-1"))
    for division in made.divisions.all():
        update_standings(division.pk, in_full=True)
    return made


def words(user: User | None, path: str) -> str:
    return unescape(text(get(user, path)))


def seen(path: str) -> str:
    """The page without its tags."""
    return unescape(table_pages.text(get(None, path)))


def deals_of(table: Table) -> int:
    assert table.deals_json
    return len(table.deals_json)


def test_the_file_of_results_names_them(season: Season) -> None:
    response: Any = get(None, f"{SEASON}files/results.csv")
    found = csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode()[1:]))
    assert [row["played_by"] for row in found if row["name"] == "P02"] == ["Chie"] * deals_of(table_at(season, "1-1"))


def test_so_do_the_score_sheets(season: Season) -> None:
    assert seen(f"{SEASON}sheets/1/").count("played by Chie") == deals_of(table_at(season, "1-1"))


def test_so_does_the_page_of_the_round_on_screen_and_on_paper(season: Season) -> None:
    assert seen(f"{SEASON}rounds/1/").count("played by Chie") == deals_of(table_at(season, "1-1"))


def test_so_do_figures_and_the_owner_did_not_miss_the_round(season: Season) -> None:
    entry = seat_of(season, "P02").entry_id
    page = seen(f"{SEASON}standings/1/{entry}/")
    assert "Round 1: others played all deals in this seat" in page
    assert "not at a table" not in page
    standings = words(None, f"{SEASON}standings/1/")
    assert 'title="others played in this seat"' in standings
    assert 'title="no table in this round"' not in standings


def test_so_does_the_review(season: Season, chie: User) -> None:
    game = table_at(season, "1-1").game
    assert game is not None
    page = words(chie, f"/t/{game.slug}/review/1/0/")
    assert "Chie" in page.partition("<footer")[0]
    assert "P02" not in page.partition("<footer")[0]


def test_they_keep_the_deals_when_they_withdraw() -> None:
    bo, chie = person("bo"), person("chie")
    values = {"credit": "deals", "rounds_planned": 3, "late_until": 3}
    made = started(tuesday(), bo, crowd(4), substitute_hours=12, **values)
    admit(made.club, chie)
    substitutes.volunteer(club_id=made.club_id, user=chie, season_id=made.pk)
    replace(made, bo, "P02")
    answer(made, chie, accept=True)
    entries.add(club_id=made.club_id, user=bo, season_id=made.pk, person=chie)
    play_out(table_at(made, "1-1"))
    entries.withdraw(club_id=made.club_id, user=chie, season_id=made.pk)
    update_standings(made.divisions.get().pk, in_full=True)
    assert Standing.objects.get(entry__user=chie).results_json[0]["how"] == "table"


def test_a_member_of_another_division_gets_the_points_in_their_own(django_capture_on_commit_callbacks: Any) -> None:
    bo, people = person("bo"), crowd(8)
    made = open_season(tuesday(), bo, credit="deals")
    ids: dict[str, Any] = {"club_id": made.club_id, "user": bo, "season_id": made.pk}
    divisions.set_divisions(**ids, divisions=[divisions.WantedDivision("", None, 0, 0)] * 2)
    enter(made, *people)
    divisions.assign(**ids, order="registration")
    for number in (1, 2):
        draws.lock(**ids, number=number, draw_id=draws.rehearse(**ids, number=number, seed=1).pk)
    seasons.start(**ids)
    sweep.advance_season(made.pk)
    guest = people[7]
    substitutes.volunteer(club_id=made.club_id, user=guest, season_id=made.pk)
    replace(made, bo, "P02")
    answer(made, guest, accept=True)
    table = Table.objects.get(round__number=1, round__season=made, division__number=1)
    with django_capture_on_commit_callbacks(execute=True):
        play_out(table)
    table.refresh_from_db()
    seat = table.seats.get(entry__user__name="P02").number
    scored = sum(deal["scores"][seat] for deal in table.deals_json)
    standing = Standing.objects.get(entry__user=guest)
    assert standing.division.number == 2
    assert standing.results_json[0]["points"] == str(scored)
    assert not Standing.objects.filter(division__number=1, entry__user=guest).exists()
    page = seen(f"{SEASON}standings/2/{standing.entry_id}/")
    assert f"Round 1, table 1 Division 1, Seat {seat + 1}" in page
