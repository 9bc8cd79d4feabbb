"""Vacations, as they are entered."""

from django import forms
from django.utils.translation import gettext_lazy as _


class VacationForm(forms.Form):
    first = forms.DateField(
        label=_("First day"),
        help_text=_("If it is today, the clocks stop now."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
