"""The form of a series of weeks of boards."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.boards.given_cards import MOST_BOARDS
from games.lobby.rules_form import BEST_KNOWN
from games.models import BoardSet
from games.presentation.option_texts import PRESETS
from leagues.board_weeks.models import MOST_WEEKS
from leagues.forms import SHORT, choice_field, number_field
from leagues.models import Club
from players.name_field import TitleField


class BoardSeriesForm(forms.Form):
    name = TitleField(
        label=pgettext_lazy("of a series of boards", "Name"),
        help_text=gettext_lazy("Each week is called after it, with its number."),
        max_length=60,
    )
    preset = forms.ChoiceField(
        label=gettext_lazy("Rules"), choices=[(key, text.name) for key, text in PRESETS.items()], initial=BEST_KNOWN
    )
    boards = number_field(gettext_lazy("Boards a week"), 1, MOST_BOARDS, initial=4)
    order = choice_field(gettext_lazy("What decides"), BoardSet.Order.choices, initial=BoardSet.Order.POINTS)
    first_day = forms.DateField(
        label=gettext_lazy("First day"),
        help_text=gettext_lazy("The boards open at midnight in the club’s time zone; today’s open at once."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    days = number_field(gettext_lazy("Days open"), 1, 7, initial=7)
    weeks = number_field(gettext_lazy("Weeks"), 1, MOST_WEEKS, initial=6)
    best = forms.IntegerField(
        label=gettext_lazy("Weeks that count"),
        help_text=gettext_lazy("The best ones of each member. If empty, all of them."),
        min_value=1,
        max_value=MOST_WEEKS,
        required=False,
        widget=forms.NumberInput(attrs=SHORT),
    )

    def __init__(self, data: Any, club: Club) -> None:
        super().__init__(data)
        self.club = club
        self.initial["first_day"] = self.today

    @property
    def today(self) -> Any:
        return timezone.now().astimezone(self.club.zone).date()

    def clean_first_day(self) -> Any:
        first_day = self.cleaned_data["first_day"]
        if not 0 <= (first_day - self.today).days <= 366:
            raise forms.ValidationError(_("Today or a day of the coming year."))
        return first_day

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        weeks, best = cleaned.get("weeks"), cleaned.get("best")
        if weeks and best and best > weeks:
            self.add_error("best", _("No more than there are weeks."))
        if weeks and "best" in cleaned:
            cleaned["best"] = best or weeks
        return cleaned
