"""Two accounts of one person become one: what each row that names them becomes."""

from datetime import timedelta

import pytest
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token
from django.contrib.admin.models import CHANGE, LogEntry
from django.core import mail
from django.db.models import OneToOneRel, UniqueConstraint
from django.test import Client
from django.utils import timezone

from players.accounts import merging
from players.accounts.merging import MergeRefused
from players.friends import services as friends
from players.models import Block, Delivery, Friendship, Notification, Session, User, Vacation
from tests.support.cast import person
from tests.support.friends import befriend
from tests.support.notifications import pass_time, reachable

pytestmark = pytest.mark.django_db
NOW = timezone.now()
DAY = timedelta(days=1)

# Each is seen to by a line of its own; a new one needs one as well.
ONCE_FOR_EACH_PERSON = {
    "account.EmailAddress.user",
    "games.BoardPlay.user",
    "games.Comment.user",  # by the key of the form
    "games.ChatMessage.user",  # by the key of the form
    "games.Note.user",  # by the key of the form
    "games.PairTally.other",
    "games.PairTally.user",
    "games.PersonTally.user",
    "games.Seat.user",
    "games.SeatWish.user",
    "leagues.Entry.user",
    "leagues.JoinRequest.user",
    "leagues.Membership.user",
    "leagues.Offer.user",
    "leagues.Rating.user",
    "leagues.Recipient.user",
    "leagues.Rung.user",
    "leagues.Substitute.user",
    "leagues.TeamInvitation.user",
    "mfa.Authenticator.user",
    "players.Block.blocked",
    "players.Block.user",
    "players.CalendarFeed.user",
    "players.Friendship.asked",
    "players.Friendship.asker",
    "players.KeptAnswer.user",
    "players.Notification.user",
    "players.NotificationSettings.user",
}


def test_whatever_a_person_has_only_once_is_seen_to() -> None:
    found = set()
    for field in merging.relations():
        meta = field.model._meta
        constraints = [one for one in meta.constraints if isinstance(one, UniqueConstraint)]
        named = {name for one in constraints for name in one.fields}
        expressions = {
            leaf.name
            for one in constraints
            for expression in one.expressions
            for leaf in expression.flatten()
            if hasattr(leaf, "name")
        }
        is_one = isinstance(field.remote_field, OneToOneRel)
        if field.name in named | expressions or is_one:
            found.add(f"{meta.label}.{field.name}")
    assert found == ONCE_FOR_EACH_PERSON


def test_nobody_is_left_of_the_account_that_ends(ai: User, bo: User) -> None:
    browser = Client()
    browser.force_login(bo)
    bo.muted_until = NOW + DAY
    bo.save()
    merging.merge(bo, ai)
    assert not User.objects.filter(pk=bo.pk).exists()
    assert not Session.objects.filter(user=bo.pk).exists()
    assert browser.get("/me/").status_code == 302
    assert browser.get(f"/u/{bo.pk}/").status_code in (302, 404)
    ai.refresh_from_db()
    assert ai.is_muted


def test_the_log_of_the_administration_keeps_no_name_of_it(ai: User, bo: User, chie: User) -> None:
    LogEntry.objects.log_actions(chie.pk, User.objects.filter(pk__in=(ai.pk, bo.pk)), CHANGE)
    key = bo.pk
    merging.merge(bo, ai)
    assert set(LogEntry.objects.order_by("object_id").values_list("object_repr", flat=True)) == {"Ai", f"#{key}"}


def test_friends_of_both_remain_once(ai: User, bo: User, chie: User, dai: User) -> None:
    befriend(ai, bo)
    friends.ask_friend(asker=ai, asked=chie)
    befriend(chie, bo)
    befriend(bo, dai)
    merging.merge(bo, ai)
    rows = Friendship.objects.values_list("asker", "asked", "accepted_at")
    met = {frozenset((asker, asked)): accepted for asker, asked, accepted in rows}
    assert met.keys() == {frozenset((ai.pk, chie.pk)), frozenset((ai.pk, dai.pk))}
    assert all(met.values())


