"""From a notification to the mail: once, while it is true, when it suits, or not at all."""

from collections.abc import Iterable
from datetime import UTC, datetime, time
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client

from players.models import Delivery, Notification, NotificationSettings, User
from players.notifications import dispatch, inbox, outbox, services
from players.notifications import mail as mails
from players.preferences.own_quiet_hours import quiet_hours_end
from tests.support.notifications import HOUR, MINUTE, NOON, Post, letter, pass_time, reachable, states, subjects
from tests.support.notifications import post as post

pytestmark = pytest.mark.django_db


@pytest.fixture
def fumi(fumi: User) -> User:
    fumi.keeps_quiet = False
    fumi.save()
    return fumi


def test_a_notice_becomes_one_mail(post: Post, fumi: User) -> None:
    letter(fumi)
    pass_time()
    [message] = mail.outbox
    assert (message.subject, message.to) == ("Letter 1", ["fumi@example.org"])
    assert f"Read it: {settings.SITE_URL}/letters/1/" in message.body
    assert states() == ["sent"]


def test_the_same_again_is_nothing_new(post: Post, fumi: User) -> None:
    letter(fumi)
    pass_time()
    letter(fumi, at=NOON + HOUR)
    pass_time(NOON + HOUR)
    assert subjects() == ["Letter 1"]


def test_several_within_minutes_are_one_mail(post: Post, fumi: User, guest: User) -> None:
    letter(fumi, "1")
    pass_time(minutes=1)
    letter(fumi, "2", at=NOON + MINUTE)
    letter(fumi, "3", at=NOON + MINUTE)
    pass_time(NOON + MINUTE)
    assert subjects() == ["Letter 1, and 2 more"]
    body = str(mail.outbox[0].body)
    assert [body.count(f"/letters/{key}/") for key in "123"] == [1, 1, 1]


def test_what_is_no_longer_true_is_not_sent(post: Post, fumi: User) -> None:
    letter(fumi)
    pass_time(minutes=1)
    post.is_current = False
    pass_time(NOON + 2 * MINUTE)
    assert (subjects(), states()) == ([], ["dropped"])


def test_what_the_person_looks_at_waits(post: Post, fumi: User) -> None:
    post.is_seen = True
    letter(fumi)
    pass_time(minutes=20)
    assert (subjects(), states()) == ([], ["waiting"])
    post.is_seen = False
    pass_time(NOON + 21 * MINUTE, minutes=6)
    assert subjects() == ["Letter 1"]


def test_quiet_hours_are_the_persons_own(post: Post, fumi: User) -> None:
    fumi.keeps_quiet, fumi.time_zone = True, "Asia/Tokyo"  # 21:00 at noon UTC
    fumi.save()
    letter(fumi, "1", at=NOON + 2.5 * HOUR)
    pass_time(NOON + 2.5 * HOUR, minutes=450, step=15)  # from 23:30 to 7:00
    assert subjects() == ["Letter 1"]
    assert Delivery.objects.get().settled_at == NOON + 10 * HOUR


def test_quiet_hours_within_a_day(post: Post, fumi: User) -> None:
    fumi.keeps_quiet, fumi.quiet_from, fumi.quiet_until = True, time(9), time(17)
    fumi.save()
    letter(fumi)
    pass_time(minutes=299, step=13)
    assert subjects() == []
    pass_time(NOON + 5 * HOUR)
    assert subjects() == ["Letter 1"]


def test_a_daily_mail_gathers_all_but_what_is_urgent(post: Post, fumi: User) -> None:
    NotificationSettings.objects.create(user=fumi, digest_hour=18)
    letter(fumi, "1")
    letter(fumi, "2", kind="telegram")
    pass_time()
    assert subjects() == ["Letter 2"]
    letter(fumi, "3", at=NOON + 3 * HOUR)
    pass_time(NOON + 3 * HOUR, minutes=179)
    assert len(subjects()) == 1
    pass_time(NOON + 6 * HOUR)
    assert subjects() == ["Letter 2", "Letter 1, and 1 more"]


def test_only_a_confirmed_address_gets_mails(post: Post, ai: User, guest: User) -> None:
    letter(ai)
    letter(guest)
    pass_time()
    assert (subjects(), states()) == ([], [])
    reachable(ai)
    letter(ai, "2", at=NOON + HOUR)
    pass_time(NOON + HOUR)
    assert subjects() == ["Letter 2"]


