"""Leaving for good: the person is erased, their games are not, and none of them gets stuck."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client

from games.kernel.log import broken_links
from games.lobby import services
from games.models import ChatMessage, Comment, Game, Note, Turn
from players.models import Session, User
from players.signals import account_closing
from tests.support.clubs import club_of, role
from tests.support.play import lobby, play_out, reread, running
from tests.support.sign_in import PASSWORD, sign_in
from tests.support.stored_games import AT
from tests.support.table_pages import words

pytestmark = pytest.mark.django_db


def leave(client: Client, **form: str) -> int:
    return client.post("/me/delete/", form or {"password": PASSWORD}).status_code


def test_all_about_the_person_is_erased(fumis: Client, fumi: User) -> None:
    TOTP.activate(fumi, "JBSWY3DPEHPK3PXP")
    elsewhere = Client()
    elsewhere.force_login(fumi)
    assert leave(fumis) == 302
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()
    assert not Session.objects.filter(user__isnull=False).exists()
    for client in (fumis, elsewhere):
        assert client.get("/me/").status_code == 302
    assert Client().post("/accounts/login/", {"login": fumi.email, "password": PASSWORD}).status_code == 200


def test_a_running_game_goes_on_with_a_bot(fumis: Client, fumi: User, bo: User) -> None:
    game = running(fumi, bo)
    before = game.seq
    leave(fumis)
    seat = game.seats.get(number=0)
    assert (seat.user, seat.bot) == (None, "captain")
    game = reread(game)
    assert game.events.get(seq=before + 1).payload == {"type": "left", "seat": 0, "bot": "captain"}
    assert broken_links(game) == []
    # The player to act is Bo or a bot.
    assert set(Turn.objects.filter(game=game).values_list("user", flat=True)) <= {bo.pk, None}
    play_out(game, bo)
    assert reread(game).status == Game.Status.FINISHED


def test_a_game_without_other_people_rests_and_is_closed(fumis: Client, fumi: User) -> None:
    game = running(fumi)
    leave(fumis)
    game = reread(game)
    assert game.status == Game.Status.RUNNING
    assert game.closes_at - game.events.latest("seq").at == timedelta(days=7)


def test_a_finished_game_keeps_a_neutral_name(fumis: Client, fumi: User, bo: User) -> None:
    game = running(fumi, bo)
    play_out(game, fumi, bo)
    scores = list(game.seats.values_list("score", flat=True))
    leave(fumis)
    seat = game.seats.get(number=0)
    assert (seat.user, seat.bot, seat.name) == (None, "", "former player")
    assert list(game.seats.values_list("score", flat=True)) == scores


def test_tables_that_wait_are_left_or_closed(fumis: Client, fumi: User, bo: User) -> None:
    own, other = lobby(fumi, bo), lobby(bo, fumi)
    third = lobby(bo)
    services.invite(game_id=third.pk, number=1, user=fumi)
    leave(fumis)
    assert reread(own).status == Game.Status.CANCELLED
    assert reread(other).status == Game.Status.LOBBY
    assert other.seats.get(number=1).is_open
    assert third.seats.get(number=1).invited is None


def test_words_stay_without_a_name_and_notes_go(fumis: Client, fumi: User, bo: User) -> None:
    game = running(fumi, bo)
    ChatMessage.objects.create(game=game, user=fumi, text="Well played!", at=game.created_at)
    note = Note.objects.create(game=game, user=fumi, text="Bo has no hearts.")
    Comment.objects.create(game=game, user=fumi, text="Bo had no hearts.", note=note, at=AT)
    leave(fumis)
    assert ChatMessage.objects.get().user is None
    assert (Comment.objects.get().user, Comment.objects.get().note) == (None, None)
    assert not Note.objects.exists()


@pytest.mark.parametrize("form", [{"password": "wrong"}, {"word": "delete"}, {"password": ""}])
def test_nothing_happens_without_the_password(fumis: Client, form: dict[str, str]) -> None:
    assert leave(fumis, **form) == 422
    assert User.objects.exists()


def test_the_page_says_what_becomes_of_words_and_clubs(fumis: Client, fumi: User, bo: User, chie: User) -> None:
    alone, inherited = club_of(fumi, slug="alone"), club_of(fumi, bo, chie, slug="inherited")
    club_of(bo, fumi, slug="elsewhere")
    page = words(fumis.get("/me/delete/"))
    assert "What you wrote in chats and comments stays, under “former player”." in page
    assert "You leave your clubs and seasons. Your results stay in their standings" in page
    assert "The club Alone is closed, since no other member can own it." in page
    assert "Bo becomes the owner of the club Inherited." in page
    assert "Elsewhere" not in page
    leave(fumis)
    alone.refresh_from_db()
    assert alone.closed_at is not None
    assert role(inherited, bo) == "owner"


def test_looking_at_the_page_deletes_nobody(fumis: Client) -> None:
    fumis.get("/me/delete/")
    assert User.objects.exists()


@pytest.mark.parametrize(("word", "status"), [("delete", 302), (" Delete ", 302), ("yes", 422)])
def test_who_has_no_password_types_a_word(guests: Client, word: str, status: int) -> None:
    assert leave(guests, word=word) == status
    assert User.objects.exists() == (status == 422)


def test_passwords_cannot_be_tried_out_here(fumis: Client) -> None:
    assert [leave(fumis, password=f"guess {number}") for number in range(6)][-1] == 429


def test_an_app_that_cannot_let_go_keeps_the_account(fumis: Client, fumi: User, bo: User) -> None:
    game = running(fumi, bo)

    def refuse(**kwargs: object) -> None:
        raise RuntimeError("not now")

    account_closing.connect(refuse)
    try:
        with pytest.raises(RuntimeError):
            leave(fumis)
    finally:
        account_closing.disconnect(refuse)
    assert User.objects.filter(pk=fumi.pk).exists()
    assert game.seats.get(number=0).user == fumi
    sign_in(Client())
