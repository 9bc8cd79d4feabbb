"""Several people change a club at the same moment, as threads with connections of their own."""

import threading
import time
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction
from django.utils import timezone

from games.models import Game
from leagues.clubs import invitations, services
from leagues.models import Adjustment, Club, Invitation, Membership, Role, Season
from players.models import User
from tests.support.clubs import add, asked, club_of, link, log, membership, role
from tests.support.concurrency import at_once, at_once_or_refused
from tests.support.notifications import reachable
from tests.support.played_seasons import entry, season_of
from tests.support.stored_seasons import crowd, started, table_at
from tests.support.visits import client_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_last_use_of_a_link_is_given_once(club: Club, ai: User) -> None:
    made, people = link(club, ai, uses=1), crowd(4)
    answers = at_once_or_refused(
        *(
            lambda user=user: invitations.join(invitation_id=made.pk, user=user)  # type: ignore[misc]
            for user in people
        )
    )
    assert answers.count("refused") == 3
    assert Membership.objects.filter(club=club, user__in=people).count() == 1
    made.refresh_from_db()
    assert made.uses == 1


def test_a_button_pressed_twice_joins_once(club: Club, ai: User, dai: User) -> None:
    made = link(club, ai)
    at_once_or_refused(*[lambda: invitations.join(invitation_id=made.pk, user=dai)] * 3)
    made.refresh_from_db()
    assert made.uses == Membership.objects.filter(club=club, user=dai).count() == 1


def test_one_person_invites_an_address_to_so_many_clubs_at_once(ai: User) -> None:
    reachable(ai)
    clubs = [club_of(ai, slug=slug) for slug in ("monday", "tuesday", "thursday", "friday")]
    invite = partial(invitations.invite_by_mail, user=ai, address="new@example.org")
    assert at_once_or_refused(*(partial(invite, club_id=one.pk) for one in clubs)).count("refused") == 1
    assert Invitation.objects.count() == invitations.MOST_MAILS


def test_of_two_owners_who_leave_one_stays(club: Club, ai: User, bo: User) -> None:
    Membership.objects.filter(user=bo).update(role=Role.OWNER)
    answers = at_once_or_refused(
        *(
            lambda user=user: services.leave(club_id=club.pk, user=user)  # type: ignore[misc]
            for user in (ai, bo)
        )
    )
    assert sorted(map(str, answers)) == ["None", "refused"]
    assert [role(club, ai), role(club, bo)].count(Role.OWNER) == 1


def test_of_two_owners_who_remove_each_other_one_stays(club: Club, ai: User, bo: User) -> None:
    Membership.objects.filter(user=bo).update(role=Role.OWNER)
    here = {"club_id": club.pk}
    first, second = membership(club, ai).pk, membership(club, bo).pk
    at_once_or_refused(
        lambda: services.remove(**here, user=bo, membership_id=first),
        lambda: services.remove(**here, user=ai, membership_id=second),
    )
    assert [role(club, ai), role(club, bo)].count(Role.OWNER) == 1


def test_a_request_is_answered_once(club: Club, ai: User, bo: User, dai: User) -> None:
    here = {"club_id": club.pk, "request_id": asked(club, dai).pk}
    answers = at_once_or_refused(
        lambda: services.answer_request(**here, user=ai, approve=True),
        lambda: services.answer_request(**here, user=bo, approve=False),
    )
    assert answers.count("refused") == 1
    assert log(club)[-1] == ("Ai approved the request of Dai." if role(club, dai) else "Bo refused the request of Dai.")


def test_an_account_is_deleted_once(club: Club, ai: User, bo: User) -> None:
    Membership.objects.filter(user=bo).update(role=Role.OWNER)
    add(club, *crowd(1))
    ai.set_unusable_password()
    ai.save()
    browsers = [client_of(ai) for _ in range(2)]
    answers = at_once_or_refused(
        *(
            lambda one=one: one.post("/me/delete/", {"word": "delete"}).status_code  # type: ignore[misc]
            for one in browsers
        )
    )
    assert answers == [302, 302]
    assert not User.objects.filter(pk=ai.pk).exists()
    assert len([line for line in log(club) if "deleted their account" in line]) == 1


def test_who_deletes_their_account_waits_for_what_is_done_in_their_season(club: Club, bo: User) -> None:
    """A request there has locked the club and the season, and then needs the game."""
    season = started(club, bo, crowd(4))
    game = table_at(season, "1-1").game
    assert game is not None
    user = User.objects.get(name="P01")
    user.set_unusable_password()
    user.save()
    acts = threading.Event()

    def act() -> None:
        with transaction.atomic():
            Club.objects.select_for_update().get(pk=club.pk)
            Season.objects.select_for_update().get(pk=season.pk)
            acts.set()
            time.sleep(0.3)
            Game.objects.select_for_update().get(pk=game.pk)

    def delete() -> int:
        acts.wait(20)
        return int(client_of(user).post("/me/delete/", {"word": "delete"}).status_code)

    assert at_once(act, delete) == [None, 302]
    assert not User.objects.filter(pk=user.pk).exists()


def test_a_vacation_is_given_back_once(ai: User) -> None:
    browsers = [client_of(ai) for _ in range(2)]
    day = f"{timezone.now() + timedelta(days=9):%F}"
    assert browsers[0].post("/me/vacations/", {"first": day, "last": day}).status_code == 302
    path = f"/me/vacations/{ai.vacations.get().pk}/end/"
    answers = at_once_or_refused(
        *(lambda one=one: one.post(path).status_code for one in browsers)  # type: ignore[misc]
    )
    assert set(answers) <= {302, 404}
    assert not ai.vacations.exists()


def test_a_button_pressed_twice_founds_one_club(dai: User) -> None:
    browsers = [client_of(dai) for _ in range(3)]
    form = {"name": "Full moon", "about": "At full moon."}
    answers = at_once_or_refused(
        *(lambda one=one: one.post("/clubs/new/", form)["Location"] for one in browsers)  # type: ignore[misc]
    )
    assert answers == ["/clubs/full-moon/import/"] * 3
    assert Club.objects.get(name="Full moon").audit.count() == 1
    # Another one of the same name, later, is another one.
    Club.objects.update(created_at=timezone.now() - timedelta(hours=1))
    assert browsers[0].post("/clubs/new/", form)["Location"] == "/clubs/full-moon-2/import/"


def test_a_button_pressed_twice_takes_points_once(club: Club, ai: User, chie: User) -> None:
    season = season_of(club, ai, chie)
    browsers = [client_of(ai) for _ in range(3)]
    path = "/clubs/tuesday/seasons/spring/standings/1/adjust/"
    form = {"entry": entry(season, chie).pk, "points": "-5", "reason": "Late", "sure": "yes"}
    answers = at_once_or_refused(
        *(lambda one=one: one.post(path, form).status_code for one in browsers)  # type: ignore[misc]
    )
    assert answers == [302] * 3
    assert Adjustment.objects.count() == 1
    assert len([line for line in log(club) if "changed the points" in line]) == 1
    # What differs in anything is another one, and so is the same once it was cancelled.
    browsers[0].post(path, form | {"reason": "Late again"})
    first = Adjustment.objects.get(reason="Late")
    browsers[0].post(
        f"/clubs/tuesday/seasons/spring/standings/1/adjustments/{first.pk}/cancel/",
        {"sure": "yes", "reason": "In time"},
    )
    browsers[0].post(path, form)
    assert Adjustment.objects.filter(cancelled_at=None).count() == 2
