"""The form of a wish to be seated: which rules, how quick, how many tables, and when bots may fill up."""

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.lobby import seat_wishes
from games.lobby.paces import DEFAULT_PACE, PACES
from games.lobby.rules_form import BEST_KNOWN
from games.models import SeatWish
from games.presentation.option_texts import PRESETS
from games.presentation.times import span
from napoleon.time_bank import DAY, HOUR
from players.models import User

WAITS: Final = (HOUR, 4 * HOUR, DAY, 3 * DAY)
"""How long people may want to wait for others before bots fill up."""


def _waits() -> list[tuple[int, str]]:
    """The choices, worded in the language of each request."""
    after = _("after %(time)s")
    lengths = [(int(wait / HOUR), after % {"time": span(wait)}) for wait in WAITS]
    return [(0, _("never: only with people")), *lengths]


def _paces() -> list[tuple[str, str]]:
    """The paces, with the length of a match by the best known rules."""
    return [(key, f"{pace.name}{_(': ')}{pace.takes(BEST_KNOWN)}") for key, pace in PACES.items()]


class SeatWishForm(forms.Form):
    """What the person would like to play."""

    presets = forms.MultipleChoiceField(
        label=gettext_lazy("Rules I play"),
        choices=[(key, text.name) for key, text in PRESETS.items()],
        initial=[BEST_KNOWN],
        widget=forms.CheckboxSelectMultiple,
    )
    pace = forms.ChoiceField(label=gettext_lazy("Pace"), choices=_paces, initial=DEFAULT_PACE, widget=forms.RadioSelect)
    tables = forms.IntegerField(
        label=gettext_lazy("Tables at once"),
        help_text=gettext_lazy(
            "The site seats you at up to this many tables, each as soon as enough people are there."
        ),
        min_value=1,
        max_value=seat_wishes.MOST_TABLES,
        initial=1,
        widget=forms.NumberInput(attrs={"class": "short"}),
    )
    bots_after = forms.TypedChoiceField(
        label=gettext_lazy("Bots take the free seats"), choices=_waits, coerce=int, initial=24
    )
    takes_guests = forms.BooleanField(label=gettext_lazy("Guests may sit with me"), required=False, initial=True)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "pace" in data and "bots_after" in data:
            stays = PACES[data["pace"]].stays
            if data["bots_after"] * HOUR > stays:
                text = _("At this pace your wish ends after %(time)s. Choose a shorter wait.")
                self.add_error("bots_after", text % {"time": span(stays)})
        return data

    def save(self, user: User) -> SeatWish:
        data = self.cleaned_data
        wait = timedelta(hours=data["bots_after"]) or None
        chosen = {key: data[key] for key in ("presets", "pace", "tables", "takes_guests")}
        return seat_wishes.wish(user=user, bots_after=wait, **chosen)


def initial_of(wish: SeatWish | None) -> dict[str, Any]:
    """What the form of somebody who has a wish holds at first."""
    if wish is None:
        return {}
    wait = 0
    if wish.bots_at:
        # An outage has put the moment off, and may have done so by any time.
        waited = wish.bots_at - wish.since
        wait = int(min(WAITS, key=lambda one: abs(one - waited)) / HOUR)
    return {key: getattr(wish, key) for key in ("presets", "pace", "tables", "takes_guests")} | {"bots_after": wait}
