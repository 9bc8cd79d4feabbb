"""The forms of a whole season: preparing it, its settings before and after the start, a copy of it, cancelling it."""

from datetime import timedelta
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.boards.deals import comparable
from games.kernel.stored_rules import columns_of
from games.lobby.match_length import about, match_length, ways_to_be_quicker
from games.lobby.rules_form import AUTOPILOT, RulesFields
from leagues.forms import AddressForm, ReasonForm, confirmation, number_field
from leagues.models import Club, Season
from leagues.seasons.scheme_json import scheme_from_json, scheme_to_json
from leagues.seasons.services import MOST_DIVISIONS
from leagues.seasons.setting_fields import (
    EntryFields,
    NameFields,
    RoundFields,
    SchemeFields,
    TableFields,
    tie_break_names,
    usual_scale,
)
from leagues.seasons.table_sizes import ANY_SIZE, allows
from napoleon.engine import Rules
from napoleon.engine.rules import options_of
from napoleon.time_bank import ClockRules, clock_from_json, clock_to_json

STORED: Final = (
    *NameFields.base_fields,
    *RoundFields.base_fields,
    *EntryFields.base_fields,
    *TableFields.base_fields,
    "release",
)
"""The fields that a season has under the same names."""


USUAL: Final = ("rounds_planned", "round_days", "starts_at", "pace", "pairing", "advancing", "points", "needs_approval")
"""What nearly every season decides by itself; the rest is folded, with a line that says what is set."""


class SeasonPart(NamedTuple):
    """A folded group of fields."""

    title: str
    line: str
    """What is set."""
    fields: list[forms.BoundField]
    is_open: bool
    """Whether something in it is to be corrected."""


