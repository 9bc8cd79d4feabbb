"""Friends: asked, accepted, declined, removed; and who learns what of it."""

import threading
import time
from functools import partial

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains

from players.friends import services
from players.friends.queries import friends_of, not_blocking
from players.models import Block, Friendship, Notification, User
from players.notifications import dispatch
from tests.support.concurrency import at_once
from tests.support.friends import befriend
from tests.support.own_data import download
from tests.support.visits import asks_to_sign_in, client_of, get, guest, post, queries, text

pytestmark = pytest.mark.django_db


def listed(user: User) -> str:
    return text(get(user, "/me/friends/"))


def told(user: User) -> str:
    """What the person's list of notifications says."""
    dispatch.due_now(timezone.now())
    return text(get(user, "/me/notifications/"))


# --- Asking and answering ---


def test_ask_on_a_profile_and_accept(ai: User, bo: User) -> None:
    assert "Ask to be friends" in text(get(ai, f"/u/{bo.pk}/"))
    assert post(ai, f"/u/{bo.pk}/ask/")["Location"] == "/me/friends/"
    assert "Waiting for an answer" in listed(ai)
    assert "Requests to you" in listed(bo)
    assert "Accept the friend request" in text(get(bo, f"/u/{ai.pk}/"))
    assert friends_of(ai) == friends_of(bo) == []
    post(bo, f"/u/{ai.pk}/accept/")
    assert (friends_of(ai), friends_of(bo)) == ([bo], [ai])
    assert "Your friends" in listed(ai)
    assert "Remove from my friends" in text(get(ai, f"/u/{bo.pk}/"))


def test_both_are_notified_once(ai: User, bo: User) -> None:
    for _time in range(2):
        post(ai, f"/u/{bo.pk}/ask/")
        assert "Ai asks you to be friends" in told(bo)
        post(bo, f"/u/{ai.pk}/remove/")
    assert Notification.objects.filter(user=bo, kind="friend_asked").count() == 1
    befriend(ai, bo)
    assert "Bo is your friend now" in told(ai)


def test_ask_by_name_or_number(ai: User, bo: User, chie: User) -> None:
    assert post(ai, "/me/friends/", name="Bo").status_code == 302
    assert post(ai, "/me/friends/", name=f"#{chie.pk}").status_code == 302
    assert set(Friendship.objects.values_list("asked", flat=True)) == {bo.pk, chie.pk}
    assertContains(post(ai, "/me/friends/", name="Nobody"), "Nobody is called “Nobody”.", status_code=422)


def test_whoever_asks_back_accepts(ai: User, bo: User) -> None:
    for asker, asked in ((ai, bo), (bo, ai)):
        post(asker, f"/u/{asked.pk}/ask/")
    assert friends_of(ai) == [bo]
    assert Friendship.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_each_other_at_once_are_friends(ai: User, bo: User) -> None:
    at_once(partial(services.ask_friend, asker=ai, asked=bo), partial(services.ask_friend, asker=bo, asked=ai))
    assert (friends_of(ai), friends_of(bo)) == ([bo], [ai])


