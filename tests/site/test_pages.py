"""The pages that every visitor and every machine around the site may ask for."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import translation

from infrastructure.japanese_spacing import close_up_japanese
from napoleon_site.celery import app
from players.models import User
from tests.support.clubs import club_of, link
from tests.support.play import lobby, running
from tests.support.sign_in import PASSWORD
from tests.support.sign_in import fumi as fumi
from tests.support.visits import client_of

pytestmark = pytest.mark.django_db


def test_front_page_is_open(client: Client) -> None:
    response = client.get("/")
    assert response.status_code == 200
    assert b"Napoleon" in response.content


@pytest.mark.parametrize("path", ["/admin/", "/accounts/email/", "/accounts/2fa/"])
def test_other_pages_ask_to_sign_in(client: Client, path: str) -> None:
    assert client.get(path, follow=True).redirect_chain[-1][0].startswith("/accounts/login/")


def test_who_is_signed_out_is_led_back_to_their_private_table(client: Client, fumi: User, bo: User) -> None:
    """As a mail leads there, read on another device."""
    path = f"/t/{running(fumi, bo, listed=False).slug}/?deal=1"
    missing = client.get(path)
    assert missing.status_code == 404
    found = re.search(r'href="(/accounts/login/\?next=[^"]+)"', missing.content.decode())
    assert found
    form = {"login": fumi.email, "password": PASSWORD}
    assert client.post(found[1], form, follow=True).redirect_chain == [(path, 302)]
    assert "next=" not in client.get("/t/nowhere/").content.decode()


def way_to_sign_in(response: HttpResponse) -> str:
    """Where the button in the page's head leads."""
    head = response.content.decode().partition("</header>")[0]
    found = re.search(r'href="(/accounts/login/[^"]*)"', head)
    assert found
    return unescape(found[1])


def test_the_head_of_every_page_leads_back_to_it(client: Client, fumi: User, bo: User) -> None:
    game, club = lobby(bo), club_of(bo)
    pages = (
        f"/join/{game.invitation}/",
        f"/clubs/join/{link(club, bo).token}/",
        "/tables/?a=1&b=%26",
        "/rules/gurunapo/",
        "/t/nowhere/",
    )
    for path in pages:
        way = way_to_sign_in(client.get(path))
        assert parse_qs(urlsplit(way).query) == {"next": [path]}
    assert way_to_sign_in(client.get("/")) == "/accounts/login/"
    signed_in = client.post(way_to_sign_in(client.get(pages[0])), {"login": fumi.email, "password": PASSWORD})
    assert signed_in["Location"] == pages[0]


@pytest.mark.parametrize("path", ["login", "signup", "login/code", "password/reset"])
def test_pages_of_accounts_keep_where_their_reader_was_going(client: Client, path: str) -> None:
    page = client.get(f"/accounts/{path}/?next=/join/abc/")
    assert way_to_sign_in(page) == "/accounts/login/?next=/join/abc/"
    refused = client.post(f"/accounts/{path}/", {"next": "/join/abc/", "email": "nonsense"})
    assert way_to_sign_in(refused) == "/accounts/login/?next=/join/abc/"
    assert way_to_sign_in(client.get(f"/accounts/{path}/")) == "/accounts/login/"


def test_the_address_of_a_button_shows_a_page_and_does_nothing(ai: User, bo: User) -> None:
    response = client_of(ai).get(f"/u/{bo.pk}/ask/")
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "Nothing was done" in response.content.decode()


def test_the_page_at_the_address_of_a_button_leads_to_the_page_above(ai: User, bo: User) -> None:
    table = running(ai, bo).get_absolute_url()
    for path in (f"{table}act/", f"{table}meeting/cancel/"):
        assert f'href="{table}' in client_of(ai).get(path).content.decode()
    assert 'href="/me/"' in client_of(ai).get("/me/calendar/make/").content.decode()
    assert 'href="/"' in client_of(ai).get("/language/").content.decode()


def test_who_is_signed_out_meanwhile_comes_back_to_the_page_of_the_form(client: Client, fumi: User, bo: User) -> None:
    """And not to the address of its button, which shows nothing."""
    table = running(fumi, bo, listed=False).get_absolute_url()
    referer = {"referer": f"http://testserver{table}"}
    sent = client.post(f"{table}act/", {"do": "pass"}, headers=referer)
    assert sent["Location"] == f"/accounts/login/?next={table}"
    sent = client.post(f"{table}chat/", {"text": "Hello"}, headers=referer)
    assert sent["Location"] == f"/accounts/login/?next={table}"
    shown = {"hx-request": "true", "hx-current-url": f"http://testserver{table}?deal=1"}
    sent = client.post(f"{table}chat/", {"text": "Hello"}, headers=shown)
    assert sent["HX-Redirect"] == f"/accounts/login/?next={table}%3Fdeal%3D1"


def test_what_is_refused_leads_back_to_the_page_of_the_form(ai: User, bo: User) -> None:
    table = running(bo).get_absolute_url()
    referer = {"referer": f"http://testserver{table}"}
    sent = client_of(ai).post(f"{table}chat/", {"text": "Hello"}, headers=referer)
    assert sent.status_code == 404
    assert f'href="{table}"' in sent.content.decode()


