"""The forms of a table before its match: opening it, arranging seats, adding to the shuffle."""

import json
from datetime import timedelta
from typing import Any, Final, cast
from uuid import UUID, uuid4, uuid5

from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.access import Visitor
from games.lobby import services
from games.lobby.match_length import Forecast, forecast
from games.lobby.paces import DEFAULT_PACE, PACES
from games.lobby.rules_form import BEST_KNOWN, RulesFields
from games.models import Game
from games.presentation.option_texts import PRESETS, Text
from infrastructure.pasted_people import names_in
from napoleon.engine import rules_from_json, rules_to_json
from players.accounts.services import create_guest
from players.friends.queries import friends_of
from players.models import User
from players.name_field import TitleField
from players.profiles.find_people import find_people
from players.writing import InvitationField, SharedTextField

BOT_LEVELS: Final[dict[str, Text]] = {
    "captain": gettext_lazy("Captain: thinks ahead to the end"),
    "corporal": gettext_lazy("Corporal: counts the cards"),
    "recruit": gettext_lazy("Recruit: plays sensibly"),
}
"""The strongest first, which is the default."""
DEFAULT_BOT: Final = next(iter(BOT_LEVELS))
QUICK_BOT: Final = "recruit"
"""Plays at tables with a coach, where nobody should wait."""
# The seats besides the host's at the largest table.
MOST_FRIENDS: Final = 7
DOUBLE_TAP: Final = timedelta(minutes=1)


