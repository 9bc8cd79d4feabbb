"""What the pages of boards tell, and to whom."""

import pytest
from django.test import Client

from games.boards.closing import close
from games.boards.services import open_challenge
from games.models import BoardPlay, BoardSet
from players.models import User
from tests.support.boards import open_boards, play_boards
from tests.support.visits import client_of, get, post, queries, text

pytestmark = pytest.mark.django_db


def page(user: User | None, path: str) -> str:
    return text(get(user, path))


def test_before_the_close_nobody_sees_a_card(ai: User, bo: User) -> None:
    board_set = open_boards()
    slug = play_boards(board_set, ai).game.slug
    for path in (f"/t/{slug}/", f"/t/{slug}/review/", f"/t/{slug}/record/", f"/t/{slug}/analysis/"):
        assert get(bo, path).status_code == 404
    for path in (
        f"/t/{slug}/record/",
        f"/t/{slug}/review/1/3/",
        f"/t/{slug}/score-sheet/",
        f"{board_set.get_absolute_url()}1/",
    ):
        assert get(ai, path).status_code == 404
    assert board_set.seeds.secret.hex() not in page(ai, board_set.get_absolute_url())
    assert board_set.seeds.secret.hex() not in page(ai, f"/t/{slug}/shuffle/")


def test_after_the_close_everybody_sees_everything(ai: User, bo: User) -> None:
    board_set = open_boards()
    slug = play_boards(board_set, ai).game.slug
    close(board_set)
    for path in (f"/t/{slug}/review/1/3/", f"/t/{slug}/record/", f"{board_set.get_absolute_url()}1/"):
        assert get(bo, path).status_code == 200
    assert board_set.seeds.secret.hex() in page(bo, board_set.get_absolute_url())
    assert get(bo, f"{board_set.get_absolute_url()}3/").status_code == 404


def test_whoever_has_not_finished_learns_nothing_of_others(ai: User, bo: User, chie: User) -> None:
    board_set = open_boards()
    post(ai, f"{board_set.get_absolute_url()}play/")
    play_boards(board_set, bo, seed=1)
    known = page(ai, board_set.get_absolute_url())
    BoardPlay.objects.filter(user=bo).delete()
    board_set.fields.update(field_json={"histogram": {}, "unfinished": 0}, contracts_json={})
    play_boards(board_set, chie, seed=2)
    assert page(ai, board_set.get_absolute_url()) == known


def test_while_one_plays_no_record_tells_the_other_hands(ai: User) -> None:
    board_set = open_boards()
    slug = post(ai, f"{board_set.get_absolute_url()}play/").url.split("/")[2]
    assert get(ai, f"/t/{slug}/").status_code == 200
    assert get(ai, f"/t/{slug}/record/").status_code == 404


def test_a_board_is_opened_once(ai: User) -> None:
    board_set = open_boards()
    first = post(ai, f"{board_set.get_absolute_url()}play/")
    assert post(ai, f"{board_set.get_absolute_url()}play/").url == first.url
    play_boards(board_set, ai)
    assert post(ai, f"{board_set.get_absolute_url()}play/").url == first.url
    close(board_set)
    practice = post(ai, f"{board_set.get_absolute_url()}play/")
    assert practice.url != first.url
    assert post(ai, f"{board_set.get_absolute_url()}play/").url == practice.url
    assert not BoardPlay.objects.get(game__slug=practice.url.split("/")[2]).counts


def test_a_visitor_plays_as_a_guest_and_stands_in_no_list() -> None:
    board_set = open_boards()
    visitor = Client()
    answer = visitor.post(f"{board_set.get_absolute_url()}play/", follow=True)
    assert answer.status_code == 200
    guest = User.objects.get(is_guest=True)
    play_boards(board_set, guest)
    assert "stand in no list" in visitor.get(board_set.get_absolute_url()).content.decode()
    close(board_set)
    assert BoardPlay.objects.get(user=guest).place is None
    assert BoardPlay.objects.get(user=guest).above is not None


def test_a_day_without_boards_leads_to_the_list(ai: User) -> None:
    assert client_of(ai).get("/daily/").url == "/boards/"
    open_boards()
    assert client_of(ai).get("/daily/").status_code == 200


def test_pages_take_few_queries(ai: User, people: list[User]) -> None:
    board_set = open_boards()
    for seed, user in enumerate(people[:4]):
        play_boards(board_set, user, seed=seed)
    assert queries(ai, board_set.get_absolute_url()) <= 12
    close(board_set)
    for path in (board_set.get_absolute_url(), f"{board_set.get_absolute_url()}1/", "/boards/"):
        assert queries(ai, path) <= 12
    assert BoardSet.objects.get().closed_at


def test_friends_are_challenged_by_an_address(ai: User, bo: User) -> None:
    path = post(ai, "/boards/new/", preset="leaflet", boards=2).url
    board_set = BoardSet.objects.get()
    assert f"http://testserver{path}" in page(ai, path) or board_set.get_absolute_url() in page(ai, path)
    visitor = Client()
    assert visitor.post(f"{path}play/", follow=True).status_code == 200
    guest = User.objects.get(is_guest=True)
    play_boards(board_set, guest, seed=1)
    play_boards(board_set, bo, seed=2)
    assert board_set.get_absolute_url() in page(bo, "/boards/")
    close(board_set)
    assert {play.place for play in board_set.plays.filter(by_captain=False)} <= {1, 2}
    assert str(guest) in page(bo, path)


def test_a_challenge_has_few_boards(ai: User) -> None:
    assert post(ai, "/boards/new/", preset="leaflet", boards=9).status_code == 422
    assert post(ai, "/boards/new/", preset="bridge", boards=2).status_code == 422
    assert not BoardSet.objects.exists()


def test_nobody_has_too_many_open_challenges(ai: User) -> None:
    for number in range(10):
        open_challenge(ai, "nap", 1, players=2 + number)
    assert post(ai, "/boards/new/", preset="nap", boards=1).status_code == 409
