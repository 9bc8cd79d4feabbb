"""Signing up, in and out, by every way there is, and finding back a lost password."""

import re
from collections.abc import Callable
from smtplib import SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from players.accounts.sessions import hash_of
from players.models import Session, User
from tests.support.sign_in import PASSWORD, browser_with_push, mailed_code, mailed_link, showing, sign_in, signed_in

pytestmark = pytest.mark.django_db
GEN = {"name": "Gen", "email": "gen@example.org", "password1": PASSWORD}
SECRET = "JBSWY3DPEHPK3PXP"
UNSENT = "We could not send you an email just now."


def test_who_signs_up_plays_before_the_address_is_confirmed(client: Client) -> None:
    assert client.post("/accounts/signup/", GEN).headers["Location"] == "/"
    assert signed_in(client)
    gen = User.objects.get(email="gen@example.org")
    assert (gen.name, gen.is_guest) == ("Gen", False)
    assert mail.outbox[0].to == ["gen@example.org"]
    assert not EmailAddress.objects.get(user=gen).verified
    client.post(mailed_link())
    assert EmailAddress.objects.get(user=gen).verified


def test_the_time_zone_is_what_the_browser_tells(client: Client) -> None:
    client.cookies["zone"] = "Europe/Paris"
    client.post("/accounts/signup/", GEN)
    assert User.objects.get(name="Gen").time_zone == "Europe/Paris"


@pytest.mark.parametrize(
    ("cookie", "language", "zone"), [("", "ja", "Asia/Tokyo"), ("", "en", "UTC"), ("../../etc/passwd", "en", "UTC")]
)
def test_a_zone_that_is_not_told_is_guessed(client: Client, cookie: str, language: str, zone: str) -> None:
    client.cookies["zone"] = cookie
    client.post("/accounts/signup/", GEN, headers={"accept-language": language})
    assert User.objects.get(name="Gen").time_zone == zone


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("email", "no address"),
        ("password1", "short"),
        ("password1", "1234567890"),
        ("name", ""),
        ("name", "x" * 41),
        ("name", "\u202e"),
    ],
)
def test_what_signing_up_refuses(client: Client, fumi: User, field: str, value: str) -> None:
    assert f'id="id_{field}_error"' in client.post("/accounts/signup/", GEN | {field: value}).content.decode()
    assert User.objects.count() == 1


def test_in_and_out(client: Client, fumi: User) -> None:
    assert not signed_in(client)
    sign_in(client)
    assert signed_in(client)
    client.post("/accounts/logout/")
    assert not signed_in(client)


def test_looking_at_the_page_does_not_sign_out(fumis: Client) -> None:
    fumis.get("/accounts/logout/")
    assert signed_in(fumis)


def test_a_wrong_password_says_no_more_than_a_wrong_address(client: Client, fumi: User) -> None:
    def answer(email: str) -> str:
        text = client.post("/accounts/login/", {"login": email, "password": "something else"}).content.decode()
        return re.sub(r'(value|content)="[^"]*"', "", text)

    assert answer("fumi@example.org") == answer("nobody@example.org")
    assert not signed_in(client)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "The email address or the password is wrong."), ("ja", "メールアドレスかパスワードが違います。")],
)
def test_what_is_wrong_is_said_in_words_of_this_site(client: Client, fumi: User, language: str, words: str) -> None:
    form = {"login": fumi.email, "password": "something else"}
    assert words in client.post("/accounts/login/", form, headers={"Accept-Language": language}).content.decode()


def test_a_mailed_code_signs_in(client: Client, fumi: User) -> None:
    client.post("/accounts/login/code/", {"email": fumi.email})
    client.post("/accounts/login/code/confirm/", {"code": "WRONG1"})
    assert not signed_in(client)
    client.post("/accounts/login/code/confirm/", {"code": mailed_code()})
    assert signed_in(client)


def test_a_code_leaves_a_password_alone_whose_address_was_confirmed(fumis: Client, fumi: User) -> None:
    other = Client()
    other.post("/accounts/login/code/", {"email": fumi.email})
    other.post("/accounts/login/code/confirm/", {"code": mailed_code()})
    assert signed_in(other)
    assert signed_in(fumis)
    assert User.objects.get(pk=fumi.pk).check_password(PASSWORD)


def test_a_lost_password_is_replaced(client: Client, fumi: User) -> None:
    client.post("/accounts/password/reset/", {"email": fumi.email})
    form_at = client.get(mailed_link()).headers["Location"]
    client.post(form_at, {"password1": "quite another one", "password2": "quite another one"})
    sign_in(client, password="quite another one")
    assert signed_in(client)


def test_a_new_password_signs_other_devices_out_and_is_told(fumis: Client, fumi: User) -> None:
    other = Client()
    sign_in(other)
    form = {"oldpassword": PASSWORD, "password1": "new long words", "password2": "new long words"}
    fumis.post("/accounts/password/change/", form)
    assert signed_in(fumis)
    assert not signed_in(other)
    assert mail.outbox[-1].to == [fumi.email]


