"""How results become places, as organisers choose it."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.seasons.forms.fields import SHORT, Points, choice, number
from leagues.seasons.models import MOST_ROUNDS
from leagues.seasons.scheme import SchemeError
from leagues.seasons.scheme import from_json as scheme_from_json
from leagues.standings import Scheme, TieBreak

TIE_BREAKS: Final[dict[TieBreak, Promise]] = {
    "head_to_head": gettext_lazy("head to head"),
    "points_per_deal": gettext_lazy("points per deal"),
    "napoleon_wins": gettext_lazy("deals won as Napoleon"),
    "contracts_made": gettext_lazy("contracts made, as Napoleon or adjutant"),
    "strength": gettext_lazy("strength of the opponents"),
    "fewer_penalties": gettext_lazy("fewer penalties"),
    "registration": gettext_lazy("earlier registration"),
}
FIRST_TIE_BREAKS: Final[tuple[TieBreak, ...]] = ("head_to_head", "points_per_deal", "strength")


class SchemeFields(forms.Form):
    """How results become places (docs/standings.md)."""

    points = choice(
        gettext_lazy("Points for a table"),
        [
            ("raw", gettext_lazy("What was scored")),
            ("place", gettext_lazy("By place at the table")),
            ("both", gettext_lazy("What was scored, and points by place as a bonus")),
        ],
        initial="raw",
    )
    places = forms.CharField(
        label=gettext_lazy("Points by place"),
        help_text=gettext_lazy(
            "A line for each size of table, the largest first, such as 5 3 2 1 0. Sizes without a line are worked out."
        ),
        required=False,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    centred = forms.BooleanField(
        label=gettext_lazy("From each score the mean of its table is taken"),
        help_text=gettext_lazy("So tables of different sizes count alike."),
        required=False,
    )
    bye = Points(
        label=gettext_lazy("Points for a bye"),
        help_text=gettext_lazy("Empty: the average of one’s own rounds."),
        required=False,
        initial="0",
    )
    void = Points(label=gettext_lazy("Points for a void table"), initial="0")
    absent = Points(label=gettext_lazy("Points for a missed round"), initial="0")
    best = number(
        gettext_lazy("Best rounds that count"),
        1,
        MOST_ROUNDS,
        required=False,
        help_text=gettext_lazy("Empty: all."),
    )
    drop = number(gettext_lazy("Worst rounds dropped"), 0, MOST_ROUNDS, initial=0)
    minimum = number(gettext_lazy("Rounds needed for a place"), 0, MOST_ROUNDS, initial=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [("", gettext_lazy("nothing more")), *TIE_BREAKS.items()]
        for place in range(len(TIE_BREAKS)):
            default = FIRST_TIE_BREAKS[place] if place < len(FIRST_TIE_BREAKS) else ""
            self.fields[f"tie_break_{place + 1}"] = forms.ChoiceField(
                label=_("Tie-break %(n)s") % {"n": place + 1},
                choices=names,
                required=False,
                initial=default,
                widget=forms.Select(attrs=SHORT),
            )

    def scheme_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in SchemeFields.base_fields]

    def tie_break_fields(self) -> list[forms.BoundField]:
        return [self[f"tie_break_{place + 1}"] for place in range(len(TIE_BREAKS))]

    def clean_places(self) -> list[list[str]]:
        lines = self.cleaned_data["places"].replace(",", " ").splitlines()
        scales = [line.split() for line in lines if line.strip()]
        try:
            scheme_from_json({"places": scales})
        except SchemeError as error:
            raise forms.ValidationError(
                _("One line for each size of table, the largest first, each of numbers alone.")
            ) from error
        return scales

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("points") in ("place", "both") and not data.get("places"):
            self.add_error("places", _("Say what each place is worth."))
        chosen = self.tie_breaks()
        if len(set(chosen)) < len(chosen):
            self.add_error(None, _("Each tie-break can be named once only."))
        return data

    def tie_breaks(self) -> list[str]:
        found = [self.cleaned_data.get(f"tie_break_{n + 1}", "") for n in range(len(TIE_BREAKS))]
        return [key for key in found if key]

    def scheme(self) -> Scheme:
        data = self.cleaned_data
        values = {
            "points": data["points"],
            "places": data["places"],
            "centred": data["centred"],
            "bye": None if data["bye"] is None else str(data["bye"]),
            "void": str(data["void"]),
            "absent": str(data["absent"]),
            "best": data["best"],
            "drop": data["drop"],
            "minimum": data["minimum"],
            "tie_breaks": self.tie_breaks(),
        }
        return scheme_from_json(values)
