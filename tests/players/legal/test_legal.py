"""The operator's pages, and the consent to their terms."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from players.legal.files import read_page, wrong_legal_pages
from players.models import User
from players.own_data.people import account

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    (tmp_path / "terms.en.md").write_text("# Terms of use\n\nBe kind. See [the rules](/rules/).\n")
    (tmp_path / "terms.ja.md").write_text("# 利用規約\n\n親切に。\n")
    (tmp_path / "contact.en.md").write_text("# Contact\n\nops@example.org")
    settings.LEGAL_DIR = str(tmp_path)
    return tmp_path


@pytest.fixture
def ais(ai: User) -> Client:
    client = Client()
    client.force_login(ai)
    return client


@pytest.mark.usefixtures("folder")
def test_pages_have_the_readers_language_and_stand_in_the_footer(client: Client) -> None:
    page = client.get("/legal/terms/").content.decode()
    assert "<h1>Terms of use</h1>" in page
    assert '<a href="/rules/">the rules</a>' in page
    assert 'href="/legal/contact/"' in client.get("/").content.decode()
    japanese = client.get("/legal/terms/", headers={"accept-language": "ja"}).content.decode()
    assert "<h1>利用規約</h1>" in japanese
    assert client.get("/legal/contact/", headers={"accept-language": "ja"}).status_code == 200
    assert client.get("/legal/privacy/").status_code == 404
    assert client.get("/legal/..%2Fterms/").status_code == 404


def test_a_site_without_a_folder_has_no_pages(client: Client) -> None:
    assert "/legal/" not in client.get("/").content.decode()
    assert client.get("/legal/terms/").status_code == 404


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[a](javascript:alert(1))",
        "![a](https://other.example/a.png)",
        "<img src=x onerror=a>",
    ],
)
def test_nothing_of_a_file_runs_or_loads(text: str) -> None:
    html = read_page("terms", "en", text).html
    assert not any(wrong in html for wrong in ("<script", 'href="javascript', "<img"))


@pytest.mark.usefixtures("folder")
def test_consent_is_asked_for_once_and_dated(ais: Client, ai: User, settings: Any) -> None:
    assert ais.get("/me/").status_code == 200
    settings.TERMS_VERSION = "2027-01"
    asked = ais.get("/me/friends/")
    assert asked["Location"] == "/me/agree/?next=/me/friends/"
    page = ais.get(asked["Location"]).content.decode()
    assert "Be kind." in page
    assert "I agree" in page
    assert ais.post("/me/agree/", {"next": "/me/friends/"})["Location"] == "/me/friends/"
    ai.refresh_from_db()
    assert ai.terms_version == "2027-01"
    assert ai.terms_agreed_at
    assert (timezone.now() - ai.terms_agreed_at).total_seconds() < 60
    assert account(ai)["terms"] == {"version": "2027-01", "agreed": ai.terms_agreed_at}
    assert ais.get("/me/friends/").status_code == 200
    assert ais.get("/me/agree/")["Location"] == "/"


@pytest.mark.usefixtures("folder")
def test_a_new_version_asks_again(ais: Client, settings: Any) -> None:
    settings.TERMS_VERSION = "1"
    ais.post("/me/agree/")
    settings.TERMS_VERSION = "2"
    assert ais.get("/me/")["Location"] == "/me/agree/?next=/me/"


@pytest.mark.usefixtures("folder")
def test_without_consent_one_reads_and_leaves_and_no_more(ais: Client, settings: Any) -> None:
    settings.TERMS_VERSION = "1"
    for path in ("/", "/rules/", "/legal/terms/", "/me/data/", "/me/delete/", "/accounts/logout/"):
        assert ais.get(path).status_code == 200
    refused = ais.post("/me/vacations/", headers={"HX-Request": "true"})
    assert refused["HX-Redirect"].startswith("/me/agree/?next=")
    assert ais.post("/play-now/")["Location"].startswith("/me/agree/")
    assert ais.post("/accounts/logout/").status_code == 302


@pytest.mark.usefixtures("folder")
def test_nobody_is_led_elsewhere(ais: Client, settings: Any) -> None:
    settings.TERMS_VERSION = "1"
    assert ais.post("/me/agree/", {"next": "https://evil.example/"})["Location"] == "/"


def test_wrong_folders_are_named(folder: Path, tmp_path: Path) -> None:
    assert not list(wrong_legal_pages(str(folder), "1"))
    assert not list(wrong_legal_pages("", ""))
    assert "LEGAL_DIR" in "".join(wrong_legal_pages(str(tmp_path / "none"), ""))
    assert "TERMS_VERSION needs" in "".join(wrong_legal_pages("", "1"))
    assert "at most" in "".join(wrong_legal_pages(str(folder), "x" * 41))
    (folder / "..data").mkdir()
    (folder / ".DS_Store").touch()
    assert not list(wrong_legal_pages(str(folder), "1"))
    (folder / "notes.txt").write_text("")
    assert "'notes.txt'" in "".join(wrong_legal_pages(str(folder), ""))
