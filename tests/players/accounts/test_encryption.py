"""Authenticator apps and recovery codes: what the database holds of them, and what signs in."""

import json
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from cryptography.fernet import InvalidToken
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import override_settings

from players.accounts import encryption
from players.models import User

pytestmark = pytest.mark.django_db
SECRET = "JBSWY3DPEHPK3PXP"
OLD, NEW = "an old key" * 6, "a new key" * 6
SignsIn = Callable[[User], bool]


@pytest.fixture
def signs_in(shown_code: Callable[[str], str]) -> SignsIn:
    """Whether the app's code does; each may be used once."""

    def answer(user: User) -> bool:
        cache.clear()
        return TOTP(Authenticator.objects.get(user=user, type="totp")).validate_code(shown_code(SECRET))

    return answer


def stored() -> str:
    return json.dumps(list(Authenticator.objects.order_by("pk").values_list("data", flat=True)))


@override_settings(SECRET_KEY=OLD)
def test_the_database_alone_tells_no_code(ai: User, signs_in: SignsIn) -> None:
    TOTP.activate(ai, SECRET)
    codes = RecoveryCodes.activate(ai)
    seed = encryption.decrypt(codes.instance.data["seed"])
    assert SECRET not in stored()
    assert seed not in stored()
    assert signs_in(ai)
    first, *others = codes.get_unused_codes()
    assert codes.validate_code(first)
    assert codes.get_unused_codes() == others


def test_a_former_key_still_decrypts(ai: User, signs_in: SignsIn) -> None:
    with override_settings(SECRET_KEY=OLD):
        TOTP.activate(ai, SECRET)
    with override_settings(SECRET_KEY=NEW, SECRET_KEY_FALLBACKS=[OLD]):
        assert signs_in(ai)


def test_everything_can_be_encrypted_again(ai: User, signs_in: SignsIn) -> None:
    with override_settings(SECRET_KEY=OLD):
        TOTP.activate(ai, SECRET)
        codes = RecoveryCodes.activate(ai).get_unused_codes()
    with override_settings(SECRET_KEY=NEW, SECRET_KEY_FALLBACKS=[OLD]):
        call_command("encrypt_again")
    with override_settings(SECRET_KEY=NEW):
        assert signs_in(ai)
        assert RecoveryCodes.activate(ai).get_unused_codes() == codes


def test_without_its_key_no_code_signs_in_and_no_page_breaks(ai: User, signs_in: SignsIn) -> None:
    with override_settings(SECRET_KEY=OLD):
        TOTP.activate(ai, SECRET)
        [known, *_] = RecoveryCodes.activate(ai).get_unused_codes()
    with override_settings(SECRET_KEY=NEW):
        assert not signs_in(ai)
        assert not RecoveryCodes.activate(ai).validate_code(known)
        with pytest.raises(InvalidToken):
            encryption.encrypt_again()


def test_a_former_key_that_is_missing_is_named(ai: User) -> None:
    with override_settings(SECRET_KEY=OLD):
        TOTP.activate(ai, SECRET)
    with (
        override_settings(SECRET_KEY=NEW),
        pytest.raises(CommandError, match="neither SECRET_KEY nor one of SECRET_KEY_FALLBACKS"),
    ):
        call_command("encrypt_again")
