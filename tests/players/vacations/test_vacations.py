"""Vacations: so many days a year, entered ahead or now, and what they do to the clocks of games."""

from datetime import date, timedelta

import pytest

from games.models import Game
from napoleon.time_bank import HOUR, ClockRules
from players.models import User
from players.vacations import services as vacations
from players.vacations.services import VacationError
from tests.support.play import running
from tests.support.visits import asks_to_sign_in, get, post, queries, text
from tests.support.wall_clock import Wall, at

pytestmark = pytest.mark.django_db


def march(day: int) -> date:
    return date(2026, 3, day)


@pytest.fixture
def tokyo(ai: User) -> User:
    """Ai, for whom it is 21:00 on Monday 2 March when the wall's clock begins."""
    ai.time_zone = "Asia/Tokyo"
    ai.save()
    return ai


def test_days_begin_and_end_by_the_person_s_own_clock(tokyo: User, wall: Wall) -> None:
    vacation = vacations.enter(user=tokyo, first=march(5), last=march(6))
    assert (vacation.start, vacation.end) == (at("4 15:00"), at("6 15:00"))
    tokyo.refresh_from_db()
    assert tokyo.vacations_until == at("6 15:00")


def test_a_vacation_from_today_begins_now(tokyo: User, wall: Wall) -> None:
    assert vacations.enter(user=tokyo, first=march(2), last=march(2)).start == wall.now


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (march(1), march(5)),  # yesterday
        (march(6), march(5)),
        (march(5), march(8)),  # some of it is taken
        (march(3), date(2026, 3, 31)),
        (date(2027, 3, 1), date(2027, 3, 9)),
        (date(9999, 12, 31), date(9999, 12, 31)),
    ],
)
def test_days_that_cannot_be_are_refused(tokyo: User, wall: Wall, first: date, last: date) -> None:
    vacations.enter(user=tokyo, first=march(7), last=march(8))
    with pytest.raises(VacationError):
        vacations.enter(user=tokyo, first=first, last=last)
    assert tokyo.vacations.count() == 1


def test_there_are_28_days_a_year(ai: User, wall: Wall) -> None:
    vacations.enter(user=ai, first=march(10), last=march(23))
    assert vacations.days_left(ai, 2026) == 14
    # Ten days of this year, and ten of the next.
    vacations.enter(user=ai, first=date(2026, 12, 22), last=date(2027, 1, 10))
    assert (vacations.days_left(ai, 2026), vacations.days_left(ai, 2027)) == (4, 18)
    with pytest.raises(VacationError, match="4 days left in 2026"):
        vacations.enter(user=ai, first=date(2026, 4, 1), last=date(2026, 4, 5))
    vacations.enter(user=ai, first=date(2026, 4, 1), last=date(2026, 4, 4))


def test_who_comes_back_early_has_used_what_they_have_used(ai: User, wall: Wall) -> None:
    vacation = vacations.enter(user=ai, first=march(3), last=march(12))
    wall.go(days=4)
    vacations.end(vacation=vacation)
    vacation.refresh_from_db()
    assert vacation.end == wall.now
    assert vacations.days_left(ai, 2026) == 24
    vacations.end(vacation=vacations.enter(user=ai, first=march(20), last=march(21)))
    assert ai.vacations.get() == vacation
    ai.refresh_from_db()
    assert ai.vacations_until == vacation.end


def test_the_day_on_which_clocks_are_put_back_is_a_day_like_others(ai: User, wall: Wall) -> None:
    ai.time_zone = "Europe/Berlin"
    ai.save()
    vacations.enter(user=ai, first=date(2026, 10, 20), last=date(2026, 11, 16))
    assert vacations.days_left(ai, 2026) == 0
    with pytest.raises(VacationError, match="0 days left in 2026"):
        vacations.enter(user=ai, first=date(2026, 12, 1), last=date(2026, 12, 1))


def test_the_day_on_which_clocks_are_put_forward_is_no_shorter(ai: User, wall: Wall) -> None:
    ai.time_zone = "Europe/Berlin"
    ai.save()
    vacations.enter(user=ai, first=march(29), last=march(29))
    assert vacations.days_left(ai, 2026) == 27