def test_an_authenticator_app_is_asked_for(client: Client, fumi: User, shown_code: Callable[[str], str]) -> None:
    TOTP.activate(fumi, SECRET)
    sign_in(client)
    assert not signed_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert not signed_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": shown_code(SECRET)})
    assert signed_in(client)


def test_a_recovery_code_serves_once(client: Client, fumi: User) -> None:
    TOTP.activate(fumi, SECRET)
    code = RecoveryCodes.activate(fumi).get_unused_codes()[0]
    sign_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": code})
    assert signed_in(client)
    again = Client()
    sign_in(again)
    again.post("/accounts/2fa/authenticate/", {"code": code})
    assert not signed_in(again)


def test_the_second_factor_is_set_up_by_the_pages(fumis: Client, fumi: User, shown_code: Callable[[str], str]) -> None:
    page = fumis.get("/accounts/2fa/totp/activate/").content.decode()
    found = re.search(r'id="authenticator_secret"[^>]* value="([A-Z2-7]+)"', page)
    assert found
    fumis.post("/accounts/2fa/totp/activate/", {"code": shown_code(found[1])})
    assert set(fumi.authenticator_set.values_list("type", flat=True)) == {"totp", "recovery_codes"}


def test_a_passkey_begins_with_a_challenge_and_ends_without_one(client: Client) -> None:
    options = client.get("/accounts/2fa/webauthn/login/", headers={"accept": "application/json"})
    assert options.json()["request_options"]["publicKey"]["challenge"]
    client.post("/accounts/2fa/webauthn/login/", {"credential": '{"forged": true}'})
    assert not signed_in(client)


def test_sensitive_changes_ask_again_for_the_password(client: Client, fumi: User) -> None:
    client.force_login(fumi)  # long ago, as far as the session knows
    for path in ("/accounts/2fa/totp/activate/", "/accounts/email/"):
        response = client.post(path, {"email": "evil@example.org", "action_add": ""})
        assert response.headers["Location"].startswith("/accounts/reauthenticate/")
    assert EmailAddress.objects.get(user=fumi).email == "fumi@example.org"


def test_a_session_belongs_to_its_person(fumis: Client, fumi: User) -> None:
    assert Session.objects.get(user=fumi).session_key == hash_of(fumis.cookies["sessionid"].value)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_too_many_attempts_are_answered_429(client: Client, language: str) -> None:
    for _ in range(31):
        response = client.post(
            "/accounts/login/", {"login": "x@example.org", "password": "x"}, headers={"accept-language": language}
        )
    assert response.status_code == 429
    assert f'<html lang="{language}">' in response.content.decode()


@pytest.mark.parametrize(
    ("current", "back"),
    [("http://testserver/t/abc/?deal=2", "/t/abc/%3Fdeal%3D2"), ("https://example.org/t/abc/", "/"), ("", "/")],
)
def test_what_a_script_asks_for_leads_the_whole_page_to_signing_in(client: Client, current: str, back: str) -> None:
    response = client.post("/t/abc/act/", headers={"HX-Request": "true", "HX-Current-URL": current})
    assert response["HX-Redirect"] == f"/accounts/login/?next={back}"
    assert response.content == b""


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mail server does not answer."""

    def fail(mail: EmailMessage) -> None:
        raise SMTPServerDisconnected

    monkeypatch.setattr(EmailMessage, "send", fail)


@pytest.mark.usefixtures("away")
def test_who_signs_up_while_no_mail_goes_out_is_signed_in_and_told(client: Client) -> None:
    page = client.post("/accounts/signup/", GEN, follow=True).content.decode()
    assert UNSENT in page
    assert "gen@example.org" not in page
    assert signed_in(client)


@pytest.mark.usefixtures("away")
@pytest.mark.parametrize("path", ["/accounts/login/code/", "/accounts/password/reset/"])
@pytest.mark.parametrize("email", ["fumi@example.org", "nobody@example.org"])
def test_who_waits_for_a_mail_while_none_goes_out_is_told(client: Client, fumi: User, path: str, email: str) -> None:
    response = client.post(path, {"email": email}, follow=True)
    assert response.status_code == 200
    assert UNSENT in response.content.decode()


def test_with_the_password_all_other_sign_ins_end(fumis: Client, fumi: User) -> None:
    elsewhere = Client()
    sign_in(elsewhere, fumi.email or "")
    browser_with_push(fumis, "here")
    browser_with_push(elsewhere, "elsewhere")
    form = {"oldpassword": PASSWORD, "password1": "new long words", "password2": "new long words"}
    assert fumis.post("/accounts/password/change/", form).status_code == 302
    assert signed_in(fumis)
    assert Session.objects.filter(user=fumi).count() == 1
    assert showing(fumi) == ["here"]
    assert not signed_in(elsewhere)


def test_the_rules_for_passwords_are_sentences(client: Client, fumi: User) -> None:
    pages = [client.get("/accounts/signup/").content.decode()]
    client.force_login(fumi)
    pages.append(client.get("/accounts/password/change/").content.decode())
    for page in pages:
        [found] = re.findall(r'<div class="help" id="id_password1_helptext">(.*?)</div>', page, re.DOTALL)
        assert "8 characters." in found
        assert "<li>" not in found
