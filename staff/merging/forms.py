"""Forms for merging accounts."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from players.models import User
from staff.find_account import find_person


class PersonField(forms.CharField):
    """An account, by its number or its address."""

    widget = forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"})

    def clean(self, value: Any) -> User:
        account = find_person(super().clean(value))
        if account is None:
            raise forms.ValidationError(_("There is no such account."))
        return account


class AccountsForm(forms.Form):
    source = PersonField(
        label=_("Account to remove"),
        help_text=_("Its number, as in the address of its profile, or its email address."),
        max_length=254,
    )
    target = PersonField(label=_("Account to keep"), max_length=254)

    def people(self) -> tuple[User, User] | None:
        """Both accounts, once they are known."""
        if not self.is_bound or {"source", "target"} & self.errors.keys():
            return None
        return self.cleaned_data["source"], self.cleaned_data["target"]


class MergeForm(AccountsForm):
    """The same accounts as hidden fields, and the reason."""

    reason = forms.CharField(label=_("Reason, for the log"), max_length=300)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("source", "target"):
            self.fields[name].widget = forms.HiddenInput()
