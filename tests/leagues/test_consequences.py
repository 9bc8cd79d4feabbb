"""Before something that cannot be undone its page says what will follow, and does nothing yet."""

import pytest

from leagues.models import Club, Season, TableSeat
from leagues.substitutes import services as substitutes
from players.models import Notification, User
from tests.support.clubs import asked, log, membership
from tests.support.notifications import message_of
from tests.support.stored_seasons import (
    crowd,
    drawn_season,
    enter,
    open_season,
    quick_draws,  # noqa: F401  # a fixture
    season_of,
    states,
    table_of,
)
from tests.support.visits import client_of, get, post, text

pytestmark = pytest.mark.django_db
SEASON = "/clubs/tuesday/seasons/spring/"


@pytest.fixture
def running(club: Club, bo: User, chie: User, dai: User) -> Season:
    """Chie and Dai are in it, at a table with two bots."""
    season = open_season(club, bo)
    one, other = enter(season, chie, dai)
    table_of(season, [one, other, None, None])
    Season.objects.filter(pk=season.pk).update(state="running")
    return season


def last_lines(user: User) -> list[str]:
    """What the person's last notification says below its title."""
    message = message_of(Notification.objects.filter(user=user).latest("pk"))
    assert message is not None
    return list(message.lines)


def test_who_removes_a_member_is_told_of_their_seasons_and_tables(
    club: Club, running: Season, bo: User, dai: User
) -> None:
    path = f"/clubs/tuesday/members/{membership(club, dai).pk}/remove/"
    page = text(post(bo, path))
    assert "Remove Dai from the club?" in page
    assert "They leave these seasons: Spring." in page
    assert "At 1 running table a bot plays for them" in page
    assert membership(club, dai)
    assert post(bo, path, sure="yes", reason="He moved away").status_code == 302
    assert "Bo removed Dai from the club." in log(club)
    assert "reason: He moved away" in text(get(bo, "/clubs/tuesday/audit-log/"))


def test_who_replaces_a_player_is_told_who_can_be_asked(club: Club, running: Season, ai: User, bo: User) -> None:
    seat = TableSeat.objects.get(entry__user__name="Dai")
    path = f"{SEASON}rounds/1/seats/{seat.pk}/replace/"
    question = text(post(bo, path))
    assert "Replace Dai?" in question
    assert "Round 1, table 1: a bot plays" in question
    assert "No volunteer on the list can take the seat" in question
    substitutes.volunteer(club_id=club.pk, user=ai, season_id=running.pk)
    question = text(post(bo, path))
    assert "1 volunteer can be asked, and has 24 hours to answer." in question
    assert f'href="{SEASON}rounds/1/"' in question
    seat.refresh_from_db()
    assert seat.sought_at is None
    data = {"sure": "yes", "reason": "Not seen for weeks"}
    answer = client_of(bo).post(path, data, follow=True)
    assert answer.redirect_chain == [(f"{SEASON}rounds/1/", 302)]
    assert "Ai has been asked to take it over." in text(answer)
    assert "reason: Not seen for weeks" in text(get(bo, "/clubs/tuesday/audit-log/"))
    assert last_lines(User.objects.get(name="Dai")) == ["The reason given: Not seen for weeks"]


def test_nobody_is_asked_about_a_seat_that_cannot_be_replaced(running: Season, bo: User) -> None:
    seat = TableSeat.objects.filter(entry=None).first()
    assert seat is not None
    answer = post(bo, f"{SEASON}rounds/1/seats/{seat.pk}/replace/")
    assert "You can’t replace anyone at this table now." in text(answer)


def test_a_refusal_is_asked_about_and_an_approval_is_not(club: Club, bo: User, chie: User, emi: User) -> None:
    season = open_season(club, bo, needs_approval=True)
    one, other = enter(season, chie, emi)
    assert "Refuse the entry of Emi?" in text(post(bo, f"{SEASON}entries/{other.pk}/answer/", approve="no"))
    assert states(season) == "Chie applied, Emi applied"
    post(bo, f"{SEASON}entries/{one.pk}/answer/", approve="yes")
    post(bo, f"{SEASON}entries/{other.pk}/answer/", approve="no", sure="yes", reason="Too late")
    assert states(season) == "Chie entered, Emi refused"
    assert last_lines(emi) == ["The reason given: Too late"]


def test_a_refused_request_to_join_has_its_reason(club: Club, bo: User, emi: User) -> None:
    request = asked(club, emi)
    path = f"/clubs/tuesday/requests/{request.pk}/answer/"
    assert "They can ask again in a week." in text(post(bo, path, approve="no"))
    request.refresh_from_db()
    assert request.state == "open"
    post(bo, path, approve="no", sure="yes", reason="Members only")
    assert last_lines(emi) == ["The reason given: Members only"]


def test_an_entry_leaves_its_points_and_its_seat(running: Season, bo: User, dai: User) -> None:
    entry = running.entries.get(user=dai)
    page = text(post(bo, f"{SEASON}entries/{entry.pk}/remove/", reason="Never came"))
    assert "They stay in the standings with their points so far." in page
    assert "The rounds that have not begun should be drawn again." in page
    # The reason that was given is not asked for once more.
    assert 'value="Never came"' in page
    assert states(running) == "Chie entered, Dai entered"


@pytest.mark.usefixtures("quick_draws")
def test_the_start_says_what_begins_and_what_expires(club: Club, bo: User, emi: User) -> None:
    season = drawn_season(club, bo, crowd(8))
    Season.objects.filter(pk=season.pk).update(needs_approval=True)
    enter(season, emi)
    page = text(post(bo, f"{SEASON}start/"))
    assert "8 members play." in page
    assert "Round 1 begins now: 2 tables." in page
    assert "1 entry awaiting approval will expire." in page
    season.refresh_from_db()
    assert season.state == "registration"
    assert post(bo, f"{SEASON}start/", sure="yes").status_code == 302


def test_a_draft_is_deleted_after_a_question(club: Club, bo: User) -> None:
    season_of(club, bo)
    assert "Delete Spring?" in text(post(bo, f"{SEASON}delete/"))
    assert Season.objects.exists()
    post(bo, f"{SEASON}delete/", sure="yes")
    assert not Season.objects.exists()


def test_whoever_cancels_reads_what_ends(running: Season, bo: User) -> None:
    page = text(get(bo, f"{SEASON}cancel/"))
    assert "1 running match will end immediately and not count." in page
    assert "finished table" not in page
