"""Notifications as a real mail server gets them, and the way out that they carry."""

from email.message import EmailMessage
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client

from players.models import NotificationSettings, User
from players.notifications.mail import token
from tests.support.notifications import HOUR, NOON, MailServer, Post, letter, pass_time, reachable, states
from tests.support.notifications import mail_server as mail_server
from tests.support.notifications import post as post

pytestmark = pytest.mark.django_db


@pytest.fixture
def fumi(fumi: User) -> User:
    fumi.keeps_quiet, fumi.name = False, "Fumi <b>"
    fumi.save()
    return fumi


def part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    assert body is not None
    return str(body.get_content())


def test_the_server_gets_text_and_html(mail_server: MailServer, post: Post, fumi: User) -> None:
    letter(fumi, "<1>")
    pass_time()
    [message] = mail_server.mails
    assert message["To"] == "fumi@example.org"
    assert message["Subject"] == "Letter <1>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message.get_content_type() == "multipart/alternative"
    text, html = part(message, "plain"), part(message, "html")
    assert "Hello Fumi <b>," in text
    assert "Letter <1>" in text
    assert "It is long." in text
    assert f"{settings.SITE_URL}/letters/<1>/" in text
    assert "Hello Fumi &lt;b&gt;," in html
    assert "Letter &lt;1&gt;" in html
    assert "<1>" not in html


def test_one_click_in_the_mail_program_ends_them(mail_server: MailServer, post: Post, fumi: User) -> None:
    letter(fumi)
    pass_time()
    [message] = mail_server.mails
    address = urlsplit(message["List-Unsubscribe"].strip().strip("<>"))
    assert f"{address.scheme}://{address.netloc}" == settings.SITE_URL
    name, _, value = message["List-Unsubscribe-Post"].partition("=")
    # As RFC 8058 has it: a POST without cookies, and so without a CSRF token.
    assert Client(enforce_csrf_checks=True).post(address.path, {name: value}).status_code == 200
    letter(fumi, "2", at=NOON + HOUR)
    pass_time(NOON + HOUR)
    assert len(mail_server.mails) == 1


def test_looking_at_the_link_ends_nothing(post: Post, fumi: User, client: Client) -> None:
    """Programs that check mails follow every link in them."""
    assert client.get(f"/stop/{token(fumi, ['letter'])}/").status_code == 200
    assert not NotificationSettings.objects.exists()


def test_one_kind_may_be_ended_alone(mail_server: MailServer, post: Post, fumi: User, client: Client) -> None:
    letter(fumi, "1")
    client.post(f"/stop/{token(fumi, ['letter'])}/", {"stop": "letter"})
    letter(fumi, "2", kind="telegram")
    pass_time()
    assert [message["Subject"] for message in mail_server.mails] == ["Letter 2"]


def test_what_waits_is_not_sent_after_the_end(mail_server: MailServer, post: Post, fumi: User, client: Client) -> None:
    letter(fumi)
    pass_time(minutes=1)
    client.post(f"/stop/{token(fumi, ['letter'])}/", {"List-Unsubscribe": "One-Click"})
    pass_time()
    assert (mail_server.mails, states()) == ([], ["dropped"])


@pytest.mark.parametrize("wrong", ["x", "1:2", "eyJ1c2VyIjoxfQ:AAAA"])
def test_a_forged_way_out_leads_nowhere(client: Client, fumi: User, wrong: str) -> None:
    assert client.post(f"/stop/{wrong}/").status_code == 404
    assert not NotificationSettings.objects.exists()


def test_a_way_out_is_one_persons_own(client: Client, fumi: User, ai: User) -> None:
    client.post(f"/stop/{token(fumi, [])}/")
    assert list(NotificationSettings.objects.values_list("user", "mail_is_off")) == [(fumi.pk, True)]


def test_a_server_that_is_busy_is_asked_again(mail_server: MailServer, post: Post, fumi: User) -> None:
    mail_server.refusals = ["450 later", "451 later"]
    letter(fumi)
    pass_time(minutes=2)
    assert (len(mail_server.mails), states()) == (0, ["waiting"])
    pass_time(minutes=10)
    assert (len(mail_server.mails), states()) == (1, ["sent"])


def test_an_address_that_is_none_is_given_up_at_once(mail_server: MailServer, post: Post, fumi: User) -> None:
    mail_server.refusals = ["550 no such person"]
    letter(fumi)
    pass_time(minutes=30)
    assert (mail_server.mails, states()) == ([], ["failed"])
    assert NotificationSettings.objects.get(user=fumi).mail_fails_since == NOON


def test_a_third_of_the_tries_may_fail(mail_server: MailServer, post: Post, cast: list[User]) -> None:
    people = cast[:3]
    reachable(*people)
    User.objects.update(keeps_quiet=False)
    for number in range(6):
        mail_server.refusals += ["250 OK", "451 later"] if number % 2 else ["451 later"]
        for user in people:
            letter(user, f"{number}", at=NOON + number * HOUR)
        pass_time(NOON + number * HOUR, minutes=20, step=2)
    got = [(message["To"], message["Subject"]) for message in mail_server.mails]
    assert len(got) == len(set(got)) == 18
