"""A guest plays without an account, and turns into one who has it."""

import json
from datetime import timedelta
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.middleware import SessionMiddleware
from django.core import mail
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from players.accounts.services import create_guest
from players.models import User
from tests.support.concurrency import at_once
from tests.support.play import running
from tests.support.sign_in import PASSWORD, mailed_link, sign_in
from tests.support.visits import client_of

pytestmark = pytest.mark.django_db
KEEP = {"name": "Gen", "email": "gen@example.org", "password1": PASSWORD}


def visit(rf: RequestFactory, **cookies: str) -> HttpRequest:
    """A first request of someone unknown."""
    from django.contrib.auth.models import AnonymousUser

    rf.cookies.load(cookies)
    request = rf.post("/play-now/")
    SessionMiddleware(lambda request: HttpResponse())(request)
    request.user = AnonymousUser()
    return request


def test_a_visitor_becomes_a_guest_who_is_signed_in(rf: RequestFactory) -> None:
    request = visit(rf, zone="Asia/Seoul")
    guest = create_guest(request)
    assert request.user == guest
    assert request.session["_auth_user_id"] == str(guest.pk)
    assert (guest.is_guest, guest.email, guest.time_zone) == (True, "", "Asia/Seoul")
    assert guest.name
    assert not guest.has_usable_password()


def test_who_is_signed_in_stays_who_they_are(rf: RequestFactory, fumi: User) -> None:
    request = visit(rf)
    request.user = fumi
    assert create_guest(request) == fumi
    assert User.objects.count() == 1


def test_a_guest_is_named_in_their_language(rf: RequestFactory) -> None:
    with translation.override("ja"):
        assert create_guest(visit(rf)).name
    # Nothing but letters, a space and digits: pages and mails show it.
    assert create_guest(visit(rf)).name.replace(" ", "").isalnum()


def test_a_kept_guest_is_the_same_person_in_the_same_games(guests: Client, guest: User) -> None:
    game = running(guest)
    assert guests.post("/me/keep/", KEEP).headers["Location"] == "/"
    gen = User.objects.get(email="gen@example.org")
    assert gen.pk == guest.pk == game.seats.get(number=0).user_id
    assert (gen.name, gen.is_guest) == ("Gen", False)
    # Still signed in here, and from now on anywhere.
    assert guests.get("/me/").status_code == 200
    sign_in(Client(), "gen@example.org")
    guests.post(mailed_link())
    assert EmailAddress.objects.get(user=gen).verified


@pytest.mark.django_db(transaction=True)
def test_a_button_pressed_twice_keeps_a_guest_once(guest: User) -> None:
    mail.outbox.clear()
    browsers = [client_of(guest) for _ in range(2)]
    answers = at_once(*(partial(one.post, "/me/keep/", KEEP) for one in browsers))
    # Where the second one comes late, it finds no guest any more, or that the form is of another session.
    assert "/" in [getattr(answer, "headers", {}).get("Location") for answer in answers]
    assert EmailAddress.objects.get().user == guest
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(("field", "value"), [("email", "no address"), ("password1", "short"), ("name", "")])
def test_what_keeping_refuses(guests: Client, guest: User, field: str, value: str) -> None:
    response = guests.post("/me/keep/", KEEP | {field: value})
    assert response.status_code == 422
    assert f'id="id_{field}_error"' in response.content.decode()
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email, guest.name) == (True, "", "Heron 12")
    assert mail.outbox == []


def test_a_guest_keeps_their_games_while_no_mail_goes_out(
    guests: Client, guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(message: mail.EmailMessage) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(mail.EmailMessage, "send", fail)
    assert "We could not send you an email just now." in guests.post("/me/keep/", KEEP, follow=True).content.decode()
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email) == (False, "gen@example.org")


def test_a_guest_has_no_address_before_they_keep_their_games(guests: Client, guest: User) -> None:
    page = guests.post("/accounts/email/", {"email": "gen@example.org", "action_add": ""})
    assert "Guests have no email address. Keep your games to get emails" in page.content.decode()
    assert not EmailAddress.objects.exists()
    assert mail.outbox == []
    assert guests.post("/me/keep/", KEEP).headers["Location"] == "/"
    assert EmailAddress.objects.get(user=guest).email == "gen@example.org"


def test_only_a_guest_has_something_to_keep(fumis: Client) -> None:
    assert fumis.get("/me/keep/").headers["Location"] == "/me/"
    assert fumis.post("/me/keep/", KEEP).headers["Location"] == "/me/"
    assert not User.objects.filter(name="Gen").exists()


@pytest.mark.parametrize("page", ["", "totp/activate/", "webauthn/", "webauthn/add/", "recovery-codes/generate/"])
def test_a_guest_keeps_their_games_before_adding_a_second_factor(guests: Client, fumis: Client, page: str) -> None:
    assert guests.get(f"/accounts/2fa/{page}")["Location"] == "/me/keep/"
    assert fumis.get(f"/accounts/2fa/{page}").headers.get("Location") != "/me/keep/"


def test_signing_out_warns_a_guest(guests: Client, fumis: Client) -> None:
    assert "/me/keep/" in guests.get("/accounts/logout/").content.decode()
    assert "/me/keep/" not in fumis.get("/accounts/logout/").content.decode()


def test_a_guest_who_has_been_back_stays(guest: User, guests: Client) -> None:
    # A guest is signed in but once, when they come first.
    User.objects.filter(pk=guest.pk).update(last_login=timezone.now() - timedelta(days=30))
    guests.get("/")
    call_command("sweep_guests", verbosity=0)
    assert User.objects.filter(pk=guest.pk).exists()
    User.objects.filter(pk=guest.pk).update(seen_at=timezone.now() - timedelta(days=8))
    call_command("sweep_guests", verbosity=0)
    assert not User.objects.filter(pk=guest.pk).exists()


def test_stale_guests_without_a_game_are_swept(fumi: User, capsys: pytest.CaptureFixture[str]) -> None:
    def guest(days: int) -> User:
        return User.objects.create(is_guest=True, last_login=timezone.now() - timedelta(days=days))

    gone, player, fresh = guest(8), guest(8), guest(6)
    User.objects.filter(pk=fumi.pk).update(last_login=timezone.now() - timedelta(days=999))
    running(player)
    call_command("sweep_guests", "--dry-run", "--json")
    assert json.loads(capsys.readouterr().out) == {"guests": 1, "done": False}
    assert User.objects.filter(pk=gone.pk).exists()
    call_command("sweep_guests", verbosity=0)
    assert set(User.objects.all()) == {player, fresh, fumi}
    assert not User.objects.filter(pk=gone.pk).exists()
