"""The site's changes to django-allauth's single sign-on: joining accounts by address, new accounts, and errors."""

import logging
from typing import Any

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.internal.flows.signup import redirect_to_signup
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthError
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from requests import RequestException

from infrastructure.pages import render_page
from players.account_locks import lock_accounts
from players.accounts import email_addresses
from players.accounts.services import new_person
from players.accounts.sign_up import may_sign_up
from players.models import User
from players.sign_on.openid_connect import Provider, apps
from players.sign_on.pages import FailedPage, Failure

log = logging.getLogger(__name__)


class SignOnAdapter(DefaultSocialAccountAdapter):
    def list_apps(
        self, request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """The issuers of the settings; none are kept in the database."""
        return [app for app in apps() if provider in (None, app.provider_id)]

    def get_provider(self, request: HttpRequest, provider: str, client_id: str | None = None) -> Provider:
        return Provider(request, app=self.get_app(request, provider))

    def new_user(self, request: HttpRequest, sociallogin: SocialLogin) -> User:
        return new_person(request)

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        person: User = sociallogin.user
        person.email = data.get("email") or ""
        person.name = str(data.get("name") or "")[: User._meta.get_field("name").max_length]
        return person

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[User, str] | None:
        """The account that has confirmed an address which the issuer has confirmed too."""
        confirmed = [address.email for address in sociallogin.email_addresses if address.verified]
        return next(((owner, email) for email in confirmed for owner in email_addresses.owners(email)), None)

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Guests without an account choose a name, and keep their games; allauth would sign them out first."""
        if sociallogin.is_existing:
            _confirm(request, sociallogin.user, sociallogin._did_authenticate_by_email)
        elif request.user.is_authenticated and request.user.is_guest and self.is_open_for_signup(request, sociallogin):
            raise ImmediateHttpResponse(redirect_to_signup(request, sociallogin))

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return settings.SIGN_UP == "sign-on" or may_sign_up(request)

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Never, since everybody chooses a name."""
        return False

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, str]:
        return {"email": sociallogin.user.email, "name": sociallogin.user.name}

    @transaction.atomic
    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Any = None) -> User:
        """Store the account. An address that another account has confirmed stays unconfirmed here."""
        if request.user.is_authenticated:
            lock_accounts(request.user)
            sociallogin.user = request.user
        confirmed = [address.email for address in sociallogin.email_addresses if address.verified]
        sociallogin.email_addresses = []
        person: User = super().save_user(request, sociallogin, form)
        for email in confirmed:
            _confirm(request, person, email)
        return person

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Provider,
        error: str | None = None,
        exception: Exception | None = None,
        extra_context: dict[str, Any] | None = None,
    ) -> None:
        """Answer with our own page, which says what to do."""
        failure = failure_of(error, exception)
        if failure is not Failure.CANCELLED:
            log.warning("Signing in by %s failed: %s", provider.sub_id, _described(exception))
        page = FailedPage(failure, provider.name)
        raise ImmediateHttpResponse(render_page(request, "players/sign_on/failed.html", page, status=failure.status))


def failure_of(error: str | None, exception: Exception | None) -> Failure:
    if error == AuthError.CANCELLED:
        return Failure.CANCELLED
    return Failure.UNREACHABLE if isinstance(exception, RequestException) else Failure.REFUSED


def _described(exception: Exception | None) -> str:
    """The failure without addresses, which may hold codes."""
    if isinstance(exception, RequestException) or exception is None:
        return type(exception).__name__
    return f"{type(exception).__name__} {str(exception)[:200]}"


def _confirm(request: HttpRequest, person: User, email: str | None) -> None:
    """Confirm the person's address, as the issuer has, unless another account did first."""
    address = EmailAddress.objects.filter(user=person, email=email, verified=False).first()
    if address is not None:
        get_account_adapter(request).confirm_email(request, address)