@pytest.mark.parametrize("path", ["/join/nowhere/", "/clubs/join/0123abcd/", "/stop/nobody/"])
def test_a_link_that_has_ended_says_what_to_do(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "link is incomplete" in answer.content.decode()


def test_a_used_link_to_a_new_password_offers_another(client: Client) -> None:
    page = client.get("/accounts/password/reset/key/1-nonsense/").content.decode()
    assert "This link no longer works" in page
    assert 'href="/accounts/password/reset/"' in page


def test_the_browsers_frame_has_the_colour_of_the_chosen_theme(ai: User) -> None:
    page = client_of(ai).get("/").content.decode()
    assert page.count('name="theme-color"') == page.count('media="(prefers-color-scheme:') == 2
    User.objects.filter(pk=ai.pk).update(theme="dark")
    page = client_of(ai).get("/").content.decode()
    assert re.findall('<meta name="theme-color"[^>]*>', page) == ['<meta name="theme-color" content="#161b22">']


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/accounts/login/code/"])
def test_signing_in_is_open(client: Client, path: str) -> None:
    assert client.get(path).status_code == 200


def test_no_page_allows_inline_script_or_style(client: Client) -> None:
    policy = client.get("/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\ssrc=)", client.get("/").content.decode())


def test_pages_load_nothing_that_they_do_not_use(client: Client) -> None:
    """Live updates come by a script of the site's own (`live.js`), which every table loads for itself."""
    scripts = re.findall(r'<script[^>]*\ssrc="([^"]+)"', client.get("/").content.decode())
    assert any("htmx" in script for script in scripts)
    assert not [script for script in scripts if "/ext/" in script]


def test_security_headers(client: Client) -> None:
    response = client.get("/")
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"


def test_language_follows_the_browser_and_can_be_chosen(client: Client) -> None:
    assert '<html lang="ja">' in client.get("/", headers={"accept-language": "ja,en;q=0.5"}).content.decode()
    client.post("/language/", {"language": "ja"})
    assert '<html lang="ja">' in client.get("/", headers={"accept-language": "en"}).content.decode()


def test_japanese_sentences_follow_each_other_without_a_space(client: Client) -> None:
    page = client.get("/rules/gurunapo/", headers={"accept-language": "ja"}).content.decode()
    assert "。" in page
    assert not re.search(r"[。：](</\w+>)*\s+", page)


def test_japanese_has_colons_of_its_own_width(client: Client) -> None:
    page = client.get("/rules/gurunapo/", headers={"accept-language": "ja"}).content.decode()
    assert "ウィドー：" in page
    assert not re.search(r"[ぁ-んァ-ヶー一-龠](</\w+>)*: ", page)


@pytest.mark.parametrize(
    ("language", "sent", "shown"),
    [
        ("ja", "<p><b>はい。</b>\n  次。 <a>先</a></p>", "<p><b>はい。</b>次。<a>先</a></p>"),
        ("ja", "<p><b>\n  はい。\n  </b> 次。</p>", "<p><b>\n  はい。</b>次。</p>"),
        ("ja", "<p><b>名前：</b>\n  <i>あい</i></p>", "<p><b>名前：</b><i>あい</i></p>"),
        ("ja", "<textarea>一行。\n次</textarea>", "<textarea>一行。\n次</textarea>"),
        ("ja", '<input value="一。 二">', '<input value="一。 二">'),
        ("en", "<p>一。 二</p>", "<p>一。 二</p>"),
    ],
)
def test_only_what_the_site_has_written_is_closed_up(language: str, sent: str, shown: str) -> None:
    with translation.override(language):
        response = close_up_japanese(lambda request: HttpResponse(sent))(HttpRequest())
    assert response.content.decode() == shown


def test_healthz_needs_no_service(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        assert client.get("/healthz").content == b"ok\n"


def test_search_engines_are_asked_to_read_what_is_written_for_visitors(client: Client) -> None:
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Allow: /learn/", "Allow: /rules/", "Disallow: /"} <= set(lines)


def test_readyz_names_what_is_missing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ready = client.get("/readyz")
    assert ready.status_code == 200
    assert ready.json() == {"database": "ok", "cache": "ok", "broker": "ok"}

    def refuse(**kwargs: object) -> None:
        raise OSError("secret-host refused")

    monkeypatch.setattr(app, "connection_for_write", refuse)
    monkeypatch.setattr(connection, "cursor", refuse)
    broken = client.get("/readyz")
    assert broken.status_code == 503
    assert broken.json() == {"database": "unreachable", "cache": "ok", "broker": "unreachable"}


def test_readyz_needs_no_session(client: Client, ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers a browser in which somebody has signed in as well when the database is away."""
    client.force_login(ai)
    assert client.get("/readyz").headers["X-Reader"] == "nobody"

    def refuse() -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", refuse)
    assert client.get("/readyz").json()["database"] == "unreachable"


def test_staff_sign_in_as_everyone_does(client: Client) -> None:
    client.force_login(User.objects.create_user("staff", "staff@example.org", "pass", is_staff=True))
    assert client.get("/admin/").status_code == 200
