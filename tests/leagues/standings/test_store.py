"""Standings as they are stored: made from what was played, by any number of workers."""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from leagues import tasks
from leagues.models import Adjustment, Club, DivisionStandings, Entry, Standing, Table, TableSeat
from leagues.standings import adjustments, store
from leagues.standings.context import standings_sheet
from leagues.standings.core import Scheme
from leagues.standings.division_input import deal_range, read_division, season_input
from players.models import User
from tests.support.concurrency import at_once
from tests.support.play import move, play_out, running
from tests.support.played_seasons import AT, bye, division_of, entry, season_of, shown, table, tallied

pytestmark = pytest.mark.django_db
RAW = Scheme(tie_breaks=("head_to_head", "registration"))


def test_results_become_lines(ai: User, bo: User, chie: User, club: Club) -> None:
    season = season_of(club, ai, bo, chie, scheme=RAW)
    table(season, "1/1", [ai, bo, chie], "4 2 0 made 0", "0 2 2 lost 0")
    assert tallied(season) == ["1 Ai 4", "2 Bo 4", "3 Chie 2"]
    first = Standing.objects.get(entry=entry(season, ai))
    assert first.results_json == [{"round": 1, "how": "table", "points": "4", "counted": True}]
    assert first.ties_json == [{"by": "head_to_head", "value": "0"}, {"by": "registration", "value": "1"}]


def test_running_tables_count_with_their_finished_deals(ai: User, bo: User, chie: User, club: Club) -> None:
    season = season_of(club, ai, bo, chie, rounds=1)
    table(season, "1/1", [ai, bo, chie], "4 2 0 made 0", state="running")
    assert tallied(season) == ["1 Ai 4", "2 Bo 2", "3 Chie 0"]
    line = Standing.objects.get(entry=entry(season, ai))
    assert line.results_json == [{"round": 1, "how": "running", "points": "4", "counted": True}]
    assert line.played == 0
    # One of two deals is still to come, in which a seat has 0 to 10.
    assert line.reach == (Fraction(4), Fraction(14))
    assert (line.best_place, line.worst_place) == (1, 3)
    assert DivisionStandings.objects.get().is_provisional


def test_a_table_that_waits_in_a_running_round_is_to_come(
    ai: User, bo: User, chie: User, dai: User, club: Club
) -> None:
    season = season_of(club, ai, bo, chie, dai, rounds=1, scheme=Scheme(absent=Fraction(-5)))
    table(season, "1/1", [ai, bo], "4 2", "4 2")
    table(season, "1/2", [chie, dai], state="drawn")
    assert tallied(season) == ["1 Ai 8", "2 Bo 4", "3 Chie 0", "3 Dai 0"]
    assert DivisionStandings.objects.get().rounds_over == 0


def test_a_round_that_is_over(ai: User, bo: User, chie: User, club: Club) -> None:
    season = season_of(club, ai, bo, chie, rounds=1, scheme=Scheme(bye=Fraction(3)))
    table(season, "1/1", [ai, bo, None], "4 2 1", "4 2 1")
    bye(season, 1, chie)
    assert tallied(season) == ["1 Ai 8", "2 Bo 4", "3 Chie 3"]
    found = DivisionStandings.objects.get()
    assert (found.is_provisional, found.rounds_over) == (False, 1)


def test_a_bye_of_a_round_that_opened_after_its_member_had_left_counts_nothing(
    ai: User, bo: User, chie: User, club: Club
) -> None:
    season = season_of(club, ai, bo, chie, rounds=2, scheme=Scheme(bye=Fraction(3)))
    table(season, "1/1", [ai, bo, chie], "4 2 1", "4 2 1")
    table(season, "2/1", [ai, bo, None], "0 0 0")
    bye(season, 2, chie)
    points = []
    for hours in (1, -1):
        left = {"state": Entry.State.WITHDRAWN, "left_at": AT + timedelta(hours=hours)}
        season.entries.filter(user=chie).update(**left)
        points += [line.split()[2] for line in tallied(season) if "Chie" in line]
    assert points == ["5", "2"]


def test_a_season_that_is_over_is_final(ai: User, bo: User, club: Club) -> None:
    season = season_of(club, ai, bo, rounds=2)
    table(season, "1/1", [ai, bo], "4 2", "4 2")
    tallied(season)
    assert DivisionStandings.objects.get().is_provisional
    season.state = "cancelled"
    season.save(update_fields=["state"])
    # Nobody has told of it.
    tasks.update_all_standings()
    assert not DivisionStandings.objects.get().is_provisional
    assert store.open_divisions() == []


