"""Challenges: when they close, and those with the cards of a match that was played before."""

from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from games.boards.closing import close, close_due
from games.boards.given_cards import given_deals
from games.boards.services import begin, close_early, open_challenge
from games.integrity.audit import audit
from games.kernel.game_queries import game_with_seats
from games.kernel.log import state_of
from games.kernel.transaction import TableError
from games.models import BoardSet, Game
from players.models import User
from tests.support.boards import open_boards, play_boards
from tests.support.concurrency import at_once
from tests.support.play import play_out, running
from tests.support.visits import get, post, text

pytestmark = pytest.mark.django_db


def finished(*people: User, **options: object) -> Game:
    """A match of these people that is over; the first of them is its host."""
    game = running(*people, **options)
    play_out(game_with_seats(game.slug), *people, rng=Random(4))
    return game_with_seats(game.slug)


def page(user: User | None, path: str) -> str:
    return text(get(user, path))


def test_it_closes_when_as_many_have_played_as_were_expected(ai: User, bo: User, chie: User) -> None:
    board_set = open_challenge(ai, "nap", 1, players=2)
    late = begin(board_set, chie)
    play_boards(board_set, ai)
    play_boards(board_set, bo)
    board_set.refresh_from_db()
    # Chie is in the middle of it.
    assert board_set.closes_at > timezone.now()
    play_out(game_with_seats(late.game.slug), chie, rng=Random(1))
    close_due(timezone.now())
    board_set.refresh_from_db()
    assert board_set.closed_at is not None


def test_its_host_closes_it(ai: User, bo: User) -> None:
    path = post(ai, "/boards/new/", preset="nap", boards=1).url
    board_set = BoardSet.objects.get()
    assert "Close it" in page(ai, path)
    assert "Close it" not in page(bo, path)
    assert post(bo, f"{path}close/").status_code == 403
    assert post(ai, f"{path}close/").status_code == 302
    close_due(timezone.now())
    board_set.refresh_from_db()
    assert board_set.closed_at is not None


def test_nobody_is_interrupted_within_a_day(ai: User, bo: User) -> None:
    board_set = open_challenge(ai, "nap", 1)
    play = begin(board_set, bo)
    assert post(ai, f"{board_set.get_absolute_url()}close/").status_code == 409
    play.begun_at -= timedelta(days=1, seconds=1)
    play.save()
    close_early(board_set)
    board_set.refresh_from_db()
    assert board_set.closes_at <= timezone.now()


@pytest.mark.parametrize("preset", ["gurunapo", "four", "nap"])
def test_friends_get_the_same_cards_in_the_same_seat(preset: str, ai: User, bo: User, chie: User) -> None:
    game = finished(bo, ai, preset=preset, deals=2)
    path = post(ai, f"/t/{game.slug}/give-cards/").url
    board_set = BoardSet.objects.get()
    seat = game.seats.get(user=ai).number
    assert board_set.person_seat == seat
    play = play_boards(board_set, chie)
    theirs = {end.number: end.dealt for end in state_of(game).match.ended}
    dealt = [end.dealt for end in state_of(game_with_seats(play.game.slug)).match.ended]
    assert [(deal.hands, deal.widow, deal.dealer) for deal in dealt] == [
        (theirs[deal.number].hands, theirs[deal.number].widow, theirs[deal.number].dealer) for deal in dealt
    ]
    assert play.game.seats.get(user=chie).number == seat
    assert all(claim.holds for claim in audit(play.game))
    close(board_set)
    assert all(claim.holds for claim in audit(game_with_seats(play.game.slug)))
    for address in (path, f"{path}1/", f"/t/{play.game.slug}/shuffle/", f"/t/{play.game.slug}/record/"):
        assert get(chie, address).status_code == 200
    play.refresh_from_db()
    assert play.place == 1


def test_whoever_sat_at_the_table_does_not_compete(ai: User, bo: User, chie: User) -> None:
    game = finished(ai, bo, preset="gurunapo", deals=1)
    path = post(ai, f"/t/{game.slug}/give-cards/", players=1).url
    board_set = BoardSet.objects.get()
    for user in (ai, bo):
        assert "You know these cards" in page(user, path)
        with pytest.raises(TableError):
            begin(board_set, user)
    # What it brought at the table is shown to those who have played.
    assert board_set.source_points_json == [state_of(game).match.ended[0].scores[0]]
    assert f'num">{ai}</th>' not in page(chie, path)
    play_boards(board_set, chie)
    assert f'num">{ai}</th>' in page(chie, path)
    close_due(timezone.now())
    board_set.refresh_from_db()
    assert board_set.closed_at is not None
    assert begin(board_set, ai).counts is False


def test_only_a_finished_match_of_ones_own_is_given(ai: User, bo: User) -> None:
    game = running(ai, preset="gurunapo", deals=1)
    address = f"/t/{game.slug}/give-cards/"
    assert get(ai, address).status_code == 409
    assert post(ai, address).status_code == 409
    play_out(game_with_seats(game.slug), ai, rng=Random(4))
    assert "Give these cards" in page(ai, f"/t/{game.slug}/")
    assert "Give these cards" not in page(bo, f"/t/{game.slug}/")
    assert get(ai, address).status_code == 200
    assert post(ai, address, players=0).status_code == 422
    assert post(bo, address).status_code == 404
    assert not BoardSet.objects.exists()


def test_a_visitor_plays_given_cards_as_a_guest(ai: User) -> None:
    game = finished(ai, preset="gurunapo", deals=1)
    path = post(ai, f"/t/{game.slug}/give-cards/").url
    assert Client().post(f"{path}play/", follow=True).status_code == 200


def test_only_deals_that_boards_deal_alike_are_given(ai: User) -> None:
    game = finished(ai, preset="gurunapo", deals=2)
    assert len(given_deals(game)) <= 2
    assert given_deals(game)[0].number == 1


def test_cards_that_are_asked_for_twice_are_drawn_once(ai: User) -> None:
    once = open_challenge(ai, "nap", 1)
    assert open_challenge(ai, "nap", 1) == once
    assert open_challenge(ai, "nap", 2) != once


@pytest.mark.django_db(transaction=True)
def test_practice_that_is_asked_for_twice_begins_once(ai: User) -> None:
    board_set = open_boards()
    BoardSet.objects.update(closed_at=timezone.now())
    at_once(*[lambda: begin(board_set, ai)] * 2)
    assert board_set.plays.filter(user=ai).count() == 1
