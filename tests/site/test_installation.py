"""What makes the site an app: manifest, icons, the page for no connection, and whose pages a browser keeps."""

import struct
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.test import Client
from django.urls import resolve

from players.models import User
from players.notifications import views
from tests.support.markup import Page, faults
from tests.support.sign_in import PASSWORD
from tests.support.visits import client_of, get, guest, text

pytestmark = pytest.mark.django_db
OFFLINE = "/offline/"


@pytest.mark.parametrize(("language", "name"), [("en", "Napoleon"), ("ja", "ナポレオン")])
def test_the_manifest_speaks_the_reader_s_language(client: Client, language: str, name: str) -> None:
    response = client.get("/manifest.webmanifest", headers={"accept-language": language})
    manifest = response.json()
    assert response["Content-Type"] == "application/manifest+json"
    assert (manifest["lang"], manifest["name"]) == (language, name)
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    for shortcut in manifest["shortcuts"]:
        assert resolve(shortcut["url"])
        assert client.get(shortcut["url"]).status_code in (200, 302)
    page = client.get("/", headers={"accept-language": language}).content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest"' in page


def test_icons_have_the_sizes_that_they_name(client: Client) -> None:
    for icon in client.get("/manifest.webmanifest").json()["icons"]:
        if icon["type"] != "image/png":
            continue
        path = site_settings.BASE_DIR / "static" / icon["src"].removeprefix("/static/")
        # The head of a PNG: its signature, then the size.
        width, height = struct.unpack(">II", path.read_bytes()[16:24])
        assert f"{width}x{height}" == icon["sizes"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_for_no_connection_is_the_same_for_everybody(ai: User, language: str) -> None:
    headers = {"accept-language": language}
    pages = [client_of(user).get(OFFLINE, headers=headers) for user in (None, ai, guest())]
    assert len({page.content for page in pages}) == 1
    assert faults(pages[0]) == []
    assert Page(text(pages[0])).language == language


def version_of(client: Client, language: str) -> str:
    """The version that the service worker keeps the page for no connection under."""
    script = client.get("/sw.js", headers={"accept-language": language}).content.decode()
    begin, _, end = script.partition('";\n')[0].partition('const VERSION = "')
    assert begin == ""
    assert "`shell-${VERSION}`" in script
    return end


def test_the_page_for_no_connection_is_renewed_with_release_and_language(
    client: Client, ai: User, settings: Any
) -> None:
    english, japanese = version_of(client, "en"), version_of(client, "ja")
    assert english.startswith("en-")
    assert japanese.startswith("ja-")
    assert english[3:] != japanese[3:]
    settings.RELEASE = 'v2"'
    assert version_of(client, "en") == rf"v2\"-{english}"
    User.objects.filter(pk=ai.pk).update(language="ja")
    assert "-ja-" in version_of(client_of(ai), "en")


def test_it_is_renewed_when_it_says_something_else(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also on a site whose releases have no name."""
    before = version_of(client, "en")
    monkeypatch.setattr(views, "render_to_string", lambda template: "other words")
    views._offline_version.cache_clear()
    assert version_of(client, "en") != before
    views._offline_version.cache_clear()


def test_every_page_names_its_reader(ai: User) -> None:
    assert get(ai, "/")["X-Reader"] == get(ai, "/no-such-page/")["X-Reader"] == str(ai.pk)
    assert get(None, "/")["X-Reader"] == get(None, "/me/")["X-Reader"] == "nobody"
    assert f'data-reader="{ai.pk}"' in text(get(ai, "/"))
    assert 'data-reader="nobody"' in text(get(None, "/"))


def test_signing_in_and_out_change_the_reader_at_once(client: Client, ai: User) -> None:
    ai.set_password(PASSWORD)
    ai.save()
    client.post("/accounts/login/", {"login": ai.email, "password": PASSWORD})
    assert client.get("/")["X-Reader"] == str(ai.pk)
    client.post("/accounts/logout/")
    assert client.get("/")["X-Reader"] == "nobody"


def test_shortcuts_lead_to_a_button_that_plays(client: Client) -> None:
    page = client.get("/play-now/")
    assert faults(page) == []
    assert "Play a hand against bots now" in text(page)
    assert not User.objects.exists()
