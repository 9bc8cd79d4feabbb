"""The link of a table: who has it may sit down, with an account or as a guest."""

from collections.abc import Callable

import pytest
from pytest_django.asserts import assertContains

from games.lobby import services
from games.models import Game
from players.models import User
from tests.support.play import lobby, play_out, reread, running
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


def full(ai: User, bo: User) -> Game:
    """A private table whose last seat was just kept for a friend."""
    game = lobby(ai, preset="nap", players=2, listed=False)
    return services.invite(game_id=game.pk, number=1, user=bo)


def cancelled(ai: User, bo: User) -> Game:
    return services.cancel(game_id=lobby(ai, listed=False).pk)


def over(ai: User, bo: User) -> Game:
    return play_out(running(ai, bo, listed=False), ai, bo)


@pytest.mark.parametrize("ended", [full, cancelled, over, lambda ai, bo: running(ai, bo, listed=False)])
def test_the_invitation_ends_when_the_table_is_full_or_over(
    ended: Callable[[User, User], Game], ai: User, bo: User, chie: User
) -> None:
    link = f"/join/{ended(ai, bo).invitation}/"
    for visitor in (None, chie):
        for method in ("get", "head", "post"):
            answer = getattr(client_of(visitor), method)(link)
            assert answer.status_code == 404
            assert "At this table" not in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()
    # Those at the table, and the friend with a seat, still get there.
    assert get(ai, link).status_code == 302
    assert get(bo, link).status_code in (200, 302) or "cancelled" in ended.__name__


def test_players_who_are_signed_out_are_asked_to_sign_in(ai: User) -> None:
    link = f"/join/{running(ai, listed=False).invitation}/"
    assertContains(get(None, link), f"/accounts/login/?next={link}", status_code=404)


def test_the_invitation_of_a_listed_table_leads_to_it(ai: User, bo: User) -> None:
    game = running(ai)
    assert get(bo, f"/join/{game.invitation}/")["Location"] == f"/t/{game.slug}/"
    assert post(None, f"/join/{game.invitation}/")["Location"] == f"/t/{game.slug}/"
    assert not User.objects.filter(is_guest=True).exists()


def test_a_seat_that_is_free_again_opens_the_invitation_again(ai: User, bo: User, chie: User) -> None:
    game = full(ai, bo)
    services.seat_bot(game_id=game.pk, number=1, level="")
    assert "Sit down" in text(get(chie, f"/join/{game.invitation}/"))


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


def test_the_invitation_tells_bots_from_people(ai: User, bo: User) -> None:
    game = lobby(ai, listed=False)
    services.seat_bot(game_id=game.pk, number=1, level="captain")
    page = text(get(bo, f"/join/{reread(game).invitation}/"))
    bot = reread(game).seats.get(number=1).as_bot
    assert bot is not None
    assert page.count("bot-face") == 1
    assert f"<small>{bot.kind}</small>" in page


def test_the_link_comes_before_the_seats_and_the_shuffle(ai: User) -> None:
    page = text(get(ai, lobby(ai).get_absolute_url()))
    assert page.index("Anyone who opens this link") < page.index("<h2>Seats</h2>") < page.index("The shuffle")
