"""The rules and the clock of a table as form fields: for a new table, a season, or a transcription.

The fields follow the engine's list of options, and the engine judges what is chosen.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar, Final

from django import forms
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.models import Game
from games.presentation.error_messages import refusal
from games.presentation.option_texts import CLASHES, GROUPS, PRESETS, TEMPO, Group, PresetText, Text, option_text
from games.presentation.times import clock_lines, span
from napoleon.engine import RulesError, preset_rules, rules_from_json
from napoleon.engine.rules import Flag, OneOf, Option, options_of
from napoleon.time_bank import ClockError, ClockRules

BEST_KNOWN: Final = "gurunapo"
"""The preset for people who choose none."""


def presets_to_choose() -> list[tuple[str, PresetText]]:
    return list(PRESETS.items())


def preset_of(request: HttpRequest, default: str = BEST_KNOWN) -> str:
    """Return the key of the preset that the form, or else the address, names."""
    preset = request.POST.get("preset") or request.GET.get("preset") or default
    if preset not in PRESETS:
        raise Http404
    return preset


# --- Options ---


def option_field(preset: str, key: str, option: Option) -> forms.Field:
    text = option_text(key)
    common: dict[str, Any] = {
        "label": text.name,
        "help_text": text.changes,
        "initial": getattr(preset_rules(preset), key),
    }
    if isinstance(option, Flag):
        return forms.BooleanField(required=False, **common)
    if isinstance(option, OneOf):
        choices = [(value, text.values[value].name) for value in option.values]
        return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **common)
    return forms.IntegerField(min_value=option.least, max_value=option.most, **common)


@dataclass(frozen=True, slots=True)
class OptionRow:
    """A field and what each of its values means."""

    field: forms.BoundField
    kind: str
    """"flag", "choice" or "number": which control the template shows."""
    choices: Sequence[tuple[str, Text, Text]] = ()
    """Key, name and meaning of each value."""

    @property
    def is_changed(self) -> bool:
        """Whether it is set otherwise than in the chosen rules."""
        return str(self.field.value()) != str(self.field.field.initial)

    @property
    def line(self) -> str:
        """What is set, in words."""
        value = self.field.value()
        if self.kind == "flag":
            said: object = pgettext("option", "yes") if value else pgettext("option", "no")
        else:
            names = {str(key): name for key, name, _meaning in self.choices}
            said = names.get(str(value), value)
        return _("%(option)s: %(value)s") % {"option": self.field.label, "value": said}


@dataclass(frozen=True, slots=True)
class OptionFieldset:
    name: Text
    rows: list[OptionRow]

    @property
    def has_errors(self) -> bool:
        return any(row.field.errors for row in self.rows)

    @property
    def line(self) -> str:
        """What is set otherwise than in the chosen rules, in words."""
        return changes_line(self.rows)


def changes_line(rows: Iterable[OptionRow]) -> str:
    changed = [row.line for row in rows if row.is_changed]
    return " · ".join(changed) or _("as in the chosen rules")


class OptionFields(forms.Form):
    """The options of a preset. Once the form is valid, `rules` holds them."""

    LEFT_OUT: ClassVar[tuple[str, ...]] = ()
    """Options that the form does not offer."""

    def __init__(self, *args: Any, preset: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preset = preset
        self.options = {key: option for key, option in options_of(preset).items() if key not in self.LEFT_OUT}
        for key, option in self.options.items():
            self.fields[key] = option_field(preset, key, option)
        self.rules = preset_rules(preset)

    # --- For the template ---

    def tempo(self) -> list[OptionRow]:
        """Return the options that everybody chooses."""
        return list(self._rows(TEMPO))

    def groups(self) -> list[OptionFieldset]:
        """Return all the other options."""
        groups = [OptionFieldset(group.name, list(self._rows(group))) for group in GROUPS]
        return [group for group in groups if group.rows]

    def house_rules_have_errors(self) -> bool:
        return any(group.has_errors for group in self.groups())

    def house_rules_line(self) -> str:
        """Return what is set in the groups otherwise than in the chosen rules."""
        return changes_line(row for group in self.groups() for row in group.rows)

    def _rows(self, group: Group) -> Iterator[OptionRow]:
        for key in group.keys:
            option = self.options.get(key)
            if isinstance(option, Flag):
                yield OptionRow(self[key], "flag")
            elif isinstance(option, OneOf):
                values = option_text(key).values
                rows = [(value, values[value].name, values[value].meaning) for value in option.values]
                yield OptionRow(self[key], "choice", rows)
            elif option is not None:
                yield OptionRow(self[key], "number")

    # --- Validation ---

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors.keys() & self.options.keys():
            self._clean_rules(data)
        return data

    def _clean_rules(self, data: dict[str, Any]) -> None:
        """Let the engine validate the options."""
        chosen = {key: data[key] for key in self.options} | self.implied_options(data)
        try:
            self.rules = rules_from_json({"preset": self.preset, **chosen})
        except RulesError as error:
            clash = CLASHES.get((error.key, str(error.details.get("other"))))
            key = error.key if error.key in self.fields else None
            self.add_error(key, str(clash or refusal(error.reason, error.details)))

    def implied_options(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return options whose value follows from other fields of the form."""
        return {}