def test_adjustments_count_until_they_are_cancelled(ai: User, bo: User, club: Club) -> None:
    season = season_of(club, ai, bo)
    table(season, "1/1", [ai, bo], "4 3")
    made = Adjustment.objects.create(entry=entry(season, ai), points="-1.50", reason="Late", made_at=AT)
    assert tallied(season) == ["1 Bo 3", "2 Ai 5/2"]
    Adjustment.objects.filter(pk=made.pk).update(cancelled_at=AT)
    assert tallied(season) == ["1 Ai 4", "2 Bo 3"]


def test_who_has_gone_stays_where_they_have_played(ai: User, bo: User, dai: User, club: Club) -> None:
    season = season_of(club, ai, bo, dai)
    table(season, "1/1", [ai, bo], "4 3")
    season.entries.filter(user__in=[bo, dai]).update(state=Entry.State.WITHDRAWN)
    assert tallied(season) == ["1 Ai 4", "2 Bo 3"]
    season.entries.filter(user=bo).update(user=None)
    assert shown(season) == ["1 Ai 4", "2 former player 3"]


@pytest.mark.parametrize("state", ["applied", "waiting", "refused"])
def test_so_does_who_wants_to_come_back(ai: User, bo: User, dai: User, club: Club, state: str) -> None:
    season = season_of(club, ai, bo, dai, scheme=Scheme(tie_breaks=("strength",)))
    table(season, "1/1", [ai, bo], "4 3")
    Adjustment.objects.create(entry=entry(season, bo), points="2", reason="Host", made_at=AT)
    before = tallied(season)[:2]
    assert before == ["1 Bo 5", "2 Ai 4"]
    season.entries.filter(user__in=[bo, dai]).update(state=state)
    assert tallied(season) == before
    [line, _] = standings_sheet(division_of(season), ai).lines
    assert (line.standing.entry.name, line.standing.entry.state) == ("Bo", state)


def test_doing_it_twice_changes_nothing(ai: User, bo: User, club: Club) -> None:
    season = season_of(club, ai, bo)
    table(season, "1/1", [ai, bo], "4 3")
    key = division_of(season).pk
    assert store.update_standings(key)
    before = DivisionStandings.objects.values().get(), list(Standing.objects.values())
    with CaptureQueriesContext(connection) as captured:
        assert not store.update_standings(key)
    assert not [q["sql"] for q in captured if q["sql"].startswith(("UPDATE", "DELETE"))]
    assert not store.update_standings(key, in_full=True)
    assert (DivisionStandings.objects.values().get(), list(Standing.objects.values())) == before


def test_in_full_sets_right_whatever_is_wrong(ai: User, bo: User, club: Club) -> None:
    season = season_of(club, ai, bo)
    table(season, "1/1", [ai, bo], "4 3")
    tallied(season)
    Standing.objects.filter(entry=entry(season, bo)).update(points="99", place=1)
    assert not store.update_standings(division_of(season).pk)
    tasks.update_all_standings(in_full=True)
    assert shown(season) == ["1 Ai 4", "2 Bo 3"]


def test_lines_of_those_who_are_no_longer_in_it_go(ai: User, bo: User, club: Club) -> None:
    season = season_of(club, ai, bo)
    assert tallied(season) == ["1 Ai 0", "1 Bo 0"]
    season.entries.filter(user=bo).update(state=Entry.State.WITHDRAWN)
    assert tallied(season) == ["1 Ai 0"]


def test_what_is_set_right_afterwards_is_not_lost_with_a_message(ai: User, bo: User, club: Club) -> None:
    season = season_of(club, ai, bo, rounds=1, state="finished")
    table(season, "1/1", [ai, bo], "4 3")
    assert tallied(season) == ["1 Ai 4", "2 Bo 3"]
    assert store.open_divisions() == []
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    made = adjustments.adjust(**ids, entry_id=entry(season, ai).pk, points=Decimal(-2), reason="Late")
    tasks.update_all_standings()
    assert shown(season) == ["1 Bo 3", "2 Ai 2"]
    adjustments.cancel(**ids, adjustment_id=made.pk, reason="A mistake")
    tasks.update_all_standings()
    assert shown(season) == ["1 Ai 4", "2 Bo 3"]
    assert store.open_divisions() == []


