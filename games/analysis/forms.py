"""The filter of costly decisions, and the options of an attempt."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.lobby.forms import BOT_LEVELS
from napoleon.bots import STAND_IN


class FilterForm(forms.Form):
    """Which costly decisions to list."""

    large = forms.BooleanField(label=_("Only large ones"), required=False)
    mine = forms.BooleanField(label=_("Only mine"), required=False)


class AttemptForm(forms.Form):
    """The seat that plays on and the level of the bots; the address also has the cards."""

    level = forms.ChoiceField(label=_("Bots"), choices=list(BOT_LEVELS.items()), required=False)

    def __init__(self, *args: Any, players: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A keyword of Python can't be an attribute.
        self.fields["as"] = forms.IntegerField(min_value=1, max_value=players)

    def clean_level(self) -> str:
        return self.cleaned_data["level"] or STAND_IN

    def seat(self) -> int:
        """Addresses count seats from 1, as people do."""
        return int(self.cleaned_data["as"]) - 1
