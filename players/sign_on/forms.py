from typing import Any

from allauth.socialaccount.forms import SignupForm
from django.db import transaction
from django.http import HttpRequest

from players.accounts import sign_up
from players.models import User


class ChooseNameForm(SignupForm):
    """Asks somebody whom an issuer knows for the name here, and for an address if the issuer has confirmed none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].disabled = any(address.verified for address in self.sociallogin.email_addresses)

    def clean_email(self) -> str:
        email: str = super().clean_email()
        sign_up.check_domain(email)
        return email

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        user: User = super().save(request)
        return user