class SeasonForm(NameFields, RoundFields, EntryFields, TableFields, SchemeFields, RulesFields):
    anyway = forms.BooleanField(label=gettext_lazy("Save anyway"), required=False)
    too_long = ""
    """Why most tables would not finish in time, once it is known and nobody has confirmed it."""

    def parts(self) -> list[SeasonPart]:
        """The fields of the groups that the page folds."""
        groups: list[tuple[Any, type[forms.Form], tuple[str, ...]]] = [
            (_("Dates, closing and substitutes"), RoundFields, ("opening", "closing")),
            (_("Participants"), EntryFields, ("cap", "team_size", "has_waiting_list", "late_until")),
            (_("Tables and bots"), TableFields, ("is_duplicate", "venue", "gap", "allows_bots", "is_listed")),
            (_("Points and places"), SchemeFields, ("best", "drop", "minimum", *tie_break_names())),
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
            self._clean_duplicate(data)
            self._clean_sizes(data)
            self._clean_dates(data)
            self._clean_numbers(data)
            self._clean_knock_out(data)
        on_site = data.get("venue") == Season.Venue.SITE
        if not self.errors and on_site and not data["anyway"] and self.asks_about_length():
            self.too_long = too_long(data["round_days"], self.rules, self.clock)
            if self.too_long:
                self.add_error(None, self.too_long)
        return data

    def _clean_duplicate(self, data: dict[str, Any]) -> None:
        """Where all tables of a round play the same deals, scores are compared across tables, not within one."""
        if not data["is_duplicate"]:
            return
        if data["venue"] != Season.Venue.SITE:
            self.add_error("is_duplicate", _("At real tables nobody can deal the same cards."))
        if data["points"] != "raw":
            self.add_error("points", _("Where all tables play the same deals, only the score itself can count."))
        if data["centred"]:
            self.add_error(
                "centred", _("Where all tables play the same deals, scores are compared with those of other tables.")
            )

    def _clean_knock_out(self, data: dict[str, Any]) -> None:
        """Only the last round of a member counts, and nobody joins on the way."""
        data["advancing"] = data["advancing"] or 2
        if data["pairing"] != Season.Pairing.OUT:
            return
        only_last = _("In a knock-out only the last round of a member counts.")
        problems = {
            "advancing": (data["advancing"] >= data["players"], _("At least one has to stay behind at each table.")),
            "takes_attendance": (data.get("takes_attendance"), _("A knock-out is drawn from those who are still in.")),
            "credit": (
                data["credit"] != Season.Credit.SEAT,
                _("In a knock-out the owner of a seat goes on, so they get all its points."),
            ),
            "late_until": (data.get("late_until"), _("A knock-out takes nobody once it has begun.")),
            "team_size": (data.get("team_size"), _("In a knock-out everybody plays for themselves.")),
            **{name: (data.get(name), only_last) for name in ("best", "drop", "minimum")},
        }
        for name, (is_wrong, text) in problems.items():
            if is_wrong:
                self.add_error(name, text)

    def asks_about_length(self) -> bool:
        """Whether anything has changed that says how long a match or a round takes."""
        groups = (NameFields, RoundFields, EntryFields, TableFields, SchemeFields)
        others = {name for group in groups for name in group.base_fields} - {"round_days"}
        return bool(set(self.changed_data) - others - set(tie_break_names()))

    def _clean_venue(self, data: dict[str, Any]) -> None:
        """There are no bots at real tables."""
        if data["takes_attendance"] and data["pace"] != Season.Pace.ROUNDS:
            self.add_error("takes_attendance", _("Then rounds can only be played one at a time."))
        if data["venue"] == Season.Venue.SITE:
            if data["takes_attendance"]:
                self.add_error("takes_attendance", _("This is for rounds at real tables."))
            return
        if data["gap"] == Season.Gap.BOTS:
            self.add_error("gap", _("Bots can’t sit at a real table. Choose byes."))
        if data["closing"] == Season.Closing.BOTS:
            self.add_error("closing", _("Bots can’t play on at a real table. Choose another rule."))

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
        if other == self.rules.players:
            data["other_size"] = None
        elif other not in (None, ANY_SIZE) and not allows(self.rules, other):
            self.add_error("other_size", _("These rules do not allow this number of players."))

    def _clean_dates(self, data: dict[str, Any]) -> None:
        dated = data["pace"] == Season.Pace.ROUNDS and data["opening"] == Season.Opening.DATES
        if dated and not data["round_days"]:
            self.add_error("round_days", _("To set dates for the rounds, enter how long they last."))
        opens, closes = data["registration_opens_at"], data["registration_closes_at"]
        if opens and closes and closes <= opens:
            self.add_error("registration_closes_at", _("It must close after it opens."))
        starts = data["starts_at"]
        if starts and "starts_at" in self.changed_data and starts <= timezone.now():
            self.add_error("starts_at", _("The first round cannot begin in the past."))
        if starts and closes and starts < closes:
            self.add_error("starts_at", _("The season must start after registration closes."))
        if data["pairing"] != Season.Pairing.EVEN and data["pace"] != Season.Pace.ROUNDS:
            self.add_error("pace", _("When drawing by results, rounds can only be played one at a time."))

    def values(self) -> dict[str, Any]:
        """As `leagues.seasons.services` takes them; a page from before a setting says nothing about it."""
        return {
            **{name: self.cleaned_data[name] for name in STORED if name != "bot_deals" or self.cleaned_data[name]},
            **columns_of(comparable(self.rules) if self.cleaned_data["is_duplicate"] else self.rules),
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
    ways = [f"{way.words}{_(': ')}{way.takes}" for way in ways_to_be_quicker(rules, clock, rules.players)]
    if not ways:
        return text
    return text + " " + _("To shorten it: %(ways)s.") % {"ways": " · ".join(ways)}


class SeasonAddressForm(AddressForm):
    reserved = ("new",)
    fallback = "season"

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club

    def others(self) -> QuerySet[Season]:
        return self.club.seasons.all()


class NewSeasonForm(SeasonAddressForm, SeasonForm):
    """Adds the address, and how many divisions there are."""

    divisions = number_field(gettext_lazy("Divisions"), 1, MOST_DIVISIONS, required=False, initial=1)

    def asks_about_length(self) -> bool:
        return True

    def values(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {**super().values(), "slug": data["slug"], "divisions": data["divisions"] or 1}


class RunningSeasonForm(NameFields):
    """The settings that can be changed after the start."""

    games_at_once = RoundFields.base_fields["games_at_once"]
    substitute_hours = RoundFields.base_fields["substitute_hours"]
    late_until = EntryFields.base_fields["late_until"]
    cap = EntryFields.base_fields["cap"]

    def values(self) -> dict[str, Any]:
        """A page from before a setting says nothing about it."""
        return {name: value for name, value in self.cleaned_data.items() if name in self.data}


class CopyForm(SeasonAddressForm):
    field_order = ["name", "slug"]
    name = NameFields.base_fields["name"]


class CancelForm(ReasonForm):
    """Confirms cancelling the season for good."""

    sure = confirmation(
        gettext_lazy("I want to cancel the season"), "", gettext_lazy("Tick this if you really want to cancel it.")
    )


def initial_of(season: Season) -> dict[str, Any]:
    """The initial values of the form, from a season."""
    rules, clock = season.rules, clock_from_json(season.clock_json)
    scheme = scheme_to_json(scheme_from_json(season.scheme_json))
    tie_breaks = zip_longest(tie_break_names(), scheme["tie_breaks"], fillvalue="")
    return {
        **{key: getattr(rules, key) for key in options_of(rules.preset)},
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
