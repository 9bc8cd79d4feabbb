"""Forms of django-allauth's that ask for more on this site."""

from __future__ import annotations

from allauth.account import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


class AddEmailForm(forms.AddEmailForm):  # type: ignore[misc]
    def clean_email(self) -> str:
        if self.user.is_guest:
            # Signing up asks for the first one, and takes nobody who has one.
            raise ValidationError(_("Guests have no email address. Keep your games to get emails."))
        email: str = super().clean_email()
        return email
