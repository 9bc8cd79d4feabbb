"""Making somebody an administrator by command."""

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command

from players.models import User

pytestmark = pytest.mark.django_db


def test_who_has_confirmed_the_address_becomes_an_administrator(
    ai: User, bo: User, capsys: pytest.CaptureFixture[str]
) -> None:
    EmailAddress.objects.create(user=bo, email="boss@example.org", verified=False)
    EmailAddress.objects.create(user=ai, email="boss@example.org", verified=True)
    call_command("make_administrator", "Boss@example.org")
    assert capsys.readouterr().out == "Ai is an administrator now.\n"
    assert [one.name for one in User.objects.filter(is_staff=True, is_superuser=True)] == ["Ai"]


def test_an_address_that_nobody_has_confirmed_makes_none(bo: User) -> None:
    EmailAddress.objects.create(user=bo, email="boss@example.org", verified=False)
    with pytest.raises(CommandError, match="Nobody has confirmed the address"):
        call_command("make_administrator", "boss@example.org")
    assert not User.objects.filter(is_staff=True).exists()


def test_no_administrator_is_made_without_signing_up() -> None:
    with pytest.raises(CommandError, match=r"manage\.py make_administrator"):
        call_command("createsuperuser", "--no-input", username="boss", email="boss@example.org")
    assert not User.objects.exists()
