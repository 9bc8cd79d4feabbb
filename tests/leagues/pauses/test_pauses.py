"""Pauses of a season, a round or a table: clocks stop, dates move, and both are undone where a pause ends early."""

from datetime import timedelta

import pytest

from games.models import Pause, Turn
from leagues import tasks
from leagues.late_players.soon import late_soon
from leagues.locks import ClubError
from leagues.models import Club, Round, Season, SeasonPause, Table
from leagues.pauses import services
from leagues.pauses.notifications import SeasonPaused
from leagues.rounds.opening import open_round
from players.models import User, Vacation
from tests.support.clubs import log, told
from tests.support.notifications import message_of
from tests.support.stored_seasons import course, crowd, play_out, reread, started, table_at
from tests.support.visits import get, post, queries, text
from tests.support.wall_clock import Wall
from tests.support.wall_clock import wall as wall

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]

DAY = timedelta(days=1)
SEASON = "/clubs/tuesday/seasons/spring/"


@pytest.fixture
def season(club: Club, bo: User, wall: Wall) -> Season:
    """A season in the middle of its first round of three, with two tables."""
    wall.go()
    made = started(club, bo, crowd(8), starts_at=wall.now, round_days=7, rounds_planned=3)
    wall.go(hours=2)
    tasks.advance_seasons()
    return reread(made)


def pause(
    season: Season, user: User, wall: Wall, first: float, last: float, round_number: int | None = None
) -> SeasonPause:
    """Pause from so many days after now to so many."""
    services.pause_season(
        club_id=season.club_id,
        user=user,
        season_id=season.pk,
        round_number=round_number,
        start=wall.now + first * DAY,
        end=wall.now + last * DAY,
        reason="Christmas",
    )
    return SeasonPause.objects.latest("pk")


def end(season: Season, user: User, pause: SeasonPause) -> None:
    services.end_pause(club_id=season.club_id, user=user, season_id=season.pk, pause_id=pause.pk)


def give_time(season: Season, user: User, at: str, days: int) -> None:
    services.give_time(
        club_id=season.club_id,
        user=user,
        season_id=season.pk,
        table_id=table_at(season, at).pk,
        days=days,
        reason="Illness",
    )


def closing(season: Season, wall: Wall) -> list[float]:
    """In how many days the rounds close."""
    dates = season.rounds.order_by("number").values_list("closes_at", flat=True)
    return [round((date - wall.now) / DAY, 2) for date in dates if date]


def time_outs(season: Season, at: str, wall: Wall) -> float:
    """In how many days the turn at the table times out."""
    turn = Turn.objects.get(game=table_at(season, at).game)
    assert turn.times_out_at is not None
    return round((turn.times_out_at - wall.now) / DAY, 2)


def test_a_pause_stops_all_clocks_and_moves_all_later_dates(season: Season, club: Club, bo: User, wall: Wall) -> None:
    before, clocks = closing(season, wall), [time_outs(season, at, wall) for at in ("1-1", "1-2")]
    pause(season, bo, wall, 0, 10)
    assert closing(season, wall) == [days + 10 for days in before]
    assert [time_outs(season, at, wall) for at in ("1-1", "1-2")] == [days + 10 for days in clocks]
    assert log(club)[-1].startswith("Bo paused Spring from March 2, 2026")
    player = User.objects.get(name="P02")
    assert told(player)[-1] == "season_paused"
    note = message_of(player.notifications.latest("pk"))
    assert note.title == "Spring pauses"
    assert "The reason given: Christmas" in note.lines
    assert told(bo).count("season_paused") == 0


def test_a_pause_is_posted_until_it_ends(season: Season, club: Club, bo: User, wall: Wall) -> None:
    made = pause(season, bo, wall, 0, 10, round_number=1)
    posted = SeasonPaused.webhook_message(club, {"pause": made.pk})
    assert posted is not None
    assert (posted.title, posted.lines[-1]) == ("Spring: round 1 pauses", "Christmas")
    end(season, bo, made)
    assert SeasonPaused.webhook_message(club, {"pause": made.pk}) is None


def test_a_planned_pause_counts_already_and_begins_later(season: Season, bo: User, wall: Wall) -> None:
    clock = time_outs(season, "1-1", wall)
    pause(season, bo, wall, 1, 8)
    assert time_outs(season, "1-1", wall) == clock + 7
    page = text(get(bo, table_at(season, "1-1").game.get_absolute_url()))  # type: ignore[union-attr]
    assert "The clocks are stopped until" not in page
    wall.go(days=2)
    page = text(get(bo, table_at(season, "1-1").game.get_absolute_url()))  # type: ignore[union-attr]
    assert "The organisers write: Christmas" in page