class NewTableForm(RulesFields):
    """The rules and clock of a new table, and who sits there."""

    name = TitleField(
        label=gettext_lazy("Name of the table"),
        help_text=gettext_lazy("Optional: without a name the table is called after you."),
        max_length=60,
        required=False,
    )
    friends = InvitationField(
        label=gettext_lazy("Others, by name"),
        help_text=gettext_lazy(
            "Their seats are reserved. Separate several names with commas. The table has a link for anyone else."
        ),
        max_length=400,
        required=False,
    )
    chosen = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Invite friends"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    bots = forms.IntegerField(
        label=gettext_lazy("Bots"),
        help_text=gettext_lazy("The remaining seats stay open for anyone."),
        min_value=0,
        max_value=MOST_FRIENDS,
        initial=0,
        widget=forms.NumberInput(attrs={"class": "short"}),
    )
    bot_level = forms.ChoiceField(
        label=gettext_lazy("The bots play as"), choices=list(BOT_LEVELS.items()), initial=DEFAULT_BOT
    )
    is_listed = forms.TypedChoiceField(
        label=gettext_lazy("Who may join"),
        choices=[
            ("yes", gettext_lazy("Listed: anyone may find it, join or watch")),
            ("no", gettext_lazy("Private: only people with the link")),
        ],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        initial="yes",
    )
    takes_back = forms.BooleanField(
        label=gettext_lazy("A move can be taken back"),
        help_text=gettext_lazy(
            "For 8 seconds, while nobody else sees it. Every move takes that much longer, and so do the bots’ replies."
        ),
        required=False,
    )
    allows_claims = forms.BooleanField(
        label=gettext_lazy("Players may claim the rest or give up"),
        help_text=gettext_lazy("If the cards don’t settle it, the others are asked. If one refuses, play goes on."),
        required=False,
        initial=True,
    )
    plays_forced = forms.BooleanField(
        label=gettext_lazy("The site plays forced cards"),
        help_text=gettext_lazy(
            "For everybody, where the rules leave no choice. All players can change that for themselves."
        ),
        required=False,
    )
    shows_seen_cards = forms.BooleanField(
        label=gettext_lazy("Players may look up seen cards"),
        help_text=gettext_lazy("A touch or a key shows which cards of each suit they have not seen yet."),
        required=False,
        initial=True,
    )
    key = forms.UUIDField(required=False)

    def __init__(
        self, *args: Any, preset: str, host: User, pace: str = DEFAULT_PACE, initial: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, preset=preset, initial={**_initial(preset, pace), **(initial or {})}, **kwargs)
        self.pace = pace
        self._let_all_run_at_once()
        self.host = host
        self.friends_of_host = {friend.pk: friend for friend in friends_of(host)}
        chosen = cast("forms.TypedMultipleChoiceField", self.fields["chosen"])
        chosen.choices = [(key, str(friend)) for key, friend in self.friends_of_host.items()]
        self.invited: list[User] = []
        self.own_key = uuid4()
        """The idempotency key for a request without one."""

    # --- For the template ---

    def forecast(self) -> Forecast | None:
        """How long the match will take with these settings; None while they are invalid."""
        if not self.is_bound:
            pace = PACES[self.pace]
            return forecast(pace.rules(self.preset), pace.clock, bots=0, plays_forced=pace.plays_forced)
        if not self.is_valid():
            return None
        data = self.cleaned_data
        return forecast(self.rules, self.clock, data["bots"], plays_forced=data["plays_forced"])

    def bots_line(self) -> str:
        """How well the bots play, in a line."""
        return str(BOT_LEVELS.get(self["bot_level"].value(), ""))

    # --- Validation ---

    def _let_all_run_at_once(self) -> None:
        """Let the number of deals at once be left empty, so that it follows from the number of deals."""
        field = self.fields["deals_at_once"]
        field.required = False
        field.help_text = _("%(help)s Empty: all of them.") % {"help": field.help_text}

    def implied_options(self, data: dict[str, Any]) -> dict[str, Any]:
        return {"deals_at_once": data["deals"]} if data["deals_at_once"] is None else {}

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self._clean_friends(data)
        players = data.get("players")
        if players and not self.errors and len(self.invited) + data["bots"] >= players:
            self.add_error("bots", _("The table does not have that many other seats."))
        return data

    def _clean_friends(self, data: dict[str, Any]) -> None:
        names = list(dict.fromkeys(names_in(data.get("friends", ""))))
        if len(names) > MOST_FRIENDS:
            self.add_error("friends", _("The table does not have that many other seats."))
            return
        try:
            named = find_people(names, self.host)
        except forms.ValidationError as error:
            self.add_error("friends", error)
            return
        chosen = [self.friends_of_host[key] for key in data.get("chosen", [])]
        self.invited = list(dict.fromkeys([*chosen, *named]))

    # --- Opening the table ---

    def opened(self) -> Game | None:
        """Return the table that the same form opened before, if it did."""
        return Game.objects.filter(host=self.host, key=self._form_key()).first()

    def save(self) -> Game:
        """Open the table, or return the one that the same form is opening in another request."""
        try:
            return self._open()
        except IntegrityError:
            game = self.opened()
            if game is None:
                raise
            return game

    def _form_key(self) -> UUID:
        """Return the key of the form and its content: going back and changing the form opens a second table."""
        content = {name: str(value) for name, value in self.cleaned_data.items()}
        content["host"] = str(self.host.pk)
        key = self.cleaned_data["key"] or self.own_key
        return uuid5(key, json.dumps([self.preset, content], sort_keys=True))

    @transaction.atomic
    def _open(self) -> Game:
        """Give the first seat to the host, the next ones to friends, and the last ones to bots."""
        data = self.cleaned_data
        terms = services.TableTerms(
            rules=self.rules,
            name=data["name"],
            is_listed=data["is_listed"],
            clock=self.clock,
            release=data["release"],
            takes_back=data["takes_back"],
            allows_claims=data["allows_claims"],
            plays_forced=data["plays_forced"],
            shows_seen_cards=data["shows_seen_cards"],
        )
        game = services.create(terms, host=self.host, key=self._form_key())
        for number, friend in enumerate(self.invited, start=1):
            services.invite(game_id=game.pk, number=number, user=friend)
        for number in range(data["players"] - data["bots"], data["players"]):
            services.seat_bot(game_id=game.pk, number=number, level=data["bot_level"])
        return game


