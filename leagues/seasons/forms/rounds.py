"""What is sent to rounds and their tables."""

from __future__ import annotations

from datetime import datetime

from django import forms
from django.utils.translation import gettext_lazy

from leagues.seasons.forms.fields import Moment


class DatesForm(forms.Form):
    opens_at = Moment(label=gettext_lazy("Opens"), required=False)
    closes_at = Moment(label=gettext_lazy("Closes"), required=False)

    def moments(self) -> dict[str, datetime | None]:
        return dict(self.cleaned_data)


class ReasonForm(forms.Form):
    reason = forms.CharField(max_length=200, required=False)


class AnswerForm(forms.Form):
    accept = forms.TypedChoiceField(
        choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes"
    )
