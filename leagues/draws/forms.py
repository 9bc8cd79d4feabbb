"""Forms of draws."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from leagues.forms import number_field
from leagues.models import MOST_ROUNDS, Entry


class DrawSeedForm(forms.Form):
    """The seed of a draw; empty for a random one."""

    seed = number_field(gettext_lazy("Seed"), 0, 10**12, required=False)


class SwapForm(forms.Form):
    round = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    one = forms.IntegerField(min_value=1)
    other = forms.IntegerField(min_value=1)


class LockForm(forms.Form):
    draw = forms.IntegerField(min_value=1)


class ApartForm(forms.Form):
    members = forms.ModelMultipleChoiceField(Entry.objects.all())
