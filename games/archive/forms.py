"""The search form of the archive, filled from the query string."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.access import Visitor
from games.archive.search import ArchiveSearch, DealKey, Games, games_of
from games.models import ArchivedPlayer
from games.presentation.auction import CALLED_WHO
from games.presentation.cards import label, nap_bid_word, suit_word
from games.presentation.option_texts import PRESETS
from games.presentation.typed_cards import typed_card
from infrastructure.requests import parse_number
from napoleon.engine.cards import CARD_NAMES, TRUMPS
from players.models import User
from players.profiles.find_people import is_number

# If many members share a name, the search covers this many.
MOST_OF_A_NAME: Final = 20
NAP_BIDS: Final = ("two", "three", "misere", "four", "garnet", "nap", "wellington", "blucher")
COUNTS: Final = [str(count) for count in range(1, 21)]
_YES_NO: Final = {"yes": True, "no": False}


class CardField(forms.ChoiceField):
    """A card from a list, or typed into the address: `?called=♠K`."""

    def to_python(self, value: Any) -> str:
        return typed_card(super().to_python(value))


class SearchForm(forms.Form):
    """All fields are optional."""

    player = forms.CharField(
        label=gettext_lazy("Player"),
        help_text=gettext_lazy("An exact name, or a number such as #12."),
        max_length=80,
        required=False,
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"), required=False)
    rules = forms.ChoiceField(label=gettext_lazy("Rules"), required=False)
    bid = forms.ChoiceField(label=gettext_lazy("Bid"), required=False)
    trump = forms.ChoiceField(label=gettext_lazy("Trump"), required=False)
    called = CardField(label=pgettext_lazy("a card", "Called"), required=False)
    result = forms.ChoiceField(label=gettext_lazy("Result"), required=False)
    took = forms.IntegerField(
        label=gettext_lazy("Picture cards or tricks taken"), min_value=0, max_value=20, required=False
    )
    alone = forms.ChoiceField(label=gettext_lazy("Adjutant"), required=False)
    club = forms.CharField(
        label=gettext_lazy("Club or season"),
        help_text=gettext_lazy("As it appears in the address: kamakura, or kamakura/spring."),
        max_length=120,
        required=False,
    )
    since = forms.DateField(label=gettext_lazy("From"), widget=forms.DateInput(attrs={"type": "date"}), required=False)
    until = forms.DateField(label=gettext_lazy("Until"), widget=forms.DateInput(attrs={"type": "date"}), required=False)
    source = forms.ChoiceField(label=gettext_lazy("Where"), required=False)
    sort = forms.ChoiceField(label=gettext_lazy("Order"), required=False)

    def __init__(self, *args: Any, reader: Visitor, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reader = reader
        self.games: Games | None = None
        any_word = _("any")
        self.fields_choices = _choices()
        for name, choices in self.fields_choices.items():
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = choices if name == "sort" else [("", any_word), *choices]

    def clean_club(self) -> str:
        address: str = self.cleaned_data["club"]
        self.games = games_of(self.reader, address) if address else None
        if address and self.games is None:
            raise forms.ValidationError(_("There is no such club or season."))
        return address

    def search(self) -> ArchiveSearch:
        data = self.cleaned_data
        members, name = self._who(data["player"])
        return ArchiveSearch(
            members=members,
            name=name,
            is_own=bool(members) and not name and members == (self.reader.pk,),
            role=data["role"] if data["player"] else "",
            preset=data["rules"],
            bid=data["bid"],
            trump=data["trump"],
            called="" if data["called"] in CALLED_WHO else data["called"],
            called_who=data["called"] if data["called"] in CALLED_WHO else "",
            games=self.games,
            made={"made": True, "lost": False}.get(data["result"]),
            is_alone=_YES_NO.get(data["alone"]),
            took=data["took"],
            since=_begin_of(data["since"]),
            until=_begin_of(data["until"], days=1),
            is_imported={"imported": True, "here": False}.get(data["source"]),
            oldest_first=data["sort"] == "oldest",
        )

    def chosen(self) -> list[str]:
        """The search in a few words."""
        words = []
        for name, field in self.fields.items():
            value = self.cleaned_data[name]
            if value in (None, "") or name == "sort":
                continue
            if name == "player":
                value = self._name(value)
            elif isinstance(field, forms.ChoiceField):
                value = dict(self.fields_choices[name])[value]
            words.append(f"{field.label}{_(': ')}{value}")
        return words

    def _name(self, text: str) -> str:
        """The name of the member whose number it is, for those who may open profiles; else what was entered."""
        if not is_number(text) or not self.reader.is_authenticated:
            return text
        person = User.objects.filter(pk=int(text[1:]), is_active=True).first()
        return person.name if person else text

    def _who(self, text: str) -> tuple[tuple[int, ...], str]:
        """The members that the text means, and the name for other players; an unknown name finds nothing."""
        if not text:
            return (), ""
        if is_number(text):
            return (int(text[1:]),), ""
        people = User.objects.filter(name=text, is_active=True).order_by("pk")
        members = tuple(people.values_list("pk", flat=True)[:MOST_OF_A_NAME])
        if members and not ArchivedPlayer.objects.filter(name=text).exists():
            # Saves one index, and a reader who searches only for themselves finds their unlisted matches.
            return members, ""
        return members, text


def _begin_of(day: date | None, days: int = 0) -> datetime | None:
    """Midnight of the day in the reader's time zone."""
    if day is None or day >= date.max - timedelta(days=2) or day <= date.min + timedelta(days=2):
        return None
    zone = timezone.get_current_timezone()
    return datetime.combine(day + timedelta(days=days), time(), zone).astimezone(UTC)


def _choices() -> dict[str, list[tuple[str, Any]]]:
    return {
        "role": list(ArchivedPlayer.Role.choices),
        "rules": [(key, preset.name) for key, preset in PRESETS.items()],
        "bid": [(count, count) for count in COUNTS] + [(bid, nap_bid_word(bid)) for bid in NAP_BIDS],
        "trump": [(letter, suit_word(letter)) for letter in TRUMPS[::-1]],
        "called": [(code, label(code)) for code in reversed(CARD_NAMES)] + list(CALLED_WHO.items()),
        "result": [("made", _("made")), ("lost", _("lost"))],
        "alone": [("no", _("with an adjutant")), ("yes", _("alone"))],
        "source": [("here", _("played here")), ("imported", _("imported"))],
        "sort": [("", _("newest first")), ("oldest", _("oldest first"))],
    }


def key_to_text(key: DealKey) -> str:
    return f"{key.ended_at.astimezone(UTC):%Y%m%dT%H%M%S.%f}-{key.deal}"


def key_from_text(text: str) -> DealKey | None:
    """Parse a key. Raises `ValueError` for anything else."""
    if not text:
        return None
    at, _dash, deal = text.partition("-")
    number = parse_number(deal, 18)
    if number is None:
        raise ValueError(text)
    return DealKey(datetime.strptime(at, "%Y%m%dT%H%M%S.%f").replace(tzinfo=UTC), number)
