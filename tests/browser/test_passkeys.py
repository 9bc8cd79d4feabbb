"""Passkeys are the one part of signing in that needs a script: made and used in a real browser, by its rules."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import expect

from tests.browser.visitor import Visit, Visitor
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


ADD = "/accounts/2fa/webauthn/add/"


class Device:
    """A page beside a device that holds keys."""

    def __init__(self, visitor: Visitor, site: str) -> None:
        self.site, self.page = site, visitor.context.new_page()
        # A password is hashed three times here, as slowly as on a real site.
        self.page.set_default_timeout(30_000)
        self.protocol = visitor.context.new_cdp_session(self.page)
        self.protocol.send("WebAuthn.enable")
        self.number = self._tell("addVirtualAuthenticator", options=DEVICE)["authenticatorId"]

    def _tell(self, command: str, **options: object) -> dict[str, Any]:
        return self.protocol.send(f"WebAuthn.{command}", options)

    def verify(self, is_verified: bool) -> None:
        self._tell("setUserVerified", authenticatorId=self.number, isUserVerified=is_verified)

    def forget(self) -> None:
        self._tell("clearCredentials", authenticatorId=self.number)

    def make_all_discoverable(self) -> None:
        """Store every key so that it could sign in alone, as some devices do whatever the page asks for."""
        self.page.add_init_script(
            """const create = navigator.credentials.create.bind(navigator.credentials);
            navigator.credentials.create = (options) => {
              const selection = options.publicKey.authenticatorSelection;
              Object.assign(selection, {residentKey: "required", requireResidentKey: true});
              return create(options);
            };"""
        )

    def sign_up(self) -> None:
        self.page.goto(f"{self.site}/accounts/signup/")
        self.page.fill("[name=name]", "Fumi")
        self.page.fill("[name=email]", "fumi@example.org")
        self.page.fill("[name=password1]", PASSWORD)
        self.page.get_by_role("main").get_by_role("button", name="Sign up").click()
        self.page.wait_for_url(f"{self.site}/")
        # As if the mailed link had been opened: keys are for people with a confirmed address.
        EmailAddress.objects.update(verified=True)
        self.page.goto(f"{self.site}{ADD}")
        # Asked once more before something as weighty as a key.
        self.page.wait_for_url("**/accounts/reauthenticate/**")
        self.page.fill("[name=password]", PASSWORD)
        self.page.get_by_role("button", name="Confirm").click()
        self.page.wait_for_url(f"{self.site}{ADD}")

    def add_key(self, passwordless: bool) -> None:
        self.page.goto(f"{self.site}{ADD}")
        self.page.get_by_label("Passwordless").set_checked(passwordless)
        self.page.locator("#mfa_webauthn_add").click()

    def sign_out(self) -> None:
        self.page.goto(f"{self.site}/accounts/logout/")
        self.page.get_by_role("main").get_by_role("button", name="Sign out").click()
        self.page.wait_for_url(f"{self.site}/")

    def use_passkey(self) -> None:
        self.page.goto(f"{self.site}/accounts/login/?next=/me/")
        self.page.get_by_role("button", name="Use a passkey").click()


@pytest.fixture
def phone(visit: Visit, base_url: str) -> Device:
    # Browsers bind a passkey to a name; an address of numbers is none.
    return Device(visit(), base_url.replace("127.0.0.1", "localhost"))


def test_a_passkey_is_made_and_signs_in(phone: Device) -> None:
    phone.sign_up()
    phone.add_key(passwordless=True)
    phone.page.wait_for_url("**/accounts/2fa/recovery-codes/")
    phone.sign_out()
    phone.use_passkey()
    phone.page.wait_for_url(f"{phone.site}/me/")
    expect(phone.page.locator("#id_name")).to_have_value("Fumi")


def test_a_second_factor_that_the_device_stores_like_a_passkey_does_not_sign_in_alone(phone: Device) -> None:
    phone.make_all_discoverable()
    phone.sign_up()
    phone.add_key(passwordless=False)
    phone.page.wait_for_url("**/accounts/2fa/recovery-codes/")
    phone.sign_out()
    phone.use_passkey()
    expect(phone.page.get_by_text("This key was added as a second step")).to_be_visible()
    phone.page.fill("[name=login]", "fumi@example.org")
    phone.page.fill("[name=password]", PASSWORD)
    phone.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    phone.page.get_by_role("button", name="Use a security key").click()
    # The refusal has not lost where the way leads.
    phone.page.wait_for_url(f"{phone.site}/me/")


def test_a_key_that_fails_says_why_on_the_page(phone: Device) -> None:
    phone.sign_up()
    phone.add_key(passwordless=True)
    phone.page.wait_for_url("**/accounts/2fa/recovery-codes/")
    trouble = phone.page.locator("#key-trouble")
    phone.add_key(passwordless=True)
    expect(trouble).to_have_text("This device already has a key of your account.")
    phone.sign_out()
    phone.verify(False)
    phone.use_passkey()
    expect(trouble).to_contain_text("Your device gave no key: you cancelled")
    phone.verify(True)
    phone.forget()
    phone.use_passkey()
    expect(trouble).to_contain_text("or the device has none for localhost")


def test_where_a_browser_allows_no_keys_the_page_says_so(visit: Visit) -> None:
    page = visit().go("/accounts/login/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("#key-trouble")).to_contain_text("Your browser allows no keys for 127.0.0.1")


def test_without_javascript_no_passkey_is_offered(visit: Visit) -> None:
    page = visit(java_script_enabled=False).go("/accounts/login/")
    expect(page.get_by_role("link", name="Email me a code")).to_be_visible()
    expect(page.locator("#passkey_login")).to_be_hidden()
