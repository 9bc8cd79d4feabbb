"""What waits for a person in their clubs, on their front page."""

import pytest

from leagues.clubs import invitations
from leagues.draws import services as draws
from leagues.entries import services as entries
from leagues.models import Club, Season
from leagues.substitutes import services as substitutes
from players.models import Notification, User
from tests.support.clubs import asked, told
from tests.support.late_players import lag
from tests.support.notifications import message_of, reachable
from tests.support.stored_seasons import crowd, enter, open_season, play_out, started, table_at, table_of
from tests.support.visits import get, queries, text

pytestmark = pytest.mark.django_db


def test_an_invitation_shows_once_however_often_one_is_invited(club: Club, bo: User, emi: User) -> None:
    reachable(bo, emi)
    invitations.invite(club_id=club.pk, user=bo, person=emi)
    invitations.invite_by_mail(club_id=club.pk, user=bo, address=emi.email)
    assert text(get(emi, "/")).count("You are invited to join") == 1
    assert told(emi) == ["club_invited"]
    assert "Join the club" in text(get(emi, "/clubs/tuesday/"))


def test_an_organiser_sees_requests_and_entries(club: Club, bo: User, chie: User, dai: User, emi: User) -> None:
    asked(club, emi)
    enter(open_season(club, bo, needs_approval=True), chie, dai)
    front = text(get(bo, "/"))
    assert "1 person is asking to join" in front
    assert "2 entries are waiting for approval" in front
    # Chie organises nothing.
    assert "Waiting for your answer" not in text(get(chie, "/"))


def test_a_substitute_sees_the_question(club: Club, bo: User, chie: User, dai: User) -> None:
    season = open_season(club, bo, rivals_substitute=True)
    [entry] = enter(season, chie)
    enter(season, dai)
    table = table_of(season, [entry, None, None, None])
    Season.objects.filter(pk=season.pk).update(state="running")
    ids = {"club_id": club.pk, "season_id": season.pk}
    substitutes.volunteer(**ids, user=dai)
    substitutes.replace_player(**ids, user=bo, seat_id=table.seats.get(entry=entry).pk)
    assert "Will you substitute in round 1?" in text(get(dai, "/"))
    assert "substitute in round" not in text(get(bo, "/"))


@pytest.mark.usefixtures("quick_draws")
def test_an_organiser_sees_late_players_and_the_round_to_be_opened(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(8))
    assert "Waiting for your answer" not in text(get(bo, "/"))
    lag(season, "1-1", 30)
    assert "1 player is late" in text(get(bo, "/"))
    lag(season, "1-2", 2)
    front = text(get(bo, "/"))
    assert "2 players are late" in front
    assert "/clubs/tuesday/late/?season=spring" in front
    assert "can be opened" not in front
    for at in ("1-1", "1-2"):
        play_out(table_at(season, at))
    front = text(get(bo, "/"))
    assert "late" not in front
    assert "Round 2 can be opened" in front
    assert "/clubs/tuesday/seasons/spring/rounds/2/" in front


def test_the_front_page_of_an_organiser_keeps_to_a_dozen_queries(club: Club, bo: User, chie: User, emi: User) -> None:
    asked(club, emi)
    enter(open_season(club, bo, needs_approval=True), chie)
    assert queries(bo, "/") <= 12


@pytest.mark.usefixtures("quick_draws")
def test_a_withdrawal_is_told_and_waits_until_something_is_done(club: Club, bo: User) -> None:
    people = crowd(8)
    season = started(club, bo, people)
    ids = {"club_id": club.pk, "season_id": season.pk}
    entries.withdraw(**ids, user=people[0])
    assert "P01 has withdrawn from Spring" in [
        message_of(one).title for one in Notification.objects.filter(user=bo, kind="season_left")
    ]
    front = text(get(bo, "/"))
    assert "1 member has withdrawn: draw the coming rounds again" in front
    assert "A bot plays in 1 seat of somebody who has left: find a substitute" in front
    draw = draws.rehearse(**ids, user=bo, number=1)
    draws.lock(**ids, user=bo, number=1, draw_id=draw.pk)
    assert "has withdrawn" not in text(get(bo, "/"))
