"""Forms of draws."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from leagues.models import MOST_ROUNDS
from leagues.seasons.forms import SHORT


class DrawSeedForm(forms.Form):
    """The seed of a draw; empty for a random one."""

    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=0,
        max_value=10**12,
        required=False,
        widget=forms.NumberInput(attrs=SHORT),
    )


class SwapForm(forms.Form):
    round = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    one = forms.IntegerField(min_value=1)
    other = forms.IntegerField(min_value=1)


class LockForm(forms.Form):
    draw = forms.IntegerField(min_value=1)


class ApartForm(forms.Form):
    one = forms.IntegerField(min_value=1)
    other = forms.IntegerField(min_value=1)
