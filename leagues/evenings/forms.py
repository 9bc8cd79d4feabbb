"""The forms by which people say whether they are coming."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.models import Attendance, Entry
from players.name_field import TitleField

ANSWERS = Attendance.Answer.choices


class ReplyForm(forms.Form):
    """One's own answer."""

    answer = forms.ChoiceField(choices=ANSWERS)


class GuestForm(forms.Form):
    name = TitleField(label=gettext_lazy("Name of the guest"), max_length=40)


class GuestReplyForm(GuestForm, ReplyForm):
    """A guest's answer, by the link."""


class AttendanceForm(forms.Form):
    """What everybody has said. It changes only the answers that differ from those it was filled with."""

    def __init__(self, *args: Any, entries: Sequence[Entry], answers: dict[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = list(entries)
        choices = [("", pgettext_lazy("to a round", "no answer")), *ANSWERS]
        for entry in self.entries:
            initial = answers.get(entry.pk, "")
            self.fields[f"of-{entry.pk}"] = forms.ChoiceField(
                label=entry.name, choices=choices, required=False, initial=initial
            )
            self.fields[f"was-{entry.pk}"] = forms.CharField(
                required=False, initial=initial, widget=forms.HiddenInput, max_length=6
            )

    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"of-{entry.pk}"], self[f"was-{entry.pk}"]) for entry in self.entries]

    def changes(self) -> dict[int, str]:
        """The new answers, by entry: what somebody else has said since stays."""
        data = self.cleaned_data
        return {
            entry.pk: data[f"of-{entry.pk}"]
            for entry in self.entries
            if data[f"of-{entry.pk}"] != data[f"was-{entry.pk}"]
        }
