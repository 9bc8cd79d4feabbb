"""What organisers send to seasons: all settings, dates, points and tie-breaks, divisions, cancelling."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from fractions import Fraction
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.engine import Rules, RulesError, rules_from_json
from games.lobby.forms import BOT_LEVELS, NewTableForm
from games.lobby.match_length import about, match_length, ways_to_be_quicker
from games.lobby.rules_form import AUTOPILOT, RulesFields
from games.time_bank import ClockRules, clock_from_json, clock_to_json
from leagues.forms import (
    SHORT,
    AddressForm,
    PointsField,
    ReasonForm,
    choice_field,
    confirmation,
    number_field,
    reason_field,
)
from leagues.models import MOST_ENTRIES, MOST_ROUNDS, Club, Division, Season
from leagues.seasons.divisions import WantedDivision
from leagues.seasons.promotion import UP_AND_DOWN, Decisions, SplitTie, TieDecision
from leagues.seasons.scheme_json import SchemeError, scheme_from_json, scheme_to_json
from leagues.seasons.services import MOST_DIVISIONS
from leagues.standings.core import Scheme, TieBreak
from leagues.standings.tie_break_texts import TIE_BREAK_TEXTS
from players.models import validate_title
from players.moment_field import MomentField

# --- Parts of the form of all settings ---

SIZES: Final = range(2, 9)


class WhenFields(forms.Form):
    """Rounds, how they are drawn, their dates, and what happens to unfinished tables."""

    rounds_planned = number_field(pgettext_lazy("how many", "Rounds"), 1, MOST_ROUNDS, initial=5)
    pairing = forms.ChoiceField(
        label=gettext_lazy("Who meets whom"),
        choices=Season.Pairing.choices,
        initial=Season.Pairing.EVEN,
        help_text=gettext_lazy(
            "By the standings, each round is drawn when the one before it is over. Otherwise all are "
            "drawn before the start."
        ),
    )
    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"), choices=Season.Pace.choices, initial=Season.Pace.ROUNDS
    )
    opening = choice_field(
        gettext_lazy("Rounds open"), Season.Opening.choices, initial=Season.Opening.DATES
    )
    starts_at = MomentField(
        label=gettext_lazy("First round"),
        help_text=gettext_lazy("If empty: when an organiser starts the season."),
        required=False,
    )
    round_days = number_field(
        gettext_lazy("Days for a round"),
        1,
        365,
        required=False,
        initial=14,
        help_text=gettext_lazy("The round then closes. If empty, it lasts until it is finished."),
    )
    games_at_once = number_field(
        gettext_lazy("Games at once"),
        1,
        10,
        initial=2,
        help_text=gettext_lazy("Per member, if all rounds run at once."),
    )
    closing = choice_field(
        gettext_lazy("Tables unfinished at the closing date"),
        Season.Closing.choices,
        initial=Season.Closing.BOTS,
    )
    credit = choice_field(
        gettext_lazy("Points of a substitute"),
        Season.Credit.choices,
        initial=Season.Credit.SEAT,
    )
    substitute_hours = number_field(
        gettext_lazy("Hours for a substitute to answer"), 1, 240, initial=24
    )


class EntryFields(forms.Form):
    """Registration, approval and late entries."""

    registration_opens_at = MomentField(
        label=gettext_lazy("Registration opens"),
        help_text=gettext_lazy("If empty: when an organiser opens it."),
        required=False,
    )
    registration_closes_at = MomentField(
        label=gettext_lazy("Registration closes"),
        help_text=gettext_lazy("If empty: when the season starts."),
        required=False,
    )
    needs_approval = forms.BooleanField(
        label=gettext_lazy("An organiser approves each entry"), required=False
    )
    cap = number_field(
        gettext_lazy("Members at most"),
        2,
        MOST_ENTRIES,
        required=False,
        help_text=gettext_lazy("If empty: 200, the most a season can have."),
    )
    has_waiting_list = forms.BooleanField(
        label=gettext_lazy("Waiting list"),
        help_text=gettext_lazy("Members who enter when it is full move up when somebody leaves."),
        required=False,
        initial=True,
    )
    late_until = number_field(
        gettext_lazy("Late entries up to round"),
        0,
        MOST_ROUNDS,
        initial=0,
        help_text=gettext_lazy(
            "Late entrants join rounds that have not begun. 0: no late entries."
        ),
    )


class TableFields(forms.Form):
    """Where tables are played, their sizes, bots, and who may watch."""

    venue = choice_field(
        gettext_lazy("Where it is played"), Season.Venue.choices, initial=Season.Venue.SITE
    )
    other_size = forms.TypedChoiceField(
        label=gettext_lazy("Other table size"),
        help_text=gettext_lazy(
            "Used if the number of members requires it. As many tables as possible have the size of the rules."
        ),
        choices=[("", gettext_lazy("none")), *((size, size) for size in SIZES)],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.Select(attrs=SHORT),
    )
    gap = choice_field(
        gettext_lazy("If the members do not fill the tables evenly"),
        Season.Gap.choices,
        initial=Season.Gap.BOTS,
    )
    bot_level = forms.ChoiceField(
        label=gettext_lazy("The bots play as"),
        choices=list(BOT_LEVELS.items()),
        initial="captain",
    )
    is_listed = forms.TypedChoiceField(
        label=gettext_lazy("Who may watch"),
        help_text=gettext_lazy(
            "If anyone: the tables stand in the list of tables, and anyone can watch the running deals and read "
            "the finished ones, with all names, even if the club is not public."
        ),
        choices=[
            ("yes", gettext_lazy("Anyone: the tables are listed")),
            ("no", gettext_lazy("Only those at the table")),
        ],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        initial="yes",
    )
    allows_claims = NewTableForm.base_fields["allows_claims"]


FIRST_TIE_BREAKS: Final[tuple[TieBreak, ...]] = ("head_to_head", "points_per_deal", "strength")


def usual_scale(players: int) -> list[str]:
    """Points by place at a table of that size.

    >>> usual_scale(5)
    ['5', '3', '2', '1', '0']
    """
    return [str(players), *map(str, range(players - 2, -1, -1))]


def tie_break_names() -> list[str]:
    """The fields of the tie-breaks: as many as there are."""
    return [f"tie_break_{number}" for number in range(1, len(TIE_BREAK_TEXTS) + 1)]


class SchemeFields(forms.Form):
    """Points and tie-breaks (docs/standings.md)."""

    points = forms.ChoiceField(
        label=gettext_lazy("Points for a table"),
        choices=[
            ("raw", gettext_lazy("The score itself")),
            ("place", gettext_lazy("By place at the table")),
            ("both", gettext_lazy("The score plus points by place")),
        ],
        initial="raw",
    )
    places = forms.CharField(
        label=gettext_lazy("Points by place"),
        help_text=gettext_lazy(
            "One line for each table size, the largest first. Missing sizes are calculated. If empty: "
            "5 3 2 1 0 at tables of five, and accordingly at others."
        ),
        required=False,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    centred = forms.BooleanField(
        label=gettext_lazy("The mean of the table is subtracted from each score"),
        help_text=gettext_lazy("This makes tables of different sizes count the same."),
        required=False,
    )
    bye = PointsField(
        label=gettext_lazy("Points for a bye"),
        help_text=gettext_lazy("If empty: the average of the member’s own rounds."),
        required=False,
        initial="0",
    )
    void = PointsField(label=gettext_lazy("Points for a void table"), initial="0")
    absent = PointsField(label=gettext_lazy("Points for a missed round"), initial="0")
    best = number_field(
        gettext_lazy("Best rounds that count"),
        1,
        MOST_ROUNDS,
        required=False,
        help_text=gettext_lazy("If empty: all."),
    )
    drop = number_field(gettext_lazy("Worst rounds dropped"), 0, MOST_ROUNDS, initial=0)
    minimum = number_field(gettext_lazy("Rounds needed for a place"), 0, MOST_ROUNDS, initial=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(key, text.name) for key, text in TIE_BREAK_TEXTS.items()]
        defaults = zip_longest(tie_break_names(), FIRST_TIE_BREAKS, fillvalue="")
        for number, (name, default) in enumerate(defaults, start=1):
            self.fields[name] = forms.ChoiceField(
                label=_("Tie-break %(n)s") % {"n": number},
                choices=[("", gettext_lazy("nothing more")), *names],
                required=False,
                initial=default,
                widget=forms.Select(attrs=SHORT),
            )

    def tie_break_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in tie_break_names()]

    def clean_places(self) -> list[list[str]]:
        lines = self.cleaned_data["places"].replace(",", " ").splitlines()
        scales = [line.split() for line in lines if line.strip()]
        try:
            scheme_from_json({"places": scales})
        except SchemeError as error:
            raise forms.ValidationError(
                _("One line for each table size, the largest first, with numbers only.")
            ) from error
        return scales

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        chosen = self.tie_breaks()
        if len(set(chosen)) < len(chosen):
            self.add_error(None, _("Each tie-break can be chosen only once."))
        return data

    def tie_breaks(self) -> list[str]:
        found = [self.cleaned_data.get(name) for name in tie_break_names()]
        return [key for key in found if key]

    def scheme(self) -> Scheme:
        found = {name: self.cleaned_data[name] for name in SchemeFields.base_fields}
        stored = {key: str(one) if isinstance(one, Fraction) else one for key, one in found.items()}
        return scheme_from_json({**stored, "tie_breaks": self.tie_breaks()})


# --- Whole forms ---


class NameFields(forms.Form):
    name = forms.CharField(
        label=pgettext_lazy("of a season", "Name"), max_length=60, validators=[validate_title]
    )
    about = forms.CharField(
        label=gettext_lazy("Description"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


STORED: Final = (
    *NameFields.base_fields,
    *WhenFields.base_fields,
    *EntryFields.base_fields,
    *TableFields.base_fields,
    "release",
)
"""The fields that a season has under the same names."""


class SeasonPlan(NamedTuple):
    """A whole season to begin from; everything in it can still be changed."""

    name: Promise
    summary: Promise
    initial: dict[str, Any]


BRISK: Final = {"deals": 2, "deals_at_once": 2, "auction": "sealed", "finish": "when_decided"}
PLANS: Final[dict[str, SeasonPlan]] = {
    "usual": SeasonPlan(
        gettext_lazy("Ten weeks"),
        gettext_lazy("Five rounds of two weeks; two short deals at once, with sealed bids."),
        {**BRISK, "rounds_planned": 5, "round_days": 14},
    ),
    "long": SeasonPlan(
        gettext_lazy("Half a year"),
        gettext_lazy("Six rounds of a month; four deals at once, as at the table."),
        {"deals": 4, "deals_at_once": 4, "rounds_planned": 6, "round_days": 30},
    ),
    "real": SeasonPlan(
        gettext_lazy("Evenings at real tables"),
        gettext_lazy("Five rounds; those at the table enter the results of each deal."),
        {
            "venue": Season.Venue.REAL_TABLES.value,
            "gap": Season.Gap.BYES.value,
            "closing": Season.Closing.PRO_RATA.value,
            "opening": Season.Opening.FINISHED.value,
            "rounds_planned": 5,
            "round_days": None,
        },
    ),
    "swiss": SeasonPlan(
        gettext_lazy("Up and down"),
        gettext_lazy("Five rounds of two weeks, each drawn from the standings; points by place."),
        {
            **BRISK,
            "rounds_planned": 5,
            "round_days": 14,
            "pairing": Season.Pairing.SWISS.value,
            "points": "both",
            "places": "5 3 2 1 0",
        },
    ),
}
USUAL: Final = (
    "rounds_planned",
    "round_days",
    "starts_at",
    "pace",
    "pairing",
    "points",
    "needs_approval",
)
"""What nearly every season decides by itself; the rest is folded, with a line that says what is set."""


class SeasonPart(NamedTuple):
    """A folded group of fields."""

    title: str
    line: str
    """What is set."""
    fields: list[forms.BoundField]
    is_open: bool
    """Whether something in it is to be corrected."""


class SeasonForm(NameFields, WhenFields, EntryFields, TableFields, SchemeFields, RulesFields):
    """All settings of a season."""

    anyway = forms.BooleanField(label=gettext_lazy("Save it all the same"), required=False)
    too_long = ""
    """Why most tables would not finish in time, once it is known and nobody has confirmed it."""

    def parts(self) -> list[SeasonPart]:
        """The fields of the groups that the page folds."""
        groups: list[tuple[Any, type[forms.Form], tuple[str, ...]]] = [
            (_("Dates, closing and substitutes"), WhenFields, ("opening", "closing")),
            (_("Participants"), EntryFields, ("cap", "has_waiting_list", "late_until")),
            (_("Tables and bots"), TableFields, ("venue", "gap", "is_listed")),
            (
                _("Points and places"),
                SchemeFields,
                ("best", "drop", "minimum", *tie_break_names()),
            ),
        ]
        found = []
        for title, of, told in groups:
            fields = [self[name] for name in of.base_fields if name not in USUAL]
            if of is SchemeFields:
                fields += self.tie_break_fields()
            line = " · ".join(text for name in told if (text := self._told(name)))
            found.append(SeasonPart(title, line, fields, any(field.errors for field in fields)))
        return found

    def _told(self, name: str) -> str:
        """What the field is set to, in words; empty where there is nothing to say."""
        field, value = self[name], self[name].value()
        choices = getattr(field.field, "choices", None)
        if choices is not None:
            return str(dict(choices)[value]) if value in dict(choices) and value != "" else ""
        if value in (None, "", False, 0, "0"):
            return ""
        if isinstance(field.field, forms.BooleanField):
            return str(field.label)
        return _("%(name)s: %(value)s") % {"name": field.label, "value": value}

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not self.errors:
            if data["points"] != "raw" and not data["places"]:
                data["places"] = [usual_scale(data["players"])]
            self._clean_venue(data)
            self._clean_sizes(data)
            self._clean_dates(data)
            self._clean_numbers(data)
        on_site = data.get("venue") == Season.Venue.SITE
        if not self.errors and on_site and not data["anyway"] and self.asks_about_length():
            self.too_long = too_long(data["round_days"], rules_from_json(self.rules), self.clock)
            if self.too_long:
                self.add_error(None, self.too_long)
        return data

    def asks_about_length(self) -> bool:
        """Whether anything has changed that says how long a match or a round takes."""
        groups = (NameFields, WhenFields, EntryFields, TableFields, SchemeFields)
        others = {name for group in groups for name in group.base_fields} - {"round_days"}
        return bool(set(self.changed_data) - others - set(tie_break_names()))

    def _clean_venue(self, data: dict[str, Any]) -> None:
        """There are no bots at real tables."""
        if data["venue"] == Season.Venue.SITE:
            return
        if data["gap"] == Season.Gap.BOTS:
            self.add_error("gap", _("No bot sits at a real table. Choose byes."))
        if data["closing"] == Season.Closing.BOTS:
            self.add_error("closing", _("No bot plays on at a real table. Choose another rule."))

    def _clean_numbers(self, data: dict[str, Any]) -> None:
        """No setting speaks of more rounds than there are."""
        rounds = data["rounds_planned"]
        text = ngettext("There is only %(n)s round.", "There are only %(n)s rounds.", rounds)
        for name, most in (("best", rounds), ("minimum", rounds), ("drop", rounds - 1)):
            if (data[name] or 0) > most:
                self.add_error(name, text % {"n": rounds})
        if data["late_until"] > rounds:
            self.add_error("late_until", text % {"n": rounds})

    def _clean_sizes(self, data: dict[str, Any]) -> None:
        other = data["other_size"]
        if other == self.rules.get("players", data["players"]):
            data["other_size"] = None
        elif other is not None:
            try:
                rules_from_json({**self.rules, "players": other})
            except RulesError:
                self.add_error("other_size", _("These rules do not allow this number of players."))

    def _clean_dates(self, data: dict[str, Any]) -> None:
        dated = data["pace"] == Season.Pace.ROUNDS and data["opening"] == Season.Opening.DATES
        if dated and not data["round_days"]:
            self.add_error(
                "round_days", _("To set dates for the rounds, enter how long they last.")
            )
        opens, closes = data["registration_opens_at"], data["registration_closes_at"]
        if opens and closes and closes <= opens:
            self.add_error("registration_closes_at", _("It must close after it opens."))
        starts = data["starts_at"]
        if starts and "starts_at" in self.changed_data and starts <= timezone.now():
            self.add_error("starts_at", _("The first round cannot begin in the past."))
        if starts and closes and starts < closes:
            self.add_error("starts_at", _("The season must start after registration closes."))
        if data["pairing"] != Season.Pairing.EVEN and data["pace"] != Season.Pace.ROUNDS:
            self.add_error("pace", _("By the standings, rounds can only be played one by one."))

    def values(self) -> dict[str, Any]:
        """As `leagues.seasons.services` takes them."""
        return {
            **{name: self.cleaned_data[name] for name in STORED},
            "rules_json": self.rules,
            "clock_json": clock_to_json(self.clock),
            "scheme_json": scheme_to_json(self.scheme()),
        }


def too_long(round_days: int | None, rules: Rules, clock: ClockRules) -> str:
    """Why most tables would not finish in a round, with what would help; empty if they would, or a round may last."""
    length = match_length(rules, clock, rules.players)
    if not round_days or length <= timedelta(days=round_days):
        return ""
    text = ngettext(
        "A match takes %(takes)s if everybody looks in three times a day, but a round has "
        "%(n)s day: most tables would not finish.",
        "A match takes %(takes)s if everybody looks in three times a day, but a round has "
        "%(n)s days: most tables would not finish.",
        round_days,
    ) % {"takes": about(length), "n": round_days}
    ways = [f"{way.words}: {way.takes}" for way in ways_to_be_quicker(rules, clock, rules.players)]
    if not ways:
        return text
    return text + " " + _("What would help: %(ways)s.") % {"ways": " · ".join(ways)}


class SeasonAddressForm(AddressForm):
    reserved = ("new",)
    fallback = "season"

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club

    def others(self) -> QuerySet[Season]:
        return self.club.seasons.all()


class NewSeasonForm(SeasonAddressForm, SeasonForm):
    """Adds the address."""

    def asks_about_length(self) -> bool:
        return True

    def values(self) -> dict[str, Any]:
        return {**super().values(), "slug": self.cleaned_data["slug"]}


class RunningSeasonForm(NameFields):
    """The settings that can be changed after the start."""

    games_at_once = WhenFields.base_fields["games_at_once"]
    substitute_hours = WhenFields.base_fields["substitute_hours"]
    late_until = EntryFields.base_fields["late_until"]

    def values(self) -> dict[str, Any]:
        return dict(self.cleaned_data)


class CopyForm(SeasonAddressForm):
    field_order = ["name", "slug"]
    name = NameFields.base_fields["name"]


class CancelForm(ReasonForm):
    """Confirms cancelling the season, which cannot be undone."""

    sure = confirmation(
        gettext_lazy("I want to cancel the season"),
        "",
        gettext_lazy("Tick this if you really want to cancel it."),
    )


def initial_of(season: Season) -> dict[str, Any]:
    """The initial values of the form, from a season."""
    rules, clock = season.rules, clock_from_json(season.clock_json)
    scheme = scheme_to_json(scheme_from_json(season.scheme_json))
    tie_breaks = zip_longest(tie_break_names(), scheme["tie_breaks"], fillvalue="")
    return {
        **{key: getattr(rules, key) for key in vars(rules) if not key.startswith("_")},
        **{name: getattr(season, name) for name in STORED},
        "is_listed": "yes" if season.is_listed else "no",
        "clock_move": int(clock.move.total_seconds()),
        "clock_bank": int(clock.bank.total_seconds()),
        "clock_increment": int(clock.increment.total_seconds()),
        "clock_quiet": clock.quiet,
        "clock_weekend": clock.weekend,
        "clock_autopilot": clock.autopilot == AUTOPILOT,
        **scheme,
        "places": "\n".join(map(" ".join, scheme["places"])),
        "bye": scheme["bye"] or "",
        **dict(tie_breaks),
    }


# --- Divisions ---

DIVISION_LABELS: Final[dict[str, Promise]] = {
    "size": gettext_lazy("Members"),
    "promoted": gettext_lazy("Go up"),
    "relegated": gettext_lazy("Go down"),
}


class DivisionFields(NamedTuple):
    """The fields of one division."""

    number: int
    fields: list[forms.BoundField]
    is_open: bool
    """Whether the season has it, or something in it is to be corrected; others are folded."""


class DivisionsForm(forms.Form):
    """One row for each possible division; empty rows are ignored."""

    def __init__(self, *args: Any, divisions: list[Division], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["divisions"] = number_field(
            gettext_lazy("Number of divisions"), 1, MOST_DIVISIONS, initial=len(divisions)
        )
        for place in range(MOST_DIVISIONS):
            there = divisions[place] if place < len(divisions) else Division(number=place + 1)
            self.fields[f"name_{place}"] = forms.CharField(
                label=pgettext_lazy("of a division", "Name"),
                max_length=40,
                required=False,
                initial=there.name,
                validators=[validate_title],
            )
            for key, most in (("size", MOST_ENTRIES), ("promoted", 50), ("relegated", 50)):
                value = getattr(there, key)
                self.fields[f"{key}_{place}"] = number_field(
                    DIVISION_LABELS[key],
                    2 if key == "size" else 0,
                    most,
                    required=False,
                    initial=value if value or key == "size" else 0,
                )

    def rows(self) -> list[DivisionFields]:
        keys = ("name", "size", "promoted", "relegated")
        there = max(int(self["divisions"].initial), 2)
        found = []
        for place in range(MOST_DIVISIONS):
            fields = [self[f"{key}_{place}"] for key in keys]
            is_open = place < there or any(field.errors for field in fields)
            found.append(DivisionFields(place + 1, fields, is_open))
        return found

    def wanted(self) -> list[WantedDivision]:
        data = self.cleaned_data

        def division(place: int) -> WantedDivision:
            up, down = data[f"promoted_{place}"] or 0, data[f"relegated_{place}"] or 0
            return WantedDivision(data[f"name_{place}"], data[f"size_{place}"], up, down)

        return [division(place) for place in range(data["divisions"])]


class AssignDivisionsForm(forms.Form):
    order = forms.ChoiceField(choices=[("registration", ""), ("rating", "")])


class MoveToDivisionForm(forms.Form):
    division = forms.IntegerField(min_value=1, max_value=MOST_DIVISIONS)


class TieFields(NamedTuple):
    """A tie that promotion or relegation cuts, with the fields that decide it."""

    tie: SplitTie
    going: forms.BoundField
    reason: forms.BoundField


class PromotionForm(forms.Form):
    """Who goes of each tie that is cut: by the rule, or by an organiser's choice, for a reason."""

    def __init__(self, *args: Any, ties: Sequence[SplitTie], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ties = ties
        for tie in ties:
            self.fields[f"going-{tie.key}"] = forms.TypedMultipleChoiceField(
                choices=[(line.pk, line.entry.name) for line in tie.lines],
                coerce=int,
                initial=[line.pk for line in tie.moving],
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
            self.fields[f"reason-{tie.key}"] = reason_field(
                gettext_lazy("Needed if you decide otherwise. All members can read it."),
                required=False,
                validators=[validate_title],
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        moved = set[int]()
        for tie in self.ties:
            going = set(data.get(f"going-{tie.key}", ()))
            if moved & going:
                self.add_error(f"going-{tie.key}", UP_AND_DOWN)
            moved |= going
            if len(going) != len(tie.moving):
                self.add_error(f"going-{tie.key}", _("Choose %(n)s.") % {"n": len(tie.moving)})
            elif going != {line.pk for line in tie.moving} and not data.get(f"reason-{tie.key}"):
                self.add_error(f"reason-{tie.key}", _("Give a reason for deciding otherwise."))
        return data

    def rows(self) -> list[TieFields]:
        return [
            TieFields(tie, self[f"going-{tie.key}"], self[f"reason-{tie.key}"]) for tie in self.ties
        ]

    def decisions(self) -> Decisions:
        return {
            tie.key: TieDecision(
                frozenset(self.cleaned_data[f"going-{tie.key}"]),
                self.cleaned_data[f"reason-{tie.key}"],
            )
            for tie in self.ties
        }
