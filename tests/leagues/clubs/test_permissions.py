"""Every route of clubs, tried by everybody: a table of what each is answered."""

from typing import NamedTuple

import pytest
from django.test import Client

from leagues.models import AuditEntry, Club, Membership, Webhook
from players.models import User
from tests.support.announcements import announced
from tests.support.board_weeks import planned_series
from tests.support.cast import person
from tests.support.club_readers import OUTSIDE, READERS, Cookies, answered, browser_of, signed_in, undone
from tests.support.club_routes import ANYWHERE, CLUB, FORMS, TABLES
from tests.support.clubs import add, asked, club_of, kept_rules, link, membership, tuesday
from tests.support.external_matches import in_a_room
from tests.support.ladders import ladder_of
from tests.support.route_tables import RouteTable, some
from tests.support.routes import routes, taking
from tests.support.visits import client_of
from tests.support.worlds import world

pytestmark = pytest.mark.django_db


class Site(NamedTuple):
    words: dict[str, object]
    """The variable parts of the addresses: a member, an invitation and a request of the club."""
    cookies: Cookies


@world
def site() -> Site:
    club, cookies = tuesday(), signed_in()
    emi, itsu, other = map(person, ("emi", "itsu", "jun"))
    made = link(club, person("ai"))
    assert itsu.pk
    words: dict[str, object] = {
        "club": f"/clubs/{club.slug}/",
        "announcement": announced(club, person("bo")).pk,
        "member": add(club, emi).pk,
        "invitation": made.pk,
        "token": made.token,
        "request": asked(club, other).pk,
        "series": planned_series(club, person("ai")).pk,
        "ladder": ladder_of(club, person("ai")).pk,
        "rules": kept_rules(club, person("ai")).slug,
        "webhook": Webhook.objects.create(club=club, url="https://chat.example/", form="text", language="en").pk,
        "match": in_a_room(emi, "Ken", "Rin", "Sho", "Yu").slug,
    }
    return Site(words, cookies)


@pytest.fixture
def words(site: Site) -> dict[str, object]:
    return site.words


@pytest.fixture
def readers(site: Site) -> dict[str, Client]:
    return {name: browser_of(cookies) for name, cookies in site.cookies.items()}


def tried(client: Client, table: RouteTable, words: dict[str, object]) -> dict[str, str]:
    """By route what the reader is answered."""
    return {name: answered(client, name, row.method, row.path.format(**words), row.data) for name, row in table.items()}


def test_every_route_is_tried() -> None:
    # Readers of frames are strangers: tests/site/test_embeds.py.
    tried = {route.name for route in routes() if route.name.startswith("leagues:") and ":embedded_" not in route.name}
    assert tried == set().union(*TABLES)


def test_every_route_that_changes_something_is_tried() -> None:
    posts = {name for table in TABLES for name, row in table.items() if row.method == "POST"}
    assert taking("POST", "leagues") == posts | FORMS.keys()


@pytest.mark.parametrize("table", [CLUB, ANYWHERE], ids=["club", "anywhere"])
@pytest.mark.parametrize("who", READERS)
def test_in_a_public_club(who: str, table: RouteTable, readers: dict[str, Client], words: dict[str, object]) -> None:
    assert tried(readers[who], table, words) == table.answers_to(who)


@pytest.mark.parametrize("who", some(READERS, "other", "member"))
def test_a_club_that_is_not_public_is_not_found(
    who: str, readers: dict[str, Client], words: dict[str, object], club: Club
) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=False)
    expected = CLUB.answers_to(who)
    if who == "anonymous":
        open_to_all = (
            *("leagues:club", "leagues:board_series_list", "leagues:board_series", "leagues:club_house_rules"),
            *("leagues:ladder", "leagues:ladder_history", "leagues:ladders"),
        )
        expected = dict.fromkeys(CLUB, "in") | dict.fromkeys(open_to_all, "404")
    elif who in OUTSIDE:
        expected = dict.fromkeys(CLUB, "404")
    assert tried(readers[who], CLUB, words) == expected


def test_looking_changes_nothing(readers: dict[str, Client], words: dict[str, object], club: Club) -> None:
    before = AuditEntry.objects.count()
    for name in [name for name, row in CLUB.items() if row.method == "POST"]:
        with undone():
            readers["owner"].get(CLUB[name].path.format(**words))
            assert AuditEntry.objects.count() == before, name
            assert Club.objects.get(pk=club.pk).closed_at is None, name


def test_what_belongs_to_another_club_is_out_of_reach(
    ai: User, bo: User, dai: User, club: Club, words: dict[str, object]
) -> None:
    """The owner of one club with the keys of another's members, requests and invitations."""
    club_of(dai, slug="elsewhere")
    keys, client = {**words, "club": "/clubs/elsewhere/"}, client_of(dai)
    for name in ("leagues:remove", "leagues:set_role", "leagues:answer_request", "leagues:revoke"):
        with undone():
            assert client.post(CLUB[name].path.format(**keys), CLUB[name].data).status_code in (302, 409), name
            assert membership(club, User.objects.get(name="Emi")).role == "member", name
            assert club.requests.get().state == "open", name
            assert club.invitations.get().revoked_at is None, name


def test_an_organiser_removes_members_only(ai: User, bo: User, club: Club, dai: User) -> None:
    Membership.objects.filter(pk=add(club, dai).pk).update(role="organiser")
    for user in (ai, dai):
        key = membership(club, user).pk
        assert client_of(bo).post(f"/clubs/tuesday/members/{key}/remove/", {"sure": "yes"}).status_code == 409
        assert membership(club, user)
