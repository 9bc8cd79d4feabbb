"""What organisers note about a member: for organisers alone, and for the member in their own data."""

import json

import pytest

from leagues.clubs import services
from leagues.locks import ClubError
from leagues.models import AuditEntry, Club, MemberNote
from players.models import User
from tests.support.clubs import add, log, membership
from tests.support.own_data import download
from tests.support.visits import client_of, get, post, queries, text

pytestmark = pytest.mark.django_db
MEMBERS = "/clubs/tuesday/members/"
NOTE = "Away in May; call in the evening."


def note(club: Club, by: User, of: User, words: str = NOTE) -> None:
    services.set_note(club_id=club.pk, user=by, membership_id=membership(club, of).pk, note=words)


def test_organisers_read_it_and_nobody_else(club: Club, ai: User, bo: User, chie: User, emi: User) -> None:
    add(club, emi)
    path = f"{MEMBERS}{membership(club, chie).pk}/note/"
    assert post(bo, path, note=NOTE).status_code == 302
    assert NOTE in text(get(ai, MEMBERS))
    assert NOTE in text(get(bo, MEMBERS))
    for member in (chie, emi):
        assert NOTE not in text(get(member, MEMBERS))
        assert NOTE not in get(member, "/clubs/tuesday/members.csv").getvalue().decode()
    assert post(bo, path, note="x" * 1001).status_code == 422


def test_the_log_says_that_it_changed_but_not_what(club: Club, bo: User, chie: User) -> None:
    note(club, bo, chie)
    note(club, bo, chie)
    assert log(club).count("Bo changed the organisers’ note about Chie.") == 1
    assert NOTE not in json.dumps(list(AuditEntry.objects.values_list("data", flat=True)))
    note(club, bo, chie, "")
    assert not MemberNote.objects.exists()
    assert log(club).count("Bo changed the organisers’ note about Chie.") == 2


def test_the_member_finds_it_in_their_own_data(club: Club, bo: User, chie: User) -> None:
    note(club, bo, chie)
    [mine] = json.loads(download(client_of(chie))["clubs.json"])["memberships"]
    assert mine["organisers_note"] == NOTE
    [others] = json.loads(download(client_of(bo))["clubs.json"])["memberships"]
    assert others["organisers_note"] is None


def test_it_ends_with_the_membership(club: Club, ai: User, bo: User, chie: User) -> None:
    note(club, bo, chie)
    services.leave(club_id=club.pk, user=chie)
    assert not MemberNote.objects.exists()
    add(club, chie)
    assert NOTE not in text(get(bo, MEMBERS))


def test_members_and_former_organisers_note_nothing(club: Club, bo: User, chie: User) -> None:
    with pytest.raises(ClubError, match="no longer allowed"):
        note(club, chie, bo)
    assert not MemberNote.objects.exists()


def test_notes_cost_one_query_however_many(club: Club, bo: User, chie: User, emi: User) -> None:
    add(club, emi)
    note(club, bo, chie)
    few = queries(bo, MEMBERS)
    note(club, bo, emi)
    assert queries(bo, MEMBERS) == few
