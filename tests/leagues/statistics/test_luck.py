"""Points above expectation beside standings and ratings: if asked for, to whom they may be shown, deciding nothing."""

import re

import pytest

from games.models import Game, PersonTally, SeatTally
from games.statistics.luck import above_expectation
from leagues.models import Season
from leagues.ratings import services
from leagues.standings import store
from players.models import User
from tests.support.cast import everybody, person
from tests.support.clubs import tuesday
from tests.support.counted_matches import counted
from tests.support.rated_matches import match, rated
from tests.support.stored_seasons import bare_season, entered, play_out, table_of
from tests.support.visits import get, queries, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
HERE = "/clubs/tuesday/seasons/spring/standings/1/"
RATINGS = "/clubs/tuesday/ratings/?game=nap"


@world
def season() -> Season:
    season = bare_season(tuesday(), state=Season.State.RUNNING)
    Season.objects.update(started_at=season.created_at)
    table = table_of(season, [*entered(season, *everybody())[:3], None])
    play_out(table)
    assert table.game is not None
    counted(table.game)
    store.update_standings(season.divisions.get().pk)
    return season


def above(user: User, points: int, expected: int, squares: int = 0, deals: int = 1) -> None:
    """What was counted of the person in all matches."""
    luck = {"luck.deals": deals, "luck.points": points, "luck.expected": expected, "luck.squares": squares}
    SeatTally.objects.filter(user=user).update(counts_json=luck)
    PersonTally.objects.filter(user=user).update(counts_json=luck)


def cells(page: str, name: str) -> list[str]:
    """The cells of the line of that name, without markup."""
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    [line] = [one for one in body.split("<tr")[1:] if re.search(rf">\s*{name}\b", one)]
    found = re.findall(r'<td class="num[^"]*">(.*?)</td>', line, re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", " ", cell).split()) for cell in found]


def test_the_column_comes_if_asked_for_and_moves_nobody(season: Season, ai: User, bo: User) -> None:
    above(ai, points=3, expected=550)
    above(bo, points=-1, expected=-300, squares=2_0000, deals=2)
    plain, asked = text(get(ai, HERE)), text(get(ai, f"{HERE}?luck=1"))
    assert "“Above”" not in plain
    assert 'href="?luck=1"' in plain
    assert "“Above”" in asked
    assert cells(asked, "Ai")[-2] == "−2.5"
    assert cells(asked, "Bo")[-2].startswith("+2.0 ± ")
    assert cells(asked, "Chie")[-2] == "–"
    assert order(asked) == order(plain)
    assert len(order(plain)) == 5


def order(page: str) -> list[str]:
    return re.findall(r'<th scope="row">\s*(\w+)', page)


def test_others_see_it_of_those_who_show_their_figures_to_all(season: Season, ai: User, bo: User) -> None:
    above(ai, points=3, expected=550)
    above(bo, points=3, expected=550)
    User.objects.filter(pk=ai.pk).update(statistics_for=User.Audience.EVERYBODY)
    page = text(get(person("stranger"), f"{HERE}?luck=1"))
    assert cells(page, "Ai")[-2] == "−2.5"
    assert cells(page, "Bo")[-2] == "–"
    assert cells(text(get(ai, f"{HERE}?luck=1")), "Bo")[-2] == "−2.5"


def test_visitors_without_an_account_see_nobodys(season: Season, ai: User) -> None:
    above(ai, points=3, expected=550)
    User.objects.filter(pk=ai.pk).update(statistics_for=User.Audience.EVERYBODY)
    page = text(get(None, f"{HERE}?luck=1"))
    assert "−2.5" not in page
    assert 'href="?luck=1"' not in page


def test_the_column_takes_one_query_whatever_there_is(season: Season, ai: User) -> None:
    before, plain = queries(ai, f"{HERE}?luck=1"), queries(ai, HERE)
    assert before == plain + 1 <= 12
    for game in Game.objects.all():
        for number in range(5, 15):
            SeatTally.objects.create(
                game=game,
                number=number,
                user=ai,
                preset="gurunapo",
                is_imported=False,
                month="2026-03-01",
                counts_json={"luck.deals": 1},
            )
    assert queries(ai, f"{HERE}?luck=1") == before


def test_ratings_of_a_club_have_the_column_if_asked_for(ai: User, bo: User) -> None:
    tuesday()
    rated(ai, bo, scores="3 1")
    for user in (ai, bo):
        PersonTally.objects.create(user=user, preset="nap", is_imported=False, month="2026-03-01")
    above(ai, points=3, expected=550)
    before = queries(ai, RATINGS)
    assert queries(ai, f"{RATINGS}&luck=1") == before + 1
    assert "“Above”" not in text(get(ai, RATINGS))
    page = text(get(ai, f"{RATINGS}&luck=1"))
    assert cells(page, "Ai")[-2] == "−2.50"
    assert cells(page, "Bo")[-2] == "–"
    assert 'href="?game=nap&amp;"' in page


def test_members_see_it_beside_no_rating_of_whoever_keeps_their_figures_to_themselves(ai: User, bo: User) -> None:
    tuesday()
    rated(ai, bo, scores="3 1")
    PersonTally.objects.create(user=ai, preset="nap", is_imported=False, month="2026-03-01")
    above(ai, points=3, expected=550)
    User.objects.filter(pk=ai.pk).update(statistics_for=User.Audience.NOBODY)
    assert [cells(text(get(reader, f"{RATINGS}&luck=1")), "Ai")[-2] for reader in (ai, bo)] == ["−2.50", "–"]


def test_a_persons_ratings_tell_it_by_match(ai: User, bo: User) -> None:
    game = match(ai, bo, scores="3 1")
    services.rate(game.pk)
    SeatTally.objects.create(game=game, number=0, user=ai, preset="nap", is_imported=False, month="2026-03-01")
    PersonTally.objects.create(user=ai, preset="nap", is_imported=False, month="2026-03-01")
    above(ai, points=3, expected=550)
    page = text(get(ai, f"/u/{ai.pk}/ratings/"))
    assert "−2.50 points per deal above expectation, over 1 deal" in " ".join(page.split())
    assert '<td class="num">−2.5</td>' in page
    Game.objects.update(is_listed=False)
    User.objects.filter(pk=ai.pk).update(statistics_for=User.Audience.EVERYBODY)
    assert '<td class="num">–</td>' in text(get(bo, f"/u/{ai.pk}/ratings/"))


def test_figures_and_their_error() -> None:
    found = above_expectation({"luck.deals": 4, "luck.points": 8, "luck.expected": 0, "luck.squares": 24_0000})
    assert found is not None
    assert (found.a_deal, found.error_a_deal) == ("+2.00", "2.60")
    assert (found.total, found.error_of_total) == ("+8.0", "10.4")
    assert above_expectation({"napoleon.deals": 3}) is None
