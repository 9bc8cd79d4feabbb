"""What organisers decide about divisions: how many there are, who plays in which, who goes up and down."""

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.forms import number_field, reason_field
from leagues.models import MOST_ENTRIES, Division
from leagues.seasons.divisions import WantedDivision
from leagues.seasons.promotion import UP_AND_DOWN, Decisions, SplitTie, TieDecision
from leagues.seasons.services import MOST_DIVISIONS
from players.models import validate_visible
from players.name_field import TitleField
from players.writing import keep_texts

NUMBERS: Final[dict[str, tuple[Promise, int, int]]] = {
    "size": (gettext_lazy("Members"), 2, MOST_ENTRIES),
    "promoted": (gettext_lazy("Go up"), 0, 50),
    "relegated": (gettext_lazy("Go down"), 0, 50),
}
"""The numbers of a division: the label of each, its least value and its greatest."""
MOVE: Final = re.compile(r"(?P<entry>[0-9]{1,18}):(?P<was>[0-9]{1,2}):(?P<to>[0-9]{1,2})")


class DivisionFields(NamedTuple):
    number: int
    fields: list[forms.BoundField]
    is_open: bool
    """Whether the season has it, or something in it is to be corrected; others are folded."""


class DivisionsForm(forms.Form):
    """One row for each possible division; those beyond the number of divisions are ignored."""

    def __init__(self, *args: Any, divisions: list[Division], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["divisions"] = number_field(
            gettext_lazy("Number of divisions"), 1, MOST_DIVISIONS, initial=len(divisions)
        )
        for place in range(MOST_DIVISIONS):
            there = divisions[place] if place < len(divisions) else Division(number=place + 1)
            self.fields[f"name_{place}"] = TitleField(
                label=pgettext_lazy("of a division", "Name"), max_length=40, required=False, initial=there.name
            )
            for key, (label, least, most) in NUMBERS.items():
                self.fields[f"{key}_{place}"] = number_field(
                    label, least, most, required=False, initial=getattr(there, key)
                )
        keep_texts(self, {name: field.initial for name, field in self.fields.items()})

    def rows(self) -> list[DivisionFields]:
        there = max(int(self["divisions"].initial), 2)
        found = []
        for place in range(MOST_DIVISIONS):
            fields = [self[f"{key}_{place}"] for key in ("name", *NUMBERS)]
            is_open = place < there or any(field.errors for field in fields)
            found.append(DivisionFields(place + 1, fields, is_open))
        return found

    def wanted(self) -> list[WantedDivision]:
        data = self.cleaned_data

        def division(place: int) -> WantedDivision:
            up, down = data[f"promoted_{place}"] or 0, data[f"relegated_{place}"] or 0
            return WantedDivision(data[f"name_{place}"], data[f"size_{place}"], up, down)

        return [division(place) for place in range(data["divisions"])]


class AssignDivisionsForm(forms.Form):
    order = forms.ChoiceField(choices=[("registration", ""), ("rating", "")])


class MovesField(forms.Field):
    """Moves of several members: `12:1:2` moves entry 12 from the first division to the second; 0 is none.

    Who stays where they were is left out, so that a page from before changes nothing that another organiser has moved.
    """

    widget = forms.SelectMultiple

    def clean(self, value: list[str]) -> dict[int, int]:
        moves = [MOVE.fullmatch(move) for move in super().clean(value)]
        if None in moves:
            raise forms.ValidationError(_("Choose one of the divisions."))
        return {int(move["entry"]): int(move["to"]) for move in moves if move and move["to"] != move["was"]}


class MoveEntriesForm(forms.Form):
    wanted = MovesField()


class TieFields(NamedTuple):
    """A tie that promotion or relegation cuts, with the fields that decide it."""

    tie: SplitTie
    going: forms.BoundField
    reason: forms.BoundField


class PromotionForm(forms.Form):
    """Who goes of each tie that is cut: by the rule, or by an organiser's choice, for a reason."""

    def __init__(self, *args: Any, ties: Sequence[SplitTie], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ties = ties
        for tie in ties:
            self.fields[f"going-{tie.key}"] = forms.TypedMultipleChoiceField(
                choices=[(line.pk, line.entry.name) for line in tie.lines],
                coerce=int,
                initial=[line.pk for line in tie.moving],
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
            self.fields[f"reason-{tie.key}"] = reason_field(
                gettext_lazy("Needed if you decide otherwise. All members can read it."),
                required=False,
                validators=[validate_visible],
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        moved = set[int]()
        for tie in self.ties:
            going = set(data.get(f"going-{tie.key}", ()))
            if moved & going:
                self.add_error(f"going-{tie.key}", UP_AND_DOWN)
            moved |= going
            if len(going) != len(tie.moving):
                self.add_error(f"going-{tie.key}", _("Choose %(n)s.") % {"n": len(tie.moving)})
            elif going != {line.pk for line in tie.moving} and not data.get(f"reason-{tie.key}"):
                self.add_error(f"reason-{tie.key}", _("Give a reason for deciding otherwise."))
        return data

    def rows(self) -> list[TieFields]:
        return [TieFields(tie, self[f"going-{tie.key}"], self[f"reason-{tie.key}"]) for tie in self.ties]

    def decisions(self) -> Decisions:
        return {
            tie.key: TieDecision(
                frozenset(self.cleaned_data[f"going-{tie.key}"]), self.cleaned_data[f"reason-{tie.key}"]
            )
            for tie in self.ties
        }
