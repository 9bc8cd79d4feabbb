"""Forms of entries."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy


class AnswerEntryForm(forms.Form):
    approve = forms.TypedChoiceField(
        choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes"
    )


class WithdrawForm(forms.Form):
    """Confirms withdrawing from the season."""

    sure = forms.BooleanField(
        label=gettext_lazy("I want to withdraw from the season"),
        help_text=gettext_lazy(
            "In your running games of the season, a bot plays until a substitute takes over."
        ),
        error_messages={"required": gettext_lazy("Tick this if you really want to withdraw.")},
    )


class AddForm(forms.Form):
    """Enters a member of the club, by name or number."""

    who = forms.CharField(label=gettext_lazy("Member of the club, by name"), max_length=60)
