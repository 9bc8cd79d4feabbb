"""Memberships, seasons and ratings when two accounts of one person become one."""

import pytest
from django.utils import timezone

from leagues.clubs import services
from leagues.models import Club, Entry, JoinRequest, MemberNote, Membership, Rating, Substitute
from leagues.ratings.services import rebuild
from players.accounts import merging
from players.models import User
from tests.support.cast import person
from tests.support.clubs import asked, log, role
from tests.support.rated_matches import match, rated
from tests.support.stored_seasons import bare_season, entered

pytestmark = pytest.mark.django_db


def test_of_two_memberships_one_stays_with_the_higher_role(club: Club, ai: User, chie: User) -> None:
    services.set_note(club_id=club.pk, user=ai, membership_id=club.membership_of(ai).pk, note="Plays late at night")
    merging.merge(ai, chie)
    assert role(club, chie) == "owner"
    assert Membership.objects.filter(club=club, user=chie).count() == 1
    assert not MemberNote.objects.exists()
    assert log(club)[-1] == "Two accounts of Chie were merged."


def test_a_membership_and_its_seasons_pass_on(club: Club, bo: User, chie: User, dai: User) -> None:
    season = bare_season(club)
    (entry,) = entered(season, chie)
    Substitute.objects.create(season=season, user=chie, since=timezone.now())
    merging.merge(chie, dai)
    assert role(club, dai) == "member"
    assert Entry.objects.get(pk=entry.pk).user == dai
    assert Substitute.objects.get().user == dai


def test_two_in_one_season_are_not_one(club: Club, bo: User, chie: User) -> None:
    entered(bare_season(club), bo, chie)
    assert merging.reasons_against(chie, bo) == ["Both were in the same season: Spring (Tuesday)."]


def test_nobody_asks_to_join_where_they_are_a_member(club: Club, bo: User, dai: User) -> None:
    asked(club, dai)
    merging.merge(dai, bo)
    assert JoinRequest.objects.get().state == "withdrawn"
    assert role(club, bo) == "organiser"


def test_all_matches_count_for_one_rating(ai: User, bo: User, chie: User) -> None:
    assert rated(ai, chie, scores="5 -5")
    assert rated(bo, chie, scores="7 -7")
    merging.merge(bo, ai)
    # The task that recomputes them runs after the commit.
    rebuild()
    assert Rating.objects.get(user=ai).matches == 2
    assert Rating.objects.filter(user=ai).count() == 1
    assert Rating.objects.get(user=chie).matches == 2
    assert rebuild() == 0


def test_late_matches_of_a_guest_are_rated(ai: User, chie: User, django_capture_on_commit_callbacks: object) -> None:
    guest = person("crane")
    guest.is_guest = True
    guest.save()
    game = match(guest, chie, scores="5 -5")
    game.ended_at = timezone.now()
    game.result_seq = game.seq
    game.save()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        merging.merge(guest, ai)
    assert Rating.objects.get(user=ai).matches == 1
