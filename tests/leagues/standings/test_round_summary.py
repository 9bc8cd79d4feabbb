"""The standings after a round in a few lines."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.models import Division, Season, Standing
from leagues.standings.round_summary import leaders_in_lines, lines_about, summaries_of
from leagues.standings.store import update_standings
from players.models import User
from tests.support.cast import person
from tests.support.clubs import tuesday
from tests.support.played_seasons import season_of, table
from tests.support.worlds import world

pytestmark = pytest.mark.django_db


@world
def season() -> Season:
    """After two rounds Dai is up from the last place to the first."""
    people = [person(name) for name in ("ai", "bo", "chie", "dai")]
    made = season_of(tuesday(), *people)
    table(made, "1/1", people, "9 6 3 0 made 0")
    table(made, "2/1", people, "0 1 2 12 made 3")
    for division in Division.objects.filter(season=made):
        update_standings(division.pk)
    return made


def test_the_leaders_and_who_has_moved_up_most(season: Season) -> None:
    [summary] = summaries_of([season.pk])[season.pk]
    assert leaders_in_lines([summary]) == ["1. Dai 12, 2. Ai 9, 3. Bo 7"]
    assert summary.riser == "Up most: Dai, by 3 places."


def test_how_a_member_has_done(season: Season, dai: User, ai: User, emi: User) -> None:
    summaries = summaries_of([season.pk])[season.pk]
    leaders = "1. Dai 12, 2. Ai 9, 3. Bo 7"
    assert lines_about(dai.pk, summaries) == ["You are 1st of 4 with 12 points, up 3 places.", leaders]
    assert lines_about(ai.pk, summaries) == ["You are 2nd of 4 with 9 points, down 1 place.", leaders]
    assert lines_about(emi.pk, summaries) == [leaders]


def test_several_seasons_cost_what_one_does(season: Season) -> None:
    with CaptureQueriesContext(connection) as captured:
        summaries_of([season.pk, 99])
    assert len(captured) == 2


def test_without_a_result_nobody_leads(season: Season) -> None:
    Standing.objects.update(place=None)
    [summary] = summaries_of([season.pk])[season.pk]
    assert leaders_in_lines([summary]) == []
