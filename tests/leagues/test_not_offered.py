"""What is impossible in a state of a club or season is not offered: the page says why instead."""

from datetime import timedelta

import pytest
from django.utils import timezone

from leagues.announcements.models import Announcement
from leagues.clubs import invitations
from leagues.clubs import services as clubs
from leagues.models import Club, Ladder, Membership, Role, Round, Season, TeamInvitation, Webhook
from leagues.pauses.services import pause_season
from leagues.seasons import sweep
from leagues.seasons.services import start
from leagues.teams import services as teams
from players.models import User
from tests.support.board_weeks import planned_series
from tests.support.clubs import add, asked, club_of, kept_rules, membership
from tests.support.ladders import ladder_of
from tests.support.stored_seasons import crowd, drawn_season, enter, open_season, season_of, started
from tests.support.visits import get, post, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
CLUB = "/clubs/tuesday/"


def offers(user: User, path: str, target: str) -> bool:
    """Whether the page has a link, form or button that leads to this address."""
    page = text(get(user, path))
    return any(f'{attribute}="{target}"' in page for attribute in ("href", "action", "formaction"))


# --- Clubs ---


@pytest.mark.parametrize(
    ("page", "new", "limit", "why"),
    [
        ("ladders/", "ladders/new/", "ladder.services.MOST_LADDERS", "ladders at once are enough"),
        ("boards/", "boards/new/", "board_weeks.services.MOST_SERIES", "series of boards at once are enough"),
        ("webhook/", "webhook/new/", "webhooks.services.MOST_WEBHOOKS", "webhooks are enough"),
        ("house-rules/", "house-rules/new/", "house_rules.services.MOST_KEPT", "No more house rules"),
        ("seasons/", "seasons/new/", "seasons.services.MOST_OPEN", "too many seasons that are not over"),
        ("invitations/", "invitations/invite/", "clubs.invitations.MOST_OPEN", "Too many invitations are open"),
    ],
)
def test_no_more_is_offered_than_a_club_may_have(
    club: Club, bo: User, dai: User, page: str, new: str, limit: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder_of(club, bo)
    planned_series(club, bo)
    Webhook.objects.create(club=club, language="en")
    kept_rules(club, bo)
    season_of(club, bo)
    invitations.invite(club_id=club.pk, user=bo, person=dai)
    assert offers(bo, f"{CLUB}{page}", f"{CLUB}{new}")
    assert why not in text(get(bo, f"{CLUB}{page}"))
    monkeypatch.setattr(f"leagues.{limit}", 1)
    assert not offers(bo, f"{CLUB}{page}", f"{CLUB}{new}")
    assert why in text(get(bo, f"{CLUB}{page}"))
    if page != "invitations/":  # they are checked one by one
        assert get(bo, f"{CLUB}{new}")["Location"] == f"{CLUB}{page}"


def test_a_full_ladder_takes_nobody(club: Club, bo: User, chie: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder: Ladder = ladder_of(club, bo)
    page = ladder.get_absolute_url()
    assert offers(chie, page, f"{page}join/")
    monkeypatch.setattr("leagues.ladder.services.MOST_RUNGS", 0)
    assert not offers(chie, page, f"{page}join/")
    assert "This ladder is full." in text(get(chie, page))


def test_who_was_declined_asks_again_in_a_week(club: Club, bo: User, dai: User) -> None:
    request = asked(club, dai)
    clubs.answer_request(club_id=club.pk, user=bo, request_id=request.pk, approve=False)
    assert not offers(dai, CLUB, f"{CLUB}requests/join/")
    assert "You can ask again in a week." in text(get(dai, CLUB))


def test_an_invitation_is_for_one_person(club: Club, bo: User, dai: User, emi: User) -> None:
    made = invitations.invite(club_id=club.pk, user=bo, person=dai, text="Come on Tuesdays")
    assert "Jointheclub</button>" in "".join(text(get(dai, made.get_absolute_url())).split())
    page = text(get(emi, made.get_absolute_url()))
    assert "This invitation is for somebody else." in page
    assert "Come on Tuesdays" not in page
    assert "Jointheclub</button>" not in "".join(page.split())


def test_the_last_owner_neither_leaves_nor_takes_another_role(club: Club, ai: User, bo: User) -> None:
    page = text(get(ai, f"{CLUB}leave/"))
    assert "Make somebody else owner first." in page
    assert "I want to leave the club" not in page
    assert f'href="{CLUB}close/"' in page
    path = f"{CLUB}members/{membership(club, ai).pk}/role/"
    assert not offers(ai, f"{CLUB}members/", path)
    Membership.objects.filter(user=bo).update(role=Role.OWNER)
    assert offers(ai, f"{CLUB}members/", path)
    assert "I want to leave the club" in text(get(ai, f"{CLUB}leave/"))


def test_who_organises_alone_writes_no_letter_to_themselves(dai: User, emi: User) -> None:
    club = club_of(dai, emi, slug="friday")
    path = "/clubs/friday/announcements/"
    for page in ("/clubs/friday/", path):
        assert not offers(dai, page, f"{path}organisers/")
        assert offers(emi, page, f"{path}organisers/")
    add(club, emi, Role.ORGANISER)
    assert offers(dai, path, f"{path}organisers/")
    assert not Announcement.objects.exists()


# --- Seasons ---


def test_a_knock_out_that_has_begun_takes_nobody(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(8), pairing="out")
    page, many = f"{season.get_absolute_url()}entries/", f"{season.get_absolute_url()}import/"
    assert not offers(bo, page, f"{page}add/")
    assert not offers(bo, f"{CLUB}files/", many)
    Season.objects.update(pairing="even")
    assert offers(bo, f"{CLUB}files/", many)
    Season.objects.update(pairing="out")
    assert "A knock-out takes nobody once it has begun." in text(get(bo, page))


def test_no_round_is_opened_in_a_pause(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4))
    page = f"{season.get_absolute_url()}rounds/2/"
    assert offers(bo, page, f"{page}open/")
    keys = {"club_id": club.pk, "user": bo, "season_id": season.pk, "round_number": None, "start": None}
    pause_season(**keys, end=timezone.now() + timedelta(days=3), reason="Holidays")
    assert not offers(bo, page, f"{page}open/")
    assert "End the pause first." in text(get(bo, page))
    assert offers(bo, page, f"{season.get_absolute_url()}pauses/")


def test_a_round_with_bots_is_offered_no_real_tables(club: Club, bo: User) -> None:
    season = drawn_season(club, bo, crowd(3))
    page = f"{season.get_absolute_url()}rounds/1/"
    assert not offers(bo, page, f"{page}venue/")
    assert "Draw again with byes." in text(get(bo, page))
    start(club_id=club.pk, user=bo, season_id=season.pk)
    sweep.advance_season(season.pk)
    page = f"{season.get_absolute_url()}rounds/2/"
    assert "Bots can’t sit at a real table." in text(get(bo, page))
    assert "Draw again with byes." not in text(get(bo, page))
    table = season.rounds.get(number=2).tables.get()
    assert not offers(bo, page, f"{page}tables/{table.pk}/venue/")


# --- Teams ---


def pairs(club: Club, bo: User, *people: User) -> tuple[Season, str]:
    season = open_season(club, bo, team_size=2)
    enter(season, *people)
    return season, f"{season.get_absolute_url()}teams/"


def invited(season: Season, captain: User, *others: User) -> None:
    keys = {"club_id": season.club_id, "user": captain, "season_id": season.pk}
    team = teams.found(**keys)
    for other in others:
        teams.invite(**keys, number=team.number, person=other)


def accept(season: Season, user: User) -> None:
    keys = {"club_id": season.club_id, "user": user, "season_id": season.pk}
    teams.answer(**keys, invitation_id=TeamInvitation.objects.get(user=user).pk, accept=True)


def test_a_team_that_has_filled_up_can_only_be_declined(club: Club, bo: User, chie: User, dai: User, emi: User) -> None:
    season, page = pairs(club, bo, chie, dai, emi)
    invited(season, chie, dai, emi)
    assert "Accept</button>" in text(get(emi, page))
    accept(season, dai)
    assert "Accept</button>" not in text(get(emi, page))
    assert "This team is full." in text(get(emi, page))


def test_who_cannot_enter_any_more_can_only_decline(club: Club, bo: User, chie: User, dai: User) -> None:
    season, page = pairs(club, bo, chie)
    add(club, dai)
    invited(season, chie, dai)
    post(bo, f"{season.get_absolute_url()}registration/close/")
    assert "Accept</button>" not in text(get(dai, page))
    assert "Registration is closed." in text(get(dai, page))


def test_members_are_moved_to_teams_with_room(club: Club, bo: User, chie: User, dai: User, emi: User) -> None:
    season, page = pairs(club, bo, chie, dai, emi)
    invited(season, chie, dai)
    invited(season, emi)
    accept(season, dai)
    options = text(get(bo, page)).split(f"teams/entries/{season.entries.get(user=emi).pk}/")[1].split("</form>")[0]
    assert 'value="1"' not in options
    assert 'value="2"' in options


def test_who_has_played_stays_in_the_team(club: Club, bo: User) -> None:
    season = open_season(club, bo, team_size=2)
    people = crowd(4)
    enter(season, *people)
    keys = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    teams.make_teams(**keys, order="registration")
    page = f"{season.get_absolute_url()}teams/"
    assert "Move members" in text(get(bo, page))
    Round.objects.filter(season=season, number=1).update(opened_at=season.created_at, state="running")
    Season.objects.filter(pk=season.pk).update(started_at=season.created_at, state="running")
    for entry in season.entries.all():
        entry.byes.create(round=season.rounds.get(number=1))
    assert "Move members" not in text(get(bo, page))


def test_a_team_invites_no_more_than_it_may(
    club: Club, bo: User, chie: User, dai: User, emi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, page = pairs(club, bo, chie, dai, emi)
    invited(season, chie, dai)
    assert offers(chie, f"{page}1/", f"{page}1/invite/")
    monkeypatch.setattr("leagues.teams.services.MOST_INVITATIONS", 1)
    assert not offers(chie, f"{page}1/", f"{page}1/invite/")
    assert "Take some invitations back." in text(get(chie, f"{page}1/"))
