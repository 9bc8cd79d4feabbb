"""Apps of others: OAuth 2.1 with PKCE, from the question to the end of a grant."""

import base64
import hashlib
from datetime import timedelta
from io import StringIO
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from players.models import User
from players.oauth.apps import clean_address, forget_tokens, is_registered, register
from tests.support.api import Program
from tests.support.visits import client_of, get, guest, post, text

pytestmark = pytest.mark.django_db
BACK = "https://app.example/back"
VERIFIER = "a-verifier-of-enough-letters-that-nobody-guesses-1234"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")


@pytest.fixture
def app(bo: User) -> App:
    return register(bo, "Card Watch", [BACK])


def question(app: App, **other: str) -> str:
    """The address to which an app sends people."""
    scope = "games:read chat:write profile:read"
    asked = {"response_type": "code", "client_id": app.pk, "redirect_uri": BACK, "scope": scope}
    asked |= {"state": "x", "code_challenge": CHALLENGE, "code_challenge_method": "S256", **other}
    return f"/oauth/authorize/?{urlencode(asked)}"


def code_for(app: App, user: User, *scopes: str) -> str:
    """The code that the app gets after the person has said yes to these scopes."""
    browser = client_of(user)
    page = browser.get(question(app))
    assert page.status_code == 200
    assert "form-action 'self' https://app.example" in page["Content-Security-Policy"]
    request = page.context["form"].initial.get("request") or page.context["form"]["request"].value()
    answer = browser.post("/oauth/authorize/", {"request": request, "scopes": scopes, "action": "grant"})
    assert answer.status_code == 302, answer.content
    back = urlsplit(answer["Location"])
    assert back.netloc == "app.example"
    assert parse_qs(back.query)["state"] == ["x"]
    return parse_qs(back.query)["code"][0]


def exchange(app: App, **data: str) -> dict[str, str]:
    answer: dict[str, str] = Client().post("/oauth/token/", {"client_id": app.pk, **data}).json()
    return answer


def tokens_for(app: App, user: User, *scopes: str) -> dict[str, str]:
    code = code_for(app, user, *scopes)
    return exchange(app, grant_type="authorization_code", code=code, redirect_uri=BACK, code_verifier=VERIFIER)


def test_an_app_gets_what_the_person_allowed_and_no_more(app: App, ai: User) -> None:
    given = tokens_for(app, ai, "games:read")
    assert (given["token_type"], given["scope"]) == ("Bearer", "games:read")
    program = Program(token=given["access_token"])
    assert program.get("/games").status_code == 200
    assert program.get("/account").json()["code"] == "missing_scope"
    assert given["access_token"] not in str(list(Token.objects.values()))
    assert "Card Watch" in text(get(ai, "/me/apps/"))


def test_an_app_that_sees_an_account_makes_it_no_bot(app: App, ai: User) -> None:
    program = Program(token=tokens_for(app, ai, "profile:read")["access_token"])
    assert program.get("/account").status_code == 200
    assert program.post("/account/bot", {"confirm": True, "author": "x"}).status_code == 403
    ai.refresh_from_db()
    assert not ai.is_bot


