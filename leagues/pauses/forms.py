"""The forms with which organisers pause a season, and give a table more time."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from infrastructure.moment_field import MomentField
from leagues.forms import number_field, reason_field
from leagues.models import Round
from leagues.pauses.services import MOST_DAYS


class PauseSeasonForm(forms.Form):
    round_number = forms.TypedChoiceField(
        label=gettext_lazy("What pauses"), coerce=int, required=False, empty_value=None
    )
    start = MomentField(label=gettext_lazy("From"), required=False, help_text=gettext_lazy("If empty, from now on."))
    end = MomentField(label=pgettext_lazy("a moment", "Until"))
    reason = reason_field()

    def __init__(self, *args: Any, rounds: Sequence[Round], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        unfinished = [round_.number for round_ in rounds if round_.state != Round.State.FINISHED]
        choices = [(number, _("Only round %(n)s") % {"n": number}) for number in unfinished]
        self.fields["round_number"].choices = [("", _("The whole season")), *choices]  # type: ignore[attr-defined]


class MoreTimeForm(forms.Form):
    days = number_field(gettext_lazy("Days"), 1, MOST_DAYS, initial=3)
    reason = reason_field()
