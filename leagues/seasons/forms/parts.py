"""What a season is played by, when, and by whom: parts of its forms."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy

from games.bots import LEVELS
from games.lobby.forms import BOT_LEVELS
from leagues.models import Season
from leagues.seasons.forms.fields import SHORT, Moment, choice, number
from leagues.seasons.models import MOST_ENTRIES, MOST_ROUNDS

SIZES: Final = range(2, 9)


class WhenFields(forms.Form):
    """Rounds, their dates, and what becomes of what is not finished."""

    rounds_planned = number(gettext_lazy("Rounds"), 1, MOST_ROUNDS, initial=5)
    pace = choice(gettext_lazy("Pace"), Season.Pace.choices, initial=Season.Pace.ROUNDS)
    opening = choice(
        gettext_lazy("Rounds open"), Season.Opening.choices, initial=Season.Opening.DATES
    )
    starts_at = Moment(
        label=gettext_lazy("First round"),
        help_text=gettext_lazy("Empty: when an organiser starts the season."),
        required=False,
    )
    round_days = number(
        gettext_lazy("Days for a round"),
        1,
        365,
        required=False,
        initial=14,
        help_text=gettext_lazy("Then it closes. Empty: it lasts until it is finished."),
    )
    games_at_once = number(
        gettext_lazy("Games at once"),
        1,
        10,
        initial=2,
        help_text=gettext_lazy("For a member, where all rounds run at once."),
    )
    closing = choice(
        gettext_lazy("Tables unfinished at the closing date"),
        Season.Closing.choices,
        initial=Season.Closing.BOTS,
    )
    credit = choice(
        gettext_lazy("Where a substitute has played"),
        Season.Credit.choices,
        initial=Season.Credit.SEAT,
    )
    substitute_hours = number(gettext_lazy("Hours for a substitute to answer"), 1, 240, initial=24)

    def when_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in WhenFields.base_fields]


class EntryFields(forms.Form):
    """Who may be in it."""

    registration_opens_at = Moment(
        label=gettext_lazy("Registration opens"),
        help_text=gettext_lazy("Empty: when an organiser opens it."),
        required=False,
    )
    registration_closes_at = Moment(
        label=gettext_lazy("Registration closes"),
        help_text=gettext_lazy("Empty: when the season starts."),
        required=False,
    )
    needs_approval = forms.BooleanField(
        label=gettext_lazy("An organiser approves each entry"), required=False
    )
    cap = number(
        gettext_lazy("Members at most"),
        2,
        MOST_ENTRIES,
        required=False,
        help_text=gettext_lazy("Empty: 200, as many as a season can have."),
    )
    has_waiting_list = forms.BooleanField(
        label=gettext_lazy("Waiting list"),
        help_text=gettext_lazy("Who comes when it is full moves up when somebody leaves."),
        required=False,
        initial=True,
    )
    late_until = number(
        gettext_lazy("Late entries up to round"),
        0,
        MOST_ROUNDS,
        initial=0,
        help_text=gettext_lazy("Into rounds that have not begun. 0: there are none."),
    )

    def entry_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in EntryFields.base_fields]


class TableFields(forms.Form):
    """The sizes of tables, and who may look on."""

    other_size = forms.TypedChoiceField(
        label=gettext_lazy("Other size of tables"),
        help_text=gettext_lazy(
            "Used where the number of members demands it; as many tables as can be have the size of the rules."
        ),
        choices=[("", gettext_lazy("none")), *((size, size) for size in SIZES)],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.Select(attrs=SHORT),
    )
    gap = choice(
        gettext_lazy("If the members cannot be shared out over tables"),
        Season.Gap.choices,
        initial=Season.Gap.BOTS,
    )
    bot_level = forms.ChoiceField(
        label=gettext_lazy("The bots play as"),
        choices=[(level, BOT_LEVELS[level]) for level in LEVELS],
        initial="corporal",
    )
    is_listed = forms.TypedChoiceField(
        label=gettext_lazy("Who may look on"),
        choices=[
            ("yes", gettext_lazy("Anyone: the tables are listed")),
            ("no", gettext_lazy("Only those at the table")),
        ],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        initial="yes",
    )

    def table_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in TableFields.base_fields]
