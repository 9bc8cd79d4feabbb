"""What organisers and members send to seasons."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.bots import LEVELS
from games.clock import clock_from_json, clock_to_json
from games.engine import RulesError, rules_from_json
from games.forms_clock import AUTOPILOT
from games.forms_table import BOT_LEVELS, RulesFields
from leagues.forms import SHORTEST_ADDRESS, is_address
from leagues.models import Club, Division, Season
from leagues.seasons.dividing import Wanted
from leagues.seasons.models import LONGEST_ADDRESS, MOST_ENTRIES, MOST_ROUNDS
from leagues.seasons.scheme import FRACTION, SchemeError
from leagues.seasons.scheme import from_json as scheme_from_json
from leagues.seasons.scheme import to_json as scheme_to_json
from leagues.seasons.services import MOST_DIVISIONS
from leagues.standings import Scheme, TieBreak
from players.models import validate_name

# The last part of an address under seasons/ that is the site's own.
RESERVED: Final = ("new",)
SIZES: Final = range(2, 9)
SHORT: Final = {"class": "short"}

TIE_BREAKS: Final[dict[TieBreak, Promise]] = {
    "head_to_head": gettext_lazy("head to head"),
    "points_per_deal": gettext_lazy("points per deal"),
    "napoleon_wins": gettext_lazy("deals won as Napoleon"),
    "contracts_made": gettext_lazy("contracts made, as Napoleon or adjutant"),
    "strength": gettext_lazy("strength of the opponents"),
    "fewer_penalties": gettext_lazy("fewer penalties"),
    "registration": gettext_lazy("earlier registration"),
}
FIRST_TIE_BREAKS: Final[tuple[TieBreak, ...]] = ("head_to_head", "points_per_deal", "strength")


class Moment(forms.DateTimeField):
    """A date and a time, in the zone of whoever types it."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local", **SHORT}, format="%Y-%m-%dT%H:%M")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"], **kwargs)