def test_a_block_of_either_holds_for_both(ai: User, bo: User, chie: User, dai: User, emi: User) -> None:
    befriend(ai, chie)
    friends.block(user=bo, other=chie)
    for one in (ai, bo):
        friends.block(user=one, other=dai)
        friends.block(user=emi, other=one)
    friends.block(user=ai, other=bo)
    merging.merge(bo, ai)
    assert set(Block.objects.values_list("user", "blocked")) == {(ai.pk, chie.pk), (ai.pk, dai.pk), (emi.pk, ai.pk)}
    assert not Friendship.objects.exists()


def test_vacations_count_once_and_the_last_end_is_known(ai: User, bo: User) -> None:
    for user, first, last in [(ai, 1, 5), (ai, 7, 8), (bo, 3, 9), (bo, 20, 22), (ai, 30, 40), (bo, 31, 32)]:
        Vacation.objects.create(user=user, start=NOW + first * DAY, end=NOW + last * DAY)
    merging.merge(bo, ai)
    assert [((one.start - NOW) / DAY, (one.end - NOW) / DAY) for one in ai.vacations.order_by("start")] == [
        (1, 5),
        (5, 7),
        (7, 8),
        (8, 9),
        (20, 22),
        (30, 40),
    ]
    ai.refresh_from_db()
    assert ai.vacations_until == NOW + 40 * DAY


def test_who_was_told_twice_keeps_it_once_and_what_waits_goes_to_the_one(ai: User, bo: User) -> None:
    Notification.objects.create(user=ai, kind="turn", key="both", at=NOW)
    for key in ("both", "own"):
        told = Notification.objects.create(user=bo, kind="turn", key=key, at=NOW)
        Delivery.objects.create(notification=told, user=bo, channel="mail", not_before=NOW)
    merging.merge(bo, ai)
    assert list(ai.notifications.filter(kind="turn").order_by("key").values_list("key", flat=True)) == ["both", "own"]
    assert Delivery.objects.get().user == ai


@pytest.mark.parametrize("what", ["self", "staff", "guest", "inactive"])
def test_what_is_refused(what: str, ai: User, bo: User) -> None:
    if what == "self":
        bo = ai
    elif what == "staff":
        bo.is_staff = True
    elif what == "guest":
        ai.is_guest = True
    else:
        bo.is_active = False
    ai.save()
    bo.save()
    with pytest.raises(MergeRefused):
        merging.merge(bo, ai)
    assert User.objects.filter(pk=bo.pk).exists()
    assert len(merging.reasons_against(bo, ai)) == 1


def test_a_guest_becomes_part_of_an_account(ai: User) -> None:
    guest = person("crane")
    guest.is_guest = True
    guest.save()
    merging.merge(guest, ai)
    assert list(User.objects.all()) == [ai]
    ai.refresh_from_db()
    assert not ai.is_guest


def test_the_person_is_told_in_their_language(ai: User, bo: User) -> None:
    reachable(ai)
    User.objects.filter(pk=ai.pk).update(language="ja", keeps_quiet=False)
    merging.merge(bo, ai)
    assert [(one.user_id, one.kind) for one in Notification.objects.all()] == [(ai.pk, "accounts_merged")]
    pass_time(timezone.now())
    [message] = mail.outbox
    assert message.to == [ai.email]
    assert message.subject == "Boさんのアカウントはこのアカウントに統合されました"
    assert f"/u/{ai.pk}/" in message.body


def test_apps_that_one_account_allowed_reach_nothing_of_the_other(ai: User, bo: User) -> None:
    app = App.objects.create(id="scores", name="Scores", owner=bo)
    Token.objects.create(type=Token.Type.REFRESH_TOKEN, hash="a", client=app, user=bo)
    merging.merge(bo, ai)
    assert not Token.objects.exists()
    assert App.objects.get().owner == ai
