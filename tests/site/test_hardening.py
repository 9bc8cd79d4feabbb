"""What every answer carries and what no request may do; the settings' own refusals are in test_settings.py."""

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from errno import ENOENT, ENOSPC
from io import BytesIO

import psycopg
import pytest
from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, include, path
from django.urls.converters import IntConverter, PathConverter, StringConverter
from django.urls.resolvers import RoutePattern
from redis.exceptions import ConnectionError as NoRedis
from redis.exceptions import OutOfMemoryError, ReadOnlyError, RedisError

import napoleon_site.urls
from infrastructure.log_filters import HideTokens, ShortenRefusals
from infrastructure.refused_requests import FORM
from leagues.clubs.services import create
from players.models import User
from tests.support.markup import faults

pytestmark = pytest.mark.django_db


ERRORS: dict[str, type[Exception] | Exception] = {
    "400": BadRequest,
    "403": PermissionDenied,
    "500": ZeroDivisionError,
    "503": OperationalError,
    "no-cache": RedisError,
    "no-room": OSError(ENOSPC, "No space left on device"),
    "no-file": OSError(ENOENT, "No such file"),
}


def fail(request: HttpRequest, how: str) -> HttpResponse:
    raise ERRORS[how]


fail.login_required = False  # type: ignore[attr-defined]
handler500 = napoleon_site.urls.handler500
urlpatterns = [path("fail/<str:how>/", fail), path("", include("napoleon_site.urls"))]
OWN_APPS = ("games", "leagues", "players")
# Where a secret stands in an address.
SECRETS = ("/calendar/{}.ics", "/clubs/join/{}/", "/clubs/bees/rounds/{}.ics", "/join/{}/", "/stop/{}/")


@pytest.mark.parametrize("address", SECRETS)
def test_a_secret_that_cannot_be_one_leads_nowhere(address: str, client: Client, ai: User, bo: User) -> None:
    create(user=ai, slug="bees", name="Bees")
    client.force_login(bo)
    for secret in ("%00", "a%00b", "%F0%9F%83%8F", "a%20b", "x" * 4000):
        path = address.format(secret)
        assert client.get(path).status_code == 404, path
        assert client.post(path).status_code in (404, 405), path


@pytest.mark.parametrize(
    "address", ["/rules/house/new/?table=a%00b", "/tables/?q=%00", "/archive/?player=%00&sort=new"]
)
def test_an_address_with_a_nul_is_refused(address: str, client: Client, ai: User) -> None:
    client.force_login(ai)
    assert client.get(address).status_code == 400
    assert client.get(f"/api/v1{address}").headers["Content-Type"] == "application/problem+json"


def test_no_address_takes_any_text_or_any_number() -> None:
    """Both go to the database, which refuses some; what is signed is looked at before."""

    def any_text(patterns: Sequence[URLPattern | URLResolver]) -> Iterator[str]:
        for one in patterns:
            if isinstance(one, URLResolver) and one.app_name in ("", *OWN_APPS):
                yield from any_text(one.url_patterns)
            elif isinstance(one, URLPattern) and isinstance(one.pattern, RoutePattern):
                kinds = {type(converter) for converter in one.pattern.converters.values()}
                if kinds & {StringConverter, PathConverter, IntConverter}:
                    yield str(one.pattern)

    signed = ["accounts/confirm-email/<str:key>/", "evenings/<str:token>/", "stop/<str:token>/"]
    assert sorted(any_text(napoleon_site.urls.urlpatterns)) == signed


@pytest.fixture
def failing() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("code", ["400", "403", "404", "500", "503"])
@override_settings(ROOT_URLCONF=__name__)
def test_error_pages(failing: Client, code: str, language: str) -> None:
    response = failing.get(
        f"/fail/{code}/" if code != "404" else "/no/such/page/", headers={"accept-language": language}
    )
    assert response.status_code == int(code)
    assert faults(response) == []
    assert f'<html lang="{language}"' in response.content.decode()


@pytest.mark.parametrize("code", ["500", "503"])
@override_settings(ROOT_URLCONF=__name__)
def test_the_page_for_our_own_mistakes_needs_no_database(failing: Client, code: str, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        assert failing.get(f"/fail/{code}/").status_code == int(code)


@pytest.mark.parametrize("how", ["503", "no-cache", "no-room"])
@override_settings(ROOT_URLCONF=__name__)
def test_a_service_that_is_away_may_be_back_soon(failing: Client, how: str) -> None:
    response = failing.get(f"/fail/{how}/")
    assert response.status_code == 503
    assert response["Retry-After"] == "30"
    assert "Temporarily unavailable" in response.content.decode()


@override_settings(ROOT_URLCONF=__name__)
def test_another_fault_of_the_system_is_ours(failing: Client) -> None:
    assert failing.get("/fail/no-file/").status_code == 500


def test_a_form_without_its_token_is_refused_in_words() -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {})
    assert response.status_code == 403
    assert faults(response) == []