# --- The clock ---

HOURS: Final = 3600
DAYS: Final = 24 * HOURS
MOVES: Final = (1, 2, 4, 8, 12, 24, 48, 72, 120, 168, 336)
BANKS: Final = (6, 12, 24, 48, 72, 120, 168, 240, 336, 504, 720)
INCREMENTS: Final = (10, 30, 60, 120, 240, 480)
# The number of time-outs that the autopilot checkbox stands for.
AUTOPILOT: Final = ClockRules().autopilot


def _lengths(seconds: list[int], nothing: object) -> Any:
    """Return choices as a function, so that they are worded in the language of each request."""
    return lambda: [(value, str(span(timedelta(seconds=value))) if value else str(nothing)) for value in seconds]


class ClockFields(forms.Form):
    """The fields of a clock. Once the form is valid, `clock` holds its rules."""

    clock_move = forms.TypedChoiceField(
        label=gettext_lazy("Time for each move"),
        choices=_lengths([*(hours * HOURS for hours in MOVES), 0], gettext_lazy("none: only the bank")),
        coerce=int,
        initial=DAYS,
    )
    clock_bank = forms.TypedChoiceField(
        label=gettext_lazy("Time bank"),
        help_text=gettext_lazy("For the whole match; used when a move takes longer than its own time."),
        choices=_lengths([0, *(hours * HOURS for hours in BANKS)], gettext_lazy("none")),
        coerce=int,
        initial=3 * DAYS,
    )
    clock_increment = forms.TypedChoiceField(
        label=gettext_lazy("Added to the bank with each move"),
        help_text=gettext_lazy("The bank never grows beyond its initial size."),
        choices=_lengths([0, *(minutes * 60 for minutes in INCREMENTS)], gettext_lazy("nothing")),
        coerce=int,
        initial=0,
    )
    clock_quiet = forms.BooleanField(
        label=gettext_lazy("Quiet hours"),
        help_text=gettext_lazy("The clock stops at night, according to each player’s time zone and settings."),
        required=False,
        initial=True,
    )
    clock_weekend = forms.BooleanField(
        label=gettext_lazy("Free weekends"),
        help_text=gettext_lazy("The clock stops on Saturdays and Sundays in each player’s time zone."),
        required=False,
        initial=False,
    )
    clock_autopilot = forms.BooleanField(
        label=gettext_lazy("Autopilot"),
        help_text=gettext_lazy("After two time-outs in a row a bot plays until you return."),
        required=False,
        initial=True,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        keys = ("move", "bank", "increment", "quiet", "weekend", "autopilot")
        if any(f"clock_{key}" not in data for key in keys):
            return data
        lengths = {key: timedelta(seconds=data[f"clock_{key}"]) for key in keys[:3]}
        try:
            self.clock = ClockRules(
                **lengths,
                quiet=data["clock_quiet"],
                weekend=data["clock_weekend"],
                autopilot=AUTOPILOT if data["clock_autopilot"] else 0,
            )
        except ClockError as error:
            self.add_error(f"clock_{error.key}", _("Without a time for each move, you need a time bank."))
        return data

    def clock_fields(self) -> list[forms.BoundField]:
        """Return the fields in their order, for the template."""
        return [self[name] for name in ClockFields.base_fields]

    def time_line(self) -> str:
        """The clock that the form says, in a line; empty while it says none that can be."""
        if self.is_bound:
            # Errors elsewhere in the form do not change the clock.
            is_clock = not any(name.startswith("clock_") for name in self.errors)
            return clock_lines(self.clock)[0] if is_clock else ""
        move, bank, increment = (
            timedelta(seconds=int(self[f"clock_{key}"].value())) for key in ("move", "bank", "increment")
        )
        return clock_lines(ClockRules(move=move, bank=bank, increment=increment))[0]


# --- Both ---


class RulesFields(OptionFields, ClockFields):
    """The options of a preset, the clock, and when plans are carried out: everything a table plays by."""

    release = forms.TypedChoiceField(
        label=gettext_lazy("Plans and forced cards are carried out"),
        help_text=gettext_lazy(
            "Counted from the start of the turn, with a random delay, so that nobody can tell whether you had a choice."
        ),
        choices=Game.Release.choices,
        coerce=Game.Release,
        initial=Game.Release.MINUTES,
    )

    def tempo_has_errors(self) -> bool:
        """Whether something is to be corrected in what the page folds."""
        return any(row.field.errors for row in self.tempo() if row.kind != "number")

    def tempo_line(self) -> str:
        """What is set there, in words."""
        return " · ".join(row.line for row in self.tempo() if row.kind != "number")

    def clock_has_errors(self) -> bool:
        folded = [field for field in self.clock_fields() if field.name != "clock_move"]
        return any(field.errors for field in [*folded, self["release"]])
