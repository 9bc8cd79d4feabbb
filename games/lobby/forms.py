"""The forms of a table before its match. The one for a new table follows the engine's list of options."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final
from uuid import UUID, uuid4, uuid5

from django import forms
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.access import Visitor
from games.bots import LEVELS
from games.engine import RulesError, preset_rules, rules_from_json, rules_to_json
from games.engine.rules import Choice, Flag, Option, options_of
from games.lobby import tables
from games.lobby.clock_form import ClockFields
from games.models import Game
from games.option_texts import CLASHES, GROUPS, PRESETS, TEMPO, Group, Text, option_text
from games.wording import refusal
from players.models import User

BOT_LEVELS: Final[dict[str, Text]] = {
    "recruit": gettext_lazy("Recruit: plays sensibly"),
    "corporal": gettext_lazy("Corporal: counts the cards"),
}
BEST_KNOWN: Final = "gurunapo"
"""The preset of who asks for none."""
# Seats other than the host's, at the largest table.
MOST_FRIENDS: Final = 7


def option_field(preset: str, key: str, option: Option) -> forms.Field:
    """The form's field for an option of the engine, in words."""
    text = option_text(preset, key)
    common: dict[str, Any] = {
        "label": text.name,
        "help_text": text.changes,
        "initial": getattr(preset_rules(preset), key),
    }
    if isinstance(option, Flag):
        return forms.BooleanField(required=False, **common)
    if isinstance(option, Choice):
        choices = [(value, text.values[value].name) for value in option.values]
        return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **common)
    return forms.IntegerField(min_value=option.least, max_value=option.most, **common)


@dataclass(frozen=True, slots=True)
class OptionRow:
    """A field of the form with what each of its values means."""

    field: forms.BoundField
    kind: str
    """"flag", "choice" or "number": which control it gets."""
    choices: Sequence[tuple[str, Text, Text]] = ()
    """Key, name and meaning of each value."""


@dataclass(frozen=True, slots=True)
class OptionGroup:
    name: Text
    rows: list[OptionRow]

    @property
    def has_errors(self) -> bool:
        return any(row.field.errors for row in self.rows)


