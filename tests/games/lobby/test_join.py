"""The link of a table: who has it may sit down, with an account or as a guest."""

import pytest
from pytest_django.asserts import assertContains

from games.lobby import services
from players.models import User
from tests.support.play import lobby, running
from tests.support.visits import client_of, get, post, queries, text

pytestmark = pytest.mark.django_db


def test_the_link_shows_a_private_table_to_whoever_has_it(ai: User, bo: User) -> None:
    game = lobby(ai, listed=False)
    assert "Sit down as a guest" in text(get(None, f"/join/{game.invitation}/"))
    page = text(get(bo, f"/join/{game.invitation}/"))
    assert "Ai invites you to this table." in page
    assert "Sit down as a guest" not in page
    assert queries(bo, f"/join/{game.invitation}/") <= 12


def test_sit_down_by_the_link(ai: User, bo: User) -> None:
    game = lobby(ai, listed=False)
    assert post(bo, f"/join/{game.invitation}/")["Location"] == f"/t/{game.slug}/"
    assert game.seats.get(number=1).user == bo


def test_a_visitor_becomes_a_guest_who_sits_there(ai: User) -> None:
    game = lobby(ai, listed=False)
    browser = client_of(None)
    assert browser.post(f"/join/{game.invitation}/").status_code == 302
    friend = game.seats.get(number=1).user
    assert friend is not None
    assert friend.is_guest
    assert browser.get(f"/t/{game.slug}/").status_code == 200


def test_who_sits_there_already_goes_to_the_table(ai: User) -> None:
    game = lobby(ai, listed=False)
    assert get(ai, f"/join/{game.invitation}/")["Location"] == f"/t/{game.slug}/"


def test_a_full_table_makes_no_guests(ai: User, bo: User) -> None:
    game = running(ai, listed=False)
    assert "no longer waiting" in text(get(bo, f"/join/{game.invitation}/"))
    assert post(None, f"/join/{game.invitation}/").status_code == 409
    assert not User.objects.filter(is_guest=True).exists()


def test_a_table_with_every_seat_kept_has_none_free(ai: User, bo: User, chie: User, dai: User) -> None:
    game = lobby(ai, preset="four")
    for number, friend in enumerate((bo, chie, dai), 1):
        services.invite(game_id=game.pk, number=number, user=friend)
    assertContains(post(None, f"/join/{game.invitation}/"), "No seat is free", status_code=409)
    assert not User.objects.filter(is_guest=True).exists()


def test_a_wrong_link_leads_nowhere(ai: User) -> None:
    game = lobby(ai, listed=False)
    assert get(None, f"/join/{game.slug}/").status_code == 404
    assert get(ai, "/join/x/").status_code == 404
