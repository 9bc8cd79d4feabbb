"""The form with which a substitute answers an offer."""

from __future__ import annotations

from django import forms


class AnswerOfferForm(forms.Form):
    accept = forms.TypedChoiceField(
        choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes"
    )
