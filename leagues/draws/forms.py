"""Forms of draws."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from leagues.forms import number_field
from leagues.models import MOST_ROUNDS, Entry

LONGEST_KEY: Final = 18
"""In digits."""


class DrawSeedForm(forms.Form):
    """The seed of a draw; empty for a random one."""

    seed = number_field(gettext_lazy("Seed"), 0, 10**12, required=False)


class SwapForm(forms.Form):
    round = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    one = forms.IntegerField(min_value=1)
    other = forms.IntegerField(min_value=1)


class MakeSwapForm(SwapForm):
    draw = forms.IntegerField(min_value=1)
    made = forms.IntegerField(min_value=0)
    """How many swaps the draw had when its cost was shown."""


class LockForm(forms.Form):
    draw = forms.IntegerField(min_value=1)


class LockAllForm(forms.Form):
    draws = forms.RegexField(rf"\A\d{{1,{LONGEST_KEY}}}(,\d{{1,{LONGEST_KEY}}})*\Z")
    """The keys of those that the organiser has seen."""

    def clean_draws(self) -> list[int]:
        return [int(key) for key in self.cleaned_data["draws"].split(",")]


class EntriesField(forms.ModelMultipleChoiceField[Entry]):
    def clean(self, value: Any) -> Any:
        # Databases know no such numbers, and SQLite's driver raises an error of its own.
        if unknown := [one for one in value or () if len(str(one)) > LONGEST_KEY]:
            message = self.error_messages["invalid_choice"]
            raise forms.ValidationError(message, "invalid_choice", {"value": unknown[0]})
        return super().clean(value)


class ApartForm(forms.Form):
    members = EntriesField(Entry.objects.all(), required=False)
