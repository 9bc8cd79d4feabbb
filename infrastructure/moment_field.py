"""A form field for a date and a time."""

from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

FORMAT: Final = "%Y-%m-%dT%H:%M"
SPAN: Final = timedelta(days=3653)
"""Ten years. Near the ends of the calendar, neither Python nor databases can convert moments to every time zone."""


class MomentField(forms.DateTimeField):
    """A date and a time, in the user's time zone."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"type": "datetime-local", "class": "short"}
        widget = forms.DateTimeInput(attrs=attrs, format=FORMAT)
        super().__init__(widget=widget, input_formats=[FORMAT, f"{FORMAT}:%S"], **kwargs)

    def to_python(self, value: Any) -> datetime | None:
        moment: datetime | None = super().to_python(value)
        if moment is not None and not abs(moment - timezone.now()) <= SPAN:
            raise forms.ValidationError(_("Enter a date within the next or the last ten years."))
        return moment