def test_tokens_are_renewed_once(app: App, ai: User) -> None:
    given = tokens_for(app, ai, "games:read")
    renewed = exchange(app, grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert Program(token=renewed["access_token"]).get("/games").status_code == 200
    assert exchange(app, grant_type="refresh_token", refresh_token=given["refresh_token"])["error"] == "invalid_grant"


def test_a_renewed_token_that_comes_again_ends_all_of_the_app(app: App, ai: User, bo: User) -> None:
    given, of_another = tokens_for(app, ai, "games:read"), tokens_for(app, bo, "games:read")
    renewed = exchange(app, grant_type="refresh_token", refresh_token=given["refresh_token"])
    exchange(app, grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert Program(token=renewed["access_token"]).get("/games").json()["code"] == "bad_token"
    assert exchange(app, grant_type="refresh_token", refresh_token=renewed["refresh_token"])["error"] == "invalid_grant"
    assert Program(token=of_another["access_token"]).get("/games").status_code == 200
    again = tokens_for(app, ai, "games:read")
    exchange(app, grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert Program(token=again["access_token"]).get("/games").status_code == 200


def test_a_code_beside_it_hides_no_renewal(app: App, ai: User) -> None:
    given = tokens_for(app, ai, "games:read")
    stolen = exchange(app, grant_type="refresh_token", refresh_token=given["refresh_token"], code="x")
    exchange(app, grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert Program(token=stolen["access_token"]).get("/games").json()["code"] == "bad_token"


def test_a_code_that_comes_again_ends_what_it_gave(app: App, ai: User) -> None:
    code = code_for(app, ai, "games:read")
    words = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "code_verifier": VERIFIER}
    assert exchange(app, **{**words, "redirect_uri": f"{BACK}/other"})["error"]
    given = exchange(app, **words)
    assert Program(token=given["access_token"]).get("/games").status_code == 200
    assert exchange(app, **words)["error"] == "invalid_grant"
    assert Program(token=given["access_token"]).get("/games").json()["code"] == "bad_token"


def test_a_renewal_widens_nothing(app: App, ai: User) -> None:
    given = tokens_for(app, ai, "games:read")
    words = {"grant_type": "refresh_token", "refresh_token": given["refresh_token"]}
    assert "access_token" not in exchange(app, **words, scope="games:read clubs:manage")
    assert exchange(app, **words)["scope"] == "games:read"


def test_a_code_is_of_use_to_nobody_else(app: App, ai: User) -> None:
    code = code_for(app, ai, "games:read")
    stolen = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK}
    assert "error" in exchange(app, **stolen)
    assert "error" in exchange(app, **stolen, code_verifier="another-verifier-of-enough-letters-that-nobody-guesses")


@pytest.mark.parametrize(
    "asked",
    [
        {"code_challenge_method": "plain"},
        {"code_challenge": ""},
        {"redirect_uri": "https://elsewhere.example/back"},
        {"redirect_uri": f"{BACK}?next=elsewhere"},
        {"redirect_uri": f"{BACK}/"},
        {"client_id": "unknown"},
        {"scope": "bot:play"},
        {"scope": "openid"},
        {"response_type": "token"},
    ],
)
def test_what_no_app_may_ask_is_refused(app: App, ai: User, asked: dict[str, str]) -> None:
    answer = client_of(ai).get(question(app, **asked))
    if answer.status_code == 302:
        assert answer["Location"].startswith(BACK)
        assert "error=" in answer["Location"]
    else:
        assert b'name="action" value="grant"' not in answer.content
    assert not Token.objects.exists()


def test_the_person_can_refuse(app: App, ai: User) -> None:
    browser = client_of(ai)
    page = browser.get(question(app))
    request = page.context["form"]["request"].value()
    answer = browser.post("/oauth/authorize/", {"request": request, "scopes": "games:read", "action": "cancel"})
    assert "access_denied" in answer["Location"]


def test_strangers_sign_in_first_and_guests_are_told(app: App) -> None:
    assert "/accounts/login/" in Client().get(question(app))["Location"]
    assert client_of(guest()).get(question(app)).status_code == 403


@pytest.mark.parametrize("end", ["grant", "app", "everywhere", "revoke"])
def test_grants_end(app: App, ai: User, bo: User, end: str) -> None:
    given = tokens_for(app, ai, "games:read")
    if end == "grant":
        post(ai, "/me/apps/end/", client=app.pk)
    elif end == "app":
        post(ai, "/me/apps/delete/", client=app.pk)
        assert App.objects.exists()
        post(bo, "/me/apps/delete/", client=app.pk)
    elif end == "everywhere":
        post(ai, "/me/devices/sign-out-others/")
    else:
        Client().post("/oauth/revoke/", {"client_id": app.pk, "token": given["access_token"]})
    assert Program(token=given["access_token"]).get("/games").json()["code"] == "bad_token"


def test_ended_tokens_are_forgotten(app: App, ai: User) -> None:
    given = tokens_for(app, ai, "games:read")
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Program(token=given["access_token"]).get("/games").status_code == 401
    forget_tokens(timezone.now())
    assert not Token.objects.exists()


def test_authors_register_apps(ai: User) -> None:
    assert post(ai, "/me/apps/", name="Card Watch", redirect_uris=f"{BACK}\nhttp://localhost:8400/").status_code == 302
    app = App.objects.get()
    assert (app.type, app.owner, app.get_redirect_uris()) == ("public", ai, [BACK, "http://localhost:8400/"])
    assert app.pk in text(get(ai, "/me/apps/"))


@pytest.mark.parametrize(
    "address",
    [
        *("http://app.example/", "javascript:alert(1)", "https://a.example/#x", "x", "*://x", "https://"),
        *("http://localhost:@app.example/", "https://a.example;script-src", "https://me@a.example/"),
    ],
)
def test_unsafe_addresses_are_refused(ai: User, address: str) -> None:
    assert post(ai, "/me/apps/", name="Card Watch", redirect_uris=address).status_code == 422
    with pytest.raises(ValidationError):
        clean_address(address)


@pytest.mark.parametrize(
    ("address", "is_known"),
    [
        ("http://localhost:51234/", True),
        ("http://127.0.0.1:51234/", False),
        ("http://localhost:51234/x", False),
        ("http://localhost:51234@app.example/", False),
        (f"{BACK}", True),
        ("https://app.example:8443/back", False),
    ],
)
def test_only_the_port_of_the_own_machine_may_differ(bo: User, address: str, is_known: bool) -> None:
    app = register(bo, "Card Watch", [BACK, "http://localhost:8400/"])
    assert is_registered(app.pk, address) == is_known


def test_programs_find_the_way_by_themselves() -> None:
    told = Client().get("/.well-known/oauth-authorization-server").json()
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert urlsplit(told["token_endpoint"]).path == "/oauth/token/"
    assert "bot:play" not in told["scopes_supported"]


def test_nothing_that_opens_something_is_in_a_log_or_a_row(
    app: App, ai: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    code, rows = code_for(app, ai, "games:read"), StringIO()
    words = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "code_verifier": VERIFIER}
    given = exchange(app, **words)
    renewed = exchange(app, grant_type="refresh_token", refresh_token=given["refresh_token"])
    secrets = [code, *(each[name] for each in (given, renewed) for name in ("access_token", "refresh_token"))]
    for secret in secrets:
        Program(token=secret).get("/games")
        exchange(app, grant_type="refresh_token", refresh_token=secret)
    call_command("dumpdata", stdout=rows)
    assert "/api/v1/games" in caplog.text
    assert app.pk in rows.getvalue()
    assert [secret for secret in secrets if secret in caplog.text or secret in rows.getvalue()] == []
