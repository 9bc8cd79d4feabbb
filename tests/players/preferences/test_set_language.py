import pytest
from django.test import Client

from players.models import User

pytestmark = pytest.mark.django_db


def language(client: Client) -> str:
    return "ja" if '<html lang="ja"' in client.get("/accounts/logout/", follow=True).content.decode() else "en"


def test_it_holds_for_the_person_on_every_device(fumis: Client, fumi: User) -> None:
    assert fumis.post("/language/", {"language": "ja", "next": "/me/"}).headers["Location"] == "/me/"
    elsewhere = Client()
    elsewhere.force_login(fumi)
    assert language(fumis) == language(elsewhere) == "ja"


def test_it_holds_for_the_browser_of_a_visitor(client: Client) -> None:
    client.post("/language/", {"language": "ja"})
    assert '<html lang="ja"' in client.get("/accounts/login/").content.decode()


@pytest.mark.parametrize("value", ["", "de", "../..", "x" * 99])
def test_an_unknown_language_changes_nothing(fumis: Client, fumi: User, value: str) -> None:
    fumis.post("/language/", {"language": value})
    fumi.refresh_from_db()
    assert fumi.language == ""


def test_it_leads_back_to_this_site_only(client: Client) -> None:
    assert client.post("/language/", {"language": "ja", "next": "https://evil.example/"}).headers["Location"] == "/"


def test_looking_changes_nothing(client: Client) -> None:
    assert client.get("/language/?language=ja").status_code == 405


def test_after_a_refused_form_it_leads_to_the_page_of_the_form(fumis: Client) -> None:
    headers = {"referer": "http://testserver/me/?from=here"}
    refused = fumis.post("/me/", {"name": "x" * 200}, headers=headers).content.decode()
    assert '<input type="hidden" name="next" value="/me/">' in refused
    elsewhere = {"referer": "https://evil.example/me/"}
    refused = fumis.post("/me/", {"name": "x" * 200}, headers=elsewhere).content.decode()
    assert '<input type="hidden" name="next" value="/">' in refused
    assert '<input type="hidden" name="next" value="/me/?a=1">' in fumis.get("/me/?a=1").content.decode()
