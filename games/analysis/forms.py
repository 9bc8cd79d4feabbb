from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class FilterForm(forms.Form):
    """Which of the decisions that are pointed out are listed."""

    large = forms.BooleanField(label=_("Only large ones"), required=False)
    mine = forms.BooleanField(label=_("Only mine"), required=False)
