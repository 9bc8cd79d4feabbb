"""The forms for the dates of a round, and for the reason of an organiser's decision."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from leagues.seasons.forms import MomentField


class DatesForm(forms.Form):
    opens_at = MomentField(label=gettext_lazy("Opens"), required=False)
    closes_at = MomentField(label=gettext_lazy("Closes"), required=False)


class ReasonForm(forms.Form):
    reason = forms.CharField(max_length=200, required=False)
