"""What the host arranges at a table: bots, invitations, closing it. Each tried by everybody else as well."""

import pytest
from pytest_django.asserts import assertContains

from games.lobby import services
from games.models import Game
from players.models import User
from tests.support.play import lobby, reread, running
from tests.support.visits import asks_to_sign_in, get, guest, post, text

pytestmark = pytest.mark.django_db

ARRANGEMENTS = [
    ("seat-bot", {"number": 4, "level": "recruit"}),
    ("seat-bot", {"level": "recruit"}),
    ("invite", {"number": 4, "name": "Emi"}),
    ("cancel", {}),
]


@pytest.mark.parametrize(("what", "data"), ARRANGEMENTS)
def test_it_is_the_host_who_arranges(
    what: str, data: dict[str, object], ai: User, bo: User, chie: User, emi: User
) -> None:
    game, private = lobby(ai, bo), lobby(ai, bo, listed=False)
    assert asks_to_sign_in(post(None, f"/t/{game.slug}/{what}/", **data))
    statuses = [post(one, f"/t/{game.slug}/{what}/", **data).status_code for one in (bo, chie, guest())]
    assert statuses == [403, 403, 403]
    assert [post(one, f"/t/{private.slug}/{what}/", **data).status_code for one in (bo, chie)] == [403, 404]
    assert get(ai, f"/t/{game.slug}/{what}/").status_code == 405
    assert all(one.status == Game.Status.LOBBY for one in (reread(game), reread(private)))
    assert not game.seats.filter(number=4).exclude(bot="", invited=None).exists()
    assert post(ai, f"/t/{game.slug}/{what}/", **data).status_code == 302


@pytest.mark.parametrize(("what", "data"), ARRANGEMENTS)
def test_nothing_is_arranged_once_the_match_runs(what: str, data: dict[str, object], ai: User, emi: User) -> None:
    game = running(ai)
    assert post(ai, f"/t/{game.slug}/{what}/", **data).status_code == 409


# --- seat-bot ---


def test_a_bot_comes_and_goes(ai: User) -> None:
    game = lobby(ai)
    post(ai, f"/t/{game.slug}/seat-bot/", number=2, level="corporal")
    assert game.seats.get(number=2).bot == "corporal"
    post(ai, f"/t/{game.slug}/seat-bot/", number=2, level="")
    assert game.seats.get(number=2).bot == ""


def test_bots_fill_the_table_and_the_match_begins(ai: User) -> None:
    game = lobby(ai)
    for number in range(1, 5):
        post(ai, f"/t/{game.slug}/seat-bot/", number=number, level="recruit")
    assert reread(game).status == Game.Status.RUNNING


def test_one_press_fills_the_free_seats_with_bots(ai: User, bo: User) -> None:
    game = lobby(ai, bo)
    assert "Fill the 3 free seats with bots" in text(get(ai, f"/t/{game.slug}/"))
    assert "free seats with bots" not in text(get(bo, f"/t/{game.slug}/"))
    post(ai, f"/t/{game.slug}/seat-bot/", level="corporal")
    assert reread(game).status == Game.Status.RUNNING
    seats = game.seats.order_by("number")
    assert [seat.user or seat.bot for seat in seats] == [ai, bo, "corporal", "corporal", "corporal"]


def test_a_host_who_stood_up_is_not_offered_a_match_of_bots_alone(ai: User) -> None:
    game = lobby(ai)
    services.leave_seat(game_id=game.pk, user=ai)
    assert "free seats with bots" not in text(get(ai, f"/t/{game.slug}/"))


def test_seats_that_are_kept_or_have_a_bot_stay_as_they_are(ai: User, bo: User) -> None:
    game = lobby(ai)
    services.invite(game_id=game.pk, number=1, user=bo)
    services.seat_bot(game_id=game.pk, number=2, level="recruit")
    post(ai, f"/t/{game.slug}/seat-bot/", level="captain")
    assert [seat.bot for seat in game.seats.order_by("number")] == ["", "", "recruit", "captain", "captain"]
    assert game.seats.get(number=1).invited == bo
    assert "with a bot" not in text(get(ai, f"/t/{game.slug}/"))
    assert post(ai, f"/t/{game.slug}/seat-bot/", level="captain").status_code == 409


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"number": 2, "level": "general"}, 422),
        ({"number": 99, "level": "recruit"}, 422),
        ({"number": "two", "level": "recruit"}, 422),
        ({"level": ""}, 422),
        ({"level": "general"}, 422),
        ({"number": 7, "level": "recruit"}, 409),
        ({"number": 1, "level": "recruit"}, 409),
    ],
)
def test_bots_for_no_seat_or_a_taken_one(data: dict[str, object], status: int, ai: User, bo: User) -> None:
    game = lobby(ai, bo)
    assert post(ai, f"/t/{game.slug}/seat-bot/", **data).status_code == status
    assert [seat.user for seat in game.seats.order_by("number")][:2] == [ai, bo]


# --- invite ---


def test_an_invitation_keeps_the_seat(ai: User, bo: User) -> None:
    game = lobby(ai)
    post(ai, f"/t/{game.slug}/invite/", number=3, name=" Bo ")
    assert game.seats.get(number=3).invited == bo
    assert "invited; the seat is kept" in text(get(ai, f"/t/{game.slug}/"))


@pytest.mark.parametrize(("name", "why"), [("Nobody", "Nobody is called"), ("Ai", "You already have a seat")])
def test_who_cannot_be_invited_is_named(name: str, why: str, ai: User) -> None:
    game = lobby(ai)
    assertContains(post(ai, f"/t/{game.slug}/invite/", number=3, name=name), why, status_code=422)


def test_an_invitation_without_a_name_is_asked_for_again(ai: User) -> None:
    game = lobby(ai)
    assertContains(post(ai, f"/t/{game.slug}/invite/", number=3), 'value="" aria-invalid="true"', status_code=422)


def test_whoever_sits_there_is_not_invited(ai: User, bo: User) -> None:
    game = lobby(ai, bo)
    response = post(ai, f"/t/{game.slug}/invite/", number=3, name="Bo")
    assert response.status_code == 409
    assert "Bo is already at this table" in text(response)


# --- cancel ---


def test_a_closed_table_is_gone(ai: User, bo: User) -> None:
    game = lobby(ai)
    assert post(ai, f"/t/{game.slug}/cancel/")["Location"] == "/"
    assert reread(game).status == Game.Status.CANCELLED
    assert post(bo, f"/t/{game.slug}/take-seat/").status_code == 409
