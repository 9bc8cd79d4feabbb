"""Who belongs to a club and may do what in it: roles, leaving, removing, asking to join, and who inherits it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from leagues.clubs import invitations, services
from leagues.locks import ClubError
from leagues.models import AuditEntry, Club, JoinRequest, Membership, Role, Standing
from players.models import CalendarFeed, Notification, User
from tests.support.clubs import add, asked, club_of, link, log, membership, role, told
from tests.support.played_seasons import season_of, table, tallied
from tests.support.visits import get, post, text
from tests.support.wall_clock import Wall
from tests.support.wall_clock import wall as wall

pytestmark = pytest.mark.django_db


def set_role(club: Club, user: User, other: User, role: Role) -> None:
    services.set_role(club_id=club.pk, user=user, membership_id=membership(club, other).pk, role=role)


def remove(club: Club, user: User, other: User, reason: str = "") -> None:
    services.remove(club_id=club.pk, user=user, membership_id=membership(club, other).pk, reason=reason)


def settle(request: JoinRequest, user: User, approve: bool) -> None:
    here = {"club_id": request.club_id, "request_id": request.pk}
    services.answer_request(**here, user=user, approve=approve)


# --- Roles ---


def test_a_club_keeps_an_owner(club: Club, ai: User, bo: User) -> None:
    for do in (lambda: set_role(club, ai, ai, Role.MEMBER), lambda: services.leave(club_id=club.pk, user=ai)):
        with pytest.raises(ClubError, match="needs an owner"):
            do()
    set_role(club, ai, bo, Role.OWNER)
    services.leave(club_id=club.pk, user=ai)
    assert (role(club, ai), role(club, bo)) == ("", Role.OWNER)


def test_organisers_remove_members_alone(club: Club, ai: User, bo: User, chie: User) -> None:
    for other in (ai, bo):
        with pytest.raises(ClubError):
            remove(club, bo, other)
    remove(club, bo, chie, "Never plays")
    assert role(club, chie) == ""
    assert log(club)[-1] == "Bo removed Chie from the club."
    assert "reason: Never plays" in text(get(ai, "/clubs/tuesday/audit-log/"))
    assert told(chie) == ["club_removed"]
    with pytest.raises(ClubError, match="This person is no longer a member of the club"):
        services.remove(club_id=club.pk, user=bo, membership_id=Membership.objects.get(user=chie).pk)


def test_who_has_lost_a_role_a_moment_ago_does_nothing_by_it(club: Club, ai: User, bo: User, chie: User) -> None:
    set_role(club, ai, bo, Role.MEMBER)
    with pytest.raises(ClubError, match="You are no longer allowed to do this in the club"):
        remove(club, bo, chie)
    with pytest.raises(ClubError, match="You are no longer allowed to do this in the club"):
        link(club, bo)


def test_the_log_calls_people_as_they_are_called(club: Club, ai: User, chie: User) -> None:
    User.objects.filter(pk=ai.pk).update(name="ai")
    remove(club, ai, chie)
    assert log(club)[-1] == "ai removed Chie from the club."
    AuditEntry.objects.update(actor=None)
    assert log(club)[-1] == "A former player removed Chie from the club."


# --- Asking to join ---


def test_who_asks_is_taken_in_or_refused(club: Club, bo: User, dai: User, emi: User) -> None:
    settle(asked(club, dai, "Hello"), bo, approve=True)
    settle(asked(club, emi), bo, approve=False)
    assert (role(club, dai), role(club, emi)) == (Role.MEMBER, "")
    assert (told(dai), told(emi)) == (["club_approved"], ["club_refused"])
    assert log(club)[-2:] == ["Bo approved the request of Dai.", "Bo refused the request of Emi."]


def test_an_answer_is_given_once(club: Club, ai: User, bo: User, dai: User) -> None:
    request = asked(club, dai)
    settle(request, bo, approve=False)
    with pytest.raises(ClubError, match="answered or withdrawn"):
        settle(request, ai, approve=True)
    assert role(club, dai) == ""


def test_who_was_refused_asks_again_in_a_week(club: Club, bo: User, dai: User, wall: Wall) -> None:
    settle(asked(club, dai), bo, approve=False)
    with pytest.raises(ClubError, match="again in a week"):
        asked(club, dai)
    wall.go(days=7, minutes=1)
    with pytest.raises(ClubError, match="You have already asked"):
        asked(club, dai) and asked(club, dai)


def test_who_joins_otherwise_asks_no_longer(club: Club, ai: User, dai: User) -> None:
    request = asked(club, dai)
    invitations.join(invitation_id=link(club, ai).pk, user=dai)
    request.refresh_from_db()
    assert request.state == "approved"


@pytest.mark.parametrize("values", [{"takes_requests": False}, {"is_public": False}])
def test_some_clubs_take_no_requests(club: Club, dai: User, values: dict[str, bool]) -> None:
    Club.objects.update(**values)
    with pytest.raises(ClubError, match="This club does not accept requests"):
        asked(club, dai)


def test_a_club_that_closes_refuses_who_waits(club: Club, ai: User, dai: User) -> None:
    request = asked(club, dai)
    made = link(club, ai)
    services.close(club_id=club.pk, user=ai)
    request.refresh_from_db()
    made.refresh_from_db()
    assert (request.state, made.is_open()) == ("refused", False)
    with pytest.raises(ClubError, match="closed"):
        asked(club, dai)


def test_a_club_is_full_at_some_size(club: Club, ai: User, dai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_MEMBERS", 3)
    with pytest.raises(ClubError, match="full"):
        add(club, dai)
    assert ai.pk


# --- Who leaves ---


def test_the_last_one_closes_a_club_by_leaving_the_site(dai: User) -> None:
    club = club_of(dai, slug="alone")
    services.end_membership_of_deleted_account(club_id=club.pk, user=dai)
    club.refresh_from_db()
    assert club.closed_at is not None
    assert log(club)[-1] == "The last member left, so the club was closed."


def test_an_organiser_inherits_before_a_member(club: Club, ai: User, bo: User, chie: User) -> None:
    Membership.objects.filter(user=chie).update(joined_at=club.created_at - timedelta(days=9))
    services.end_membership_of_deleted_account(club_id=club.pk, user=ai)
    assert role(club, bo) == Role.OWNER
    assert "club_role" in told(bo)
    services.end_membership_of_deleted_account(club_id=club.pk, user=bo)
    assert role(club, chie) == Role.OWNER


def test_neither_a_program_nor_a_suspended_account_inherits(
    club: Club, ai: User, bo: User, chie: User, dai: User
) -> None:
    """Bo, an organiser, is a program; Chie's account is suspended; Dai joined last."""
    User.objects.filter(pk=bo.pk).update(is_bot=True)
    User.objects.filter(pk=chie.pk).update(is_active=False)
    add(club, dai)
    services.end_membership_of_deleted_account(club_id=club.pk, user=ai)
    assert [role(club, user) for user in (bo, chie, dai)] == [Role.ORGANISER, Role.MEMBER, Role.OWNER]
    services.end_membership_of_deleted_account(club_id=club.pk, user=dai)
    club.refresh_from_db()
    assert club.closed_at is not None


