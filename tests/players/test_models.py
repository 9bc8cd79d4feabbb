"""Accounts as they are stored."""

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from players.models import User, validate_name

pytestmark = pytest.mark.django_db


def test_guests_have_no_address_and_may_be_many() -> None:
    assert len({guest.username for guest in [User.objects.create(is_guest=True) for _ in range(3)]}) == 3


def test_an_address_is_confirmed_by_one_person(ai: User, bo: User) -> None:
    EmailAddress.objects.create(user=ai, email="alice@example.org", verified=True)
    EmailAddress.objects.create(user=bo, email="alice@example.org")
    with pytest.raises(IntegrityError):
        EmailAddress.objects.filter(user=bo).update(verified=True)


def test_others_see_the_name_and_never_the_address() -> None:
    alice = User.objects.create(email="alice@example.org")
    assert str(alice) == f"#{alice.pk}"
    alice.name = "Alice"
    assert str(alice) == alice.get_full_name() == alice.get_short_name() == "Alice"


def test_time_zone_is_one_that_exists() -> None:
    User(password="x", time_zone="Asia/Tokyo").full_clean()
    with pytest.raises(ValidationError):
        User(password="x", time_zone="Asia/Atlantis").full_clean()


@pytest.mark.parametrize("name", ["Bo\u202eA", "Bo\u200b", "Bo\nA", "\u2066Bo", "Bo\x07"])
def test_a_name_holds_nothing_invisible(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_name(name)


@pytest.mark.parametrize("name", ["#1", "#12", " #12 ", "# 12", "＃１２", "#①", "♯12", "#٣"])
def test_a_name_is_no_number_of_a_profile(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_name(name)


@pytest.mark.parametrize("name", ["愛", "Bo 2", "O’Neill", "<b>Chie</b>", "ダイ☆", "12", "#1 fan", "Bo #2"])
def test_a_name_may_be_anything_else(name: str) -> None:
    validate_name(name)
