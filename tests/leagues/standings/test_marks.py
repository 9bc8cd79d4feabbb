"""Who is gone, and who goes up or down, in words: in the standings, as text, and in the file."""

import csv
import io
from typing import Any

import pytest

from leagues.models import Entry, Season
from leagues.standings.store import update_standings
from players.models import User
from tests.support.absent_players import go_away, play
from tests.support.cast import person
from tests.support.clubs import tuesday
from tests.support.stored_seasons import crowd, started, table_at
from tests.support.visits import get, text

pytestmark = pytest.mark.django_db
SPRING = "/clubs/tuesday/seasons/spring/"


@pytest.fixture
def begun(quick_draws: None) -> Season:
    """A season in its first round; two go up, and one goes down."""
    made = started(tuesday(), person("bo"), crowd(4))
    made.divisions.update(promoted=2, relegated=1)
    table = table_at(made, "1-1")
    go_away(table, 0)
    play(table, away=[0], deals=1)
    update_standings(table.division_id)
    return made


def name_at(season: Season, seat: int) -> str:
    entry = table_at(season, "1-1").seats.get(number=seat).entry
    assert entry is not None
    return entry.name


def test_who_is_gone_is_marked_in_the_standings(begun: Season) -> None:
    page = text(get(None, f"{SPRING}standings/1/"))
    line = page.partition(f'<th scope="row">{name_at(begun, 0)}')[2].partition("</tr>")[0]
    assert '<span class="seal">a bot plays</span>' in line
    assert "<small>a bot played 1 of 1 deals</small>" in line
    assert "Members for whom bots played every deal have no place." in page
    assert "too few rounds" not in page
    assert "(a bot plays, goes down, a bot played 1 of 1 deals)" in page
    entry = Entry.objects.get(user__name=name_at(begun, 0))
    assert "Round 1: a bot played all deals" in text(get(None, f"{SPRING}standings/1/{entry.pk}/"))


def test_at_hidden_tables_only_organisers_see_who_is_gone_now(begun: Season, bo: User) -> None:
    Season.objects.update(is_listed=False)
    member = User.objects.get(name=name_at(begun, 1))
    assert "a bot plays<" not in text(get(member, f"{SPRING}standings/1/"))
    assert "a bot plays<" in text(get(bo, f"{SPRING}standings/1/"))


def test_the_file_has_the_same_marks(begun: Season) -> None:
    response: Any = get(None, f"{SPRING}files/standings.csv")
    rows = list(csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode()[1:])))
    assert [(row["state"], row["bot_deals"], row["move"]) for row in rows] == [
        ("entered", "0", "up"),
        ("entered", "0", "up"),
        ("entered", "0", ""),
        ("gone", "1", "down"),
    ]


def test_the_page_and_the_text_say_who_goes_up_and_down(begun: Season) -> None:
    page = text(get(None, f"{SPRING}standings/1/"))
    assert page.count('<span class="seal">goes up</span>') == 2
    assert page.count('<span class="seal">goes down</span>') == 1
    assert page.count(" (goes up)") == 2


def test_organisers_see_it_in_the_list_of_entries(begun: Season) -> None:
    page = text(get(person("bo"), f"{SPRING}entries/"))
    assert page.count('<span class="seal">a bot plays</span>') == 1
    assert page.partition('<span class="seal">a bot plays</span>')[0].rpartition("<b>")[2].count(name_at(begun, 0)) == 1
