"""What each player adds to the shuffle before the match."""

import pytest

from games.lobby.services import MAX_SEED
from players.models import User
from tests.support.play import lobby, running
from tests.support.visits import asks_to_sign_in, get, guest, post, text

pytestmark = pytest.mark.django_db


def test_a_seed_is_chosen_and_drawn_again(ai: User) -> None:
    game = lobby(ai)
    drawn = game.seats.get(user=ai).seed
    post(ai, f"/t/{game.slug}/seed/", seed="七転び八起き")
    seat = game.seats.get(user=ai)
    assert (seat.seed, seat.seed_is_chosen) == ("七転び八起き", True)
    assert "七転び八起き" in text(get(ai, f"/t/{game.slug}/"))
    post(ai, f"/t/{game.slug}/seed/", seed="")
    seat = game.seats.get(user=ai)
    assert seat.seed not in ("", drawn)
    assert not seat.seed_is_chosen


def test_a_seed_that_is_too_long_is_refused(ai: User) -> None:
    game = lobby(ai)
    response = post(ai, f"/t/{game.slug}/seed/", seed="x" * (MAX_SEED + 1))
    assert response.status_code == 422
    assert "at most 64 characters" in text(response)


def test_only_those_at_the_table_add_to_the_shuffle(ai: User, bo: User) -> None:
    game = lobby(ai)
    assert asks_to_sign_in(post(None, f"/t/{game.slug}/seed/", seed="x"))
    assert post(bo, f"/t/{game.slug}/seed/", seed="x").status_code == 404
    assert post(guest(), f"/t/{game.slug}/seed/", seed="x").status_code == 404
    assert get(ai, f"/t/{game.slug}/seed/").status_code == 405


def test_seeds_are_fixed_when_the_match_begins(ai: User) -> None:
    game = running(ai)
    before = game.seats.get(user=ai).seed
    assert post(ai, f"/t/{game.slug}/seed/", seed="x").status_code == 409
    assert game.seats.get(user=ai).seed == before
