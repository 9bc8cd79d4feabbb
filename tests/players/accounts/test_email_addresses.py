"""An address belongs to who has confirmed it, in a session of the account that asked; until then it proves nothing."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import timezone

from players.accounts import email_addresses
from players.accounts.adapter import AccountAdapter
from players.models import User
from tests.support.play import running
from tests.support.sign_in import PASSWORD, last_mail, mailed_code, mailed_link, signed_in

pytestmark = pytest.mark.django_db
GEN = {"name": "Gen", "email": "gen@example.org", "password1": PASSWORD}
MINE = "quite my own words"


def sign_up(**form: str) -> Client:
    client = Client()
    cache.clear()
    assert client.post("/accounts/signup/", GEN | form).status_code == 302
    assert signed_in(client)
    return client


def password_opens(email: str, password: str) -> str:
    """The name of the account that they sign in to; empty if there is none."""
    client = Client()
    client.post("/accounts/login/", {"login": email, "password": password})
    return name(client)


def code_opens(email: str) -> str:
    """The same for who reads the mails to the address."""
    client = Client()
    client.post("/accounts/login/code/", {"email": email})
    if re.search("/accounts/signup/", last_mail()):
        client.post("/accounts/login/code/confirm/", {"code": "AAAA-AAAA"})
    else:
        client.post("/accounts/login/code/confirm/", {"code": mailed_code()})
    return name(client)


def name(client: Client) -> str:
    user = client.get("/").context["user"]
    return "" if user.is_anonymous else str(user)


def add(client: Client, email: str, password: str = PASSWORD) -> None:
    client.post("/accounts/reauthenticate/", {"password": password})
    assert client.post("/accounts/email/", {"email": email, "action_add": ""}).status_code == 302


@pytest.fixture
def stranger() -> Client:
    """Someone who has signed up with an address that they cannot read."""
    return sign_up(name="Stranger")


@pytest.fixture
def secondary(fumis: Client) -> Client:
    """Fumi's browser, with an address of somebody else's added to the account."""
    add(fumis, "gen@example.org")
    assert EmailAddress.objects.filter(email="gen@example.org", verified=False).exists()
    return fumis


def test_an_address_of_ones_own_is_not_added_again(fumis: Client) -> None:
    form = {"email": "fumi@example.org", "action_add": ""}
    page = fumis.post("/accounts/email/", form, headers={"Accept-Language": "ja"})
    assert "このメールアドレスは、すでにこのアカウントに登録されています。" in page.content.decode()


@pytest.mark.parametrize("account", ["stranger", "secondary"])
def test_no_mail_to_an_unconfirmed_address_opens_an_account(account: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(account)
    assert code_opens("gen@example.org") == ""
    assert mail.outbox[-1].to == ["gen@example.org"]
    Client().post("/accounts/password/reset/", {"email": "gen@example.org"})
    assert "/accounts/signup/" in last_mail()
    assert "/password/reset/key/" not in last_mail()


def test_an_unconfirmed_second_address_signs_nobody_in(secondary: Client) -> None:
    assert password_opens("gen@example.org", PASSWORD) == ""
    assert password_opens("fumi@example.org", PASSWORD) == "Fumi"


def test_a_confirmed_second_address_signs_in(secondary: Client) -> None:
    secondary.post(mailed_link())
    assert password_opens("gen@example.org", PASSWORD) == "Fumi"
    assert code_opens("gen@example.org") == "Fumi"


@pytest.mark.parametrize("account", ["stranger", "secondary"])
def test_a_link_confirms_nothing_elsewhere(account: str, request: pytest.FixtureRequest, bo: User) -> None:
    theirs = request.getfixturevalue(account)
    link = mailed_link()
    nobody, other = Client(), Client()
    other.force_login(bo)
    for client, status in ((nobody, 302), (other, 404)):
        client.get(link)
        assert client.post(link).status_code == status
        assert not EmailAddress.objects.get(email="gen@example.org").verified
    assert not signed_in(nobody)
    assert name(other) == "Bo"
    assert "belongs to another account" in other.get(link).content.decode()
    theirs.post(link)
    assert EmailAddress.objects.get(email="gen@example.org").verified


def test_who_opens_the_link_elsewhere_signs_in_first(stranger: Client) -> None:
    link, client = mailed_link(), Client()
    assert unquote(client.get(link).headers["Location"]) == f"/accounts/login/?next={link}"
    form = {"login": "gen@example.org", "password": PASSWORD, "next": link}
    assert client.post("/accounts/login/", form).headers["Location"] == link
    client.post(link)
    assert EmailAddress.objects.get(email="gen@example.org").verified


@pytest.mark.parametrize("account", ["stranger", "secondary"])
def test_the_owner_signs_up_and_takes_the_address(account: str, request: pytest.FixtureRequest) -> None:
    theirs = request.getfixturevalue(account)
    sign_up(password1=MINE).post(mailed_link())
    gen = User.objects.get(name="Gen")
    assert EmailAddress.objects.get(email="gen@example.org").user == gen
    assert password_opens("gen@example.org", MINE) == code_opens("gen@example.org") == "Gen"
    assert password_opens("gen@example.org", PASSWORD) == ""
    # The others keep their account, password and sessions.
    assert signed_in(theirs)
    assert User.objects.get(pk=theirs.session["_auth_user_id"]).check_password(PASSWORD)


def test_who_has_lost_the_only_address_is_told_and_asked_for_one(stranger: Client) -> None:
    told = "Your account has no email address."
    assert told not in stranger.get("/me/").content.decode()
    sign_up(password1=MINE).post(mailed_link())
    assert User.objects.get(name="Stranger").email == ""
    for path in ("/me/", "/accounts/email/"):
        assert told in stranger.get(path).content.decode()
    add(stranger, "stranger@example.org")
    stranger.post(mailed_link())
    assert User.objects.get(name="Stranger").email == "stranger@example.org"
    assert told not in stranger.get("/me/").content.decode()
    assert password_opens("stranger@example.org", PASSWORD) == "Stranger"


def test_passwords_cannot_be_tried_out_in_a_session(stranger: Client) -> None:
    def try_out(password: str) -> bool:
        stranger.post("/accounts/reauthenticate/", {"password": password})
        return any(one.get("reauthenticated") for one in stranger.session.get("account_authentication_methods", []))

    assert not any(try_out(f"guess {number}") for number in range(5))
    assert not try_out(PASSWORD)
    cache.clear()
    assert try_out(PASSWORD)


def test_who_has_another_address_falls_back_on_it(stranger: Client) -> None:
    add(stranger, "stranger@example.org")
    sign_up(password1=MINE).post(mailed_link())
    assert User.objects.get(name="Stranger").email == "stranger@example.org"
    assert EmailAddress.objects.get(user__name="Stranger").primary


def test_who_never_confirmed_signs_in_with_the_password(stranger: Client) -> None:
    assert password_opens("gen@example.org", PASSWORD) == "Stranger"
    sign_up(password1=MINE)
    assert password_opens("gen@example.org", PASSWORD) == "Stranger"
    assert password_opens("gen@example.org", MINE) == "Gen"


def test_few_passwords_are_tried_however_many_have_typed_the_address() -> None:
    User.objects.bulk_create(User(name=f"n{number}", email="gen@example.org") for number in range(9))
    assert len(email_addresses.password_holders("gen@example.org")) == email_addresses.MOST_TRIED


def test_who_comes_after_many_that_have_typed_the_address_signs_in_with_the_password() -> None:
    long_ago = timezone.now() - timedelta(days=9)
    for number in range(email_addresses.MOST_TRIED):
        values = {"date_joined": long_ago, "last_login": long_ago, "seen_at": long_ago}
        User.objects.create(name=f"n{number}", email="gen@example.org", **values)
    sign_up(password1=MINE)
    assert password_opens("gen@example.org", MINE) == "Gen"


def test_nobody_confirms_what_another_has_confirmed(stranger: Client, fumi: User) -> None:
    late = sign_up(email="fumi@example.org")
    assert "However, an account using that email address already exists." in last_mail()
    assert "/confirm-email/" not in last_mail()
    address = EmailAddress.objects.get(email="fumi@example.org", verified=False)
    link = f"/accounts/confirm-email/{EmailConfirmationHMAC.create(address).key}/"
    assert "has been confirmed by another account" in late.get(link).content.decode()
    late.post(link)
    assert EmailAddress.objects.get(email="fumi@example.org", verified=True).user == fumi
    assert password_opens("fumi@example.org", PASSWORD) == "Fumi"


def test_of_two_who_confirm_the_second_finds_it_gone(stranger: Client) -> None:
    link = mailed_link()
    sign_up(password1=MINE).post(mailed_link())
    assert stranger.post(link).status_code == 404
    assert EmailAddress.objects.get(email="gen@example.org").user.name == "Gen"


def test_of_two_who_confirm_with_what_they_read_before_one_does(stranger: Client, rf: RequestFactory) -> None:
    sign_up(password1=MINE)
    assert [confirm(row, rf) for row in list(EmailAddress.objects.filter(email="gen@example.org"))] == [True, False]
    assert EmailAddress.objects.get(email="gen@example.org").verified


def confirm(row: EmailAddress, rf: RequestFactory) -> bool:
    request = rf.post("/")
    request.user, request._messages = AnonymousUser(), CookieStorage(request)  # type: ignore[attr-defined]
    return AccountAdapter(request).confirm_email(request, row)


@pytest.mark.django_db(transaction=True)
def test_of_many_who_confirm_at_once_one_does(rf: RequestFactory) -> None:
    people = [User.objects.create(name=f"n{n}", email="gen@example.org") for n in range(4)]
    rows = [EmailAddress.objects.create(user=p, email=p.email, primary=True) for p in people]
    start = Barrier(len(rows))

    def at_once(row: EmailAddress) -> bool:
        start.wait()
        try:
            return confirm(row, rf)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(rows)) as pool:
        assert sorted(pool.map(at_once, rows)) == [False, False, False, True]
    kept = EmailAddress.objects.get(email="gen@example.org")
    assert kept.verified
    assert list(User.objects.filter(email="gen@example.org")) == [kept.user]


def test_an_address_is_confirmed_by_one_person_whatever_its_case(fumi: User) -> None:
    owner = sign_up(email="FUMI@Example.org")
    assert User.objects.get(name="Gen").email == "fumi@example.org"
    assert "already exists" in last_mail()
    assert signed_in(owner)


def test_a_guest_who_keeps_games_takes_the_address(stranger: Client, guests: Client) -> None:
    guest = User.objects.get(is_guest=True)
    game = running(guest)
    cache.clear()
    assert guests.post("/me/keep/", GEN | {"password1": MINE}).headers["Location"] == "/"
    guests.post(mailed_link())
    assert EmailAddress.objects.get(email="gen@example.org").user == guest
    assert game.seats.get(number=0).user == guest
    assert code_opens("gen@example.org") == "Gen"


def test_a_code_opens_nothing_once_the_address_has_left_the_account(secondary: Client) -> None:
    secondary.post(mailed_link())
    client = Client()
    client.post("/accounts/login/code/", {"email": "gen@example.org"})
    code = mailed_code()
    secondary.post("/accounts/email/", {"email": "gen@example.org", "action_remove": ""})
    client.post("/accounts/login/code/confirm/", {"code": code})
    assert not signed_in(client)


def test_a_reset_link_opens_nothing_once_the_address_has_left_the_account(secondary: Client) -> None:
    secondary.post(mailed_link())
    client = Client()
    client.post("/accounts/password/reset/", {"email": "gen@example.org"})
    link = mailed_link()
    secondary.post("/accounts/email/", {"email": "gen@example.org", "action_remove": ""})
    assert "Location" not in client.get(link).headers


def test_a_stranger_s_address_is_told_nothing_of_the_account(stranger: Client) -> None:
    sent = len(mail.outbox)
    form = {"oldpassword": PASSWORD, "password1": MINE, "password2": MINE}
    assert stranger.post("/accounts/password/change/", form).status_code == 302
    assert len(mail.outbox) == sent


def test_staff_mail_no_link_to_an_unconfirmed_address(stranger: Client, admin_client: Client) -> None:
    person = User.objects.get(name="Stranger")
    admin_client.post("/admin/players/user/", {"action": "mail_password_link", "_selected_action": [person.pk]})
    assert "/password/reset/key/" not in last_mail()


@pytest.fixture(params=[code_opens, "reset"])
def enter(request: pytest.FixtureRequest) -> Callable[[str], str]:
    if request.param != "reset":
        return code_opens

    def reset(email: str) -> str:
        client = Client()
        client.post("/accounts/password/reset/", {"email": email})
        form = {"password1": MINE, "password2": MINE}
        client.post(client.get(mailed_link()).headers["Location"], form)
        return password_opens(email, MINE)

    return reset


def test_an_account_made_by_staff_is_its_addresses_owner_s(admin_client: Client, enter: Callable[[str], str]) -> None:
    admin_client.post("/admin/players/user/add/", {"email": "Carol@Example.org", "name": "Carol"})
    assert enter("carol@example.org") == "Carol"


def test_no_account_is_nobody_s_once_it_has_been_entered(fumi: User) -> None:
    EmailAddress.objects.filter(user=fumi).update(verified=False)
    assert email_addresses.owners(fumi.email) == []
    guest = User(email="g@example.org", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    assert email_addresses.owners("g@example.org") == []


def test_an_address_that_a_mailed_code_confirms_is_taken_from_the_others(admin_client: Client) -> None:
    carol = "carol@example.org"
    Client().post("/accounts/signup/", {"name": "Gen", "email": carol, "password1": PASSWORD})
    admin_client.post("/admin/players/user/add/", {"email": carol, "name": "Carol"})
    client = Client()
    client.post("/accounts/login/code/", {"email": carol})
    client.post("/accounts/login/code/confirm/", {"code": mailed_code()})
    assert list(EmailAddress.objects.filter(email=carol).values_list("user__name", "verified")) == [("Carol", True)]
    assert [one.name for one in email_addresses.password_holders(carol)] == ["Carol"]
