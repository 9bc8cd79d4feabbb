"""Links in mails lead to this site, whatever host a request has named: who follows one hands over what it opens."""

import re

import pytest
from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.utils import timezone

from leagues.clubs.invitation_mail import letter as invitation
from leagues.models import Invitation
from players.models import Notification, User
from players.notifications.kinds import Message
from players.notifications.mail import letter as notification
from tests.support.account_mails import account_mails
from tests.support.clubs import club_of
from tests.support.sign_in import PASSWORD, fumi, sign_in

pytestmark = pytest.mark.django_db
SITE = "https://napoleon.example"
OTHER = "other.example"


@pytest.fixture(autouse=True)
def other_host(settings) -> None:
    settings.SITE_URL = SITE
    settings.ALLOWED_HOSTS = [OTHER, "testserver"]


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": OTHER})


def links() -> list[str]:
    parts = [(str(one.body), *(str(text) for text, _kind in getattr(one, "alternatives", []))) for one in mail.outbox]
    texts = [text for bodies in parts for text in bodies]
    headers = [str(value) for one in mail.outbox for value in one.extra_headers.values()]
    return re.findall(r"https?://[^\s\"'<>]+", "\n".join(texts + headers))


__all__ = ["fumi"]


def assert_ours(at_least: int) -> None:
    assert len(links()) >= at_least
    # The names of documents' formats are no links.
    assert [one for one in links() if not one.startswith((SITE + "/", "http://www.w3.org/"))] == []
    assert not [one for one in mail.outbox if OTHER in str(one.message())]


def test_mails_about_accounts(client: Client, fumi: User) -> None:
    sign_in(client)
    gen = {"name": "Gen", "email": "gen@example.org", "password1": PASSWORD}
    for form in (gen, gen | {"name": "Genta", "email": "fumi@example.org"}):
        cache.clear()
        Client(headers={"host": OTHER}).post("/accounts/signup/", form)
    for email in ("fumi@example.org", "nobody@example.org"):
        for path in ("/accounts/login/code/", "/accounts/password/reset/"):
            cache.clear()
            Client(headers={"host": OTHER}).post(path, {"email": email})
    cache.clear()
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "fumi@example.net", "action_add": ""})
    form = {"oldpassword": PASSWORD, "password1": "new long words", "password2": "new long words"}
    client.post("/accounts/password/change/", form)
    TOTP.activate(fumi, "JBSWY3DPEHPK3PXP")
    client.post("/accounts/2fa/recovery-codes/generate/")
    assert len(mail.outbox) >= 8
    assert_ours(6)


@pytest.mark.parametrize("template", account_mails())
def test_every_template_of_a_mail(rf: RequestFactory, fumi: User, template: str) -> None:
    request = rf.get("/", headers={"host": OTHER})
    urls = dict.fromkeys(("activate_url", "password_reset_url", "signup_url"), f"http://{OTHER}/x/")
    facts = {"user": fumi, "ip": "192.0.2.1", "user_agent": "x", "timestamp": timezone.now()}
    with context.request_context(request):
        get_adapter(request).send_mail(template, fumi.email, urls | facts)
    assert_ours(0)


def test_a_link_of_staff(admin_client: Client, fumi: User) -> None:
    chosen = {"action": "mail_password_link", "_selected_action": [fumi.pk]}
    admin_client.post("/admin/players/user/", chosen, headers={"host": OTHER})
    assert_ours(1)


def test_notifications_and_invitations(client: Client, fumi: User) -> None:
    client.get("/", headers={"host": OTHER})
    row = Notification(user=fumi, kind="turn", data={}, at=timezone.now())
    notification(fumi, fumi.email, [(row, Message(title="Your turn", path="/t/x/", action="Play"))], "1").send()
    made = Invitation.objects.create(
        club=club_of(fumi), email="new@example.org", made_at=timezone.now(), expires_at=timezone.now()
    )
    invitation(made).send()
    assert_ours(5)
