"""Divisions: how many, how large, and who is in which."""

import re

import pytest

from leagues.draws import services
from leagues.draws.states import draw_states
from leagues.locks import ClubError
from leagues.models import Club, Division, Rating, Season
from leagues.seasons import divisions
from leagues.seasons.divisions import WantedDivision, cut
from players.models import User
from tests.support import table_pages
from tests.support.clubs import log
from tests.support.stored_seasons import crowd, enter, open_season
from tests.support.visits import get, post

pytestmark = pytest.mark.django_db
SEASON = "/clubs/tuesday/seasons/spring/"


def set_divisions(season: Season, user: User, *sizes: int | None) -> None:
    divisions.set_divisions(
        club_id=season.club_id,
        user=user,
        season_id=season.pk,
        divisions=[WantedDivision("", size, 0, 0) for size in sizes],
    )


def assign(season: Season, user: User, order: str) -> None:
    divisions.assign(
        club_id=season.club_id,
        user=user,
        season_id=season.pk,
        order=order,  # type: ignore[arg-type]
    )


def members(season: Season) -> list[str]:
    """By division, who is in it."""
    return [
        " ".join(entry.name for entry in division.entries.order_by("order"))
        for division in season.divisions.order_by("number")
    ]


@pytest.mark.parametrize(
    ("people", "sizes", "expected"),
    [
        (10, [None], [10]),
        (11, [None, None], [6, 5]),
        (11, [4, None], [4, 7]),
        (11, [4, 4], [4, 7]),
        (3, [4, 4], [3, 0]),
        (20, [5, None, None], [5, 8, 7]),
        (0, [None, None], [0, 0]),
    ],
)
def test_how_many_go_into_each(people: int, sizes: list[int | None], expected: list[int]) -> None:
    assert cut(people, sizes) == expected


@pytest.mark.parametrize(
    ("sizes", "assigned", "expected"),
    [
        ([4, None], [4, 3], []),
        ([4, None], [3, 4], ["1: 3 for 4"]),
        # Equal shares may differ by one.
        ([None, None], [3, 4], []),
        ([None, None], [2, 5], ["1: 2 for 4", "2: 5 for 3"]),
        # The last division takes the rest, even if it has a size.
        ([4, 4], [4, 7], ["2: 7 for 4"]),
        ([4, 4], [3, 0], ["1: 3 for 4", "2: 0 for 4"]),
        ([4, 4], [0, 0], []),
        ([4], [7], []),
    ],
)
def test_a_size_that_was_not_meant_is_found(sizes: list[int | None], assigned: list[int], expected: list[str]) -> None:
    there = [Division(pk=n, number=n, size=size) for n, size in enumerate(sizes, start=1)]
    keys = [n for n, members in enumerate(assigned, start=1) for _ in range(members)]
    found = divisions.unmeant_sizes(there, [*keys, None])
    assert [f"{one.division.pk}: {one.members} for {one.meant}" for one in found] == expected


def test_organisers_are_told_of_it(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(7))
    set_divisions(season, bo, 4, None)
    assign(season, bo, "registration")
    told = "Members of Division 1: 3 (4 planned)."
    paths = ["/clubs/tuesday/seasons/spring/", "/clubs/tuesday/seasons/spring/entries/"]
    assert not [path for path in paths if told in table_pages.text(get(bo, path))]
    first = season.entries.filter(division__number=1).first()
    divisions.move_all(club_id=club.pk, user=bo, season_id=season.pk, wanted={first.pk: 2})
    assert [told in table_pages.text(get(bo, path)) for path in paths] == [True, True]


@pytest.mark.usefixtures("quick_draws")
def test_organisers_are_led_to_the_first_draw_that_is_due(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(8))
    set_divisions(season, bo, 4, None)
    assign(season, bo, "registration")
    assert draw_offered(bo) == 1
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk, "number": 1}
    services.lock(**ids, draw_id=services.rehearse(**ids, seed=1).pk)
    assert draw_offered(bo) == 2


def draw_offered(user: User) -> int:
    page = get(user, "/clubs/tuesday/seasons/spring/").content.decode()
    (number,) = re.findall(r'class="button primary" href="[^"]*/draw/(\d)/"', page)
    return int(number)


