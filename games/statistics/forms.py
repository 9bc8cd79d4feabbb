"""The filters of statistics, filled from the query string."""

import re
from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.presentation.option_texts import PRESETS
from games.statistics.counting import Counts

NAP: Final = "nap"
NAPOLEON: Final = "napoleon"
"""All presets but Nap; they count the same things."""
_MONTH: Final = re.compile(r"(20[0-9]{2})-(0[1-9]|1[0-2])\Z")


class MonthField(forms.CharField):
    """A month, such as 2026-11, as its first day."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(attrs={"type": "month", "placeholder": "2026-11"})
        error = gettext_lazy("Enter a month like this: 2026-11.")
        super().__init__(widget=widget, validators=[RegexValidator(_MONTH, error)], **kwargs)

    def clean(self, value: Any) -> date | None:
        text = super().clean(value)
        return date.fromisoformat(f"{text}-01") if text else None


class PeriodForm(forms.Form):
    """All fields are optional."""

    since = MonthField(label=gettext_lazy("From"), required=False)
    until = MonthField(label=gettext_lazy("Until"), required=False)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        since, until = data.get("since"), data.get("until")
        if since and until and since > until:
            raise forms.ValidationError(_("The first month comes after the last."))
        return data

    def conditions(self) -> dict[str, Any]:
        """The conditions for a query of tallies."""
        data = self.cleaned_data
        ends = {"month__gte": data["since"], "month__lte": data["until"]}
        return {name: value for name, value in ends.items() if value}


class ClubStatisticsForm(PeriodForm):
    game = forms.ChoiceField(label=pgettext_lazy("of cards", "Game"), required=False)
    field_order = ["game", "source", "since", "until"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = self.fields["game"]
        if isinstance(game, forms.ChoiceField):
            presets = [(key, preset.name) for key, preset in PRESETS.items() if key != NAP]
            game.choices = [
                ("", _("most played")),
                (NAPOLEON, _("Napoleon, all rules")),
                *presets,
                (NAP, PRESETS[NAP].name),
            ]

    def name_of(self, game: str) -> str:
        field = self.fields["game"]
        choices: Any = field.choices if isinstance(field, forms.ChoiceField) else ()
        return str(dict(choices)[game])

    def chosen_game(self, rows: Iterable[tuple[str, date, Counts]]) -> str:
        """The chosen game, or else the one with more deals."""
        asked: str = self.cleaned_data["game"]
        if asked:
            return asked
        nap = napoleon = 0
        for _preset, _month, counts in rows:
            nap += counts.get("declarer.deals", 0) + counts.get("opponent.deals", 0)
            napoleon += sum(counts.get(f"{role}.deals", 0) for role in ("napoleon", "adjutant", "ally"))
        return NAP if nap > napoleon else NAPOLEON


class PersonStatisticsForm(ClubStatisticsForm):
    source = forms.ChoiceField(
        label=gettext_lazy("Where"),
        choices=[("", gettext_lazy("played here")), ("imported", gettext_lazy("imported"))],
        required=False,
    )

    def conditions(self) -> dict[str, Any]:
        is_imported = self.cleaned_data["source"] == "imported"
        return super().conditions() | {"is_imported": is_imported}


def belongs(preset: str, game: str) -> bool:
    """Whether matches by the preset belong to the game."""
    return preset != NAP if game == NAPOLEON else preset == game
