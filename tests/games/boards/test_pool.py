"""Several equal sets a day: who draws which, and how all are ranked together."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.boards.closing import close
from games.boards.daily import open_daily_boards, today
from games.boards.pool import drawn_by
from games.boards.services import begin
from games.merging import move_seats
from games.models import BoardPlay, BoardSet
from players.models import User
from tests.support.boards import play_boards
from tests.support.visits import get, post, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def sets(settings: Any) -> list[BoardSet]:
    settings.DAILY_POOL, settings.DAILY_BOARDS = 3, ["nap"] * 7
    return open_daily_boards(timezone.now())[:3]


def drawn(user: User) -> BoardSet:
    found = drawn_by(user, today(timezone.now()))
    assert found is not None
    return found


@pytest.fixture
def crowd() -> list[User]:
    """So many that some draw each set, whatever the day and its secret."""
    return User.objects.bulk_create(User(name=f"Person {n}") for n in range(60))


def test_each_has_a_secret_and_an_address_of_its_own(sets: list[BoardSet]) -> None:
    day = today(timezone.now()).isoformat()
    assert [each.slug for each in sets] == [day, f"{day}-2", f"{day}-3"]
    assert len({each.commitment for each in sets}) == 3


def test_accounts_draw_different_sets_and_keep_theirs(sets: list[BoardSet], crowd: list[User], settings: Any) -> None:
    counts = [sum(drawn(user) == each for user in crowd) for each in sets]
    assert min(counts) > 5
    user = crowd[0]
    first = drawn(user)
    assert {drawn(user) for _visit in range(3)} == {first}
    play = begin(first, user)
    # Also if the key of the site changes on that day.
    for key in ("one", "another", "a third"):
        settings.SECRET_KEY = key * 20
        assert drawn(user) == first
        assert all(begin(each, user) == play for each in sets)


def test_every_address_of_the_day_leads_to_ones_own_set(sets: list[BoardSet], ai: User) -> None:
    own = drawn(ai)
    other = next(each for each in sets if each != own)
    assert get(ai, other.get_absolute_url()).headers["Location"] == own.get_absolute_url()
    post(ai, f"{other.get_absolute_url()}play/")
    assert BoardPlay.objects.get().board_set == own
    assert own.commitment in text(get(ai, "/daily/"))


def test_a_visitor_draws_as_a_guest(sets: list[BoardSet]) -> None:
    visitor = Client()
    assert sets[0].commitment in visitor.get("/daily/").content.decode()
    visitor.post(f"{sets[0].get_absolute_url()}play/")
    assert BoardPlay.objects.get().board_set == drawn(User.objects.get(is_guest=True))


def test_all_of_the_day_are_ranked_together(sets: list[BoardSet], crowd: list[User]) -> None:
    players = [user for each in sets for user in [one for one in crowd if drawn(one) == each][:2]]
    for seed, user in enumerate(players):
        play_boards(drawn(user), user, seed=seed)
    for each in sets:
        close(each)
    plays = list(BoardPlay.objects.filter(counts=True).order_by("place"))
    assert {play.board_set_id for play in plays} == {each.pk for each in sets}
    heights = [play.above or 0 for play in plays]
    assert heights == sorted(heights, reverse=True)
    assert plays[0].place == 1
    for each in sets:
        page = text(get(players[0], each.get_absolute_url()))
        assert all(f">{user}</a>" in page for user in players)
    assert text(get(players[0], "/boards/")).count('<a href="/boards/20') == 1


def test_of_two_accounts_that_become_one_a_single_set_counts(sets: list[BoardSet], ai: User, bo: User) -> None:
    for user in (ai, bo):
        begin(drawn(user), user)
    move_seats(User, source=ai, target=bo)
    assert BoardPlay.objects.filter(user=bo, counts=True).count() == 1
    assert BoardPlay.objects.filter(user=bo).count() == 2
