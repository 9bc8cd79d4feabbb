"""Forms for players' reports and staff's decisions."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from staff.moderation.models import Report

ACTIONS: Final = ("hide", "show", "mute", "unmute", "unname", "clear", "dismiss")


class ReportForm(forms.ModelForm[Report]):
    class Meta:
        model = Report
        fields = ("reason", "words")
        widgets = {"words": forms.Textarea({"rows": 3})}


class DecisionForm(forms.Form):
    do = forms.ChoiceField(choices=[(action, action) for action in ACTIONS])
    reason = forms.CharField(label=_("Reason, for the log"), max_length=300)
    back = forms.BooleanField(required=False)
    """Whether the decision was made beside the comment."""
    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=365, required=False)