def _initial(preset: str, pace: str) -> dict[str, Any]:
    """Return what the form of a new table holds at first, at this pace."""
    chosen = PACES[pace]
    rules, clock = rules_to_json(chosen.rules(preset)), chosen.clock
    lengths = {"clock_move": clock.move, "clock_bank": clock.bank}
    return {
        **rules,
        **{name: int(length.total_seconds()) for name, length in lengths.items()},
        "deals_at_once": None if chosen.all_at_once else 1,
        "plays_forced": chosen.plays_forced,
    }


class PlayNowForm(forms.Form):
    """Start a deal against bots now, by the best known rules unless others are chosen; newcomers with a coach."""

    preset = forms.ChoiceField(choices=[(key, key) for key in PRESETS], required=False)
    coached = forms.BooleanField(required=False)
    key = forms.UUIDField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own_key = uuid4()
        """The idempotency key for a request without one."""

    def opened(self, host: Visitor) -> Game | None:
        """Return the table that the same form opened before, while its match runs.

        A visitor who taps twice has become a guest by the first tap, which the second one may not know yet.
        """
        tables_now = Game.objects.filter(status=Game.Status.RUNNING, key=self._form_key(host))
        if host.pk is not None:
            return tables_now.filter(host=host.pk).first()
        just_now = timezone.now() - DOUBLE_TAP
        return tables_now.filter(host__is_guest=True, created_at__gt=just_now).first()

    def save(self, request: HttpRequest) -> Game:
        """Start a match, or return the one that the same form is starting in another request."""
        visitor = request.user
        try:
            with transaction.atomic():
                return self._open(create_guest(request), self._form_key(visitor))
        except IntegrityError:
            # A guest who was made for it is gone with the rest.
            request.user = visitor
            # A page kept open for longer than its match took sends its key again: that is no double tap.
            return self.opened(visitor) or self._open(create_guest(request), None)

    def _preset(self) -> str:
        return self.cleaned_data["preset"] or BEST_KNOWN

    def _form_key(self, host: Visitor) -> UUID:
        wish = f"{self._preset()}{' coached' if self.cleaned_data['coached'] else ''}"
        return uuid5(self.cleaned_data["key"] or self.own_key, f"{host.pk or ''}{wish}")

    def _open(self, host: User, key: UUID | None) -> Game:
        rules = rules_from_json({"preset": self._preset(), "deals": 1})
        is_coached = self.cleaned_data["coached"]
        terms = services.TableTerms(rules=rules, is_listed=False, is_coached=is_coached, allows_claims=not is_coached)
        return services.create(terms, host=host, bots=QUICK_BOT if is_coached else DEFAULT_BOT, key=key)


class SeatForm(forms.Form):
    """The number of a seat, at a table of up to eight."""

    number = forms.IntegerField(min_value=0, max_value=MOST_FRIENDS, required=False)


class BotForm(forms.Form):
    """Put a bot in a seat, without a number in all free ones; without a level, remove the bot of that seat."""

    number = forms.IntegerField(min_value=0, max_value=MOST_FRIENDS, required=False)
    level = forms.ChoiceField(choices=[("", ""), *BOT_LEVELS.items()], required=False)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("number") is None and not data.get("level"):
            self.add_error("level", self.fields["level"].error_messages["required"])
        return data


class SeatInviteForm(forms.Form):
    """Keep a seat for someone."""

    number = forms.IntegerField(min_value=0, max_value=MOST_FRIENDS)
    name = InvitationField(label=gettext_lazy("Name"), max_length=60)

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.host = host

    def clean_name(self) -> User:
        [person] = find_people([self.cleaned_data["name"]], self.host)
        return person


class ShuffleSeedForm(forms.Form):
    """A player's contribution to the shuffle."""

    seed = SharedTextField(
        label=gettext_lazy("Your part of the shuffle"),
        help_text=gettext_lazy("Any text of up to 64 characters. Leave it empty to draw a new one."),
        max_length=services.MAX_SEED,
        required=False,
    )
