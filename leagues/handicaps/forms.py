"""The form with which organisers set handicaps, with two fields for each entry."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms import reason_field
from leagues.handicaps.services import Handicap
from leagues.models import Entry
from leagues.standings.adjustments import MOST
from players.models import validate_visible

STEP: Final = "0.01"


class HandicapsForm(forms.Form):
    seen = forms.IntegerField(widget=forms.HiddenInput)
    reason = reason_field(
        gettext_lazy("Everybody who sees the standings can read it."), required=False, validators=[validate_visible]
    )

    def __init__(self, *args: Any, entries: Sequence[Entry], needs_reason: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries, self.needs_reason = entries, needs_reason
        for entry in entries:
            self.fields[f"start-{entry.pk}"] = _points(_("Starting points of %(name)s") % {"name": entry.name})
            self.fields[f"match-{entry.pk}"] = _points(_("Handicap of %(name)s") % {"name": entry.name})
        self.fields["reason"].required = needs_reason

    @property
    def rows(self) -> list[tuple[Entry, forms.BoundField, forms.BoundField]]:
        return [(entry, self[f"start-{entry.pk}"], self[f"match-{entry.pk}"]) for entry in self.entries]

    def values(self) -> dict[str, Any]:
        """As `leagues.handicaps.services.set_handicaps` takes them."""
        data = self.cleaned_data
        nothing = Decimal(0)
        handicaps = {
            entry.pk: Handicap(data[f"start-{entry.pk}"] or nothing, data[f"match-{entry.pk}"] or nothing)
            for entry in self.entries
        }
        return {"handicaps": handicaps, "reason": data["reason"], "seen": data["seen"]}


def _points(label: str) -> forms.DecimalField:
    widget = forms.NumberInput(attrs={"class": "short", "step": STEP, "aria-label": label})
    return forms.DecimalField(
        label=label, required=False, min_value=-MOST, max_value=MOST, decimal_places=2, widget=widget
    )


def initial_of(entries: Sequence[Entry], proposed: Mapping[int, Decimal]) -> dict[str, Decimal | None]:
    """The values as they are, or as they are proposed. Nothing is an empty field."""
    found: dict[str, Decimal | None] = {}
    for entry in entries:
        found[f"start-{entry.pk}"] = _short(entry.starting_points)
        found[f"match-{entry.pk}"] = _short(proposed.get(entry.pk, entry.handicap))
    return found


def _short(value: Decimal) -> Decimal | None:
    """Without zeros at the end.

    >>> _short(Decimal("2.50")), _short(Decimal("20.00")), _short(Decimal(0))
    (Decimal('2.5'), Decimal('20'), None)
    """
    if not value:
        return None
    return value.quantize(Decimal(1)) if value == value.to_integral_value() else value.normalize()
