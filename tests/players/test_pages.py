"""Every page of the people's side: complete in both languages, strict policy, labelled controls."""

from collections.abc import Callable, Iterator

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.http import HttpResponse
from django.template import engines
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from players.models import User
from players.notifications.mail import token
from tests.support.account_pages import AS_GUEST, OPEN, OWN, WITH_KEYS
from tests.support.markup import Page, faults
from tests.support.sign_in import PASSWORD, mailed_link, sign_in

# Reached only on the way to somewhere; each has a test below, or in the folder of its room.
ON_THE_WAY = {
    "agree",
    "legal_page",
    "openid_connect_callback",
    "openid_connect_login",
    "socialaccount_signup",
    "account_confirm_email",
    "account_confirm_login_code",
    "account_reset_password_from_key",
    "mfa_authenticate",
    "unsubscribe",
}
NO_PAGES = {
    "accept_friend",
    "ask_friend",
    "block",
    "end_friendship",
    "unblock",
    # Staff's, which answers 404.
    "auth_user_password_change",
    "download_own_data",
    "answer_open_data",
    # Those of OAuth: tests/players/oauth.
    "authorization",
    "metadata",
    "revoke",
    "token",
    "end_api_token",
    "end_app",
    "end_app_grant",
    "end_calendar",
    "end_vacation",
    "forget_push",
    "mail_again",
    "mail_events",
    "make_calendar",
    "mfa_download_recovery_codes",
    "mfa_login_webauthn",
    "notification_count",
    "service_worker",
    "set_language",
    "sign_out_device",
    "sign_out_elsewhere",
    "subscribe_push",
}


@pytest.fixture(autouse=True)
def mark_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    # Other settings would make other engines, which read all the templates once more.
    monkeypatch.setattr(engines["django"].engine, "string_if_invalid", "MISSING")


@pytest.fixture(params=["en", "ja"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def check(language: str) -> Callable[[Client, str], HttpResponse]:
    """Get a page in the language and look it over."""

    def get(client: Client, path: str) -> HttpResponse:
        response = client.get(path, headers={"accept-language": language})
        assert response.status_code == 200, (path, response.status_code)
        assert faults(response) == []
        assert Page(response.content.decode()).language == language
        return response

    return get


def routes(resolver: URLResolver) -> Iterator[tuple[str, str]]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            yield entry.lookup_str, str(entry.name)
        else:
            yield from routes(entry)


def test_every_route_is_looked_at() -> None:
    people = {name for view, name in routes(get_resolver()) if view.startswith(("players.", "allauth."))}
    assert people == {*OPEN, *OWN, *WITH_KEYS, *AS_GUEST, *ON_THE_WAY, *NO_PAGES}


@pytest.mark.parametrize("path", OPEN.values(), ids=OPEN)
@pytest.mark.django_db
def test_open_pages(client: Client, check, path: str) -> None:
    check(client, path)


@pytest.mark.parametrize("path", OWN.values(), ids=OWN)
def test_own_pages(fumis: Client, fumi: User, check, path: str) -> None:
    check(fumis, path.format(pk=fumi.pk))


@pytest.mark.parametrize("path", AS_GUEST.values(), ids=AS_GUEST)
def test_pages_of_a_guest(guests: Client, check, path: str) -> None:
    check(guests, path)


@pytest.mark.parametrize("path", WITH_KEYS.values(), ids=WITH_KEYS)
def test_pages_of_someone_with_a_second_factor(
    fumis: Client, fumi: User, check, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    TOTP.activate(fumi, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(fumi)
    key = Authenticator.objects.create(user=fumi, type="webauthn", data={"name": "Phone", "credential": {}})
    # A real credential needs a device; what the pages show of it does not.
    monkeypatch.setattr("allauth.mfa.webauthn.internal.auth.get_credentials", lambda user: [])
    check(fumis, path.format(key=key.pk))


def test_page_for_a_mailed_code(client: Client, fumi: User, check) -> None:
    client.post("/accounts/login/code/", {"email": fumi.email})
    check(client, "/accounts/login/code/confirm/")


def test_page_for_the_second_factor(client: Client, fumi: User, check) -> None:
    TOTP.activate(fumi, "JBSWY3DPEHPK3PXP")
    sign_in(client)
    check(client, "/accounts/2fa/authenticate/")


@pytest.mark.django_db
def test_page_behind_the_link_that_confirms_an_address(client: Client, check) -> None:
    client.post("/accounts/signup/", {"name": "Gen", "email": "gen@example.org", "password1": PASSWORD})
    check(client, mailed_link())
    check(client, "/accounts/confirm-email/no-such-key/")


def test_page_behind_the_link_that_resets_a_password(client: Client, fumi: User, check) -> None:
    client.post("/accounts/password/reset/", {"email": fumi.email})
    check(client, client.get(mailed_link()).headers["Location"])
    check(client, "/accounts/password/reset/key/1-nonsense/")


def test_page_behind_the_link_that_ends_mails(client: Client, fumi: User, check) -> None:
    path = f"/stop/{token(fumi, ['turn', 'invited'])}/"
    check(client, path)
    assert client.post(path, {"stop": "turn"}).status_code == 200
    check(client, path)


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/"])
@pytest.mark.django_db
def test_errors_are_tied_to_their_fields(client: Client, language: str, path: str) -> None:
    response = client.post(path, {}, headers={"accept-language": language})
    assert faults(response) == []
    text = response.content.decode()
    assert 'aria-invalid="true"' in text
    assert Page(text).refers_to >= {"id_password_error"} or "id_email_error" in text


def test_pages_of_allauth_read_like_the_others(fumis: Client) -> None:
    body = fumis.get("/accounts/password/change/").content.decode()
    for words in ("<title>Change password ·", "<h1>Change password</h1>", ">Current password</label>"):
        assert words in body
    assert (
        ">名前</label>" in fumis.get("/accounts/2fa/webauthn/add/", headers={"accept-language": "ja"}).content.decode()
    )