class Points(forms.CharField):
    """A number of points, exact: 3, 1.5 or 1/3."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={**SHORT, "inputmode": "decimal", "size": 6})
        super().__init__(max_length=12, widget=widget, **kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if text and not FRACTION.fullmatch(text):
            raise forms.ValidationError(_("A number, such as 3, 1.5 or 1/3."))
        return Fraction(text) if text else None


def number(label: Any, least: int, most: int, **kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        widget=forms.NumberInput(attrs=SHORT),
        **kwargs,
    )


def choice(label: Any, choices: Any, **kwargs: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect, **kwargs)


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


class SchemeFields(forms.Form):
    """How results become places (docs/standings.md)."""

    points = choice(
        gettext_lazy("Points for a table"),
        [
            ("raw", gettext_lazy("What was scored")),
            ("place", gettext_lazy("By place at the table")),
            ("both", gettext_lazy("What was scored, and points by place as a bonus")),
        ],
        initial="raw",
    )
    places = forms.CharField(
        label=gettext_lazy("Points by place"),
        help_text=gettext_lazy(
            "A line for each size of table, the largest first, such as 5 3 2 1 0. Sizes without a line are worked out."
        ),
        required=False,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    centred = forms.BooleanField(
        label=gettext_lazy("From each score the mean of its table is taken"),
        help_text=gettext_lazy("So tables of different sizes count alike."),
        required=False,
    )
    bye = Points(
        label=gettext_lazy("Points for a bye"),
        help_text=gettext_lazy("Empty: the average of one’s own rounds."),
        required=False,
        initial="0",
    )
    void = Points(label=gettext_lazy("Points for a void table"), initial="0")
    absent = Points(label=gettext_lazy("Points for a missed round"), initial="0")
    best = number(
        gettext_lazy("Best rounds that count"),
        1,
        MOST_ROUNDS,
        required=False,
        help_text=gettext_lazy("Empty: all."),
    )
    drop = number(gettext_lazy("Worst rounds dropped"), 0, MOST_ROUNDS, initial=0)
    minimum = number(gettext_lazy("Rounds needed for a place"), 0, MOST_ROUNDS, initial=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [("", gettext_lazy("nothing more")), *TIE_BREAKS.items()]
        for place in range(len(TIE_BREAKS)):
            default = FIRST_TIE_BREAKS[place] if place < len(FIRST_TIE_BREAKS) else ""
            self.fields[f"tie_break_{place + 1}"] = forms.ChoiceField(
                label=_("Tie-break %(n)s") % {"n": place + 1},
                choices=names,
                required=False,
                initial=default,
                widget=forms.Select(attrs=SHORT),
            )

    def scheme_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in SchemeFields.base_fields]

    def tie_break_fields(self) -> list[forms.BoundField]:
        return [self[f"tie_break_{place + 1}"] for place in range(len(TIE_BREAKS))]

    def clean_places(self) -> list[list[str]]:
        lines = self.cleaned_data["places"].replace(",", " ").splitlines()
        scales = [line.split() for line in lines if line.strip()]
        try:
            scheme_from_json({"places": scales})
        except SchemeError as error:
            raise forms.ValidationError(
                _("One line for each size of table, the largest first, each of numbers alone.")
            ) from error
        return scales

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("points") in ("place", "both") and not data.get("places"):
            self.add_error("places", _("Say what each place is worth."))
        chosen = self.tie_breaks()
        if len(set(chosen)) < len(chosen):
            self.add_error(None, _("Each tie-break can be named once only."))
        return data

    def tie_breaks(self) -> list[str]:
        found = [self.cleaned_data.get(f"tie_break_{n + 1}", "") for n in range(len(TIE_BREAKS))]
        return [key for key in found if key]

    def scheme(self) -> Scheme:
        data = self.cleaned_data
        values = {
            "points": data["points"],
            "places": data["places"],
            "centred": data["centred"],
            "bye": None if data["bye"] is None else str(data["bye"]),
            "void": str(data["void"]),
            "absent": str(data["absent"]),
            "best": data["best"],
            "drop": data["drop"],
            "minimum": data["minimum"],
            "tie_breaks": self.tie_breaks(),
        }
        return scheme_from_json(values)


class NameFields(forms.Form):
    name = forms.CharField(
        label=pgettext_lazy("of a season", "Name"), max_length=60, validators=[validate_name]
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
        label=pgettext_lazy("of a season", "Name"), max_length=60, validators=[validate_name]
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


# --- Entries and divisions ---


class SettleForm(forms.Form):
    approve = forms.TypedChoiceField(
        choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes"
    )


class ReasonForm(forms.Form):
    reason = forms.CharField(max_length=200, required=False)


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
                validators=[validate_name],
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


DIVISION_LABELS: Final[dict[str, Promise]] = {
    "size": gettext_lazy("Members"),
    "promoted": gettext_lazy("Go up"),
    "relegated": gettext_lazy("Go down"),
}


class ShareOutForm(forms.Form):
    order = forms.ChoiceField(choices=[("registration", ""), ("rating", "")])


class MoveForm(forms.Form):
    division = forms.IntegerField(min_value=1, max_value=MOST_DIVISIONS)


# --- Draws ---


class SeedForm(forms.Form):
    """Draw with a seed that is known already; empty: with any."""

    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=0,
        max_value=10**12,
        required=False,
        widget=forms.NumberInput(attrs=SHORT),
    )


class SwapForm(forms.Form):
    round = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    one = forms.IntegerField(min_value=1)
    other = forms.IntegerField(min_value=1)


class LockForm(forms.Form):
    draw = forms.IntegerField(min_value=1)


class ApartForm(forms.Form):
    one = forms.IntegerField(min_value=1)
    other = forms.IntegerField(min_value=1)


# --- Rounds ---


class DatesForm(forms.Form):
    opens_at = Moment(label=gettext_lazy("Opens"), required=False)
    closes_at = Moment(label=gettext_lazy("Closes"), required=False)

    def moments(self) -> dict[str, datetime | None]:
        return dict(self.cleaned_data)


class AnswerForm(forms.Form):
    accept = forms.TypedChoiceField(
        choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes"
    )