def test_all_leave_a_closed_club_as_they_like(club: Club, ai: User) -> None:
    services.close(club_id=club.pk, user=ai)
    assert post(ai, "/clubs/tuesday/leave/", sure="on").status_code == 302
    assert role(club, ai) == ""


# --- The pages ---


def test_an_address_that_was_taken_meanwhile_loses_nothing_that_was_written(
    ai: User, dai: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = services.create

    def late(**values: object) -> Club:
        create(user=ai, slug="moon", name="Full moon")
        return create(**values)  # type: ignore[arg-type]

    monkeypatch.setattr(services, "create", late)
    response = post(dai, "/clubs/new/", name="Moon", slug="moon", about="We play at full moon.")
    assert response.status_code == 422
    assert "Another club has this address." in text(response)
    assert "We play at full moon." in text(response)


@pytest.mark.parametrize(("words", "found"), [("TUES", 1), ("%25", 0), ("_", 0)])
def test_clubs_are_searched_by_part_of_the_name(club: Club, words: str, found: int) -> None:
    assert text(get(None, f"/clubs/?q={words}")).count("<b>Tuesday</b>") == found


def test_a_notice_leads_only_to_pages_that_its_reader_may_open(club: Club, ai: User, dai: User) -> None:
    Club.objects.update(is_public=False)
    add(club, dai)
    set_role(club, ai, dai, Role.ORGANISER)
    Notification.objects.update(in_site=True)
    assert 'href="/clubs/tuesday/"' in text(get(dai, "/me/notifications/"))
    services.leave(club_id=club.pk, user=dai)
    page = text(get(dai, "/me/notifications/"))
    assert "Your role in Tuesday" in page
    assert 'href="/clubs/tuesday/"' not in page


def test_the_front_page_leads_nobody_to_a_season_that_they_have_left(
    club: Club, ai: User, bo: User, chie: User
) -> None:
    season = season_of(club, ai, bo, chie)
    table(season, "1/1", [ai, bo, chie], "4 2 0", "0 2 2")
    table(season, "2/1", [ai, bo, chie], state="running")
    tallied(season)
    Club.objects.update(is_public=False)
    assert "Your seasons" in text(get(bo, "/"))
    services.leave(club_id=club.pk, user=bo)
    assert Standing.objects.filter(entry__user=bo).exists()
    assert "Your seasons" not in text(get(bo, "/"))


def test_a_member_s_calendar_is_in_their_language_whoever_asks_for_it(club: Club, ai: User, chie: User) -> None:
    season = season_of(club, ai, chie)
    table(season, "1/1", [ai, chie], state="running")
    season.rounds.update(opens_at=timezone.now())
    Club.objects.update(is_public=False)
    User.objects.filter(pk=chie.pk).update(browser_language="ja")
    feed = CalendarFeed.objects.create(user=chie, token="secret")
    calendar = text(get(None, f"/clubs/tuesday/rounds/{feed.token}.ics"))
    assert "Spring: 第1ラウンド" in calendar or "ラウンド" in calendar
