"""Passkeys are the one part of signing in that needs a script: made and used in a real browser, by its rules."""

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import expect

from tests.browser.visitor import Visit
from tests.support.sign_in import PASSWORD

pytestmark = pytest.mark.browser

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def test_a_passkey_is_made_and_signs_in(visit: Visit, base_url: str) -> None:
    # Browsers bind a passkey to a name; an address of numbers is none.
    site = base_url.replace("127.0.0.1", "localhost")
    visitor = visit()
    page = visitor.context.new_page()
    # A password is hashed three times here, as slowly as on a real site.
    page.set_default_timeout(30_000)
    device = visitor.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})

    page.goto(f"{site}/accounts/signup/")
    page.fill("[name=name]", "Fumi")
    page.fill("[name=email]", "fumi@example.org")
    page.fill("[name=password1]", PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url(f"{site}/")
    # As if the mailed link had been opened: keys are for people with a confirmed address.
    EmailAddress.objects.update(verified=True)

    page.goto(f"{site}/accounts/2fa/webauthn/add/")
    # Asked once more before something as weighty as a key.
    page.wait_for_url("**/accounts/reauthenticate/**")
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    # Loaded, with the scripts that ask the device.
    page.wait_for_url(f"{site}/accounts/2fa/webauthn/add/")
    page.get_by_label("Passwordless").check()
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/accounts/2fa/recovery-codes/")

    page.goto(f"{site}/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{site}/")
    page.goto(f"{site}/accounts/login/?next=/me/")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(f"{site}/me/")
    expect(page.locator("#id_name")).to_have_value("Fumi")


def test_without_javascript_no_passkey_is_offered(visit: Visit) -> None:
    page = visit(java_script_enabled=False).go("/accounts/login/")
    expect(page.get_by_role("link", name="Email me a code")).to_be_visible()
    expect(page.locator("#passkey_login")).to_be_hidden()
