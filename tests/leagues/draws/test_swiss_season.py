"""A season whose rounds are drawn from the standings, one by one."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from leagues.draws import services as draws
from leagues.draws.seating_request import request_of
from leagues.draws.states import draw_states
from leagues.entries import services as entries
from leagues.locks import ClubError
from leagues.models import AuditEntry, Club, Season, Standing, Table
from leagues.rounds import opening
from leagues.seasons import sweep
from players.models import User
from tests.support.cast import person
from tests.support.clubs import add, log
from tests.support.stored_seasons import course, crowd, drawn_season, play_out, reread, start, started
from tests.support.visits import get, post, text

pytestmark = pytest.mark.django_db
SEASON = "/clubs/tuesday/seasons/spring/"


@pytest.fixture
def season(club: Club, bo: User) -> Season:
    """Eight members at two tables of four; its first round runs."""
    values = {"rounds_planned": 3, "opening": "finished", "pairing": "swiss"}
    season = drawn_season(club, bo, crowd(8), rules_json={"preset": "four", "deals": 1}, **values)
    start(season, bo)
    sweep.advance_season(season.pk)
    return reread(season)


def play_round(season: Season, number: int) -> None:
    for table in Table.objects.filter(round__season=season, round__number=number):
        play_out(table)


def test_before_the_start_the_first_round_alone_is_drawn(club: Club, bo: User) -> None:
    season = drawn_season(club, bo, crowd(8), rounds_planned=3, pairing="fresh")
    assert course(season) == ["1 planned: drawn, drawn", "2 planned: ", "3 planned: "]
    assert "Draw the next round" in text(get(bo, f"{SEASON}draw/1/"))


def test_the_site_draws_each_round_when_the_one_before_is_over(season: Season) -> None:
    assert course(season)[1:] == ["2 planned: ", "3 planned: "]
    play_round(season, 1)
    sweep.advance_season(season.pk)
    sweep.advance_season(season.pk)
    assert course(season)[:2] == ["1 finished: finished, finished", "2 running: running, running"]
    assert any("Round 2 of Spring, Division 1, was drawn from the standings" in line for line in log(season.club))
    play_round(season, 2)
    sweep.advance_season(season.pk)
    play_round(season, 3)
    season.refresh_from_db()
    assert season.state == "finished"
    assert Standing.objects.filter(division__season=season, place=1).exists()


def test_an_organiser_may_draw_it_first(season: Season, bo: User) -> None:
    ids = {"club_id": season.club_id, "user": bo, "season_id": season.pk, "number": 1}
    with pytest.raises(ClubError, match="Round 1 is not over yet"):
        draws.rehearse(**ids)
    page = text(get(bo, f"{SEASON}draw/1/"))
    assert "Round 1 is not over yet" in page
    assert "rehearse/" not in page
    play_round(season, 1)
    drawn = draws.rehearse(**ids, seed=5)
    assert drawn.first_round == 2
    page = text(get(bo, f"{SEASON}draw/1/"))
    assert "Places between two at a table" in page
    assert "cut straight from the standings" in page
    # The figures of the drawn round are shown beside those of all rounds.
    assert "This is a trial draw for round 2." in page
    assert "Second meetings in this round" in page
    assert "Pairs by how often they have met then" in page
    assert re.search(r"<dt>Round</dt>\s*<dd>2</dd>", page)
    assert "on</dd>" not in page
    draws.lock(**ids, draw_id=drawn.pk)
    sweep.advance_season(season.pk)
    assert reread(season).rounds.get(number=2).state == "running"
    assert not AuditEntry.objects.filter(action="draw_locked", actor=None).exists()


def test_an_organiser_draws_and_opens_it_in_one_go(season: Season, bo: User) -> None:
    page = f"{SEASON}rounds/2/"
    assert "Draw and open" not in text(get(bo, page))
    assert "Round 1 is not over yet" in text(post(bo, f"{page}draw-and-open/", sure="yes"))
    play_round(season, 1)
    assert "Draw and open" in text(get(bo, page))
    assert "8 members are notified." in text(post(bo, f"{page}draw-and-open/"))
    assert post(bo, f"{page}draw-and-open/", sure="yes").status_code == 302
    sweep.advance_season(season.pk)
    assert course(season)[1] == "2 running: running, running"


def test_the_standings_may_not_change_under_a_draw(season: Season, bo: User) -> None:
    play_round(season, 1)
    ids = {"club_id": season.club_id, "user": bo, "season_id": season.pk, "number": 1}
    drawn = draws.rehearse(**ids, seed=5)
    last = Standing.objects.filter(division__season=season).order_by("-position").first()
    assert last is not None
    post(bo, f"{SEASON}standings/1/adjust/", entry=last.entry_id, points="100", reason="A test", sure="yes")
    with pytest.raises(ClubError, match="draw again"):
        draws.lock(**ids, draw_id=drawn.pk)


def test_its_date_does_not_open_a_round_before_the_last_is_over(season: Season, bo: User) -> None:
    season.rounds.filter(number=2).update(opens_at=timezone.now() - timedelta(hours=1))
    sweep.advance_season(season.pk)
    assert course(season)[1] == "2 planned: "
    with pytest.raises(ClubError, match="not been drawn"):
        opening.open_round(club_id=season.club_id, user=bo, season_id=season.pk, number=2)


def test_who_leaves_is_not_drawn_any_more(season: Season) -> None:
    play_round(season, 1)
    gone = User.objects.get(name="P03")
    entries.withdraw(club_id=season.club_id, user=gone, season_id=season.pk)
    # The round that is played keeps its seats, and nothing has to be drawn again.
    assert not any(state.is_stale for state in draw_states(reread(season)))
    sweep.advance_season(season.pk)
    seats = [seat for table in Table.objects.filter(round__number=2) for seat in table.seats.all()]
    assert gone not in [seat.entry.user for seat in seats if seat.entry]
    assert sum(seat.entry is None for seat in seats) == 1


def test_late_entrants_stand_last_whatever_their_points(season: Season, bo: User) -> None:
    Season.objects.filter(pk=season.pk).update(scheme_json={"absent": "100"})
    play_round(season, 1)
    late = person("late")
    add(season.club, late)
    entry = entries.add(club_id=season.club_id, user=bo, season_id=season.pk, person=late)
    drawn = request_of(reread(season).divisions.get(), 2)
    places = dict(zip(drawn.members, drawn.places, strict=True))
    assert Standing.objects.get(entry=entry).position == 1
    assert sorted(places.values()) == [*range(1, 10)]
    assert places[entry.pk] == 9


def withdraw(season: Season, *users: User) -> None:
    for user in users:
        entries.withdraw(club_id=season.club_id, user=user, season_id=season.pk)


def test_who_are_left_play_to_the_end_with_bots(club: Club, bo: User) -> None:
    people = crowd(5)
    values = {"rules_json": {"preset": "four", "deals": 1}, "gap": "byes", "opening": "finished"}
    season = started(club, bo, people, pairing="swiss", rounds_planned=2, **values)
    play_round(season, 1)
    withdraw(season, *people[:3])
    sweep.advance_season(season.pk)
    sweep.advance_season(season.pk)
    assert course(season) == ["1 finished: finished", "2 running: running"]
    seats = Table.objects.get(round__number=2).seats.filter(entry__isnull=False)
    assert {seat.entry.name for seat in seats if seat.entry} == {"P04", "P05"}


def test_without_anybody_it_is_over(season: Season) -> None:
    withdraw(season, *User.objects.filter(name__startswith="P"))
    play_round(season, 1)
    sweep.advance_season(season.pk)
    assert course(season) == ["1 finished: finished, finished", "2 finished: ", "3 finished: "]
    assert reread(season).state == "finished"
