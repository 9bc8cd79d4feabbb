"""The site's changes to django-allauth: signing up, finding accounts by address, and mails."""

import logging
import secrets
from base64 import b32encode
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from smtplib import SMTPException
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.account import forms
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from infrastructure.mail_messages import MailMessage, mail_message
from infrastructure.rate_limits import is_allowed
from players.accounts import email_addresses, encryption, sign_up
from players.accounts.services import new_person
from players.models import User

log = logging.getLogger(__name__)

# Anyone can trigger these mails to any address, from any number of networks.
SENT_TO_ANY_ADDRESS: Final = (
    "account/email/account_already_exists",
    "account/email/email_confirmation",
    "account/email/email_confirmation_signup",
    "account/email/login_code",
    "account/email/password_reset_key",
    "account/email/unknown_account",
)
MAILS_TO_AN_ADDRESS: Final = "10/h"
SAYS_SENT: Final = ("account/messages/email_confirmation_sent.txt", "account/messages/login_code_sent.txt")

INCORRECT_CODE: Final = gettext_lazy("This code is wrong, or has expired.")


class AccountAdapter(DefaultAccountAdapter):
    # The package's texts are stiff, and one Japanese translation says the opposite.
    error_messages: Final = DefaultAccountAdapter.error_messages | {
        "duplicate_email": gettext_lazy("Your account already has this email address."),
        "email_password_mismatch": gettext_lazy("The email address or the password is wrong."),
        "incorrect_code": INCORRECT_CODE,
        "incorrect_password": gettext_lazy("This password is wrong."),
        "rate_limited": gettext_lazy("Too many attempts. Try again in a few minutes."),
        "same_as_current": gettext_lazy("The new value is the same as the current one."),
        "too_many_login_attempts": gettext_lazy("Too many failed sign-ins. Try again in a few minutes."),
        "unverified_primary_email": gettext_lazy("Please confirm your main email address first."),
    }

    def get_user_search_fields(self) -> list[str]:
        return ["name", "email"]

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return sign_up.may_sign_up(request)

    def new_user(self, request: HttpRequest) -> User:
        """The row that signing up fills: guests keep theirs, and with it their games."""
        user = request.user
        return user if user.is_authenticated and user.is_guest else new_person(request)

    def pre_login(self, request: HttpRequest, user: User, **login: Any) -> HttpResponse | None:
        """Refuse a code mailed to an address that the account no longer has."""
        if login["email"] and not email_addresses.has(user, login["email"]):
            return redirect("account_login")
        response: HttpResponse | None = super().pre_login(request, user, **login)
        return response

    def reauthenticate(self, user: User, password: str) -> bool:
        """Check the person's password; their account may have no address, or none that finds it."""
        self.pre_authenticate(self.request, username=user.username)
        is_right = user.check_password(password)
        if is_right:
            self._rollback_login_failed_rl_usage()
        return is_right

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm the address, unless another account did first, and remove it from all others."""
        with transaction.atomic():
            return email_addresses.take(email_address) and super().confirm_email(request, email_address)

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Ask the owner to confirm the address, or say that they have confirmed it for another account."""
        address = emailconfirmation.email_address
        if address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_account_already_exists_mail(address.email)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Notify the person of a change, unless the address might be a stranger's."""
        email = email or user.email
        if EmailAddress.objects.filter(user=user, email=email, verified=True).exists():
            super().send_notification_mail(template_prefix, user, context, email)

    def render_mail(
        self, template_prefix: str, email: str, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> MailMessage:
        return mail_message(super().render_mail(template_prefix, email, context, headers))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send the mail at once. If it exceeds the limit or no server accepts it, show that on the page."""
        try:
            if self._may_mail(template_prefix, email):
                super().send_mail(template_prefix, email, on_this_site(context))
                return
        except (SMTPException, OSError) as error:
            # Error texts may contain addresses.
            log.warning("An account's mail could not be sent: %s", type(error).__name__)
        self.request.has_unsent_mail = True
        text = _(
            "We could not send you an email just now. If you are waiting for a link or a code, ask for it again later."
        )
        messages.warning(self.request, text)

    def _may_mail(self, template_prefix: str, email: str) -> bool:
        """Limit mails that anyone can trigger, so that nobody floods a mailbox; notices of changes are always sent."""
        if template_prefix not in SENT_TO_ANY_ADDRESS:
            return True
        key = sha256(email.lower().encode()).hexdigest()
        return is_allowed("mail_to_address", MAILS_TO_AN_ADDRESS, key)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The visitor's address; IPv4 addresses that a dual-stack server maps to IPv6 are mapped back."""
        text: str = super().get_client_ip(request)
        address = ip_address(text)
        mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
        return str(mapped or address)

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **kwargs: Any
    ) -> None:
        if message_template in SAYS_SENT and getattr(request, "has_unsent_mail", False):
            return
        super().add_message(request, level, message_template, *args, **kwargs)


def on_this_site(context: dict[str, Any]) -> dict[str, Any]:
    """The context of a mail, with links that begin with `SITE_URL` regardless of the request's host."""
    host = urlsplit(settings.SITE_URL).netloc
    links = {name: link(text) for name, text in context.items() if name.endswith("_url")}
    return context | links | {"current_site": SimpleNamespace(domain=host, name=_("Napoleon"))}


def link(url: str) -> str:
    """The same page's address at `SITE_URL`."""
    path: str = urlsplit(url)._replace(scheme="", netloc="").geturl()
    return f"{settings.SITE_URL}{path}"


class MFAAdapter(DefaultMFAAdapter):
    error_messages: Final = DefaultMFAAdapter.error_messages | {"incorrect_code": INCORRECT_CODE}

    def encrypt(self, text: str) -> str:
        return encryption.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        """The secret; if its key is gone, a random one whose codes nobody knows."""
        try:
            return encryption.decrypt(encrypted_text)
        except InvalidToken:
            log.error("An authenticator was encrypted with a key that the site no longer has.")
            return b32encode(secrets.token_bytes(20)).decode()


class SignupForm(forms.SignupForm):
    def clean_email(self) -> str:
        email: str = super().clean_email()
        sign_up.check_domain(email)
        return email

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        """Store the account with its name and address in one transaction."""
        user: User = super().save(request)
        return user


class AddEmailForm(forms.AddEmailForm):
    def clean_email(self) -> str:
        if self.user.is_guest:
            # Guests add their first address by signing up, which refuses accounts that have one.
            text = _("Guests have no email address. Keep your games to get emails.")
            raise ValidationError(text)
        email: str = super().clean_email()
        return email


class RequestLoginCodeForm(forms.RequestLoginCodeForm):
    """Mails a code to the owner of the address, or an invitation to sign up if it has none."""

    def clean_email(self) -> str:
        email: str = super().clean_email()
        self._user = next(iter(email_addresses.owners(email)), None)
        return email


class ResetPasswordForm(forms.ResetPasswordForm):
    """Mails a link to the owner of the address, or an invitation to sign up if it has none."""

    def clean_email(self) -> str:
        email: str = super().clean_email()
        self.users = email_addresses.owners(email)
        return email
