"""What analyses add to statistics: for whom, only of matches that are over, and the same however often."""

import pytest

from games.analysis.services import analyse_next, ask
from games.models import DealAnalysis, Game, PersonTally, SeatTally
from games.statistics.services import recompute_sums, tally
from players.models import User
from tests.support.analyses import analysed, blundered, of_blunder
from tests.support.cast import everybody
from tests.support.play import play_first_deal, running
from tests.support.visits import get, queries, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db


@world
def over() -> Game:
    game = blundered(everybody())
    analysed(game, of_blunder())
    tally(game.pk)
    return game


def found(user: User) -> dict[str, int]:
    """What analyses have added to the counts of the person."""
    rows = PersonTally.objects.filter(user=user)
    return {
        name: value for row in rows for name, value in row.counts_json.items() if name.startswith(("luck.", "judged."))
    }


def test_luck_and_decisions_count_for_whom_they_are(over: Game, ai: User, bo: User) -> None:
    assert found(ai) == {
        "luck.deals": 1,
        "luck.points": -4,
        "luck.expected": 250,
        "luck.squares": 650**2,
        "judged.deals": 1,
        "judged.bad": 1,
        "judged.lost": 600,
    }
    assert found(bo) == {"luck.deals": 1, "luck.points": 4, "luck.expected": -250, "luck.squares": 650**2}


def test_counting_again_changes_nothing(over: Game) -> None:
    assert not tally(over.pk)
    assert recompute_sums() == 0


def test_the_analysis_has_it_counted_when_its_last_deal_is_done(ai: User, bo: User) -> None:
    game = blundered([ai, bo])
    tally(game.pk)
    assert found(ai) == {}
    ask(game, ai)
    assert analyse_next()
    assert found(ai)["luck.deals"] == 1
    assert found(ai)["luck.points"] == -4
    assert DealAnalysis.objects.get().luck_json["points"] == [-4, 4]


def test_an_unfinished_analysis_counts_nothing(ai: User, bo: User) -> None:
    game = blundered([ai, bo])
    analysis = analysed(game, of_blunder())
    analysis.is_finished = False
    analysis.save()
    tally(game.pk)
    assert found(ai) == {}


def test_nothing_of_a_running_match_is_counted(ai: User, bo: User) -> None:
    game = play_first_deal(running(ai, bo, preset="nap", players=2, deals=3), ai, bo)
    analysed(game, of_blunder())
    assert not tally(game.pk)
    assert not SeatTally.objects.exists()
    assert "Luck of the cards" not in text(get(ai, f"/u/{ai.pk}/statistics/"))


def test_an_older_analysis_tells_of_decisions_alone(ai: User, bo: User) -> None:
    game = blundered([ai, bo])
    analysed(game, of_blunder(), luck=None)
    tally(game.pk)
    assert set(found(ai)) == {"judged.deals", "judged.bad", "judged.lost"}
    assert found(bo) == {}


def test_the_page_of_statistics_tells_both_month_by_month(over: Game, ai: User, bo: User) -> None:
    path = f"/u/{ai.pk}/statistics/"
    page = text(get(ai, path))
    for name, title in (("luck", "Luck of the cards"), ("decisions", "Costly decisions")):
        assert f'<h2 id="{name}">{title}</h2>' in page
        assert get(ai, f"{path}{name}.svg?game=nap")["Content-Type"] == "image/svg+xml"
    section = page.partition('id="luck"')[2].partition("</section>")[0]
    cells = [cell.split("<")[0].strip() for cell in section.split('<td class="num">')[1:]]
    assert cells == ["1", "−4.00", "2.50", "−6.50", "–"]
    section = page.partition('id="decisions"')[2].partition("</section>")[0]
    assert [cell.split("<")[0].strip() for cell in section.split('<td class="num">')[1:]] == ["1", "1.00", "6.00"]
    User.objects.filter(pk=ai.pk).update(statistics_for=User.Audience.NOBODY)
    assert get(bo, path).status_code == 403
    assert get(bo, f"{path}luck.svg").status_code == 403


def test_the_page_takes_no_more_queries_for_it(over: Game, ai: User) -> None:
    path = f"/u/{ai.pk}/statistics/"
    before = queries(ai, path)
    DealAnalysis.objects.all().delete()
    tally(over.pk)
    assert queries(ai, path) == before
