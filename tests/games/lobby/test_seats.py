"""Sitting down, standing up, and the seats as an open page sees them."""

import pytest
from pytest_django.asserts import assertContains

from games.lobby import services
from games.models import Game
from players.models import User
from tests.support.play import lobby, reread, running
from tests.support.visits import asks_to_sign_in, get, guest, post, queries, text

pytestmark = pytest.mark.django_db


def sitting(game: Game) -> list[User | None]:
    return [seat.user for seat in game.seats.order_by("number")]


# --- take-seat ---


def test_take_the_seat_asked_for(ai: User, bo: User) -> None:
    game = lobby(ai)
    assert post(bo, f"/t/{game.slug}/take-seat/", number=3)["Location"] == f"/t/{game.slug}/"
    assert sitting(game) == [ai, None, None, bo, None]


def test_take_any_seat_when_none_is_named_or_the_number_is_nonsense(ai: User, bo: User, chie: User) -> None:
    game = lobby(ai)
    post(bo, f"/t/{game.slug}/take-seat/")
    post(chie, f"/t/{game.slug}/take-seat/", number="-1")
    assert sitting(game) == [ai, bo, chie, None, None]


def test_the_last_seat_begins_the_match(cast: list[User]) -> None:
    *first, last = cast
    game = lobby(*first)
    post(last, f"/t/{game.slug}/take-seat/")
    assert reread(game).status == Game.Status.RUNNING


def test_a_seat_kept_for_another_is_not_taken(ai: User, bo: User, chie: User) -> None:
    game = lobby(ai)
    services.invite(game_id=game.pk, number=1, user=bo)
    post(chie, f"/t/{game.slug}/take-seat/", number=1)
    assert sitting(game) == [ai, None, chie, None, None]
    post(bo, f"/t/{game.slug}/take-seat/")
    assert sitting(game)[1] == bo


def test_no_seat_is_free_at_a_running_table(ai: User, bo: User) -> None:
    game = running(ai)
    assertContains(post(bo, f"/t/{game.slug}/take-seat/"), "no longer waiting for players", status_code=409)


def test_who_may_sit_down(ai: User, bo: User) -> None:
    listed, private = lobby(ai), lobby(ai, listed=False)
    assert post(None, f"/t/{listed.slug}/take-seat/").status_code == 302
    assert post(guest(), f"/t/{listed.slug}/take-seat/").status_code == 302
    assert post(bo, f"/t/{private.slug}/take-seat/").status_code == 404
    assert get(bo, f"/t/{listed.slug}/take-seat/").status_code == 405


# --- leave-seat ---


def test_stand_up_again(ai: User, bo: User) -> None:
    game = lobby(ai, bo)
    assert post(bo, f"/t/{game.slug}/leave-seat/")["Location"] == f"/t/{game.slug}/"
    assert sitting(game) == [ai, None, None, None, None]


def test_whoever_leaves_a_private_table_no_longer_sees_it(ai: User, bo: User) -> None:
    game = lobby(ai, bo, listed=False)
    assert post(bo, f"/t/{game.slug}/leave-seat/")["Location"] == "/"
    assert post(ai, f"/t/{game.slug}/leave-seat/")["Location"] == f"/t/{game.slug}/"


def test_only_those_who_sit_can_leave(ai: User, bo: User) -> None:
    game = lobby(ai)
    assert asks_to_sign_in(post(None, f"/t/{game.slug}/leave-seat/"))
    assert post(bo, f"/t/{game.slug}/leave-seat/").status_code == 404
    assert post(guest(), f"/t/{game.slug}/leave-seat/").status_code == 404


def test_nobody_leaves_a_running_match_this_way(ai: User) -> None:
    game = running(ai)
    assert post(ai, f"/t/{game.slug}/leave-seat/").status_code == 409
    assert sitting(game)[0] == ai


# --- seats ---


def test_an_open_page_gets_the_seats_alone(ai: User, bo: User) -> None:
    game = lobby(ai, bo)
    for reader in (None, ai, bo, guest()):
        part = text(get(reader, f"/t/{game.slug}/seats/"))
        assert "Bo" in part
        assert "3 seats are still free" in part
        assert "<html" not in part


def test_and_is_led_to_the_table_when_the_match_begins(ai: User) -> None:
    game = running(ai)
    assert get(ai, f"/t/{game.slug}/seats/")["HX-Redirect"] == f"/t/{game.slug}/"


def test_seats_of_a_private_table_are_not_found(ai: User, bo: User) -> None:
    game = lobby(ai, listed=False)
    assert [get(one, f"/t/{game.slug}/seats/").status_code for one in (None, bo, ai)] == [404, 404, 200]
    assert queries(ai, f"/t/{game.slug}/seats/") <= 12