class OptionFields(forms.Form):
    """A preset's options, judged by the engine: `rules` is what they make, once they are valid."""

    LEFT_OUT: ClassVar[tuple[str, ...]] = ()
    """Options that are not asked for."""

    def __init__(self, *args: Any, preset: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preset = preset
        self.options = {
            key: option for key, option in options_of(preset).items() if key not in self.LEFT_OUT
        }
        for key, option in self.options.items():
            self.fields[key] = option_field(preset, key, option)
        self.rules: dict[str, Any] = {}

    # --- What the template asks for ---

    def tempo(self) -> list[OptionRow]:
        """The options asked of everybody."""
        return list(self._rows(TEMPO))

    def groups(self) -> list[OptionGroup]:
        """All the other options."""
        groups = [OptionGroup(group.name, list(self._rows(group))) for group in GROUPS]
        return [group for group in groups if group.rows]

    def _rows(self, group: Group) -> Iterator[OptionRow]:
        for key in group.keys:
            option = self.options.get(key)
            if isinstance(option, Flag):
                yield OptionRow(self[key], "flag")
            elif isinstance(option, Choice):
                values = option_text(self.preset, key).values
                rows = [
                    (value, values[value].name, values[value].meaning) for value in option.values
                ]
                yield OptionRow(self[key], "choice", rows)
            elif option is not None:
                yield OptionRow(self[key], "number")

    # --- Judging ---

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors.keys() & self.options.keys():
            self._clean_rules(data)
        return data

    def _clean_rules(self, data: dict[str, Any]) -> None:
        """Let the engine judge the options, and keep those that differ from the preset."""
        chosen = {key: data[key] for key in self.options} | self.settled(data)
        try:
            rules = rules_from_json({"preset": self.preset, **chosen})
        except RulesError as error:
            clash = CLASHES.get((error.key, str(error.details.get("other"))))
            key = error.key if error.key in self.fields else None
            self.add_error(key, str(clash or refusal(error.reason, error.details)))
        else:
            self.rules = rules_to_json(rules)

    def settled(self, data: dict[str, Any]) -> dict[str, Any]:
        """Options that other fields of the form settle."""
        return {}


class RulesFields(OptionFields, ClockFields):
    """A preset's options, the clock, and when plans are carried out: what a table plays by."""

    release = forms.TypedChoiceField(
        label=gettext_lazy("Plans and forced cards are carried out"),
        help_text=gettext_lazy(
            "Counted from when the turn comes, at a time drawn by lot: so nobody can tell whether there was a choice."
        ),
        choices=Game.Release.choices,
        coerce=Game.Release,
        initial=Game.Release.MINUTES,
    )


class NewTableForm(RulesFields):
    """A preset's options, the clock, and who shall sit at the table."""

    name = forms.CharField(
        label=gettext_lazy("Name of the table"),
        help_text=gettext_lazy("May stay empty: then it is called after you."),
        max_length=60,
        required=False,
    )
    friends = forms.CharField(
        label=gettext_lazy("Friends, by name"),
        help_text=gettext_lazy(
            "Their seats are kept for them. Several names are parted by commas. "
            "A link for anyone else comes with the table."
        ),
        max_length=400,
        required=False,
    )
    bots = forms.IntegerField(
        label=gettext_lazy("Bots"),
        help_text=gettext_lazy("Seats that are left over wait for anyone who comes."),
        min_value=0,
        max_value=MOST_FRIENDS,
        initial=0,
        widget=forms.NumberInput(attrs={"class": "short"}),
    )
    bot_level = forms.ChoiceField(
        label=gettext_lazy("The bots play as"),
        choices=[(level, BOT_LEVELS[level]) for level in LEVELS],
    )
    is_listed = forms.TypedChoiceField(
        label=gettext_lazy("Who may come"),
        choices=[
            ("yes", gettext_lazy("Listed: anyone may find it, sit down and look on")),
            ("no", gettext_lazy("Private: only people with the link")),
        ],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        initial="yes",
    )
    key = forms.UUIDField(required=False)

    def __init__(self, *args: Any, preset: str, host: User, **kwargs: Any) -> None:
        super().__init__(*args, preset=preset, **kwargs)
        self.host = host
        self.invited: list[User] = []
        self.own_key = uuid4()
        """For a request that brings none."""

    # --- Judging ---

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self._clean_friends(data)
        players = data.get("players")
        if players and not self.errors and len(self.invited) + data["bots"] >= players:
            self.add_error("bots", _("There are not that many seats beside yours."))
        return data

    def _clean_friends(self, data: dict[str, Any]) -> None:
        names = [name.strip() for name in data.get("friends", "").replace("、", ",").split(",")]
        names = list(dict.fromkeys(filter(None, names)))
        if len(names) > MOST_FRIENDS:
            self.add_error("friends", _("There are not that many seats beside yours."))
            return
        try:
            self.invited = find_people(names, self.host)
        except forms.ValidationError as error:
            self.add_error("friends", error)

    # --- Doing ---

    def opened(self) -> Game | None:
        """The table that the same form has opened before."""
        return Game.objects.filter(host=self.host, key=self._once()).first()

    def save(self) -> Game:
        """Open the table, or find the one that the same form opens at this moment."""
        try:
            return self._open()
        except IntegrityError:
            game = self.opened()
            if game is None:
                raise
            return game

    def _once(self) -> UUID:
        """A key of what the form says: who goes back and fills it in otherwise opens that table as well."""
        said = {name: str(value) for name, value in self.cleaned_data.items()}
        key = self.cleaned_data["key"] or self.own_key
        return uuid5(key, json.dumps([self.preset, said], sort_keys=True))

    @transaction.atomic
    def _open(self) -> Game:
        """The host's seat first, then the friends', the bots' from the end."""
        data = self.cleaned_data
        game = tables.create(
            host=self.host,
            rules=self.rules,
            name=data["name"],
            is_listed=data["is_listed"],
            clock=self.clock,
            release=data["release"],
            key=self._once(),
        )
        for number, friend in enumerate(self.invited, start=1):
            tables.invite(game_id=game.pk, number=number, user=friend)
        for number in range(data["players"] - data["bots"], data["players"]):
            tables.seat_bot(game_id=game.pk, number=number, level=data["bot_level"])
        return game


class PlayNowForm(forms.Form):
    """A deal against bots at once: of the best known rules, unless others are asked for."""

    preset = forms.ChoiceField(choices=[(key, key) for key in PRESETS], required=False)
    key = forms.UUIDField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own_key = uuid4()
        """For a request that brings none."""

    def opened(self, host: Visitor) -> Game | None:
        """The table that the same form has opened before, while it is played at."""
        if host.pk is None:
            return None
        tables_now = Game.objects.filter(status=Game.Status.RUNNING)
        return tables_now.filter(host=host.pk, key=self._once()).first()

    def save(self, host: User) -> Game:
        """Begin a match, or find the one that the same form begins at this moment."""
        try:
            return self._open(host, self._once())
        except IntegrityError:
            # A browser may have kept the page for longer than the match took: then that is no double tap.
            return self.opened(host) or self._open(host, None)

    def _preset(self) -> str:
        return self.cleaned_data["preset"] or BEST_KNOWN

    def _once(self) -> UUID:
        return uuid5(self.cleaned_data["key"] or self.own_key, self._preset())

    def _open(self, host: User, key: UUID | None) -> Game:
        rules = {"preset": self._preset(), "deals": 1}
        return tables.create(host=host, rules=rules, is_listed=False, bots="recruit", key=key)


def find_people(names: Sequence[str], host: User) -> list[User]:
    """The people of these names, or of numbers such as #12. Raises `ValidationError` where one is not plain."""
    keys = [int(name[1:]) for name in names if is_number(name)]
    found = list(User.objects.filter(is_active=True, name__in=names))
    found += User.objects.filter(is_active=True, pk__in=keys)
    people: list[User] = []
    for name in names:
        # The number comes first: who goes by it as a name from former times can be written by his own.
        same = [user for user in found if name == f"#{user.pk}"]
        same = same or [user for user in found if name == user.name]
        if not same:
            raise forms.ValidationError(_("Nobody is called “%(name)s”.") % {"name": name})
        if len(same) > 1:
            numbers = ", ".join(f"#{user.pk}" for user in same)
            text = _("Several people are called “%(name)s”: %(numbers)s. Write the number instead.")
            raise forms.ValidationError(text % {"name": name, "numbers": numbers})
        if same[0] == host:
            raise forms.ValidationError(_("You have a seat already."))
        people += same
    return people


def is_number(name: str) -> bool:
    """Whether this is the number of a profile, such as #12."""
    return name.startswith("#") and name[1:].isdecimal() and len(name) < 10


def presets_to_choose() -> list[tuple[str, Text, Text]]:
    """Key, name and summary of each preset."""
    return [(key, text.name, text.summary) for key, text in PRESETS.items()]


class SeatForm(forms.Form):
    """Which seat, at a table of up to eight."""

    number = forms.IntegerField(min_value=0, max_value=MOST_FRIENDS, required=False)


class BotForm(forms.Form):
    """A bot for a seat; no level takes it away again."""

    number = forms.IntegerField(min_value=0, max_value=MOST_FRIENDS)
    level = forms.ChoiceField(choices=[("", ""), *BOT_LEVELS.items()], required=False)


class InviteForm(forms.Form):
    """Someone for whom a seat is kept."""

    number = forms.IntegerField(min_value=0, max_value=MOST_FRIENDS)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.host = host
        self.person: User | None = None

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        [self.person] = find_people([name], self.host)
        return name


class SeedForm(forms.Form):
    """What a player adds to the shuffle."""

    seed = forms.CharField(
        label=gettext_lazy("Your part of the shuffle"),
        help_text=gettext_lazy("Any text of up to 64 characters; empty draws a new one for you."),
        max_length=tables.MAX_SEED,
        required=False,
    )
