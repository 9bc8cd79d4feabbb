"""Organisers who accept matches at the same moment, and tables that end at that moment."""

import pytest

from games.kernel import early_end as game_closing
from games.models import Game
from leagues.models import AuditEntry, ExternalMatch, Season, Table
from leagues.rounds import closing
from leagues.rounds.results import external_deals
from leagues.seasons import sweep
from leagues.standings.store import update_standings
from players.models import Notification, User
from tests.support.cast import person
from tests.support.clubs import club_of, tuesday
from tests.support.concurrency import at_once_or_refused
from tests.support.external_matches import count, of_table, take_back
from tests.support.stored_seasons import course, crowd, reread, started, table_at
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick_draws")]
season = world(lambda: started(tuesday(), person("bo"), crowd(8), rounds_planned=1))


def test_one_result_for_a_table(season: Season, table: Table, ai: User, bo: User) -> None:
    matches = [of_table(bo, table, seed=seed) for seed in (1, 2)]
    answers = at_once_or_refused(
        lambda: count(ai, season, table, matches[0]), lambda: count(bo, season, table, matches[1])
    )
    assert sorted(map(str, answers)) == ["None", "refused"]
    now = table_at(season, "1-1")
    assert now.game == matches[answers.index(None)]
    assert now.deals_json == external_deals(matches[answers.index(None)], (0, 1, 2, 3))
    assert AuditEntry.objects.filter(action="match_counted").count() == 1


def test_one_table_for_a_match(season: Season, ai: User, bo: User) -> None:
    first, second = table_at(season, "1-1"), table_at(season, "1-2")
    match = of_table(bo, first)
    for place, seat in enumerate(match.seats.order_by("number")):
        seat.user, seat.given_name = None, f"Somebody {place}"
        seat.save()
    answers = at_once_or_refused(lambda: count(ai, season, first, match), lambda: count(bo, season, second, match))
    assert sorted(map(str, answers)) == ["None", "refused"]
    assert Table.objects.filter(game=match).count() == ExternalMatch.objects.count() == 1
    assert Game.objects.filter(status="abandoned").count() == 1


def test_one_table_for_a_match_in_two_clubs(season: Season, ai: User, bo: User) -> None:
    people = list(User.objects.filter(name__startswith="P").order_by("pk")[:4])
    other = started(club_of(ai, slug="away"), ai, people, slug="other", rounds_planned=1)
    here, there = table_at(season, "1-1"), table_at(other, "1-1")
    match = of_table(bo, here)
    match.seats.update(user=None)
    answers = at_once_or_refused(lambda: count(bo, season, here, match), lambda: count(ai, other, there, match))
    assert sorted(map(str, answers)) == ["None", "refused"]
    assert Table.objects.filter(game=match).count() == 1


def test_the_game_ends_at_the_same_moment(season: Season, table: Table, bo: User) -> None:
    own, match = table.game_id or 0, of_table(bo, table)

    def play_on() -> None:
        while game_closing.play_out(game_id=own):
            pass
        closing.update_table(table.pk)
        update_standings(table.division_id, in_full=True)

    answers = at_once_or_refused(
        lambda: count(bo, season, table, match), play_on, lambda: sweep.advance_season(season.pk)
    )
    now = table_at(season, "1-1")
    assert now.state == "finished"
    if "refused" in answers:
        assert (now.game_id, now.outcome) == (own, "played")
    else:
        assert (now.game, now.outcome) == (match, "recorded")
        assert now.deals_json == external_deals(match, (0, 1, 2, 3))
        assert Game.objects.get(pk=own).status == "abandoned"


def test_it_is_taken_back_once(season: Season, table: Table, ai: User, bo: User) -> None:
    count(bo, season, table, of_table(bo, table))
    answers = at_once_or_refused(
        lambda: take_back(ai, season, table),
        lambda: take_back(bo, season, table),
        lambda: sweep.advance_season(season.pk),
    )
    assert answers.count("refused") == 1
    sweep.advance_season(season.pk)
    assert course(season) == ["1 running: running, running"]
    assert AuditEntry.objects.filter(action="match_taken_back").count() == 1
    assert Game.objects.filter(status="running").count() == 2


def test_the_season_ends_once(season: Season, ai: User, bo: User) -> None:
    tables = [table_at(season, "1-1"), table_at(season, "1-2")]
    matches = [of_table(bo, table) for table in tables]
    answers = at_once_or_refused(
        lambda: count(ai, season, tables[0], matches[0]), lambda: count(bo, season, tables[1], matches[1])
    )
    assert answers == [None, None]
    assert reread(season).state == "finished"
    assert Notification.objects.filter(kind="season_over").count() == 8