def test_a_vacation_is_given_back_once(ai: User, wall: Wall) -> None:
    vacation = vacations.enter(user=ai, first=march(20), last=march(21))
    again = ai.vacations.get()
    vacations.end(vacation=vacation)
    vacations.end(vacation=again)
    assert vacations.days_left(ai, 2026) == 28


# --- The clocks of games ---


@pytest.fixture
def game(ai: User, bo: User, wall: Wall) -> Game:
    return running(ai, bo, preset="nap", players=2, clock=ClockRules(bank=10 * HOUR, quiet=False))


def test_the_clocks_of_open_turns_follow(game: Game) -> None:
    vacation = vacations.enter(user=game.turns.get().user, first=march(3), last=march(9))
    assert game.turns.get().times_out_at == at("10 22:00")
    vacations.end(vacation=vacation)
    assert game.turns.get().times_out_at == at("3 22:00")


def test_everybody_at_the_table_sees_until_when(game: Game, ai: User, bo: User, wall: Wall) -> None:
    vacations.enter(user=ai, first=march(2), last=march(9))
    wall.go(hours=1)
    assert 'on vacation until <time datetime="2026-03-10T00:00:00+00:00">' in text(get(bo, f"/t/{game.slug}/people/"))


# --- The pages ---


def test_days_are_taken_and_given_back_by_the_page(ai: User, bo: User, wall: Wall) -> None:
    assert "You have 28 days left this year." in text(get(ai, "/me/vacations/"))
    assert post(ai, "/me/vacations/", first="2026-03-05", last="2026-03-07")["Location"] == "/me/vacations/"
    page = text(get(ai, "/me/vacations/"))
    assert "March 5, 2026" in page
    assert "March 7, 2026" in page
    assert "You have 25 days left this year." in page
    vacation = ai.vacations.get()
    assert post(bo, f"/me/vacations/{vacation.pk}/end/").status_code == 404
    assert post(ai, f"/me/vacations/{vacation.pk}/end/").status_code == 302
    assert not ai.vacations.exists()


def test_refusals_are_worded(ai: User, wall: Wall) -> None:
    for data in ({"first": ""}, {"first": "soon", "last": "2026-03-07"}, {"first": "2026-02-01", "last": "x"}):
        assert post(ai, "/me/vacations/", **data).status_code == 422
    response = post(ai, "/me/vacations/", first="2026-03-03", last="2026-04-20")
    assert response.status_code == 422
    assert "28 days left in 2026." in text(response)


def test_coming_and_going_has_an_end(ai: User, wall: Wall) -> None:
    for _ in range(15):
        assert post(ai, "/me/vacations/", first="2026-03-02", last="2026-03-02").status_code == 302
        wall.go(minutes=1)
        vacation = ai.vacations.latest("start")
        assert post(ai, f"/me/vacations/{vacation.pk}/end/").status_code == 302
    assert post(ai, "/me/vacations/", first="2026-03-05", last="2026-03-05").status_code == 429
    assert post(ai, f"/me/vacations/{vacation.pk}/end/").status_code == 429
    assert ai.vacations.count() == 15
    assert get(ai, "/me/vacations/").status_code == 200


def test_it_is_for_people_who_are_signed_in(ai: User, wall: Wall) -> None:
    vacation = vacations.enter(user=ai, first=march(5), last=march(6))
    assert asks_to_sign_in(get(None, "/me/vacations/"))
    assert asks_to_sign_in(post(None, f"/me/vacations/{vacation.pk}/end/"))
    assert ai.vacations.get().end - vacation.start == timedelta(days=2)


def test_the_table_shows_who_is_on_vacation(ai: User, bo: User, wall: Wall) -> None:
    game = running(ai, bo)
    path, mark = f"/t/{game.slug}/", "On vacation: the clock is stopped"
    assert mark not in text(get(bo, path))
    before = queries(bo, path)
    vacations.enter(user=ai, first=march(3), last=march(4))
    assert mark not in text(get(bo, path))
    wall.go(days=1)
    assert text(get(bo, path)).count(mark) == 1
    assert queries(bo, path) == before + 1
    wall.go(days=3)
    assert mark not in text(get(bo, path))