@pytest.mark.django_db(transaction=True)
def test_a_request_that_is_being_accepted_is_taken_back_afterwards(
    ai: User, bo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.ask_friend(asker=ai, asked=bo)
    accept, accepts = services._accept, threading.Event()

    def accept_slowly(friendship: Friendship) -> None:
        accepts.set()
        time.sleep(0.3)
        accept(friendship)

    def take_back() -> None:
        assert accepts.wait(10)
        services.end_friendship(user=ai, other=bo)

    monkeypatch.setattr(services, "_accept", accept_slowly)
    at_once(partial(services.accept_friend, user=bo, asker=ai), take_back)
    assert not Friendship.objects.exists()


def test_decline_take_back_and_remove(ai: User, bo: User) -> None:
    for ends in (ai, bo):
        services.ask_friend(asker=ai, asked=bo)
        post(ends, f"/u/{(bo if ends == ai else ai).pk}/remove/")
        assert not Friendship.objects.exists()
    befriend(ai, bo)
    post(bo, f"/u/{ai.pk}/remove/")
    assert not Friendship.objects.exists()
    assertContains(post(bo, f"/u/{ai.pk}/accept/"), "This request is no longer open.", status_code=409)


def test_nobody_accepts_their_own_request(ai: User, bo: User) -> None:
    services.ask_friend(asker=ai, asked=bo)
    assert post(ai, f"/u/{bo.pk}/accept/").status_code == 409
    assert friends_of(ai) == []


# --- Who may not ---


def test_not_oneself_no_guests_no_strangers(ai: User, bo: User) -> None:
    visitor = guest()
    response = post(ai, f"/u/{ai.pk}/ask/")
    assert (response.status_code, "This is you." in text(response)) == (409, True)
    assert post(ai, f"/u/{visitor.pk}/ask/").status_code == 409
    assert post(visitor, f"/u/{ai.pk}/ask/").status_code == 409
    assert post(ai, f"/u/{ai.pk}/block/").status_code == 409
    assert post(ai, "/u/999999/ask/").status_code == 404
    assert asks_to_sign_in(post(None, f"/u/{ai.pk}/ask/"))
    assert get(ai, f"/u/{bo.pk}/ask/").status_code == 405
    assert not Friendship.objects.exists()


def test_not_too_often(ai: User, bo: User) -> None:
    client = client_of(ai)
    assert [client.post(f"/u/{bo.pk}/ask/").status_code for _time in range(31)][-2:] == [302, 429]


def test_not_too_many(ai: User, bo: User, chie: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_FRIENDSHIPS", 1)
    befriend(ai, bo)
    assertContains(post(ai, f"/u/{chie.pk}/ask/"), "Remove one first.", status_code=409)
    services.ask_friend(asker=chie, asked=ai)
    assert post(ai, f"/u/{chie.pk}/accept/").status_code == 409
    assert post(ai, f"/u/{chie.pk}/ask/").status_code == 409


# --- Blocking ---


def test_a_block_ends_the_friendship(ai: User, bo: User) -> None:
    befriend(ai, bo)
    post(ai, f"/u/{bo.pk}/block/")
    assert friends_of(bo) == []
    assert "Blocked" in listed(ai)
    response = post(ai, f"/u/{bo.pk}/ask/")
    assert (response.status_code, "You have blocked Bo." in text(response)) == (409, True)
    post(ai, f"/u/{bo.pk}/unblock/")
    assert not Block.objects.exists()


def test_a_blocked_person_is_answered_like_everybody(ai: User, bo: User, chie: User) -> None:
    services.block(user=bo, other=ai)
    for asked in (bo, chie):
        assert post(ai, f"/u/{asked.pk}/ask/")["Location"] == "/me/friends/"
    assert "Block" in text(get(ai, f"/u/{bo.pk}/"))
    page = listed(ai)
    assert page.count("Take back") == 2
    assert "Blocked" not in page
    assert "Requests to you" not in listed(bo)
    assert "asks you to be friends" not in told(bo)
    assert "asks you to be friends" in told(chie)
    assert post(bo, f"/u/{ai.pk}/accept/").status_code == 409


def test_a_request_hidden_by_a_block_stays_for_its_asker(ai: User, bo: User) -> None:
    services.ask_friend(asker=ai, asked=bo)
    services.block(user=bo, other=ai)
    post(bo, f"/u/{ai.pk}/remove/")
    assert "Take back" in listed(ai)
    assert "Requests to you" not in listed(bo)


# --- Pages and data ---


def test_people_whose_account_is_closed_are_not_listed(ai: User, bo: User, chie: User) -> None:
    befriend(ai, bo)
    services.block(user=ai, other=chie)
    User.objects.exclude(pk=ai.pk).update(is_active=False)
    page = listed(ai)
    assert "Bo" not in page
    assert "Chie" not in page


def test_the_page_takes_as_many_queries_for_many_as_for_one(
    ai: User, bo: User, chie: User, dai: User, emi: User
) -> None:
    befriend(ai, bo)
    few = queries(ai, "/me/friends/")
    befriend(ai, chie)
    services.ask_friend(asker=dai, asked=ai)
    services.block(user=ai, other=emi)
    assert queries(ai, "/me/friends/") == few <= 8


def test_my_data_and_a_deleted_account(ai: User, bo: User, chie: User) -> None:
    befriend(ai, bo)
    services.block(user=ai, other=chie)
    mine, theirs = (download(client_of(user))["friends.json"] for user in (ai, chie))
    assert '"Bo"' in mine
    assert '"Chie"' in mine
    assert "Ai" not in theirs
    ai.delete()
    assert not Friendship.objects.exists()
    assert not Block.objects.exists()


def test_no_notification_goes_to_those_who_blocked_its_sender(ai: User, bo: User, chie: User) -> None:
    services.block(user=bo, other=ai)
    assert not_blocking([bo.pk, None, chie.pk], ai.pk) == [chie.pk]
    assert not_blocking([bo.pk, chie.pk], None) == [bo.pk, chie.pk]
