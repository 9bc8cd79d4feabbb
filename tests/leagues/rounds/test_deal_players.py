"""Substitutes are named wherever their deals count: in files, score sheets, figures and posts."""

import csv
import io
from typing import Any

import pytest

from leagues.models import Entry, Offer, Season, Table
from leagues.rounds.deal_players import players_of_season
from leagues.rounds.score_sheets import score_sheets_of
from leagues.standings.core import Scheme
from players.models import User
from tests.support.cast import everybody
from tests.support.clubs import tuesday
from tests.support.played_seasons import AT, entry, season_of, table, tallied
from tests.support.table_pages import words
from tests.support.visits import get
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
HERE = "/clubs/tuesday/seasons/spring/"


@world
def season() -> Season:
    """A table of Ai, Bo and a bot. In Bo's seat a bot plays deal 2, and then Dai, who is not in the season."""
    club, (ai, bo, chie, dai, _) = tuesday(), everybody()
    made = season_of(club, ai, bo, chie, rounds=1, scheme=Scheme(), rules={"deals": 4})
    at = table(made, "1/1", [ai, bo, None], "4 2 0", "0 1 2", "1 3 0", "2 2 0")
    key = substituted(at, 1, dai).pk
    for number, offer in ((1, None), (2, key), (3, key)):
        at.deals_json[number] |= {"players": [entry(made, ai).pk, None, None], "offers": [None, offer, None]}
    at.save()
    tallied(made)
    return made


def substituted(at: Table, seat: int, user: User, own: Entry | None = None) -> Offer:
    return Offer.objects.create(
        seat=at.seats.get(number=seat),
        user=user,
        entry=own,
        state=Offer.State.ACCEPTED,
        asked_at=AT,
        answer_by=AT,
        settled_at=AT,
    )


def results() -> list[dict[str, str]]:
    response: Any = get(None, f"{HERE}files/results.csv")
    return list(csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode()[1:])))


def test_the_file_of_results_names_who_is_not_in_the_season(season: Season) -> None:
    played = [row["played_by"] for row in results() if row["name"] == "Bo"]
    # No name: a bot.
    assert played == ["Bo", "", "Dai", "Dai"]


def test_who_has_left_the_site_is_a_former_player(season: Season, dai: User) -> None:
    dai.delete()
    played = [row["played_by"] for row in results() if row["name"] == "Bo"]
    assert played == ["Bo", "", "former player", "former player"]


def test_score_sheets_name_them_below_their_scores(season: Season) -> None:
    [sheet] = score_sheets_of(season, season.rounds.get())
    assert [[cell.played_by for cell in row.cells] for row in sheet.rows] == [
        ["", "", ""],
        ["", "Bot", ""],
        ["", "Dai", ""],
        ["", "Dai", ""],
    ]
    assert sheet.substitutions() == [("Bot", "Bo"), ("Dai", "Bo")]
    assert "3 1 3 played by Dai 0" in words(get(None, f"{HERE}sheets/1/"))


def test_figures_say_which_deals_they_played(season: Season, bo: User) -> None:
    page = words(get(None, f"{HERE}standings/1/{entry(season, bo).pk}/"))
    assert "Round 1, table 1 Seat 2, deals 2: Bot, deals 3, 4: Dai" in page


def test_those_of_another_division_are_named_by_their_entry(season: Season, chie: User) -> None:
    at, own = Table.objects.get(), entry(season, chie)
    substituted(at, 0, chie, own)
    bo = at.seats.get(number=1).entry_id
    # Read before offers were stored with the deals.
    deal = {"players": [own.pk, bo, None]}
    played = players_of_season(season).of_deal(deal, [at.seats.get(number=0).entry_id, bo, None])
    assert [player.name for player in played] == ["Chie", "", "Bot"]


def test_whose_seat_others_played_did_not_miss_the_round(season: Season, bo: User) -> None:
    at = Table.objects.get()
    Season.objects.update(credit="deals")
    at.deals_json = at.deals_json[1:]
    at.save()
    tallied(season)
    page = words(get(None, f"{HERE}standings/1/{entry(season, bo).pk}/"))
    assert "Round 1: others played all deals in this seat 0" in page
    assert "not at a table" not in page
    standings = get(None, f"{HERE}standings/1/").content.decode()
    assert 'title="others played in this seat"' in standings
    # Chie had no seat.
    assert standings.count('title="no table in this round"') == 1
