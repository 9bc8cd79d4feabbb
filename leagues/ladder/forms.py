"""Forms of ladders."""

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.lobby.paces import DEFAULT_PACE, PACES
from games.lobby.rules_form import BEST_KNOWN
from games.presentation.option_texts import PRESETS
from leagues.forms import number_field, reason_field
from leagues.ladder.models import MOST_DAYS
from leagues.ladder.services import MOST_RUNGS
from players.name_field import TitleField


class LadderForm(forms.Form):
    """The name and the limits, which organisers can change at any time."""

    name = TitleField(label=pgettext_lazy("of a ladder", "Name"), max_length=60)
    reach = number_field(
        gettext_lazy("Places above that a member may challenge"), 1, 20, initial=3, help_text=gettext_lazy("At most.")
    )
    open_most = number_field(
        gettext_lazy("Challenges of a member at once"),
        1,
        5,
        initial=1,
        help_text=gettext_lazy("Nobody is challenged by more at once either."),
    )
    answer_days = number_field(
        gettext_lazy("Days to answer"), 1, MOST_DAYS, initial=3, help_text=gettext_lazy("Then the challenge is won.")
    )
    play_days = number_field(
        gettext_lazy("Days for the match"),
        1,
        MOST_DAYS,
        initial=14,
        help_text=gettext_lazy("Then bots play it to its end, and it counts."),
    )
    repeat_days = number_field(
        gettext_lazy("Days until the same two meet again"),
        0,
        MOST_DAYS,
        initial=14,
        help_text=gettext_lazy("0: at once."),
    )
    idle_days = number_field(
        gettext_lazy("Days without a match until a member moves down"),
        1,
        MOST_DAYS,
        required=False,
        initial=30,
        help_text=gettext_lazy("By one place, and by another after as many days again. If empty: never."),
    )


class NewLadderForm(LadderForm):
    """Adds the game, which stays."""

    preset = forms.ChoiceField(
        label=gettext_lazy("Rules"), choices=[(key, text.name) for key, text in PRESETS.items()], initial=BEST_KNOWN
    )
    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"), choices=[(key, pace.name) for key, pace in PACES.items()], initial=DEFAULT_PACE
    )


class MoveForm(forms.Form):
    place = forms.IntegerField(min_value=1, max_value=MOST_RUNGS)
    reason = reason_field()


class TakeOffForm(forms.Form):
    reason = reason_field()