def test_every_answer_has_the_headers(client: Client) -> None:
    for address in ("/accounts/login/", "/no/such/page/", "/me/"):
        response = client.get(address)
        assert "camera=()" in response["Permissions-Policy"]
        assert response["Cross-Origin-Resource-Policy"] == "same-origin"
        assert response["Cross-Origin-Opener-Policy"] == "same-origin"
        assert response["Referrer-Policy"] == "same-origin"
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["X-Frame-Options"] == "DENY"
        assert "private" in response["Cache-Control"]


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(client: Client) -> None:
    client.post("/language/", {"language": "ja"})
    client.get("/accounts/login/")
    assert {"csrftoken", "django_language"} <= set(client.cookies)
    for cookie in client.cookies.values():
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"


def test_a_form_that_was_cut_off_is_refused(client: Client) -> None:
    # A whole one would be answered by a redirection.
    arrived = {"CONTENT_LENGTH": "11", "wsgi.input": BytesIO(b"language=j")}
    response = client.generic("POST", "/language/", CONTENT_TYPE=FORM, **arrived)
    assert response.status_code == 400
    assert faults(response) == []


TOO_MANY = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 100
ONE_PART = b'--x\r\nContent-Disposition: form-data; name="language"\r\n\r\nja\r\n--x--'
UNREADABLE = {
    "another charset": (f"{FORM}; charset=shift_jis", b"language=ja"),
    "no charset": (f"{FORM}; charset=nope", b"language=ja"),
    "a charset of two bytes": (f"{FORM}; charset=utf-16", b"\x80"),
    "parts in another charset": ("multipart/form-data; boundary=x; charset=nope", ONE_PART),
    "parts without a boundary": ("multipart/form-data", ONE_PART),
    "too many fields": (FORM, b"&".join(b"field=%d" % number for number in range(TOO_MANY))),
    "too many parts": ("multipart/form-data; boundary=x", ONE_PART[:-5] * TOO_MANY),
}