def test_divisions_that_a_season_does_not_have_are_folded(club: Club, bo: User) -> None:
    open_season(club, bo)
    page = get(bo, "/clubs/tuesday/seasons/spring/divisions/")
    assert [row.is_open for row in page.context["form"].rows()] == [True, True] + 6 * [False]


def test_shared_out_by_registration(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(5))
    set_divisions(season, bo, 2, None)
    assign(season, bo, "registration")
    assert members(season) == ["P01 P02", "P03 P04 P05"]
    assert log(club)[-2:] == [
        "Bo set up 2 divisions in Spring.",
        "Bo assigned the members of Spring to divisions by the order of registration.",
    ]


def test_shared_out_by_rating(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    people = crowd(4)
    enter(season, *people)
    for user, family, mu, sigma in (
        (people[1], "napoleon", 30, 4),
        # Less is sure of somebody who has played little.
        (people[3], "napoleon", 31, 8),
        (people[0], "nap", 40, 1),
    ):
        Rating.objects.create(user=user, family=family, mu=mu, sigma=sigma, matches=3)
    set_divisions(season, bo, 2, None)
    assign(season, bo, "rating")
    assert members(season) == ["P02 P04", "P01 P03"]


def test_by_hand(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    one, _two = enter(season, *crowd(2))
    set_divisions(season, bo, None, None)
    second = season.divisions.get(number=2)
    divisions.move_all(club_id=club.pk, user=bo, season_id=season.pk, wanted={one.pk: second.number})
    assert members(season) == ["P02", "P01"]
    assert log(club)[-1] == "Bo moved P01 to Division 2 in Spring."


def test_back_to_one_division_all_are_in_it(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(3))
    set_divisions(season, bo, None, None)
    assign(season, bo, "registration")
    set_divisions(season, bo, None)
    assert members(season) == ["P01 P02 P03"]


def test_only_organisers(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    with pytest.raises(ClubError):
        set_divisions(season, chie, None, None)
    assert season.divisions.count() == 1


def test_a_late_entry_finds_its_division_under_a_locked_draw(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(4))
    set_divisions(season, bo, 2, None)
    assign(season, bo, "registration")
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    for number in (1, 2):
        services.lock(**ids, number=number, draw_id=services.rehearse(**ids, number=number, seed=1).pk)
    Season.objects.filter(pk=season.pk).update(state="running", late_until=1)
    [late] = enter(season, User.objects.create(name="Late", email="late@example.org"))
    first, second = season.divisions.order_by("number")
    assert late.division is None
    divisions.move_all(**ids, wanted={late.pk: second.number})
    assert members(season) == ["P01 P02", "P03 P04 Late"]
    assert [one.is_stale for one in draw_states(season)] == [False, True]
    with pytest.raises(ClubError, match="Unlock"):
        divisions.move_all(**ids, wanted={late.pk: first.number})


def test_members_are_moved_from_the_list_of_entries_by_one_button(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(8))
    set_divisions(season, bo, 4, None)
    assign(season, bo, "registration")
    one, other = season.entries.order_by("order")[:2]
    path = f"{SEASON}entries/"
    assert f'value="{one.pk}:1:2"' in get(bo, path).content.decode()
    assert post(bo, f"{path}move/", wanted=[f"{one.pk}:1:2", f"{other.pk}:1:1"])["Location"] == path
    one.refresh_from_db()
    assert one.division == season.divisions.get(number=2)
    # A page from before, on which nobody else was moved, leaves the first where they are.
    post(bo, f"{path}move/", wanted=[f"{one.pk}:1:1", f"{other.pk}:1:2"])
    one.refresh_from_db()
    assert one.division == season.divisions.get(number=2)


@pytest.mark.parametrize(
    ("wanted", "status"), [("1:1:9", 409), ("99999:1:2", 409), ("x", 422), ("1:2", 422), ("", 422)]
)
def test_a_move_that_is_none_is_refused(club: Club, bo: User, wanted: str, status: int) -> None:
    season = open_season(club, bo)
    enter(season, *crowd(8))
    set_divisions(season, bo, 4, None)
    first = season.entries.order_by("order")[0].pk
    wanted = wanted.replace("1:1:9", f"{first}:1:9")
    assert post(bo, f"{SEASON}entries/move/", wanted=wanted).status_code == status