def test_an_address_that_was_taken_away_gets_none(post: Post, ai: User) -> None:
    reachable(ai)
    letter(ai)
    pass_time(minutes=1)
    ai.emailaddress_set.all().delete()
    pass_time(NOON + 2 * MINUTE)
    assert (subjects(), states()) == ([], ["dropped"])


def test_an_account_that_was_closed_gets_none(post: Post, fumi: User) -> None:
    letter(fumi)
    pass_time(minutes=1)
    User.objects.update(is_active=False)
    pass_time(NOON + 2 * MINUTE)
    assert (subjects(), states()) == ([], ["dropped"])


def test_mails_are_in_the_readers_language(post: Post, fumi: User, fumis: Client) -> None:
    fumis.get("/me/", headers={"accept-language": "ja"})
    letter(fumi, "1")
    pass_time()
    fumi.language = "en"
    fumi.save()
    letter(fumi, "2", at=NOON + HOUR)
    pass_time(NOON + HOUR)
    japanese, english = mail.outbox
    assert 'lang="ja"' in japanese.alternatives[0].content
    assert 'lang="en"' in english.alternatives[0].content
    assert "Choose your notifications" in english.body


# --- When it cannot be sent ---


class Broken:
    """A mail server that answers nothing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
        self.tried = 0
        send = mails.send_mail

        def fail(*args: Any) -> None:
            self.tried += 1
            if self.tried <= times:
                raise SMTPServerDisconnected("fumi@example.org")
            send(*args)

        monkeypatch.setattr(mails, "send_mail", fail)


def test_what_fails_is_tried_again_ever_more_seldom(post: Post, fumi: User, monkeypatch: pytest.MonkeyPatch) -> None:
    Broken(monkeypatch, times=3)
    letter(fumi)
    pass_time(minutes=25)
    assert subjects() == ["Letter 1"]
    row = Delivery.objects.get()
    assert (row.state, row.tries, row.error) == ("sent", 3, "")
    assert row.settled_at == NOON + (2 + 1 + 5 + 15) * MINUTE


def test_at_last_the_person_is_told_in_the_site(
    post: Post, fumi: User, fumis: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Broken(monkeypatch, times=7)
    letter(fumi)
    pass_time(minutes=20 * 60, step=5)
    row = Delivery.objects.get()
    assert (row.state, row.error) == ("failed", "SMTPServerDisconnected")
    assert broken.tried == 7
    for path in ("/me/notifications/", "/me/notifications/settings/"):
        assert "We have been unable to reach you by email since" in fumis.get(path).content.decode()
    letter(fumi, "2", at=NOON + 24 * HOUR)
    pass_time(NOON + 24 * HOUR)
    assert subjects() == ["Letter 2"]
    assert "We have been unable to reach you by email since" not in fumis.get("/me/notifications/").content.decode()


@pytest.mark.parametrize("tries", [0, len(outbox.PAUSES)])
def test_who_unsubscribes_while_a_mail_fails_gets_no_other_try(
    post: Post, fumi: User, monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    def fail(*args: Any) -> None:
        services.stop_mails(fumi, "letter")
        raise SMTPServerDisconnected

    letter(fumi)
    dispatch.due_now(NOON)
    Delivery.objects.update(tries=tries)
    with monkeypatch.context() as patch:
        patch.setattr(mails, "send_mail", fail)
        pass_time(minutes=2)
    # Even if they want them again by now: this one they have refused.
    NotificationSettings.objects.all().delete()
    pass_time(NOON + 3 * MINUTE)
    assert (subjects(), states()) == ([], ["dropped"])
    assert not NotificationSettings.objects.filter(mail_fails_since__isnull=False).exists()


def test_a_fault_in_the_wording_ends_too(post: Post, fumi: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise KeyError

    monkeypatch.setattr(post.letter, "message", fail)
    letter(fumi)
    pass_time(minutes=20 * 60, step=5)
    assert states() == ["failed"]


def test_a_sender_that_died_is_stood_in_for(post: Post, fumi: User, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def die(*args: Any) -> None:
        raise Killed

    letter(fumi)
    with monkeypatch.context() as patch:
        patch.setattr(mails, "send_mail", die)
        with pytest.raises(Killed):
            pass_time()
    pass_time(NOON + 3 * MINUTE, minutes=3)
    assert subjects() == []  # it might live
    pass_time(NOON + 7 * MINUTE)
    assert subjects() == ["Letter 1"]


def test_a_mail_that_did_get_out_goes_again_as_it_was(post: Post, fumi: User, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    settle = outbox.settle

    def die(deliveries: Iterable[Delivery], state: str, now: datetime) -> None:
        """Once the mail is out, and before that is written down."""
        if state == Delivery.State.SENT:
            raise Killed
        settle(deliveries, state, now)

    letter(fumi, "1")
    with monkeypatch.context() as patch:
        patch.setattr(outbox, "settle", die)
        with pytest.raises(Killed):
            pass_time()
    letter(fumi, "2", at=NOON + 3 * MINUTE)
    pass_time(NOON + 3 * MINUTE, minutes=12)
    assert subjects() == ["Letter 1", "Letter 2", "Letter 1"]
    first, other, again = [message.extra_headers["Message-ID"] for message in mail.outbox]
    assert first == again != other


def taken_too_late(user: User, monkeypatch: pytest.MonkeyPatch) -> int:
    """The mail server takes a letter each time, but answers too late; how often it has taken it."""
    send = mails.send_mail

    def answer_late(*args: Any) -> None:
        send(*args)
        raise TimeoutError

    letter(user, "1")
    with monkeypatch.context() as patch:
        patch.setattr(mails, "send_mail", answer_late)
        pass_time()
    return len(mail.outbox)


def test_a_mail_that_was_taken_too_late_for_an_answer_has_the_same_identity_again(
    post: Post, fumi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = taken_too_late(fumi, monkeypatch)
    pass_time(NOON + 10 * MINUTE, minutes=20)
    assert len(mail.outbox) == tries + 1 > 2
    assert len({message.extra_headers["Message-ID"] for message in mail.outbox}) == 1


def test_so_it_has_after_quiet_hours(post: Post, fumi: User, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = taken_too_late(fumi, monkeypatch)
    fumi.keeps_quiet, fumi.time_zone, fumi.quiet_from, fumi.quiet_until = True, "UTC", time(9), time(17)
    fumi.save()
    pass_time(NOON + 10 * MINUTE, minutes=20)
    assert len(mail.outbox) == tries
    pass_time(NOON + 5 * HOUR)
    assert len(mail.outbox) == tries + 1
    assert len({message.extra_headers["Message-ID"] for message in mail.outbox}) == 1


def test_a_broken_source_keeps_nothing_back(post: Post, fumi: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(now: object) -> int:
        raise RuntimeError

    monkeypatch.setattr(dispatch, "SOURCES", [fail])
    letter(fumi)
    pass_time()
    assert subjects() == ["Letter 1"]


def test_what_comes_while_the_list_is_made_stays_new(
    post: Post, fumi: User, fumis: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter(fumi)
    pass_time(minutes=1)
    lines = inbox.lines

    def late(user: User) -> list[inbox.Line]:
        found = lines(user)
        letter(fumi, "2")
        pass_time(minutes=1)
        return found

    monkeypatch.setattr(inbox, "lines", late)
    page = fumis.get("/me/notifications/").content.decode()
    monkeypatch.undo()
    assert ("Letter 1" in page, "Letter 2" in page) == (True, False)
    assert list(Notification.objects.filter(read_at=None).values_list("key", flat=True)) == ["2"]


def test_quiet_hours_end_in_the_hour_that_comes_twice(post: Post, fumi: User) -> None:
    fumi.keeps_quiet, fumi.time_zone = True, "Europe/Berlin"
    fumi.quiet_from, fumi.quiet_until = time(22), time(2, 30)
    # 2:10 for the second time, on the night of 25 October 2026: they end at 2:30 for the second time, as for a clock.
    now = datetime(2026, 10, 25, 1, 10, tzinfo=UTC)
    for moment in (now - HOUR, now):
        ends = quiet_hours_end(fumi, moment)
        assert ends is not None
        assert ends == now + 20 * MINUTE


def test_old_notifications_are_forgotten_but_not_those_that_wait(post: Post, fumi: User) -> None:
    letter(fumi, "1")
    pass_time()
    letter(fumi, "2")
    dispatch.due_now(NOON)
    assert inbox.forget(NOON + 24 * HOUR) == 0
    assert inbox.forget(NOON + 91 * 24 * HOUR) == 1
    assert list(Notification.objects.values_list("key", flat=True)) == ["2"]
