"""Weeks of boards: planned by an organiser, opened and told of by the scheduler, played by members, and added up."""

import re
from datetime import date

import pytest
from django.utils.html import strip_tags

from games.boards import closing
from games.boards.services import begin
from games.kernel.transaction import TableError
from games.models import BoardPlay, BoardSet
from leagues import tasks
from leagues.clubs import services as clubs
from leagues.locks import ClubError
from leagues.models import BoardSeries, BoardWeek, Club
from players.models import User
from tests.support.board_weeks import planned_series
from tests.support.boards import play_boards
from tests.support.clubs import add, log, told
from tests.support.visits import get, post, queries, text
from tests.support.wall_clock import Wall
from tests.support.wall_clock import wall as wall

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wall")]
BOARDS = "/clubs/tuesday/boards/"
FORM = {
    "name": "Autumn",
    "preset": "four",
    "boards": "1",
    "order": "points",
    "first_day": "2026-03-02",
    "days": "7",
    "weeks": "2",
    "best": "",
}


def week(series: BoardSeries, number: int) -> BoardWeek:
    return BoardWeek.objects.select_related("board_set").get(series=series, number=number)


def boards(series: BoardSeries, number: int = 1) -> BoardSet:
    found = week(series, number).board_set
    assert found is not None
    return found


def turn(wall: Wall, **time: float) -> None:
    """What the scheduler does each minute, after some time."""
    wall.go(**time)
    closing.close_due(wall.now)
    tasks.turn_board_weeks()


def played(series: BoardSeries, number: int, *people: User) -> None:
    for seed, user in enumerate(people):
        play_boards(boards(series, number), user, seed=seed)


def test_weeks_open_and_close_by_themselves(wall: Wall, club: Club, bo: User, chie: User) -> None:
    series = planned_series(club, bo)
    assert boards(series).kind == BoardSet.Kind.CLUB
    assert week(series, 2).board_set is None
    assert told(chie) == ["boards_opened"]
    tasks.turn_board_weeks()
    assert told(chie) == ["boards_opened"]
    played(series, 1, chie)
    turn(wall, days=7)
    assert boards(series).closed_at is not None
    assert boards(series, 2).closed_at is None
    assert [kind for kind in told(chie) if kind != "match_ended"] == ["boards_opened", "boards_opened", "boards_over"]
    assert told(bo).count("boards_over") == 0
    turn(wall, days=14)
    # The site was down for all of the third week.
    assert BoardWeek.objects.filter(series=series, board_set=None, told_at__isnull=False).count() == 1
    assert log(club)[-1] == "Bo planned the boards Autumn (3 weeks)."


def test_only_members_play_and_members_of_a_private_club_see(club: Club, bo: User, chie: User, emi: User) -> None:
    board_set = boards(planned_series(club, bo))
    path = board_set.get_absolute_url()
    assert "Play the boards" in text(get(chie, path))
    assert "Play the boards" not in text(get(emi, path))
    assert post(emi, f"{path}play/").status_code == 409
    with pytest.raises(TableError, match="members of the club Tuesday"):
        begin(board_set, emi)
    Club.objects.update(is_public=False)
    for reader in (emi, None):
        assert get(reader, path).status_code == 404
        assert get(reader, BOARDS).status_code == 404
    assert post(chie, f"{path}play/").status_code == 302


def test_after_the_close_a_private_club_shows_its_tables_to_members_alone(
    wall: Wall, club: Club, ai: User, bo: User, chie: User, emi: User
) -> None:
    series = planned_series(club, bo, weeks=1, best=1)
    Club.objects.update(is_public=False)
    played(series, 1, chie)
    table = BoardPlay.objects.get(user=chie).game.get_absolute_url()
    # Before the close nobody but the player, organisers neither.
    assert [get(user, table).status_code for user in (chie, ai, bo, emi)] == [200, 404, 404, 404]
    turn(wall, days=7)
    assert [get(user, table).status_code for user in (chie, ai, bo, emi)] == [200, 200, 200, 404]
    assert get(None, table).status_code == 404


def test_organisers_see_no_more_than_members_before_the_close(club: Club, ai: User, bo: User, chie: User) -> None:
    series = planned_series(club, bo)
    played(series, 1, chie)
    [play] = BoardPlay.objects.filter(user=chie)
    for path in (series.get_absolute_url(), boards(series).get_absolute_url(), BOARDS, "/clubs/tuesday/"):
        for organiser in (ai, bo):
            assert "Chie" not in main_of(text(get(organiser, path)))
    BoardPlay.objects.update(points=play.points + 77)
    before = {path: main_of(text(get(bo, path))) for path in (series.get_absolute_url(), BOARDS)}
    BoardPlay.objects.update(points=play.points - 77)
    assert before == {path: main_of(text(get(bo, path))) for path in before}


def read(user: User, path: str) -> str:
    """The words of a page."""
    return " ".join(strip_tags(text(get(user, path)).replace("<", " <")).split())


