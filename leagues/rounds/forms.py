"""The form for the dates of a round."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from leagues.forms import MomentField


class DatesForm(forms.Form):
    opens_at = MomentField(label=gettext_lazy("Opens"), required=False)
    closes_at = MomentField(label=gettext_lazy("Closes"), required=False)
