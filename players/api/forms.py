"""The form that makes a token."""

from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.api import tokens
from players.models import User

LENGTHS: Final = (30, 90, 365)


def _lengths() -> list[tuple[str, str]]:
    return [*((str(days), _("%(days)d days") % {"days": days}) for days in LENGTHS), ("", _("until I end it"))]


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"), help_text=gettext_lazy("What the token is for, such as a program."), max_length=60
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"), widget=forms.CheckboxSelectMultiple, choices=[]
    )
    days = forms.ChoiceField(label=gettext_lazy("Valid for"), choices=_lengths, required=False, initial="90")

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data)
        self.user = user
        field: Any = self.fields["scopes"]
        field.choices = [(scope.value, scope.label) for scope in tokens.offered_scopes(user)]

    def clean(self) -> dict[str, Any]:
        if self.user.api_tokens.count() >= tokens.MOST:
            self.add_error(None, _("You have as many tokens as the site allows. End one first."))
        return self.cleaned_data

    def save(self) -> str:
        data = self.cleaned_data
        return tokens.make_token(self.user, name=data["name"], scopes=data["scopes"], ends_at=_end(data["days"]))


def _end(days: str) -> datetime | None:
    return timezone.now() + timedelta(days=int(days)) if days else None
