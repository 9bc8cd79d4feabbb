"""Forms for signing up and for deleting an account."""

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.accounts import services
from players.models import User
from players.name_field import NameField


class SignupForm(forms.Form):
    """The fields added to django-allauth's sign-up form, which inherits from this one."""

    field_order = ["name", "email", "password1"]
    name = NameField(
        label=_("Name"),
        max_length=40,
        help_text=_("The name that others at the table see."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def signup(self, request: HttpRequest, user: User) -> None:
        services.introduce(user, self.cleaned_data["name"])


class DeleteAccountForm(forms.Form):
    """Asks for the password or, if there is none, for a confirmation word."""

    WORD = pgettext_lazy("typed to confirm", "delete")

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.has_usable_password():
            self.fields["password"] = forms.CharField(
                label=_("Your password"),
                strip=False,
                widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
            )
        else:
            self.fields["word"] = forms.CharField(
                label=_("Type “%(word)s” to confirm") % {"word": self.WORD},
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
            )

    def clean_password(self) -> None:
        if not self.user.check_password(self.cleaned_data["password"]):
            raise forms.ValidationError(_("This is not your password."))

    def clean_word(self) -> None:
        if self.cleaned_data["word"].strip().casefold() != str(self.WORD).casefold():
            raise forms.ValidationError(_("Type exactly this word: %(word)s"), params={"word": self.WORD})
