"""The forms with which organisers choose an external match and match its seats."""

import re
from fractions import Fraction
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Seat
from leagues.external_matches.validate import Fit, SeatChoice
from leagues.forms import GivenReasonForm
from leagues.standings.number_format import as_text

_ADDRESS: Final = re.compile(r"(?:.*/t/)?([\w-]{1,16})(?:/.*)?", re.DOTALL)


class MatchForm(forms.Form):
    """Takes the address of a match, or the part of it that names the match."""

    match = forms.CharField(
        label=gettext_lazy("The address of another match"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    @staticmethod
    def not_found() -> str:
        return _("There is no such external match.")

    def clean_match(self) -> str:
        address = _ADDRESS.fullmatch(self.cleaned_data["match"].strip())
        if address is None:
            raise forms.ValidationError(_("This is not the address of a match."))
        return address[1]


class SeenForm(forms.Form):
    """Confirms results, as they were seen."""

    seen = forms.CharField(max_length=40)


class CorrectionForm(GivenReasonForm):
    """Sends corrected results once more, with the reason."""

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        for name in data:
            if name not in ("reason", "sure", "csrfmiddlewaretoken"):
                self.fields[name] = forms.CharField(required=False)


class SeatsForm(forms.Form):
    """Assigns a player of the record to each seat of the table."""

    def __init__(self, *args: Any, fit: Fit, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fit = fit
        for place in fit.places:
            self.fields[_field_of(place)] = _seat_field(place)

    def rows(self) -> list[tuple[SeatChoice, forms.BoundField]]:
        """The choices and fields by seat of the table."""
        return [(place, self[_field_of(place)]) for place in self.fit.places]

    def seats(self) -> list[int]:
        return [int(self.cleaned_data[_field_of(place)]) for place in self.fit.places]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and self.fit.refuses(self.seats()):
            raise forms.ValidationError(_("Every seat needs a different player."))
        return data


def _field_of(place: SeatChoice) -> str:
    return f"seat-{place.seat.number}"


def _seat_field(place: SeatChoice) -> forms.ChoiceField:
    """A hidden field where there is no choice."""
    choices = [(str(player.number), _player(player)) for player in place.players]
    is_clear = len(choices) == 1
    return forms.ChoiceField(
        label=place.name or _("Bot"),
        choices=choices if is_clear else [("", _("– choose –")), *choices],
        initial=place.players[0].number if is_clear else place.likely,
        widget=forms.HiddenInput if is_clear else forms.Select,
    )


def _player(player: Seat) -> str:
    points = as_text(Fraction(player.score or 0), signed=True)
    return _("%(text)s (%(aside)s)") % {"text": player.name, "aside": points}
