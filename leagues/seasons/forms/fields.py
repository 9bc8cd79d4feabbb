"""Fields that forms of seasons are made of."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from leagues.seasons.scheme import FRACTION

SHORT: Final = {"class": "short"}


class Moment(forms.DateTimeField):
    """A date and a time, in the zone of whoever types it."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local", **SHORT}, format="%Y-%m-%dT%H:%M")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"], **kwargs)


class Points(forms.CharField):
    """A number of points, exact: 3, 1.5 or 1/3."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={**SHORT, "inputmode": "decimal", "size": 6})
        super().__init__(max_length=12, widget=widget, **kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if text and not FRACTION.fullmatch(text):
            raise forms.ValidationError(_("A number, such as 3, 1.5 or 1/3."))
        return Fraction(text) if text else None


def number(label: Any, least: int, most: int, **kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        widget=forms.NumberInput(attrs=SHORT),
        **kwargs,
    )


def choice(label: Any, choices: Any, **kwargs: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect, **kwargs)
