"""The form with which organisers adjust points."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms import reason_field
from leagues.models import Entry
from leagues.standings.adjustments import MOST
from players.models import validate_visible

STEPS: Final = Decimal("0.01")


class AdjustForm(forms.Form):
    """Gives a member of the division points, or takes some as a penalty."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Member"), coerce=int)
    points = forms.DecimalField(
        label=gettext_lazy("Points"),
        help_text=gettext_lazy("With a minus sign for a penalty."),
        min_value=-MOST,
        max_value=MOST,
        decimal_places=2,
        widget=forms.NumberInput(attrs={"class": "short", "step": str(STEPS)}),
    )
    reason = reason_field(gettext_lazy("Everybody who sees the standings can read it."), validators=[validate_visible])

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("– choose –")), *((entry.pk, entry.name) for entry in entries)]
        self.fields["entry"].choices = choices  # type: ignore[attr-defined]

    def values(self) -> dict[str, Any]:
        """As `leagues.standings.adjustments.adjust` takes them."""
        data = self.cleaned_data
        return {"entry_id": data["entry"], "points": data["points"], "reason": data["reason"]}

    def clean_points(self) -> Decimal:
        points: Decimal = self.cleaned_data["points"]
        if not points:
            raise forms.ValidationError(_("Nothing would change."))
        return points