def test_a_line_that_another_division_has_by_now_stays(
    ai: User, bo: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = season_of(club, ai, bo, state="registration")
    tallied(season)
    here, there = division_of(season), season.divisions.create(number=2)

    class Meanwhile(list[Standing]):
        """Another worker tallies the other division, to which Bo has been moved."""

        def __iter__(self) -> Iterator[Standing]:
            Standing.objects.filter(entry__user=bo).update(division=there)
            return super().__iter__()

    monkeypatch.setattr(store, "lines_of", lambda division, season: Meanwhile())
    store.update_standings(here.pk, in_full=True)
    assert [line.entry.name for line in there.standings.all()] == ["Bo"]
    assert not here.standings.exists()


def test_the_order_of_the_rows_makes_no_difference(ai: User, bo: User, club: Club) -> None:
    season = season_of(club, ai, bo)
    table(season, "2/1", [bo, ai], "1 6")
    table(season, "1/1", [ai, bo], "4 3")
    values = season_input(read_division(division_of(season)))
    assert [(one.round, one.number) for one in values.tables] == [(1, 1), (2, 1)]
    assert tallied(season) == ["1 Ai 10", "2 Bo 4"]


@pytest.mark.parametrize("people", [2, 5])
def test_queries_do_not_grow_with_the_division(people: int, cast: list[User], club: Club) -> None:
    season = season_of(club, *cast[:people], rounds=people)
    for number in range(1, people + 1):
        table(season, f"{number}/1", list(cast[:people]), "4 3 2 1 0")
    with CaptureQueriesContext(connection) as captured:
        store.update_standings(division_of(season).pk)
    # Two of them mark the transaction's beginning and the place to which a row that was there rolls back.
    assert len(captured) <= 17


# --- From a game ---


def game_of_season(club: Club, *people: User, deals: int = 1) -> tuple[Table, Game]:
    rules = {"players": len(people), "deals": deals}
    season = season_of(club, *people, rounds=1, preset="nap", rules=rules)
    game = running(*people, preset="nap", **rules)
    return table(season, "1/1", list(people), state="running", game=game), game


@pytest.mark.django_db(transaction=True)
def test_the_end_of_a_game_brings_the_standings_along(ai: User, bo: User, club: Club) -> None:
    found, game = game_of_season(club, ai, bo)
    play_out(game, ai, bo)
    scores = dict(game.seats.values_list("user__name", "score"))
    assert {line.split()[1]: int(line.split()[2]) for line in shown(found.division.season)} == scores
    assert sorted(scores.values())[0] < 0
    assert not DivisionStandings.objects.get().is_provisional


@pytest.mark.django_db(transaction=True)
def test_a_deal_shows_in_the_range_of_points(ai: User, bo: User, club: Club) -> None:
    found, game = game_of_season(club, ai, bo, deals=3)
    while not Table.objects.get(pk=found.pk).deals_json:
        assert move(game, ai) or move(game, bo)
    line = Standing.objects.order_by("position").first()
    assert line is not None
    [played] = Table.objects.get(pk=found.pk).deals_json
    seat = TableSeat.objects.get(entry=line.entry).number
    least, most = deal_range(game.rules)
    assert line.reach == (played["scores"][seat] + 2 * least, played["scores"][seat] + 2 * most)


def test_games_of_no_season_are_nobodys(ai: User, bo: User) -> None:
    play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
    assert not DivisionStandings.objects.exists()


# --- Two at once ---


@pytest.mark.django_db(transaction=True)
def test_many_workers_at_once_write_the_same_once(ai: User, bo: User, club: Club) -> None:
    season = season_of(club, ai, bo)
    table(season, "1/1", [ai, bo], "4 3")
    key = division_of(season).pk
    assert sorted(map(str, at_once(*[lambda: store.update_standings(key)] * 6))) == ["False"] * 5 + ["True"]
    assert shown(season) == ["1 Ai 4", "2 Bo 3"]


@pytest.mark.django_db(transaction=True)
def test_the_last_result_is_seen_whoever_comes_first(ai: User, bo: User, club: Club) -> None:
    """Workers update standings while results come in: none of them leaves older standings behind."""
    season = season_of(club, ai, bo, rounds=8)
    key = division_of(season).pk

    def play(number: int) -> object:
        table(season, f"{number}/1", [ai, bo], "1 2")
        return store.update_standings(key)

    answers = at_once(*[lambda number=number: play(number) for number in range(1, 9)])
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert shown(season) == ["1 Bo 16", "2 Ai 8"]