@pytest.mark.parametrize("address", ["/language/", "/me/push/subscribe/", "/accounts/login/"])
@pytest.mark.parametrize("kind", UNREADABLE)
@pytest.mark.parametrize("checked", [False, True])
def test_a_form_that_cannot_be_read_is_refused(kind: str, address: str, checked: bool) -> None:
    content_type, body = UNREADABLE[kind]
    arrived = {"CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}
    response = Client(enforce_csrf_checks=checked).generic("POST", address, CONTENT_TYPE=content_type, **arrived)
    assert response.status_code == 400
    assert faults(response) == []


@pytest.mark.parametrize("header", ["HX-Current-URL", "Referer"])
@pytest.mark.parametrize("page", ["http://[::1", "http://[zz]/", "http://[1:2:3]:9/"])
def test_a_header_that_is_no_address_is_refused(header: str, page: str, client: Client) -> None:
    headers = {"HX-Request": "true", header: page}
    assert client.get("/me/", headers=headers).status_code == 400
    assert client.post("/language/", {"language": "ja"}, headers=headers).status_code == 400


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_next_page_that_is_no_address_is_refused(method: str, client: Client) -> None:
    for address in ("/accounts/login/code/", "/accounts/login/", "/language/"):
        answer = getattr(client, method)(address, {"next": "http://[::1", "email": "a@b.example"})
        assert answer.status_code in (400, 405), address
    assert client.get("/accounts/login/?" + "next=x&" * 600).status_code == 400


def test_a_next_page_that_is_too_long_for_an_address_is_refused(client: Client) -> None:
    """To take its host apart, Unicode's accents are put in order: half a megabyte of them would take minutes."""
    host = "a" + "\u0315" * 1500 + "\u0300" * 1500
    assert client.post("/language/", {"next": f"//{host}/", "language": "ja"}).status_code == 400
    answer = client.post("/language/", {"next": "/tables/?a=" + "1" * 1500, "language": "ja"})
    assert answer["Location"].startswith("/tables/")


def test_what_is_too_large_for_a_package_is_refused(admin_client: Client, ai: User) -> None:
    for credential in ("[" * 100_000, "9" * 5_000):
        data = {"credential": credential}
        assert Client().post("/accounts/2fa/webauthn/login/", data).status_code == 400
    person = {"name": "Ai", "language": "en", "time_zone": "UTC", "theme": "auto", "card_style": ""}
    for huge in ("9223372036854775808", "9" * 40):
        answer = admin_client.post(f"/admin/players/user/{ai.pk}/change/", {**person, "groups": huge})
        assert answer.status_code in (200, 400)


def test_a_huge_body_is_refused_unread(client: Client) -> None:
    class Unread(BytesIO):
        def read(self, *args: object) -> bytes:
            raise AssertionError("the body was read")

    size = settings.MAX_REQUEST_BYTES + 1
    response = client.generic("POST", "/accounts/login/", CONTENT_LENGTH=str(size), **{"wsgi.input": Unread()})
    assert response.status_code == 413
    assert faults(response) == []


@pytest.mark.parametrize("path", ["/", "/t/nobody/review/", "/me/", "/nowhere/", "/accounts/login/"])
@pytest.mark.parametrize(
    "headers", [{}, {"HX-Request": "true", "HX-Current-URL": "http://testserver/?a=" + "x" * 70_000}]
)
def test_an_address_of_any_length_has_an_answer(client: Client, path: str, headers: dict[str, str]) -> None:
    for long in ("x" * 70_000, "&" * 1300):
        assert client.get(path, {"deal": long}, headers=headers).status_code in (200, 302, 404)
    assert client.get(f"/t/{'x' * 70_000}/", headers=headers).status_code == 404


def test_forms_are_bounded(client: Client) -> None:
    big = "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    for data in ({"login": big}, {f"field{number}": "1" for number in range(TOO_MANY)}):
        content = "&".join(f"{name}={value}" for name, value in data.items())
        response = client.post("/accounts/login/", content, content_type="application/x-www-form-urlencoded")
        assert response.status_code in (400, 413)


def test_a_forged_host_is_refused(client: Client) -> None:
    assert client.get("/accounts/login/", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize(("code", "has_traceback"), [("400", False), ("403", False), ("500", True)])
@override_settings(ROOT_URLCONF=__name__)
def test_refusals_are_logged_without_a_traceback(
    code: str, has_traceback: bool, failing: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert "shorten_refusals" in settings.LOGGING["handlers"]["console"]["filters"]
    caplog.handler.addFilter(ShortenRefusals())
    failing.get(f"/fail/{code}/")
    assert [record for record in caplog.records if getattr(record, "status_code", 0) == int(code)]
    assert ("Traceback" in caplog.text) == has_traceback


@pytest.mark.parametrize(
    ("cause", "has_traceback"),
    [
        (psycopg.OperationalError("no answer\nAt all?"), False),
        (psycopg.errors.AdminShutdown("no answer\nAt all?"), False),
        (psycopg.errors.DeadlockDetected("no answer"), True),
        (sqlite3.OperationalError("no answer"), True),
    ],
)
def test_a_service_that_is_away_is_logged_in_a_line(
    cause: Exception, has_traceback: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.addFilter(ShortenRefusals())
    try:
        raise OperationalError(str(cause)) from cause
    except OperationalError:
        logging.getLogger("django.request").exception("%s: %s", "Service Unavailable", "/100%/")
    assert ("Traceback" in caplog.text) == has_traceback
    if not has_traceback:
        line = "Service Unavailable: /100%/ (OperationalError: no answer)"
        assert [record.getMessage() for record in caplog.records] == [line]


@pytest.mark.parametrize("error", [NoRedis, OutOfMemoryError, ReadOnlyError])
def test_a_redis_that_is_away_is_logged_in_a_line(error: type[Exception], caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(ShortenRefusals())
    try:
        raise error("no answer")
    except RedisError:
        logging.getLogger("games").exception("Not sent")
    assert [record.getMessage() for record in caplog.records] == [f"Not sent ({error.__name__}: no answer)"]
    assert "Traceback" not in caplog.text


@override_settings(ROOT_URLCONF=__name__)
def test_logs_of_failures_hold_neither_tokens_nor_forms(failing: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(HideTokens())
    with caplog.at_level(logging.DEBUG):
        failing.post("/fail/500/?code=Zk3f9Qx81mB7aLw2", {"password": "rather long words"})
        failing.get("/join/Zk3f9Qx81mB7aLw2Zk3f/")
    assert caplog.records
    for record in caplog.records:
        assert "Zk3f9Qx81mB7aLw2" not in record.getMessage()
        assert "rather long words" not in record.getMessage()