def test_a_pause_that_ends_early_gives_back_the_rest(season: Season, club: Club, bo: User, wall: Wall) -> None:
    dates, clock = closing(season, wall), time_outs(season, "1-1", wall)
    made = pause(season, bo, wall, 0, 10)
    wall.go(days=4)
    end(season, bo, made)
    assert closing(season, wall) == dates
    assert time_outs(season, "1-1", wall) == clock
    assert log(club)[-1] == "Bo ended a pause of Spring early."
    assert "the clocks run again" in message_of(User.objects.get(name="P02").notifications.latest("pk")).title
    with pytest.raises(ClubError, match="already over"):
        end(season, bo, made)


def test_a_pause_that_is_cancelled_leaves_nothing(season: Season, bo: User, wall: Wall) -> None:
    dates, clock = closing(season, wall), time_outs(season, "1-1", wall)
    made = pause(season, bo, wall, 2, 10)
    end(season, bo, made)
    assert closing(season, wall) == dates
    assert time_outs(season, "1-1", wall) == clock
    assert not Pause.objects.exists()
    assert "cancelled" in text(get(bo, f"{SEASON}pauses/"))


def test_one_round_pauses_alone(season: Season, club: Club, bo: User, wall: Wall) -> None:
    first, *others = closing(season, wall)
    pause(season, bo, wall, 1, 3, round_number=1)
    assert closing(season, wall) == [first + 2, *others]
    assert "paused round 1 of Spring" in log(club)[-1]


def test_the_same_days_do_not_count_twice(season: Season, bo: User, wall: Wall) -> None:
    pause(season, bo, wall, 1, 3, round_number=1)
    with pytest.raises(ClubError, match="Another pause"):
        pause(season, bo, wall, 2, 4)
    with pytest.raises(ClubError, match="Another pause"):
        pause(season, bo, wall, 2, 4, round_number=1)
    pause(season, bo, wall, 2, 4, round_number=2)


def test_no_round_and_no_table_opens_in_a_pause(season: Season, bo: User, wall: Wall) -> None:
    made = pause(season, bo, wall, 0, 30)
    with pytest.raises(ClubError, match="pauses now"):
        open_round(club_id=season.club_id, user=bo, season_id=season.pk, number=2)
    wall.go(days=20)
    tasks.advance_seasons()
    assert course(season)[1].startswith("2 planned")
    end(season, bo, made)
    Round.objects.filter(season=season, number=2).update(opens_at=wall.now)
    tasks.advance_seasons()
    assert course(season)[1].startswith("2 running")


def test_a_table_that_opens_before_a_planned_pause_has_it_too(season: Season, bo: User, wall: Wall) -> None:
    pause(season, bo, wall, 3, 10)
    open_round(club_id=season.club_id, user=bo, season_id=season.pk, number=2)
    tasks.advance_seasons()
    game = table_at(season, "2-1").game
    assert game is not None
    assert game.pauses.get().end == wall.now + 10 * DAY


def test_one_table_gets_more_time_and_closes_later(season: Season, club: Club, bo: User, wall: Wall) -> None:
    clock, other = time_outs(season, "1-1", wall), time_outs(season, "1-2", wall)
    give_time(season, bo, "1-1", 3)
    assert time_outs(season, "1-1", wall) == clock + 3
    assert time_outs(season, "1-2", wall) == other
    assert "gave the table Spring, round 1, table 1 more time" in log(club)[-1]
    wall.go(days=7)
    tasks.advance_seasons()
    assert [table_at(season, at).outcome for at in ("1-1", "1-2")] == ["", "bots"]
    play_out(table_at(season, "1-2"))
    wall.go(days=3)
    tasks.advance_seasons()
    assert table_at(season, "1-1").outcome == "bots"


def test_more_time_and_a_pause_add_up(season: Season, bo: User, wall: Wall) -> None:
    clock = time_outs(season, "1-1", wall)
    pause(season, bo, wall, 1, 6)
    give_time(season, bo, "1-1", 3)
    assert time_outs(season, "1-1", wall) == clock + 8
    with pytest.raises(ClubError, match="just been given"):
        give_time(season, bo, "1-1", 3)


