"""The clock of a table as a part of forms: in lengths that people think in."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presenting.times import span
from games.timing.clock import ClockError, ClockRules

HOURS: Final = 3600
DAYS: Final = 24 * HOURS
MOVES: Final = (1, 2, 4, 8, 12, 24, 48, 72, 120, 168, 336)
BANKS: Final = (6, 12, 24, 48, 72, 120, 168, 240, 336, 504, 720)
INCREMENTS: Final = (10, 30, 60, 120, 240, 480)
# What the box for autopilot stands for.
AUTOPILOT: Final = ClockRules().autopilot


def _lengths(seconds: list[int], nothing: object) -> Any:
    """Choices, worded when they are shown, as the language may be another then."""
    return lambda: [
        (value, str(span(timedelta(seconds=value))) if value else str(nothing)) for value in seconds
    ]


class ClockFields(forms.Form):
    """The fields of a clock; `clock` is what they make, once they are valid."""

    clock_move = forms.TypedChoiceField(
        label=gettext_lazy("Time for each move"),
        choices=_lengths(
            [*(hours * HOURS for hours in MOVES), 0], gettext_lazy("none: the bank alone")
        ),
        coerce=int,
        initial=DAYS,
    )
    clock_bank = forms.TypedChoiceField(
        label=gettext_lazy("Bank of time"),
        help_text=gettext_lazy("For the whole match: it is drawn on when a move takes longer."),
        choices=_lengths([0, *(hours * HOURS for hours in BANKS)], gettext_lazy("none")),
        coerce=int,
        initial=3 * DAYS,
    )
    clock_increment = forms.TypedChoiceField(
        label=gettext_lazy("Each move gives back to the bank"),
        help_text=gettext_lazy("It never grows beyond what it began with."),
        choices=_lengths([0, *(minutes * 60 for minutes in INCREMENTS)], gettext_lazy("nothing")),
        coerce=int,
        initial=0,
    )
    clock_quiet = forms.BooleanField(
        label=gettext_lazy("Quiet hours"),
        help_text=gettext_lazy(
            "The clock stands still at night, by each player’s own zone and settings."
        ),
        required=False,
        initial=True,
    )
    clock_weekend = forms.BooleanField(
        label=gettext_lazy("Free weekends"),
        help_text=gettext_lazy("The clock stands still on each player’s Saturdays and Sundays."),
        required=False,
        initial=False,
    )
    clock_autopilot = forms.BooleanField(
        label=gettext_lazy("Autopilot"),
        help_text=gettext_lazy(
            "Who runs out of time twice in a row has a bot play on for him, until he takes the seat back."
        ),
        required=False,
        initial=True,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        keys = ("move", "bank", "increment", "quiet", "weekend", "autopilot")
        if any(f"clock_{key}" not in data for key in keys):
            return data
        lengths = {key: timedelta(seconds=data[f"clock_{key}"]) for key in keys[:3]}
        try:
            self.clock = ClockRules(
                **lengths,
                quiet=data["clock_quiet"],
                weekend=data["clock_weekend"],
                autopilot=AUTOPILOT if data["clock_autopilot"] else 0,
            )
        except ClockError as error:
            self.add_error(
                f"clock_{error.key}", _("Without a time for each move there must be a bank.")
            )
        return data

    def clock_fields(self) -> list[forms.BoundField]:
        """For the template, in their order."""
        return [self[name] for name in ClockFields.base_fields]
