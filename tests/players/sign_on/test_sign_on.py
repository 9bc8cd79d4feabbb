"""Signing in with an issuer of OpenID Connect: the whole way, with a stand-in on a real port."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.core.cache import cache
from django.test import Client

from players.models import User
from players.sign_on.issuers import Issuer, read_issuer, wrong_issuers
from tests.support.issuer import CLIENT, SECRET, StandInIssuer, stand_in_issuer
from tests.support.sign_in import make_account, signed_in

pytestmark = pytest.mark.django_db
GEN = {"sub": "4711", "name": "Gen", "email": "Gen@example.org", "email_verified": True}


@pytest.fixture
def issuer(settings: Any) -> Iterator[StandInIssuer]:
    cache.clear()
    with stand_in_issuer() as found:
        found.person = dict(GEN)
        key = f"{CLIENT}:{quote(SECRET)}"
        settings.OIDC_ISSUERS = [f"club={found.url.replace('://', f'://{key}@')}#Our%20club"]
        yield found


def come_back(client: Client, issuer: StandInIssuer, page: str = "/accounts/oidc/club/login/") -> Any:
    """Sign in at the issuer, and come back with its code."""
    return client.get(issuer.sign_in(client.get(page)["Location"]))


def choose_name(client: Client, issuer: StandInIssuer, **form: str) -> Any:
    assert come_back(client, issuer)["Location"] == "/accounts/name/"
    return client.post("/accounts/name/", {"name": "Gen", **form})


def test_the_pages_for_signing_in_and_up_name_the_issuer(client: Client, issuer: StandInIssuer) -> None:
    for page in ("/accounts/login/", "/accounts/signup/"):
        assert "Sign in with Our club" in client.get(f"{page}?next=/clubs/").content.decode()
    assert (
        'href="/accounts/oidc/club/login/?next=%2Fclubs%2F"'
        in client.get("/accounts/login/?next=/clubs/").content.decode()
    )


def test_a_site_without_issuers_names_none(client: Client) -> None:
    assert "/accounts/oidc/" not in client.get("/accounts/login/").content.decode()
    assert client.get("/accounts/oidc/club/login/").status_code == 404
    assert client.get("/accounts/oidc/club/login/callback/").status_code == 404


def test_a_new_person_chooses_a_name(client: Client, issuer: StandInIssuer) -> None:
    assert come_back(client, issuer)["Location"] == "/accounts/name/"
    page = client.get("/accounts/name/").content.decode()
    assert 'value="Gen"' in page
    assert "Our club" in page
    answer = client.post("/accounts/name/", {"name": "Gen the Great", "email": "other@example.org"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    gen = User.objects.get()
    assert (gen.name, gen.email, gen.has_usable_password()) == ("Gen the Great", "gen@example.org", False)
    assert EmailAddress.objects.get(user=gen).verified
    account = SocialAccount.objects.get()
    assert (account.user, account.provider, account.uid, account.extra_data) == (gen, "club", "4711", {})
    assert signed_in(client)


def test_the_issuer_is_asked_for_what_it_knows_and_gets_the_proof(client: Client, issuer: StandInIssuer) -> None:
    come_back(client, issuer)
    asked = issuer.asked
    assert sorted(asked["scope"].split()) == ["email", "identify", "openid"]
    assert (asked["client_id"], asked["response_type"], asked["code_challenge_method"]) == (CLIENT, "code", "S256")
    assert asked["redirect_uri"] == "http://testserver/accounts/oidc/club/login/callback/"


def test_the_second_time_the_number_opens_the_account_whatever_the_address(
    client: Client, issuer: StandInIssuer
) -> None:
    choose_name(client, issuer)
    issuer.person = {"sub": "4711", "name": "Somebody else"}
    other = Client()
    assert come_back(other, issuer, "/accounts/oidc/club/login/?next=/me/friends/")["Location"] == "/me/friends/"
    assert signed_in(other)
    assert User.objects.count() == 1


def test_nobody_is_led_to_another_site(client: Client, issuer: StandInIssuer) -> None:
    choose_name(client, issuer)
    assert come_back(Client(), issuer, "/accounts/oidc/club/login/?next=https://evil.example/")["Location"] == "/"


def test_a_confirmed_address_joins_its_account(client: Client, issuer: StandInIssuer) -> None:
    gen = make_account("gen")
    assert come_back(client, issuer)["Location"] == "/"
    assert SocialAccount.objects.get().user == gen
    assert signed_in(client)


@pytest.mark.parametrize("verified", [False, "false", None, 1])
def test_an_address_that_the_issuer_has_not_confirmed_joins_nothing(
    client: Client, issuer: StandInIssuer, verified: object
) -> None:
    gen = make_account("gen")
    issuer.person["email_verified"] = verified
    assert choose_name(client, issuer, name="Other", email="gen@example.org").status_code == 302
    other = User.objects.exclude(pk=gen.pk).get()
    assert SocialAccount.objects.get().user == other
    assert EmailAddress.objects.get(verified=True).user == gen


def test_an_address_that_nobody_has_confirmed_here_becomes_the_newcomers(client: Client, issuer: StandInIssuer) -> None:
    squatter = make_account("gen")
    EmailAddress.objects.update(verified=False)
    assert choose_name(client, issuer, name="Real Gen").status_code == 302
    squatter.refresh_from_db()
    assert squatter.email == ""
    assert EmailAddress.objects.get().user.name == "Real Gen"


def test_an_account_made_by_staff_gets_in_and_has_its_address_confirmed(client: Client, issuer: StandInIssuer) -> None:
    made = User(name="Gen", email="gen@example.org")
    made.set_unusable_password()
    made.save()
    assert come_back(client, issuer)["Location"] == "/"
    assert SocialAccount.objects.get().user == made
    assert EmailAddress.objects.get(verified=True).user == made


def test_a_second_factor_is_asked_for_all_the_same(client: Client, issuer: StandInIssuer) -> None:
    TOTP.activate(make_account("gen"), "SECRET")
    assert come_back(client, issuer)["Location"].startswith("/accounts/2fa/authenticate/")
    assert not signed_in(client)


def test_a_blocked_account_stays_out(client: Client, issuer: StandInIssuer) -> None:
    choose_name(client, issuer)
    User.objects.update(is_active=False)
    other = Client()
    assert come_back(other, issuer)["Location"] == "/accounts/inactive/"
    assert not signed_in(other)


def test_a_guest_keeps_their_games(client: Client, issuer: StandInIssuer) -> None:
    client.post("/play-now/")
    guest = User.objects.get()
    assert choose_name(client, issuer).status_code == 302
    guest.refresh_from_db()
    assert (guest.name, guest.is_guest, guest.email) == ("Gen", False, "gen@example.org")
    assert SocialAccount.objects.get().user == guest
    assert signed_in(client)


@pytest.mark.parametrize(("mode", "status"), [("closed", 200), ("invited", 200), ("sign-on", 302), ("open", 302)])
def test_who_may_have_an_account(client: Client, issuer: StandInIssuer, settings: Any, mode: str, status: int) -> None:
    settings.SIGN_UP = mode
    answer = come_back(client, issuer)
    assert answer.status_code == status
    assert ("This site is for its members" in answer.content.decode()) == (status == 200)
    assert not User.objects.exists()


def test_a_closed_site_lets_its_members_in(client: Client, issuer: StandInIssuer, settings: Any) -> None:
    settings.SIGN_UP = "closed"
    make_account("gen")
    come_back(client, issuer)
    assert signed_in(client)


def test_a_site_for_domains_refuses_other_addresses(client: Client, issuer: StandInIssuer, settings: Any) -> None:
    settings.SIGN_UP, settings.SIGN_UP_DOMAINS = "domains", ["example.com"]
    answer = choose_name(client, issuer, email="gen@example.com")
    assert answer.status_code == 422
    assert "This site is for addresses of example.com." in answer.content.decode()


def test_a_person_without_an_address_types_one_and_confirms_it(client: Client, issuer: StandInIssuer) -> None:
    issuer.person = {"sub": "4711"}
    assert choose_name(client, issuer).status_code == 422
    assert client.post("/accounts/name/", {"name": "Gen", "email": "gen@example.org"}).status_code == 302
    assert not EmailAddress.objects.get().verified
    assert mail.outbox[-1].to == ["gen@example.org"]


def test_a_name_that_is_taken_is_asked_for_again(client: Client, issuer: StandInIssuer) -> None:
    make_account("hana")
    assert choose_name(client, issuer, name="Hana").status_code == 422
    assert client.post("/accounts/name/", {"name": "Gen"}).status_code == 302


def test_the_last_step_without_the_first_leads_to_signing_in(client: Client) -> None:
    assert client.get("/accounts/name/")["Location"] == "/accounts/login/"


TOKEN = "/token"
USER_INFO = "/userinfo"
WRONG_ANSWERS = {
    "no code": (TOKEN, 400, '{"error": "invalid_grant"}'),
    "an error": (TOKEN, 500, "oh"),
    "no JSON": (TOKEN, 200, "<html>"),
    "a list": (TOKEN, 200, "[]"),
    "nothing": (TOKEN, 200, ""),
    "no token": (TOKEN, 200, '{"access_token": "a"}'),
    "no signed token": (TOKEN, 200, '{"access_token": "a", "id_token": "a"}'),
    "a number for a token": (TOKEN, 200, '{"access_token": "a", "id_token": 7}'),
    "a time that is none": (TOKEN, 200, '{"access_token": "a", "expires_in": "soon"}'),
    "no person": (USER_INFO, 200, "{}"),
    "another person": (USER_INFO, 200, '{"sub": "4712"}'),
    "a list of people": (USER_INFO, 200, "[]"),
    "text": (USER_INFO, 200, "hello"),
    "an error about the person": (USER_INFO, 403, "{}"),
    "an incomplete configuration": ("/.well-known/openid-configuration", 200, '{"issuer": "a"}'),
    "a configuration that is none": ("/.well-known/openid-configuration", 200, "[]"),
    "no configuration": ("/.well-known/openid-configuration", 404, "{}"),
}


@pytest.mark.parametrize(("path", "status", "body"), WRONG_ANSWERS.values(), ids=WRONG_ANSWERS)
def test_a_wrong_answer_becomes_a_page(
    client: Client, issuer: StandInIssuer, path: str, status: int, body: str
) -> None:
    issuer.answers[path] = (status, body)
    answer = client.get("/accounts/oidc/club/login/")
    if answer.status_code == 302:
        answer = client.get(issuer.sign_in(answer["Location"]))
    assert answer.status_code in (401, 503)
    assert "You are not signed in" in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"aud": "another site"},
        {"iss": "https://other.example"},
        {"exp": 1},
        {"sub": None},
        {"sub": ""},
        {"sub": "x" * 200},
        {"sub": 4711},
    ],
)
def test_a_token_for_somebody_else_opens_nothing(
    client: Client, issuer: StandInIssuer, changes: dict[str, Any]
) -> None:
    issuer.token_changes = changes
    issuer.person |= {"sub": changes["sub"]} if "sub" in changes else {}
    answer = come_back(client, issuer)
    assert answer.status_code == 401
    assert "Signing in with Our club failed." in answer.content.decode()
    assert not SocialAccount.objects.exists()


def test_an_answer_that_this_browser_has_not_asked_for_is_refused(client: Client, issuer: StandInIssuer) -> None:
    address = issuer.sign_in(client.get("/accounts/oidc/club/login/")["Location"])
    assert Client().get(address).status_code == 401
    assert client.get(address).status_code == 302
    assert client.get(address).status_code == 401


def test_a_code_of_another_browser_fails_at_the_issuer(client: Client, issuer: StandInIssuer) -> None:
    first = issuer.sign_in(client.get("/accounts/oidc/club/login/")["Location"])
    issuer.sign_in(Client().get("/accounts/oidc/club/login/")["Location"])
    assert client.get(first).status_code == 401


def test_somebody_who_cancels_reads_that_in_japanese(client: Client, issuer: StandInIssuer) -> None:
    issuer.sign_in(client.get("/accounts/oidc/club/login/")["Location"])
    address = f"/accounts/oidc/club/login/callback/?state={issuer.asked['state']}&error=access_denied"
    answer = client.get(address, headers={"accept-language": "ja"})
    assert answer.status_code == 401
    assert "でのログインは完了していません。" in answer.content.decode()


def test_an_issuer_that_is_away_is_named(client: Client, issuer: StandInIssuer, settings: Any) -> None:
    settings.OIDC_ISSUERS = ["club=http://a:b@127.0.0.1:9/#Our%20club"]
    answer = client.get("/accounts/oidc/club/login/")
    assert answer.status_code == 503
    assert "Our club is not answering." in answer.content.decode()


def test_the_configuration_is_read_once_an_hour(client: Client, issuer: StandInIssuer) -> None:
    for _time in range(3):
        client.get("/accounts/oidc/club/login/")
    assert issuer.requests == ["/.well-known/openid-configuration"]


def test_too_many_attempts_are_refused(client: Client, issuer: StandInIssuer) -> None:
    answers = [client.get("/accounts/oidc/club/login/").status_code for _time in range(32)]
    assert answers[-1] == 429


def test_the_variable() -> None:
    assert read_issuer("line=https://12:a%40b@access.line.me#LINE") == Issuer(
        "line", "LINE", "https://access.line.me", "12", "a@b"
    )
    assert read_issuer("club=http://a:b@localhost:8080/realms/x/").name == "Club"


@pytest.mark.parametrize(
    "text",
    [
        "https://a:b@example.org",
        "club=https://example.org",
        "club=http://a:b@example.org",
        "Club=https://a:b@c.d",
        "club=",
    ],
)
def test_a_wrong_variable_is_named_without_its_secret(text: str) -> None:
    [problem] = wrong_issuers(["ok=https://a:b@c.d", text])
    assert "number 2 is not one" in problem


def test_two_issuers_may_not_share_an_id() -> None:
    assert wrong_issuers(["a=https://a:b@c.d", "a=https://a:b@e.f"])
    assert not wrong_issuers(["a=https://a:b@c.d", "b=https://a:b@e.f"])