def test_an_outage_in_a_pause_lengthens_it_and_one_before_does_not(season: Season, bo: User, wall: Wall) -> None:
    now, later = pause(season, bo, wall, 0, 2), pause(season, bo, wall, 20, 22)
    ends = now.end, later.end
    wall.go(days=1)
    wall.go(days=1, beating=False)
    tasks.advance_seasons()
    for one in (now, later):
        one.refresh_from_db()
    assert (now.end, later.end) == (ends[0] + DAY, ends[1])
    spans = Pause.objects.filter(game=table_at(season, "1-1").game).order_by("start").values_list("end", flat=True)
    assert list(spans) == [now.end, later.end]


def test_pauses_are_for_running_seasons_and_have_limits(season: Season, bo: User, wall: Wall) -> None:
    for first, last in ((3, 2), (0, 93)):
        with pytest.raises(ClubError, match="92 days at most"):
            pause(season, bo, wall, first, last)
    play_out(table_at(season, "1-1"))
    with pytest.raises(ClubError, match="not being played"):
        give_time(season, bo, "1-1", 3)
    Season.objects.update(state="registration")
    with pytest.raises(ClubError, match="Only a running season"):
        pause(season, bo, wall, 0, 2)


def test_the_pages_take_what_the_services_need(season: Season, bo: User, wall: Wall) -> None:
    until = f"{wall.now + 3 * DAY:%Y-%m-%dT%H:%M}"
    assert post(bo, f"{SEASON}pauses/set/", end=until, round_number="", reason="").status_code == 422
    post(bo, f"{SEASON}pauses/set/", end=until, round_number="1", reason="Snow")
    page = text(get(User.objects.get(name="P01"), f"{SEASON}rounds/1/"))
    assert "Round 1 pauses from" in page
    assert "Snow" in page
    assert "Pause the season or a round" not in text(get(User.objects.get(name="P01"), f"{SEASON}pauses/"))
    made = SeasonPause.objects.get()
    post(bo, f"{SEASON}pauses/{made.pk}/end/")
    table = table_at(season, "1-1")
    path = f"{SEASON}rounds/1/tables/{table.pk}/more-time/"
    assert post(bo, path, days=0, reason="Ill").status_code == 422
    post(bo, path, days=2, reason="Ill")
    assert Table.objects.get(pk=table.pk).closes_at is not None
    assert "This table has more time" in text(get(bo, f"{SEASON}rounds/1/"))


# --- Planned vacations ---


def travel(user: User, wall: Wall, first: float, last: float) -> None:
    """Plan a vacation; the clocks do not matter here."""
    Vacation.objects.create(user=user, start=wall.now + first * DAY, end=wall.now + last * DAY)
    User.objects.filter(pk=user.pk).update(vacations_until=wall.now + last * DAY)


def test_members_see_planned_vacations_on_the_page_of_the_round(season: Season, bo: User, wall: Wall) -> None:
    travel(User.objects.get(name="P03"), wall, 2, 5)
    travel(User.objects.get(name="P04"), wall, 20, 25)
    page = f"{SEASON}rounds/1/"
    assert text(get(bo, page)).count("on vacation March 4, 2026 – March 7, 2026") == 1
    assert text(get(bo, page)).count("on vacation") == 1
    assert "on vacation" not in text(get(None, page))


def test_the_late_page_forecasts_who_will_be_late_or_away(season: Season, club: Club, bo: User, wall: Wall) -> None:
    traveller = User.objects.get(name="P03")
    travel(traveller, wall, 2, 30)
    wall.go(hours=10)
    turns = Turn.objects.filter(game=table_at(season, "1-1").game)
    turns.update(due=wall.now + timedelta(hours=5))
    Turn.objects.exclude(pk__in=turns).update(due=wall.now + 3 * DAY)
    found = late_soon(club, wall.now, season, bo)
    assert [one.user.name for one in found] == [turns.get().user.name, "P03"]  # type: ignore[union-attr]
    assert [one.outlasts_round for one in found] == [False, True]
    page = text(get(bo, "/clubs/tuesday/late/"))
    assert "Soon late, or away" in page
    assert "still away when the table closes on" in page


def test_the_page_of_the_round_stays_cheap(season: Season, bo: User, wall: Wall) -> None:
    pause(season, bo, wall, 1, 3)
    give_time(season, bo, "1-1", 3)
    for user in User.objects.filter(name__startswith="P"):
        travel(user, wall, 2, 5)
    assert queries(bo, f"{SEASON}rounds/1/") <= 12
    assert queries(bo, f"{SEASON}pauses/") <= 12
    assert queries(bo, "/clubs/tuesday/late/") <= 12