def main_of(page: str) -> str:
    """Without the list of those who run the club, and without what differs at each visit."""
    return page.partition("Who runs the club")[0]


def test_the_standings_of_the_best_weeks(wall: Wall, club: Club, ai: User, bo: User, chie: User) -> None:
    series = planned_series(club, bo)
    assert "The first week that closes makes the standings." in text(get(chie, series.get_absolute_url()))
    played(series, 1, ai, bo, chie)
    turn(wall, days=7)
    played(series, 2, ai, chie)
    turn(wall, days=7)
    page = read(chie, series.get_absolute_url())
    assert "The best 2 weeks of each member count." in page
    last = min(BoardPlay.objects.filter(board_set=boards(series, 2), counts=True).values_list("above", flat=True))
    own = BoardPlay.objects.get(board_set=boards(series), user=bo).above
    shown = f"{own + last:.1f}".replace("-", "−")
    assert re.search(rf"Bo\b \D*{re.escape(shown)} 1 ", page)
    clubs.leave(club_id=club.pk, user=chie)
    page = read(bo, series.get_absolute_url())
    assert "Chie" not in page
    assert re.search(rf"Bo\b \D*{re.escape(shown)} 1 ", page)
    assert get(chie, series.get_absolute_url()).status_code == 200


def test_whoever_leaves_no_longer_plays_and_whoever_joins_does(club: Club, bo: User, chie: User, emi: User) -> None:
    board_set = boards(planned_series(club, bo))
    begun = begin(board_set, chie)
    clubs.leave(club_id=club.pk, user=chie)
    # What has begun may be played to its end.
    assert begin(board_set, chie) == begun
    add(club, emi)
    assert begin(board_set, emi).counts


def test_the_series_ends_before_its_time(wall: Wall, club: Club, bo: User, chie: User) -> None:
    series = planned_series(club, bo)
    path = f"{series.get_absolute_url()}end/"
    assert "2 weeks have not opened yet." in text(post(bo, path))
    assert post(bo, path, sure="yes").status_code == 302
    assert series.weeks.count() == 1
    assert post(bo, path, sure="yes").status_code == 409
    assert log(club)[-1] == "Bo ended the boards Autumn: no further week opens."
    turn(wall, days=7)
    assert boards(series).closed_at is not None
    later = planned_series(club, bo, first_day=date(2026, 4, 6))
    post(bo, f"{later.get_absolute_url()}end/", sure="yes")
    assert not BoardSeries.objects.filter(pk=later.pk).exists()


def test_a_closed_club_closes_its_boards(wall: Wall, club: Club, ai: User, bo: User, chie: User) -> None:
    series = planned_series(club, bo)
    played(series, 1, chie)
    clubs.close(club_id=club.pk, user=ai)
    turn(wall, minutes=1)
    assert boards(series).closed_at is not None
    assert series.weeks.count() == 1
    assert get(chie, series.get_absolute_url()).status_code == 200


def test_the_form(club: Club, bo: User, chie: User) -> None:
    assert post(bo, f"{BOARDS}new/", **FORM).status_code == 302
    assert BoardSeries.objects.get().best == 2
    for wrong in (
        {"weeks": "27"},
        {"best": "3"},
        {"first_day": "2026-03-01"},
        {"first_day": "soon"},
        {"preset": "whist"},
        {"order": "luck"},
        {"days": "8"},
        {"name": ""},
    ):
        assert post(bo, f"{BOARDS}new/", **{**FORM, **wrong}).status_code == 422
    assert post(chie, f"{BOARDS}new/", **FORM).status_code == 403
    # The second of the same is the first: the button was pressed twice.
    for name in ("Spring", "Summer", "Summer"):
        planned_series(club, bo, name=name)
    with pytest.raises(ClubError, match="3 series of boards at once are enough"):
        planned_series(club, bo, name="Winter")


def test_pages_ask_few_questions(wall: Wall, club: Club, ai: User, bo: User, chie: User) -> None:
    series = planned_series(club, bo)
    played(series, 1, ai, bo, chie)
    turn(wall, days=7)
    for path in (series.get_absolute_url(), BOARDS, boards(series).get_absolute_url(), "/clubs/tuesday/"):
        assert queries(bo, path) <= 12


def test_a_page_in_the_order_of_percents(wall: Wall, club: Club, ai: User, bo: User) -> None:
    series = planned_series(club, bo, order="percent", weeks=1, best=1)
    played(series, 1, ai, bo)
    turn(wall, days=7)
    percent = BoardPlay.objects.get(user=ai).percent
    assert re.search(rf"Ai\b \D*{percent:.1f} 1 ", read(bo, series.get_absolute_url()))


def test_organisers_learn_that_a_removed_member_drops_out_of_standings(club: Club, bo: User, chie: User) -> None:
    planned_series(club, bo)
    begin(boards(BoardSeries.objects.get()), chie)
    page = text(post(bo, f"/clubs/tuesday/members/{club.memberships.get(user=chie).pk}/remove/"))
    assert "They drop out of the standings of these boards: Autumn." in page
