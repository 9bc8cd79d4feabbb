"""The closing date of a round: what it would do, and what it does."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.kernel import early_end as game_closing
from games.models import Game
from leagues.locks import ClubError
from leagues.models import Club, Round, Season, Table
from leagues.rounds import closing
from leagues.rounds.results import read_deals
from leagues.seasons import sweep
from players.models import User
from tests.support.clubs import log
from tests.support.deals import a_deal_ends
from tests.support.stored_seasons import course, crowd, play_out, reread, started, table_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
DEALS = {"preset": "four", "deals": 3}


def half_played(club: Club, user: User, **values: object) -> Season:
    """Three tables: one is over, one has finished a deal, one none."""
    season = started(club, user, crowd(12), rules_json=DEALS, **values)
    play_out(table_at(season, "1-1"))
    a_deal_ends(table_at(season, "1-2"))
    read_deals(table_at(season, "1-2"))
    return season


def first(season: Season) -> Round:
    return season.rounds.get(number=1)


def previewed(season: Season) -> list[str]:
    return [
        f"{table.number}: {len(table.deals_json)} of {season.rules.deals}, {outcome}"
        for table, outcome in closing.preview_closing(season, first(season))
    ]


def close(season: Season, user: User) -> None:
    closing.close_round(club_id=season.club_id, user=user, season_id=season.pk, number=1)


def end_all(season: Season) -> None:
    """What the workers do."""
    for table_id in closing.tables_being_ended(season):
        while closing.continue_ending(table_id):
            pass
    sweep.advance_season(season.pk)


def outcomes(season: Season) -> list[str]:
    tables = Table.objects.filter(round__season=season, round__number=1).order_by("number")
    return [f"{table.state} {table.outcome} {len(table.deals_json)}" for table in tables]


def test_bots_play_on_to_the_end_at_once(club: Club, bo: User) -> None:
    season = half_played(club, bo, closing="bots")
    assert previewed(season) == ["2: 1 of 3, bots", "3: 0 of 3, bots"]
    close(season, bo)
    assert outcomes(season) == ["finished played 3", "running bots 1", "running bots 0"]
    end_all(season)
    assert outcomes(season) == ["finished played 3", "finished bots 3", "finished bots 3"]
    assert course(season)[0] == "1 finished: finished, finished, finished"
    assert set(Game.objects.filter(league_table__round=first(season)).values_list("status", flat=True)) == {"finished"}
    assert log(club)[-1] == "Bo closed round 1 of Spring: 2 tables were unfinished."


def test_pro_rata_by_the_finished_deals(club: Club, bo: User) -> None:
    season = half_played(club, bo, closing="pro_rata")
    assert previewed(season) == ["2: 1 of 3, pro_rata", "3: 0 of 3, void"]
    close(season, bo)
    end_all(season)
    assert outcomes(season) == ["finished played 3", "finished pro_rata 1", "void void 0"]
    assert table_at(season, "1-2").game.status == "abandoned"  # type: ignore[union-attr]


def test_a_deal_that_ended_just_now_counts(club: Club, bo: User) -> None:
    season = half_played(club, bo, closing="pro_rata")
    # Nobody has read it yet.
    a_deal_ends(table_at(season, "1-3"))
    assert previewed(season) == ["2: 1 of 3, pro_rata", "3: 0 of 3, void"]
    close(season, bo)
    end_all(season)
    assert outcomes(season)[1:] == ["finished pro_rata 1", "finished pro_rata 1"]


def test_void(club: Club, bo: User) -> None:
    season = half_played(club, bo, closing="void")
    assert previewed(season) == ["2: 1 of 3, void", "3: 0 of 3, void"]
    close(season, bo)
    end_all(season)
    assert [line.split()[0] for line in outcomes(season)] == ["finished", "void", "void"]


def test_it_happens_by_itself_at_the_date_and_once(club: Club, bo: User) -> None:
    season = half_played(club, bo, closing="void", round_days=7)
    sweep.advance_season(season.pk)
    assert first(season).state == "running"
    Round.objects.filter(pk=first(season).pk).update(closes_at=timezone.now())
    sweep.advance_season(season.pk)
    sweep.advance_season(season.pk)
    end_all(season)
    assert first(season).state == "finished"
    said = [line for line in log(club) if "closed on schedule" in line]
    assert said == ["Round 1 of Spring closed on schedule: 2 tables were unfinished."]


def test_looking_at_the_preview_changes_nothing(club: Club, bo: User) -> None:
    season = half_played(club, bo, closing="void")
    before = outcomes(season)
    closing.preview_closing(season, first(season))
    assert outcomes(season) == before


def test_a_table_that_never_opened_is_void(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(8), pace="concurrent", games_at_once=1, rounds_planned=2)
    assert course(season)[1] == "2 running: drawn, drawn"
    closing.close_round(club_id=club.pk, user=bo, season_id=season.pk, number=2)
    assert course(season)[1] == "2 finished: void, void"
    assert reread(season).state == "running"


def test_only_a_running_round_is_closed_by_an_organiser(club: Club, bo: User, chie: User) -> None:
    season = half_played(club, bo)
    with pytest.raises(ClubError):
        close(season, chie)
    with pytest.raises(ClubError, match="not running"):
        closing.close_round(club_id=club.pk, user=bo, season_id=season.pk, number=2)
    assert first(season).state == "running"


def test_whoever_dies_on_the_way_is_followed_by_another(club: Club, bo: User) -> None:
    season = half_played(club, bo, closing="bots")
    close(season, bo)
    [one, _other] = closing.tables_being_ended(season)
    assert closing.continue_ending(one)
    # The process is gone; the sweep finds the table as it was left.
    assert one in closing.tables_being_ended(season)
    end_all(season)
    assert closing.tables_being_ended(season) == []


def test_a_game_that_ended_by_itself_meanwhile_is_taken_in(club: Club, bo: User) -> None:
    season = half_played(club, bo, closing="void")
    while game_closing.play_out(game_id=table_at(season, "1-3").game_id or 0):
        pass
    close(season, bo)
    end_all(season)
    # It was over when the round closed, though nobody had noted it.
    assert outcomes(season)[2] == "finished played 3"


def test_the_next_round_can_open_after_it(club: Club, bo: User) -> None:
    season = half_played(club, bo, closing="void", opening="finished")
    close(season, bo)
    end_all(season)
    assert course(season)[1] == "2 running: running, running, running"
    assert timezone.now() - (season.rounds.get(number=2).opened_at or timezone.now()) < timedelta(minutes=1)
