"""What organisers send to seasons as a whole."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine import RulesError, rules_from_json
from games.lobby.clock_form import AUTOPILOT
from games.lobby.forms import RulesFields
from games.timing.clock import clock_from_json, clock_to_json
from leagues.forms import SHORTEST_ADDRESS, is_address
from leagues.models import Club, Season
from leagues.seasons.forms.parts import EntryFields, TableFields, WhenFields
from leagues.seasons.forms.scheme import TIE_BREAKS, SchemeFields
from leagues.seasons.models import LONGEST_ADDRESS
from leagues.seasons.scheme import from_json as scheme_from_json
from leagues.seasons.scheme import to_json as scheme_to_json
from players.models import validate_title

# The last part of an address under seasons/ that is the site's own.
RESERVED: Final = ("new",)


class NameFields(forms.Form):
    name = forms.CharField(
        label=pgettext_lazy("of a season", "Name"), max_length=60, validators=[validate_title]
    )
    about = forms.CharField(
        label=gettext_lazy("What is to be said about it"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class SeasonForm(NameFields, WhenFields, EntryFields, TableFields, SchemeFields, RulesFields):
    """All that a season is played by."""

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not self.errors:
            self._clean_sizes(data)
            self._clean_dates(data)
        return data

    def _clean_sizes(self, data: dict[str, Any]) -> None:
        other = data["other_size"]
        if other == self.rules.get("players", data["players"]):
            data["other_size"] = None
        elif other is not None:
            try:
                rules_from_json({**self.rules, "players": other})
            except RulesError:
                self.add_error("other_size", _("These rules cannot be played by so many."))

    def _clean_dates(self, data: dict[str, Any]) -> None:
        dated = data["pace"] == Season.Pace.ROUNDS and data["opening"] == Season.Opening.DATES
        if dated and not data["round_days"]:
            self.add_error("round_days", _("For dates of the rounds, say how long they are."))
        opens, closes = data["registration_opens_at"], data["registration_closes_at"]
        if opens and closes and closes <= opens:
            self.add_error("registration_closes_at", _("It closes after it has opened."))
        starts = data["starts_at"]
        if starts and closes and starts < closes:
            self.add_error("starts_at", _("The season starts after registration has closed."))

    def values(self) -> dict[str, Any]:
        """As `leagues.seasons.services` takes them."""
        data = self.cleaned_data
        same = [
            *NameFields.base_fields,
            *WhenFields.base_fields,
            *EntryFields.base_fields,
            *TableFields.base_fields,
            "release",
        ]
        return {
            **{name: data[name] for name in same},
            "rules_json": self.rules,
            "clock_json": clock_to_json(self.clock),
            "scheme_json": scheme_to_json(self.scheme()),
        }


class NewSeasonForm(SeasonForm):
    """With the address, which stays."""

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.fields["slug"] = address_field()

    def clean_slug(self) -> str:
        return clean_address(self.club, self.cleaned_data["slug"])

    def values(self) -> dict[str, Any]:
        slug = self.cleaned_data["slug"] or free_address(self.club, self.cleaned_data["name"])
        return {**super().values(), "slug": slug}


class RunningSeasonForm(NameFields):
    """What may be changed of a season that has started."""

    games_at_once = WhenFields.base_fields["games_at_once"]
    substitute_hours = WhenFields.base_fields["substitute_hours"]
    late_until = EntryFields.base_fields["late_until"]

    def values(self) -> dict[str, Any]:
        return dict(self.cleaned_data)


class CopyForm(forms.Form):
    name = forms.CharField(
        label=pgettext_lazy("of a season", "Name"), max_length=60, validators=[validate_title]
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.fields["slug"] = address_field()

    def clean_slug(self) -> str:
        return clean_address(self.club, self.cleaned_data["slug"])

    def values(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {"name": data["name"], "slug": data["slug"] or free_address(self.club, data["name"])}


class CancelForm(forms.Form):
    """Asks twice, for it cannot be undone."""

    reason = forms.CharField(
        label=gettext_lazy("Reason, for all members to read"), max_length=200, required=False
    )
    sure = forms.BooleanField(
        label=gettext_lazy("I cancel the season"),
        help_text=gettext_lazy("Its running games end where they stand, and do not count."),
        error_messages={"required": gettext_lazy("Tick this if you really want to cancel it.")},
    )


def address_field() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Address"),
        help_text=gettext_lazy(
            "The last part of the page’s address, which stays for good: small letters, digits, "
            "hyphens. Empty: made from the name."
        ),
        required=False,
        min_length=SHORTEST_ADDRESS,
        max_length=LONGEST_ADDRESS,
        validators=[is_address],
        widget=forms.TextInput(attrs={"autocapitalize": "off", "autocomplete": "off"}),
    )


def clean_address(club: Club, slug: str) -> str:
    if slug in RESERVED or (slug and club.seasons.filter(slug=slug).exists()):
        raise forms.ValidationError(_("This address is taken."))
    return slug


def free_address(club: Club, name: str) -> str:
    """An address after the name that no season of the club has."""
    start = slugify(name)[: LONGEST_ADDRESS - 4].strip("-_").replace("_", "-")
    start = start if len(start) >= SHORTEST_ADDRESS and start not in RESERVED else "season"
    taken = set(club.seasons.filter(slug__startswith=start).values_list("slug", flat=True))
    tries = [start, *(f"{start}-{at}" for at in range(2, len(taken) + 3))]
    return next(slug for slug in tries if slug not in taken)


def initial_of(season: Season) -> dict[str, Any]:
    """The fields of a form as the season has them."""
    names = [
        *NameFields.base_fields,
        *WhenFields.base_fields,
        *EntryFields.base_fields,
        *TableFields.base_fields,
        "release",
    ]
    clock, scheme = clock_from_json(season.clock_json), scheme_from_json(season.scheme_json)
    rules = season.rules
    options = {key: getattr(rules, key) for key in vars(rules) if not key.startswith("_")}
    return {
        **options,
        **{name: getattr(season, name) for name in names},
        "is_listed": "yes" if season.is_listed else "no",
        "clock_move": int(clock.move.total_seconds()),
        "clock_bank": int(clock.bank.total_seconds()),
        "clock_increment": int(clock.increment.total_seconds()),
        "clock_quiet": clock.quiet,
        "clock_weekend": clock.weekend,
        "clock_autopilot": clock.autopilot == AUTOPILOT,
        "points": scheme.points,
        "places": "\n".join(" ".join(map(str, scale)) for scale in scheme.places),
        "centred": scheme.centred,
        "bye": "" if scheme.bye is None else str(scheme.bye),
        "void": str(scheme.void),
        "absent": str(scheme.absent),
        "best": scheme.best,
        "drop": scheme.drop,
        "minimum": scheme.minimum,
        **{
            f"tie_break_{place + 1}": scheme.tie_breaks[place]
            if place < len(scheme.tie_breaks)
            else ""
            for place in range(len(TIE_BREAKS))
        },
    }
