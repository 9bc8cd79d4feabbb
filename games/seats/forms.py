"""Stepping out of a running match, and in: leaving, pausing, substitutes."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.lobby.forms import MOST_FRIENDS, find_people
from games.seats.absence import LONGEST_PAUSE
from players.models import User

MOST_DAYS: Final = LONGEST_PAUSE.days


class LeaveForm(forms.Form):
    """Asks twice, for it cannot be undone."""

    sure = forms.BooleanField(
        label=_("I leave for good"),
        help_text=_("A bot plays on in my seat, or somebody whom the host asks."),
        error_messages={"required": _("Tick this if you really want to leave.")},
    )


class PauseForm(forms.Form):
    days = forms.IntegerField(
        label=_("For how many days"),
        min_value=1,
        max_value=MOST_DAYS,
        initial=3,
        widget=forms.NumberInput(attrs={"class": "short"}),
    )
    reason = forms.CharField(
        label=_("Why"), help_text=_("Everybody at the table reads it."), max_length=200
    )


class OfferForm(forms.Form):
    """Whom to ask to play on in a seat; no name takes the offer back."""

    number = forms.IntegerField(min_value=0, max_value=MOST_FRIENDS)
    name = forms.CharField(label=_("Name"), max_length=60, required=False)

    def __init__(self, *args: object, host: User, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.host = host
        self.person: User | None = None

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        if name:
            [self.person] = find_people([name], self.host)
        return name
