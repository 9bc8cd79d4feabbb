"""What is sent about entries and divisions."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.models import Division
from leagues.seasons.dividing import Wanted
from leagues.seasons.forms.fields import number
from leagues.seasons.models import MOST_ENTRIES
from leagues.seasons.services import MOST_DIVISIONS
from players.models import validate_title


class SettleForm(forms.Form):
    approve = forms.TypedChoiceField(
        choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes"
    )


class WithdrawForm(forms.Form):
    """Asks twice, where games are running."""

    sure = forms.BooleanField(
        label=gettext_lazy("I withdraw from the season"),
        help_text=gettext_lazy(
            "In your running games of the season a bot plays on, until a substitute comes."
        ),
        error_messages={"required": gettext_lazy("Tick this if you really want to withdraw.")},
    )


class AddForm(forms.Form):
    """A member of the club, by name or number."""

    who = forms.CharField(label=gettext_lazy("Member of the club, by name"), max_length=60)


DIVISION_LABELS: Final[dict[str, Promise]] = {
    "size": gettext_lazy("Members"),
    "promoted": gettext_lazy("Go up"),
    "relegated": gettext_lazy("Go down"),
}


class DivisionsForm(forms.Form):
    """As many lines as a season can have divisions; those without anything in them are left out."""

    def __init__(self, *args: Any, divisions: list[Division], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["divisions"] = number(
            gettext_lazy("Divisions"), 1, MOST_DIVISIONS, initial=len(divisions)
        )
        for place in range(MOST_DIVISIONS):
            there = divisions[place] if place < len(divisions) else Division(number=place + 1)
            self.fields[f"name_{place}"] = forms.CharField(
                label=pgettext_lazy("of a division", "Name"),
                max_length=40,
                required=False,
                initial=there.name,
                validators=[validate_title],
            )
            for key, most in (("size", MOST_ENTRIES), ("promoted", 50), ("relegated", 50)):
                value = getattr(there, key)
                self.fields[f"{key}_{place}"] = number(
                    DIVISION_LABELS[key],
                    2 if key == "size" else 0,
                    most,
                    required=False,
                    initial=value if value or key == "size" else 0,
                )

    def rows(self) -> list[list[forms.BoundField]]:
        keys = ("name", "size", "promoted", "relegated")
        return [[self[f"{key}_{place}"] for key in keys] for place in range(MOST_DIVISIONS)]

    def wanted(self) -> list[Wanted]:
        data = self.cleaned_data
        return [
            Wanted(
                name=data[f"name_{place}"],
                size=data[f"size_{place}"],
                promoted=data[f"promoted_{place}"] or 0,
                relegated=data[f"relegated_{place}"] or 0,
            )
            for place in range(data["divisions"])
        ]


class ShareOutForm(forms.Form):
    order = forms.ChoiceField(choices=[("registration", ""), ("rating", "")])


class MoveForm(forms.Form):
    division = forms.IntegerField(min_value=1, max_value=MOST_DIVISIONS)
