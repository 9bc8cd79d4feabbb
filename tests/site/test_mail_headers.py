"""Headers of every mail, for names of any length: what large mail providers refuse is never sent."""

import re
from email.utils import parseaddr
from itertools import product
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.core import context
from django.conf import settings as django_settings
from django.core import mail
from django.core.cache import cache
from django.core.mail.message import BadHeaderError
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from infrastructure.mail_messages import MailMessage
from leagues.clubs.invitation_mail import letter as invitation_mail
from leagues.models import Club, Invitation
from players.models import Notification, User
from players.notifications.kinds import KINDS, Message
from players.notifications.mail import letter, read_token, token
from tests.support.account_mails import account_mails
from tests.support.clubs import club_of
from tests.support.mail_headers import assert_lawful, people, wire
from tests.support.notifications import MailServer
from tests.support.notifications import mail_server as mail_server
from tests.support.sign_in import PASSWORD, fumi

__all__ = ["fumi"]
pytestmark = pytest.mark.django_db
LENGTHS = range(1, 121)
LONG = {
    "en": "The Thursday evening table of the old town’s card club, where nobody counts the tricks of others " * 2,
    "ja": "木曜日の夜に旧市街のカードクラブで開かれる、誰もほかの人のトリックを数えない卓" * 4,
}
WORDS = {
    **LONG,
    "plain": "The Thursday evening table of the old town's card club, where nobody counts the tricks of others " * 2,
    "word": "x" * 120,
    "mixed": "第3回 Napoleon リーグ 2026 🃏 " * 9,
    "emoji": "🧑‍🤝‍🧑🃏🇯🇵" * 20,
    "encoded": "=?utf-8?b?44GC?= " * 8,
}
LANGUAGES = ("en", "ja")


