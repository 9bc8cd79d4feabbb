"""What this site changes in django-allauth: who signs up, what mails do, and the form for an address."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any, Final

from allauth.account import forms
from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from players.accounts.services import new_person
from players.models import User

log = logging.getLogger(__name__)

SAYS_SENT: Final = (
    "account/messages/email_confirmation_sent.txt",
    "account/messages/login_code_sent.txt",
)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def get_user_search_fields(self) -> list[str]:
        return ["name", "email"]

    def new_user(self, request: HttpRequest) -> User:
        """The row that signing up fills: a guest keeps theirs, and their games with it."""
        user = request.user
        return user if user.is_authenticated and user.is_guest else new_person(request)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send the mail at once. If no server accepts it, the request goes on, and the page says so."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError) as error:
            # The text of an error may name addresses.
            log.warning("An account's mail could not be sent: %s", type(error).__name__)
            self.request.has_unsent_mail = True
            text = _(
                "We could not send you an email just now. If you are waiting for a link or a code, "
                "ask for it again in a few minutes."
            )
            messages.warning(self.request, text)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        if message_template in SAYS_SENT and getattr(request, "has_unsent_mail", False):
            return
        super().add_message(request, level, message_template, *args, **kwargs)


class AddEmailForm(forms.AddEmailForm):  # type: ignore[misc]
    def clean_email(self) -> str:
        if self.user.is_guest:
            # Signing up asks for the first one, and takes nobody who has one.
            text = _("Guests have no email address. Keep your games to get emails.")
            raise ValidationError(text)
        email: str = super().clean_email()
        return email
