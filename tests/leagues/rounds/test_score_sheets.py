"""Score sheets for print: what was played, and blank lines for what is to come."""

import pytest

from leagues.models import Season
from leagues.rounds.score_sheets import score_sheets_of
from tests.support.cast import everybody
from tests.support.clubs import tuesday
from tests.support.played_seasons import season_of, table, tallied
from tests.support.visits import get, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
HERE = "/clubs/tuesday/seasons/spring/"


@world
def season() -> Season:
    club, (ai, bo, chie, dai, _) = tuesday(), everybody()
    made = season_of(club, ai, bo, chie, dai, rounds=2)
    table(made, "1/1", [ai, bo, chie], "4 2 -1 made 0", "0 2 2 lost 1")
    table(made, "2/1", [bo, None, dai], "1 1 0", state="running")
    tallied(made)
    return made


def test_a_finished_table_shows_all_its_deals_and_whose_bids_were_made(season: Season) -> None:
    [sheet] = score_sheets_of(season, season.rounds.get(number=1))
    assert [[cell.score for cell in row.cells] for row in sheet.rows] == [[4, 2, -1], [0, 2, 2]]
    assert [(row.napoleon, row.made) for row in sheet.rows] == [(0, True), (1, False)]
    assert (sheet.is_over, sheet.totals) == (True, [4, 4, 1])
    page = text(get(None, f"{HERE}sheets/1/"))
    assert page.count("○") == 2  # one at a score, one where the sign is explained
    assert page.count("×") == 2


def test_a_running_table_has_blank_lines_for_the_deals_to_come(season: Season) -> None:
    [sheet] = score_sheets_of(season, season.rounds.get(number=2))
    assert sheet.names == ["Bo", "Bot", "Dai"]
    scores = [[cell.score for cell in row.cells] for row in sheet.rows]
    assert scores == [[1, 1, 0], *[[None] * 3] * (season.rules.deals - 1)]
    assert not sheet.is_over
    assert text(get(None, f"{HERE}sheets/2/")).count('<tr><th scope="row">') == season.rules.deals + 1


def test_a_round_that_does_not_exist_has_none(season: Season) -> None:
    assert get(None, f"{HERE}sheets/9/").status_code == 404
