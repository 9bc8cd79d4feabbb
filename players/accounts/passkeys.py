"""Passkeys sign in alone, security keys only after a password or a mailed code, as their owner chose.

A key that is refused says why.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from allauth.account.utils import passthrough_next_redirect_url
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms, views
from allauth.mfa.webauthn.internal import auth
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

EXPIRED: Final = _("The request to your device has expired. Please try again.")
OTHER_HOST: Final = _("This key was made for another address of this site, and works only there.")
UNREADABLE: Final = _("The answer of your device could not be read. Please try again.")
UNKNOWN: Final = _("This key belongs to no account here. It may have been removed.")
UNVERIFIED: Final = _("Your device did not check that it is you, by a PIN, a fingerprint or your face.")
SECOND_FACTOR: Final = _(
    "This key was added as a second step: sign in with your password or a mailed code first. "
    "To sign in with it alone, remove it in the settings and add it again as passwordless."
)

# What fido2 raises for each.
REASONS: Final = {
    "Invalid origin in CollectedClientData.": OTHER_HOST,
    "Invalid signature.": UNKNOWN,
    "Unknown credential ID.": UNKNOWN,
    "User verification required, but User Verified flag not set.": UNVERIFIED,
    "User verification required, but user verified flag not set.": UNVERIFIED,
    "Wrong RP ID hash in response.": OTHER_HOST,
    "Wrong challenge in response.": EXPIRED,
}


# What fido2 raises besides, for answers that no device gave.
MALFORMED: Final = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)


class AddKeyForm(forms.AddWebAuthnForm):
    def clean(self) -> dict[str, Any]:
        with explained(UNVERIFIED):
            cleaned: dict[str, Any] = super().clean()
        if credential := cleaned.get("credential"):
            # What the device reported may differ: some store every key so that it could sign in alone.
            credential["clientExtensionResults"] = {"credProps": {"rk": cleaned["passwordless"]}}
        return cleaned


class ExplainedKey:
    """A form in which a key answers."""

    def clean_credential(self) -> Authenticator:
        with explained(UNKNOWN):
            return super().clean_credential()  # type: ignore[misc]


class SecondStepForm(ExplainedKey, forms.AuthenticateWebAuthnForm):
    pass


class ReauthenticateForm(ExplainedKey, forms.ReauthenticateWebAuthnForm):
    pass


class LoginForm(ExplainedKey, forms.LoginWebAuthnForm):
    def clean_credential(self) -> Authenticator:
        authenticator = super().clean_credential()
        if not authenticator.wrap().is_passwordless:
            raise ValidationError(SECOND_FACTOR)
        return authenticator


@contextmanager
def explained(what_allauth_refuses: StrOrPromise) -> Iterator[None]:
    """Give the reason why a key is refused: django-allauth has one text for all."""
    was_asked = auth.get_state() is not None
    try:
        yield
    except MALFORMED as error:
        raise ValidationError(UNREADABLE) from error
    except ValidationError as error:
        if error.code != "incorrect_code":
            raise
        parsing = error.__context__
        reason: Any = REASONS.get(str(parsing), UNREADABLE) if parsing else what_allauth_refuses
        raise ValidationError(reason if was_asked else EXPIRED) from error


class AddKey(views.AddWebAuthnView):
    def get_context_data(self, **context: Any) -> dict[str, Any]:
        # django-allauth would check the answer once more, against the next challenge.
        return super().get_context_data() | context  # type: ignore[no-any-return]


class Login(views.LoginWebAuthnView):
    def form_invalid(self, form: LoginForm) -> HttpResponse:
        super().form_invalid(form)
        return back_to(self.request, "account_login")


class Reauthenticate(views.ReauthenticateWebAuthnView):
    def form_invalid(self, form: ReauthenticateForm) -> HttpResponse:
        super().form_invalid(form)
        return back_to(self.request, "mfa_reauthenticate_webauthn")


def back_to(request: HttpRequest, page: str) -> HttpResponse:
    """The page that asked for the key, which still leads to where the person was going."""
    return redirect(passthrough_next_redirect_url(request, reverse(page), REDIRECT_FIELD_NAME))
