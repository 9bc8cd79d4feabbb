"""What a key may do alone, which its owner chose when they added it, and why one is refused."""

import json
from typing import Any

import pytest
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.test import Client

from players.models import User
from tests.support.security_key import ADD, SecurityKey, add_key
from tests.support.sign_in import sign_in, signed_in

pytestmark = pytest.mark.django_db
LOGIN = "/accounts/2fa/webauthn/login/"
SECOND_STEP = "/accounts/2fa/authenticate/"
IS_SECOND_FACTOR = "This key was added as a second step"
UNKNOWN = "This key belongs to no account here."
EXPIRED = "The request to your device has expired."
OTHER_HOST = "This key was made for another address of this site"
UNVERIFIED = "Your device did not check that it is you"


@pytest.fixture(autouse=True)
def with_tls(settings: Any) -> None:
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = False


def challenge(client: Client) -> Any:
    return client.get(LOGIN, headers={"accept": "application/json"}).json()["request_options"]


def answer(client: Client, credential: Any, at: str = LOGIN, **form: str) -> str:
    """What the page says then."""
    return client.post(at, {"credential": json.dumps(credential), **form}, follow=True).content.decode()


def second_step(client: Client) -> Any:
    """The challenge after the password."""
    sign_in(client)
    return json.loads(json.dumps(client.get(SECOND_STEP).context["js_data"]["request_options"]))


@pytest.mark.parametrize("is_discoverable", [True, False, None])
def test_a_second_factor_does_not_sign_in_alone_however_the_device_stored_it(
    fumis: Client, client: Client, is_discoverable: bool | None
) -> None:
    key, thief = SecurityKey(), Client()
    add_key(fumis, key, passwordless=False, is_discoverable=is_discoverable)
    assert IS_SECOND_FACTOR in answer(thief, key.get(challenge(thief)))
    assert not signed_in(thief)
    owner = Client()
    answer(owner, key.get(second_step(owner)), SECOND_STEP)
    assert signed_in(owner)


@pytest.mark.parametrize("is_discoverable", [True, False, None])
def test_a_passkey_signs_in_alone_whatever_the_device_reported(fumis: Client, is_discoverable: bool | None) -> None:
    key, elsewhere = SecurityKey(), Client()
    add_key(fumis, key, passwordless=True, is_discoverable=is_discoverable)
    answer(elsewhere, key.get(challenge(elsewhere)))
    assert signed_in(elsewhere)


@pytest.mark.parametrize(("passwordless", "words"), [(True, "Passkey"), (False, "Security key")])
def test_the_list_of_keys_calls_each_what_was_chosen(fumis: Client, passwordless: bool, words: str) -> None:
    add_key(fumis, SecurityKey(), passwordless)
    assert f"<small>{words}" in fumis.get("/accounts/2fa/webauthn/").content.decode()


def test_a_refused_key_does_not_count_as_used(fumis: Client) -> None:
    key, thief = SecurityKey(), Client()
    add_key(fumis, key, passwordless=False)
    answer(thief, key.get(challenge(thief)))
    assert Authenticator.objects.get(type="webauthn").last_used_at is None


def test_a_passkey_is_refused_with_the_reason(fumis: Client, client: Client) -> None:
    key, elsewhere = SecurityKey(), Client()
    add_key(fumis, key, passwordless=True)
    stale = challenge(elsewhere)
    assert EXPIRED in answer(Client(), key.get(stale))
    challenge(elsewhere)
    assert EXPIRED in answer(elsewhere, key.get(stale))
    key.verifies = False
    assert UNVERIFIED in answer(elsewhere, key.get(challenge(elsewhere)))
    key.verifies, key.host = True, "old.example.org"
    assert OTHER_HOST in answer(elsewhere, key.get(challenge(elsewhere)))
    Authenticator.objects.all().delete()
    key.host = "testserver"
    assert UNKNOWN in answer(elsewhere, key.get(challenge(elsewhere)))
    assert not signed_in(elsewhere)


def test_no_answer_tells_whether_a_number_has_an_account(fumi: User, client: Client) -> None:
    key = SecurityKey()
    for owner in (user_pk_to_url_str(fumi), "zzz"):
        key.owner = owner.encode()
        assert UNKNOWN in answer(client, key.get(challenge(client)))


def test_a_signature_by_another_key_is_refused(fumis: Client) -> None:
    key, forged, thief = SecurityKey(), SecurityKey(number=2), Client()
    add_key(fumis, key, passwordless=True)
    forged.id, forged.owner = key.id, key.owner
    assert UNKNOWN in answer(thief, forged.get(challenge(thief)))
    assert not signed_in(thief)


def test_the_second_step_says_why_a_key_is_refused(fumis: Client) -> None:
    key, other, owner = SecurityKey(), SecurityKey(number=2), Client()
    add_key(fumis, key, passwordless=False)
    assert UNKNOWN in answer(owner, other.get(second_step(owner)), SECOND_STEP)
    assert not signed_in(owner)


def test_confirming_an_access_says_why_a_key_is_refused_and_stays_there(fumis: Client) -> None:
    add_key(fumis, SecurityKey(), passwordless=False)
    page = "/accounts/2fa/webauthn/reauthenticate/"
    options = json.loads(json.dumps(fumis.get(page).context["js_data"]["request_options"]))
    form = {"credential": json.dumps(SecurityKey(number=2).get(options)), "next": "/accounts/email/"}
    response = fumis.post(page, form, follow=True)
    assert response.redirect_chain == [(f"{page}?next=%2Faccounts%2Femail%2F", 302)]
    assert UNKNOWN in response.content.decode()


def test_a_refused_passkey_still_leads_to_where_its_owner_was_going(client: Client) -> None:
    response = client.post(LOGIN, {"credential": json.dumps({"forged": True}), "next": "/t/abc/"})
    assert response["Location"] == "/accounts/login/?next=%2Ft%2Fabc%2F"


def test_a_key_that_verified_nobody_becomes_no_passkey(fumis: Client) -> None:
    options = json.loads(json.dumps(fumis.get(ADD).context["js_data"]["creation_options"]))
    credential = SecurityKey(verifies=False).create(options)
    assert UNVERIFIED in answer(fumis, credential, ADD, name="Key", passwordless="on")
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize(
    "credential",
    [None, [], 1, "x", {}, {"response": 1}, {"response": {"userHandle": 5}}, {"rawId": 7, "response": {}}, {"id": []}],
)
@pytest.mark.parametrize("place", ["login", "second step", "add"])
def test_what_is_no_key_is_refused(fumis: Client, place: str, credential: Any) -> None:
    if place == "add":
        client, at = fumis, ADD
        client.get(ADD)
    else:
        add_key(fumis, SecurityKey(), passwordless=True)
        client, at = Client(), LOGIN if place == "login" else SECOND_STEP
        challenge(client) if place == "login" else second_step(client)
    assert 'role="alert"' in answer(client, credential, at, name="Key")
