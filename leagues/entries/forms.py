"""Forms of entries."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from leagues.forms import confirmation
from players.models import User
from players.profiles.find_people import find_people


class WithdrawForm(forms.Form):
    """Confirms withdrawing from the season."""

    sure = confirmation(
        gettext_lazy("I want to withdraw from the season"),
        gettext_lazy(
            "In your running games of the season, a bot plays until a substitute takes over."
        ),
        gettext_lazy("Tick this if you really want to withdraw."),
    )


class AddForm(forms.Form):
    """Enters a member of the club, by name or number."""

    who = forms.CharField(label=gettext_lazy("Member of the club, by name"), max_length=60)

    def clean_who(self) -> User:
        [person] = find_people([self.cleaned_data["who"]])
        return person
