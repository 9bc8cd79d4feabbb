"""The leaders of a division, counted in its finished matches."""

import pytest

from games.models import SeatTally
from leagues.models import Membership, Season
from leagues.statistics.leaders import leaders_of
from players.models import User
from tests.support.cast import everybody
from tests.support.clubs import tuesday
from tests.support.counted_matches import counted
from tests.support.stored_seasons import bare_season, entered, play_out, table_of
from tests.support.visits import get, queries, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
HERE = "/clubs/tuesday/seasons/spring/standings/1/leaders/"


@world
def season() -> Season:
    """Ai, Bo and Chie with a bot at a table that is over, and one that runs."""
    season = bare_season(tuesday(), state=Season.State.RUNNING)
    Season.objects.update(started_at=season.created_at)
    entries = entered(season, *everybody())
    table = table_of(season, [*entries[:3], None])
    play_out(table)
    assert table.game is not None
    counted(table.game)
    table_of(season, entries[:4], 2)
    return season


def counts(user: User, **figures: int) -> None:
    """All that was counted of the person; two underscores stand for a dot."""
    found = {name.replace("__", "."): value for name, value in figures.items()}
    SeatTally.objects.filter(user=user).update(counts_json=found)


def lists(season: Season, *, is_member: bool = True) -> dict[str, list[str]]:
    return {
        one.title: [f"{leader.place} {leader.user} {leader.figure}" for leader in one.leaders]
        for one in leaders_of(season.divisions.get(), is_member)
    }


def test_more_deals_won_lead_and_fewer_played_break_ties(season: Season, ai: User, bo: User, chie: User) -> None:
    counts(ai, napoleon__won=2, napoleon__deals=3, adjutant__deals=1, adjutant__won=0)
    counts(bo, napoleon__won=2, napoleon__deals=2)
    counts(chie, napoleon__won=2, napoleon__deals=3)
    assert lists(season) == {"Napoleon": ["1 Bo 2 of 2 deals won", "2 Ai 2 of 3 deals won", "2 Chie 2 of 3 deals won"]}


def test_contracts_are_as_high_as_their_number(season: Season, ai: User, bo: User, chie: User) -> None:
    counts(ai, bid__13S__made=1, bid__13H__made=2, bid__13N__made=1, bid__16S__held=1, bid__12N__made=9)
    counts(bo, bid__14C__made=1)
    counts(chie, bid__13N__held=1)
    assert lists(season)["Highest contract made"] == ["1 Bo 14 clubs", "2 Ai 13 no trump, 13 spades, 13 hearts ×2"]


def test_at_nap_by_the_order_of_bids(season: Season, ai: User, bo: User, chie: User) -> None:
    counts(ai, bid__misere__made=1)
    counts(bo, bid__four__made=1)
    counts(chie)
    assert lists(season) == {"Highest contract made": ["1 Bo Four", "2 Ai Misère"]}


def test_tricks_are_counted_whatever_won_them(season: Season, ai: User, bo: User, chie: User) -> None:
    counts(ai, why__joker=1, why__trump=4)
    counts(bo, why__mighty=6)
    counts(chie)
    assert lists(season)["Tricks"] == ["1 Bo 6", "2 Ai 5"]


def test_pictures_are_counted_apart_from_tricks(season: Season, ai: User, bo: User, chie: User) -> None:
    counts(ai, why__trump=4, pictures=11)
    counts(bo, why__mighty=6, pictures=5)
    counts(chie, why__mighty=1, pictures=11)
    assert lists(season)["Pictures"] == ["1 Ai 11", "1 Chie 11", "3 Bo 5"]


def test_a_finished_match_has_leaders_and_a_running_one_adds_nothing(season: Season) -> None:
    before = lists(season)
    assert sum(int(line.split()[-1]) for line in before["Tricks"]) <= 2 * 13
    assert 0 < sum(int(line.split()[-1]) for line in before["Pictures"]) <= 2 * 20
    assert not [line for one in before.values() for line in one if " Dai " in line]


def test_others_see_those_who_show_their_figures_to_all(season: Season, ai: User, dai: User) -> None:
    counts(ai, why__joker=1)
    Membership.objects.filter(user=dai).delete()
    User.objects.update(statistics_for=User.Audience.NOBODY)
    assert "nobody shares their figures with you" in text(get(dai, HERE))
    User.objects.filter(pk=ai.pk).update(statistics_for=User.Audience.EVERYBODY)
    assert list(lists(season, is_member=False)) == ["Tricks"]
    page = text(get(dai, HERE))
    assert f'/u/{ai.pk}/">Ai</a>' in page
    assert "People who do not share their figures with you are left out." in page


def test_members_see_everybody(season: Season, ai: User) -> None:
    User.objects.update(statistics_for=User.Audience.NOBODY)
    page = text(get(ai, HERE))
    assert "Tricks" in page
    assert "left out" not in page


def test_visitors_sign_in_first(season: Season) -> None:
    assert get(None, HERE).status_code == 302


def test_queries_do_not_grow(season: Season, ai: User) -> None:
    before = queries(ai, HERE)
    assert before <= 12
    [tally, *_] = SeatTally.objects.filter(user=ai)
    for holder in range(1, 9):
        SeatTally.objects.create(
            game=tally.game,
            number=tally.number,
            holder=holder,
            user=User.objects.create(name=f"P{holder}", email=f"p{holder}@example.org"),
            preset=tally.preset,
            is_imported=False,
            month=tally.month,
            counts_json={"why.joker": 1},
        )
    assert queries(ai, HERE) == before
