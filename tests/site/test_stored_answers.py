"""No browser or proxy keeps what a signed-in person has seen: at any address, by any method, after signing out."""

from collections import Counter
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from games.models import Game
from infrastructure.response_headers import headers
from leagues.models import Role, Season
from players.middleware import forget_former_reader
from players.models import CalendarFeed, User
from tests.support.account_pages import OPEN
from tests.support.club_readers import undone
from tests.support.clubs import add, club_of
from tests.support.play import running
from tests.support.played_seasons import season_of
from tests.support.routes import routes
from tests.support.sign_in import PASSWORD
from tests.support.sign_in import fumi as fumi
from tests.support.sign_in import fumis as fumis
from tests.support.visits import client_of

pytestmark = pytest.mark.django_db

# Probes drop the session, and signing out ends it.
UNLIKE_OTHERS = ("healthz", "readyz", "accounts/logout/")
EVERYTHING = '"cache", "storage"'


@pytest.fixture
def known(ai: User, bo: User) -> dict[str, str]:
    """What addresses may name, so that most of them lead to a page."""
    club = club_of(ai, bo)
    add(club, bo, Role.ORGANISER)
    game: Game = running(ai, bo)
    season: Season = season_of(club, ai, bo)
    CalendarFeed.objects.create(user=ai, token="a-secret")
    return {
        "leagues:slug": club.slug,
        "slug": game.slug,
        "season": season.slug,
        "invitation": game.invitation,
        "token": "a-secret",
        "pk": str(ai.pk),
        "deal": "1",
        "step": "3",
        "preset": "gurunapo",
        "game": "napoleon",
        "name": "members",
    }


def addresses(known: dict[str, str]) -> Iterator[str]:
    """Every address of the site and of its packages, filled in as far as it can be."""
    for route in routes():
        if "(?P" in route.path:
            continue
        space = route.name.partition(":")[0]
        path = route.path.replace("^", "").replace("$", "")
        for piece in [piece.partition(">")[0] for piece in path.split("<")[1:]]:
            name = piece.rpartition(":")[2]
            value = known.get(f"{space}:{name}") or known.get(name, "7")
            path = path.replace(f"<{piece}>", value)
        # Frames show every reader what strangers see (`infrastructure.embeds`).
        if path not in UNLIKE_OTHERS and not path.startswith("embed/"):
            yield f"/{path}"


@pytest.mark.parametrize(
    "method", ["get", *(pytest.param(method, marks=pytest.mark.slow) for method in ("head", "post"))]
)
def test_nothing_that_a_signed_in_person_sees_is_stored(known: dict[str, str], ai: User, method: str) -> None:
    ai.is_staff = ai.is_superuser = True
    ai.save()
    cookies, answers = client_of(ai).cookies.output(), Counter[int]()
    for path in addresses(known):
        client = Client()
        client.cookies.load(cookies.replace("Set-Cookie: ", ""))
        with undone():
            response = getattr(client, method)(path)
        answers[response.status_code] += 1
        assert "no-store" in response.get("Cache-Control", ""), path
        assert "public" not in response["Cache-Control"], path
    assert answers[200 if method != "post" else 302] > 20, answers


def test_pages_of_accounts_are_not_stored_before_anybody_is_signed_in(client: Client) -> None:
    """They show addresses and codes."""
    for path in [*OPEN.values(), "/accounts/confirm-email/nonsense/", "/accounts/password/reset/key/1-nonsense/"]:
        for response in (client.get(path), client.post(path)):
            assert "no-store" in response["Cache-Control"], path


def test_the_answer_that_begins_a_session_is_not_stored(client: Client) -> None:
    """A guest begins one at the first table."""
    response = client.post("/play-now/")
    assert settings.SESSION_COOKIE_NAME in response.cookies
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("status", [200, 206, 304, 404, 412])
def test_whatever_the_status_the_session_decides(rf: RequestFactory, status: int) -> None:
    answer = headers(lambda request: HttpResponse(status=status))
    assert answer(rf.get("/"))["Cache-Control"] == "private, no-cache"
    rf.cookies[settings.SESSION_COOKIE_NAME] = "any"
    assert answer(rf.get("/"))["Cache-Control"] == "private, no-store"


def test_a_view_may_say_otherwise(rf: RequestFactory) -> None:
    rf.cookies[settings.SESSION_COOKIE_NAME] = "any"
    answer = headers(lambda request: HttpResponse(headers={"Cache-Control": "max-age=60"}))
    assert answer(rf.get("/"))["Cache-Control"] == "max-age=60"


# --- The end of a session ---


def test_signing_out_has_the_browser_delete_everything(fumis: Client) -> None:
    assert "Clear-Site-Data" not in fumis.get("/me/").headers
    assert fumis.post("/accounts/logout/")["Clear-Site-Data"] == EVERYTHING
    assert "Clear-Site-Data" not in fumis.get("/").headers


def test_so_has_deleting_the_account(fumis: Client) -> None:
    response = fumis.post("/me/delete/", {"password": PASSWORD})
    assert not User.objects.filter(email="fumi@example.org").exists()
    assert response["Clear-Site-Data"] == EVERYTHING


def test_so_has_signing_in_as_somebody_else(rf: RequestFactory, ai: User, bo: User) -> None:
    def sign_in(request: HttpRequest) -> HttpResponse:
        request.user = bo
        return HttpResponse()

    request = rf.get("/")
    request.user = ai
    assert forget_former_reader(sign_in)(request)["Clear-Site-Data"] == EVERYTHING


def test_a_session_that_was_ended_elsewhere_leaves_nothing_to_go_back_to(ai: User) -> None:
    here, there = client_of(ai), client_of(ai)
    there.post("/me/devices/sign-out-others/")
    assert here.get("/me/")["Clear-Site-Data"] == '"cache"'
    assert "Clear-Site-Data" not in here.get("/me/").headers


def test_a_changed_password_signs_nobody_out_here(fumis: Client) -> None:
    form = {"oldpassword": PASSWORD, "password1": "another-long-one", "password2": "another-long-one"}
    response = fumis.post("/accounts/password/change/", form)
    assert response.status_code == 302
    assert "Clear-Site-Data" not in response.headers


def test_a_visitor_without_a_session_keeps_what_is_stored(client: Client) -> None:
    client.get("/accounts/login/")
    assert "Clear-Site-Data" not in client.get("/").headers
