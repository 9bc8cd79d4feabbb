"""The scribe's forms: the table, a line, and the end of the match."""

from datetime import date, timedelta
from typing import Any, ClassVar, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.imports.forms import NamesForm
from games.imports.parse import MAX_NAME
from games.lobby.rules_form import OptionFields
from games.models import Draft
from games.transcription.services import TableTold
from infrastructure.pasted_people import names_in
from napoleon.engine.rules import options_of
from players.models import validate_title
from players.name_field import TitleField
from players.names import key, tidy
from players.writing import SharedTextField

_EARLIEST: Final = date(1900, 1, 1)


class TableForm(OptionFields):
    """The rules and the players. A real table plays one deal at a time, with as many players as there are names."""

    LEFT_OUT: ClassVar = ("players", "deals_at_once")

    players = SharedTextField(
        label=gettext_lazy("Names, in seat order"),
        help_text=gettext_lazy(
            "Clockwise, one per line or separated by commas. At the end you choose which of them are members here."
        ),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off"}),
    )
    dealer = forms.IntegerField(
        label=gettext_lazy("Who dealt first"),
        help_text=gettext_lazy("Their place in the list above."),
        min_value=1,
        max_value=8,
        initial=1,
        widget=forms.NumberInput(attrs={"class": "short"}),
    )
    played_on = forms.DateField(
        label=gettext_lazy("Played on"),
        widget=forms.DateInput(attrs={"type": "date", "class": "short"}, format="%Y-%m-%d"),
    )
    name = TitleField(
        label=pgettext_lazy("a match typed in by hand", "Name of the match"),
        help_text=gettext_lazy("Optional."),
        max_length=60,
        required=False,
    )

    def clean_players(self) -> list[str]:
        names = [tidy(name) for name in names_in(self.cleaned_data["players"])]
        for name in names:
            if len(name) > MAX_NAME:
                raise forms.ValidationError(_("A name has between 1 and %(most)s characters.") % {"most": MAX_NAME})
            validate_title(name)
        if len(set(map(key, names))) < len(names):
            raise forms.ValidationError(_("Two of the names are the same."))
        return names

    def clean_played_on(self) -> date:
        day: date = self.cleaned_data["played_on"]
        # In the scribe's time zone it may already be tomorrow.
        if not _EARLIEST <= day <= timezone.localdate() + timedelta(days=1):
            raise forms.ValidationError(_("This date is not possible."))
        return day

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        names, dealer = data.get("players"), data.get("dealer")
        if names and dealer and dealer > len(names):
            self.add_error("dealer", _("There are not that many names."))
        return data

    def implied_options(self, data: dict[str, Any]) -> dict[str, Any]:
        return {"players": len(data["players"])} if data.get("players") else {}

    def table(self) -> TableTold:
        data = self.cleaned_data
        return TableTold(
            name=data["name"],
            played_on=data["played_on"],
            rules=self.rules,
            players=data["players"],
            dealer=data["dealer"] - 1,
        )


def initial_table(draft: Draft) -> dict[str, Any]:
    """The form's initial values for this draft."""
    rules = draft.rules
    return {
        **{key: getattr(rules, key) for key in options_of(rules.preset)},
        "players": "\n".join(draft.players),
        "dealer": draft.dealer + 1,
        "played_on": draft.played_on,
        "name": draft.name,
    }


class LineForm(forms.Form):
    """A line of a deal: the part already there (``kept``) and the part typed or tapped after it."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    deal = forms.IntegerField(min_value=1, max_value=1000)
    line = forms.CharField(max_length=20)
    kept = forms.CharField(max_length=400, required=False)
    text = forms.CharField(max_length=2000, required=False)
    add = forms.CharField(max_length=20, required=False)

    def whole(self) -> str:
        parts = (self.cleaned_data[key] for key in ("kept", "text", "add"))
        return " ".join(part for part in parts if part)


class VersionForm(forms.Form):
    """The version of the draft that the scribe's page showed."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)


class FinishForm(NamesForm):
    """Which members the names stand for, whether the match is complete, and who may see it."""

    def __init__(self, *args: Any, is_short: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = [self[key] for key in self.fields]
        if is_short:
            self.fields["ending"] = forms.ChoiceField(
                label=_("Fewer deals were played than the rules call for"),
                choices=[("over", _("That was the whole match")), ("broken", _("The match was not finished"))],
                widget=forms.RadioSelect,
                initial="over",
            )
        self.fields["is_listed"] = forms.BooleanField(
            label=_("Anyone may see this match"),
            help_text=_("Otherwise only you and the members who played in it can."),
            required=False,
            initial=True,
        )
        self.fields["version"] = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Nobody sat there twice."""
        data = super().clean() or self.cleaned_data
        taken: set[str] = set()
        for number in range(len(self.names)):
            key = data.get(f"name-{number}")
            if not key:
                continue
            if key in taken:
                self.add_error(f"name-{number}", _("Each person can have only one seat."))
            taken.add(key)
        return data

    @property
    def is_over_now(self) -> bool:
        return bool(self.cleaned_data.get("ending", "over") == "over")
