"""The forms of challenges and duplicate tables: which rules, how many boards, and how many play."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.boards import services, tables
from games.boards.given_cards import MOST_BOARDS
from games.lobby.paces import DEFAULT_PACE, PACES
from games.lobby.rules_form import BEST_KNOWN
from games.models import BoardSet, Game
from games.presentation.option_texts import PRESETS
from players.models import User

MOST_PLAYERS: Final = 50


class PlayersField(forms.IntegerField):
    """How many are expected to play."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            required=False,
            min_value=1,
            max_value=MOST_PLAYERS,
            widget=forms.NumberInput(attrs={"class": "short"}),
            help_text=_(
                "When so many have played, everybody sees everything. "
                "Left empty, that is when you say so, or after seven days."
            ),
            **options,
        )


class ChallengeForm(forms.Form):
    """What a person challenges their friends to."""

    preset = forms.ChoiceField(
        label=_("Rules"), choices=[(key, text.name) for key, text in PRESETS.items()], initial=BEST_KNOWN
    )
    boards = forms.IntegerField(
        label=_("Boards"),
        min_value=1,
        max_value=MOST_BOARDS,
        initial=4,
        widget=forms.NumberInput(attrs={"class": "short"}),
    )
    players = PlayersField(label=_("How many of you play?"))

    def save(self, host: User) -> BoardSet:
        return services.open_challenge(host, **self.cleaned_data)


class GivenCardsForm(forms.Form):
    """How many friends play the cards of a match."""

    players = PlayersField(label=_("How many friends play?"))

    def save(self, host: User, game: Game) -> BoardSet:
        return services.give_cards(host, game, **self.cleaned_data)


MOST_TABLES: Final = 8


class DuplicateForm(forms.Form):
    """Several tables of people that play the same deals."""

    preset = ChallengeForm.base_fields["preset"]
    boards = ChallengeForm.base_fields["boards"]
    tables = forms.IntegerField(
        label=_("Tables"),
        help_text=_("If fewer people come, captains can take the free seats."),
        min_value=1,
        max_value=MOST_TABLES,
        initial=2,
        widget=forms.NumberInput(attrs={"class": "short"}),
    )
    pace = forms.ChoiceField(
        label=_("Pace"), choices=[(key, pace.name) for key, pace in PACES.items()], initial=DEFAULT_PACE
    )

    def save(self, host: User) -> BoardSet:
        data = self.cleaned_data
        rules = services.board_rules(data["preset"], data["boards"])
        return tables.open_for_people(host, rules, PACES[data["pace"]].clock, data["tables"])