@pytest.fixture(autouse=True)
def headers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of mails are made here; their texts are tested elsewhere."""
    for module in ("players.notifications.mail", "leagues.clubs.invitation_mail"):
        monkeypatch.setattr(f"{module}.render_to_string", lambda *_args: "x")


def cut(text: str, length: int) -> str:
    return " ".join(text[:length].split())


def notification_mail(user: User, *titles: str) -> MailMessage:
    rows = [Notification(user=user, kind=kind, data={}, at=timezone.now()) for kind in KINDS][: len(titles)]
    messages = [Message(title=title, path="/t/x/", action="Play") for title in titles]
    return letter(user, user.email, list(zip(rows, messages, strict=True)), "5d2f")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", WORDS)
def test_subjects_of_any_length(fumi: User, words: str, language: str) -> None:
    with translation.override(language):
        for length in LENGTHS:
            text = cut(WORDS[words], length)
            alone, several = (notification_mail(fumi, *[text] * number) for number in (1, len(KINDS)))
            for sent in (alone, several):
                read = assert_lawful(wire(sent.message()))
                assert read["Subject"] == sent.subject
                assert read["List-Unsubscribe"] == sent.extra_headers["List-Unsubscribe"]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_notification(fumi: User, language: str) -> None:
    with translation.override(language):
        titles = [str(getattr(kind, "title", kind.label)) for kind in KINDS.values()]
        for title, length in product(titles, LENGTHS):
            name = cut(LONG[language], length)
            numbers = dict.fromkeys(re.findall(r"%\((\w+)\)d", title), length)
            subject = title % (dict.fromkeys(re.findall(r"%\((\w+)\)s", title), name) | numbers)
            sent = MailMessage(subject, "x", to=[fumi.email])
            assert assert_lawful(wire(sent.message()))["Subject"] == subject


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("template", account_mails())
def test_every_mail_about_an_account(
    rf: RequestFactory, fumi: User, settings: Any, template: str, language: str
) -> None:
    """That of a new account asks to confirm its address."""
    urls = dict.fromkeys(("activate_url", "password_reset_url", "signup_url"), "https://napoleon.example/x/")
    facts = {"user": fumi, "ip": "192.0.2.1", "user_agent": "x", "timestamp": timezone.now(), "code": "12345"}
    settings.ACCOUNT_EMAIL_SUBJECT_PREFIX = cut(LONG[language], 90) + " "
    cache.clear()
    with context.request_context(rf.get("/")), translation.override(language):
        get_adapter(context.request).send_mail(template, fumi.email, urls | facts)
    [sent] = mail.outbox
    assert assert_lawful(wire(sent.message()))["Subject"] == sent.subject


def test_the_mail_of_a_new_account_in_japanese() -> None:
    form = {"name": "玄", "email": "gen@example.org", "password1": PASSWORD}
    Client(headers={"accept-language": "ja"}).post("/accounts/signup/", form)
    [sent] = mail.outbox
    assert not sent.subject.isascii()
    assert assert_lawful(wire(sent.message()))["Subject"] == sent.subject


@pytest.mark.parametrize("language", LANGUAGES)
def test_invitations(fumi: User, language: str) -> None:
    now, club = timezone.now(), club_of(fumi)
    for length in LENGTHS:
        Club.objects.filter(pk=club.pk).update(name=cut(LONG[language], length)[:60])
        made = Invitation(club=Club.objects.get(), email="new@example.org", made_by=fumi, made_at=now, expires_at=now)
        fumi.name, fumi.language = cut(LONG[language], length), language
        sent = invitation_mail(made)
        assert assert_lawful(wire(sent.message()))["Subject"] == sent.subject


# --- Names beside addresses ---


@pytest.mark.parametrize("words", WORDS)
def test_names_of_senders_and_readers(words: str) -> None:
    for length in LENGTHS:
        name = cut(WORDS[words], length)
        quoted = f'"{name}" <fumi@example.org>'
        sent = MailMessage("x", "x", quoted, [quoted, "ai@example.org"], cc=[quoted], reply_to=[quoted])
        raw = wire(sent.message())
        assert_lawful(raw)
        for header in ("From", "Cc", "Reply-To"):
            assert people(raw, header) == [(name, "fumi@example.org")]
        assert people(raw, "To") == [(name, "fumi@example.org"), ("", "ai@example.org")]


def test_names_with_signs_of_addresses() -> None:
    sent = MailMessage("x", "x", '"Napoleon, Ltd. (Tokyo)" <play@ナポレオン.example>', ["ai@example.org"])
    raw = wire(sent.message())
    assert_lawful(raw)
    assert people(raw, "From") == [("Napoleon, Ltd. (Tokyo)", "play@xn--kck3ctc0ctb.example")]


def test_a_server_gets_them_from_a_site_with_a_long_name(mail_server: MailServer, fumi: User, settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL = f"{cut(LONG['ja'], 120)} <play@example.org>"
    notification_mail(fumi, cut(LONG["ja"], 120)).send()
    [message] = mail_server.mails
    name, address = parseaddr(message["From"])
    # The library that reads it here puts a space between encoded words of a name.
    assert (name.replace(" ", ""), address) == (cut(LONG["ja"], 120), "play@example.org")
    assert message["Subject"] == cut(LONG["ja"], 120)


def test_a_line_break_gets_into_no_header() -> None:
    for broken in ("x\nBcc: ai@example.org", "x\r\n\r\nx"):
        with pytest.raises(BadHeaderError):
            MailMessage(broken, "x", None, ["ai@example.org"]).message()
        with pytest.raises(BadHeaderError):
            MailMessage("x", "x", None, ["ai@example.org"], headers={"List-Id": broken}).message()


# --- The way out ---


def test_the_way_out_of_a_mail_of_all_kinds_fits_a_line(fumi: User) -> None:
    made = token(User(pk=10**9), list(KINDS))
    content = read_token(made)
    assert content is not None
    assert content.kinds == list(KINDS)
    assert len(made) < 700


def test_there_is_no_other_way_to_mail() -> None:
    own = "infrastructure/mail_messages.py"
    makes = re.compile(r"\b(EmailMessage|EmailMultiAlternatives|mail_admins|mail_managers|send_mass_mail)\(")
    root = django_settings.BASE_DIR
    rooms = ("infrastructure", "players", "games", "leagues", "staff", "napoleon_site")
    found = {str(path.relative_to(root)) for room in rooms for path in (root / room).rglob("*.py")}
    assert own in found
    assert [path for path in sorted(found - {own}) if makes.search((root / path).read_text())] == []
