"""The form of a later stage of a competition."""

from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms import choice_field, number_field
from leagues.models import MOST_ADVANCING, Season
from leagues.seasons.forms import SeasonAddressForm
from leagues.seasons.setting_fields import NameFields

MOST_OF_EACH: Final = 50
USUAL: Final = 4


class StageForm(SeasonAddressForm):
    field_order = ["each", "pairing", "advancing", "name", "slug", "places_first"]
    each = number_field(gettext_lazy("How many of each division"), 1, MOST_OF_EACH, initial=USUAL)
    pairing = choice_field(
        gettext_lazy("How it is played"),
        [
            (Season.Pairing.OUT, gettext_lazy("Knock-out: the best of each table go on")),
            (Season.Pairing.EVEN, gettext_lazy("League: everybody plays all rounds")),
        ],
        initial=Season.Pairing.OUT,
    )
    advancing = number_field(
        gettext_lazy("How many go on from each table"), 1, MOST_ADVANCING, initial=2, required=False
    )
    name = NameFields.base_fields["name"]
    places_first = forms.BooleanField(
        label=gettext_lazy("Its places come before those of this season"),
        help_text=gettext_lazy("In the list of the places of all stages."),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, club=season.club, **kwargs)
        self.players = season.rules.players
        self.initial.setdefault("name", (_("%(season)s: final") % {"season": season.name})[:60])

    def others(self) -> QuerySet[Season]:
        return self.club.seasons.all()

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        data["advancing"] = data.get("advancing") or 2
        if data.get("pairing") == Season.Pairing.OUT and data["advancing"] >= self.players:
            self.add_error("advancing", _("At least one has to stay behind at each table."))
        return data
