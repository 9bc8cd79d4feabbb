"""The fields of a season's settings, in the groups in which pages show them."""

from fractions import Fraction
from itertools import zip_longest
from typing import Any, Final

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.lobby.forms import BOT_LEVELS, NewTableForm
from infrastructure.moment_field import MomentField
from leagues.forms import SHORT, PointsField, choice_field, number_field
from leagues.models import MOST_ADVANCING, MOST_ENTRIES, MOST_ROUNDS, Season
from leagues.seasons.scheme_json import SchemeError, scheme_from_json
from leagues.seasons.table_sizes import ANY_SIZE, SIZES
from leagues.standings.core import Scheme, TieBreak
from leagues.standings.tie_break_texts import TIE_BREAK_TEXTS
from players.name_field import TitleField
from players.writing import SharedTextField

TEAM_SIZES: Final = (2, 3, 4, 5, 6)


class NameFields(forms.Form):
    name = TitleField(label=pgettext_lazy("of a season", "Name"), max_length=60)
    about = SharedTextField(
        label=gettext_lazy("Description"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("You can use Markdown: **bold**, lists, links."),
    )


class RoundFields(forms.Form):
    """Rounds, how they are drawn, their dates, and what happens to unfinished tables."""

    rounds_planned = number_field(pgettext_lazy("how many", "Rounds"), 1, MOST_ROUNDS, initial=5)
    pairing = forms.ChoiceField(
        label=gettext_lazy("Who meets whom"),
        choices=Season.Pairing.choices,
        initial=Season.Pairing.EVEN,
        help_text=gettext_lazy(
            "When drawing by the standings, each round is drawn once the previous one is over. Otherwise all are "
            "drawn before the start."
        ),
    )
    advancing = number_field(
        gettext_lazy("How many go on from each table"),
        1,
        MOST_ADVANCING,
        initial=2,
        required=False,
        help_text=gettext_lazy(
            "In a knock-out. It has as many rounds as it takes until all who are left fit at one table."
        ),
    )
    pace = forms.ChoiceField(label=gettext_lazy("Pace"), choices=Season.Pace.choices, initial=Season.Pace.ROUNDS)
    opening = choice_field(gettext_lazy("Rounds open"), Season.Opening.choices, initial=Season.Opening.DATES)
    starts_at = MomentField(
        label=gettext_lazy("First round"),
        help_text=gettext_lazy("If empty: when an organiser starts the season."),
        required=False,
    )
    round_days = number_field(
        gettext_lazy("Days per round"),
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
        gettext_lazy("Tables unfinished at the closing date"), Season.Closing.choices, initial=Season.Closing.BOTS
    )
    credit = choice_field(gettext_lazy("Points of a substitute"), Season.Credit.choices, initial=Season.Credit.SEAT)
    bot_deals = choice_field(
        gettext_lazy("Deals that a bot plays for somebody"),
        Season.BotDeals.choices,
        initial=Season.BotDeals.LOSSES,
        required=False,
        help_text=gettext_lazy(
            "A deal in which a bot makes most of the moves for a player who is away or has left. Who plays no deal "
            "themselves gets no place."
        ),
    )
    rivals_substitute = forms.BooleanField(
        label=gettext_lazy("Members substitute in their own division"),
        help_text=gettext_lazy(
            "They are asked last. Otherwise only members of other divisions, and of the club outside the season, are "
            "asked: nobody plays for a rival."
        ),
        required=False,
    )
    substitute_hours = number_field(gettext_lazy("Hours for a substitute to answer"), 1, 240, initial=24)


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
    needs_approval = forms.BooleanField(label=gettext_lazy("An organiser approves each entry"), required=False)
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
    team_size = forms.TypedChoiceField(
        label=gettext_lazy("Played in teams"),
        help_text=gettext_lazy(
            "The points of a team’s members add up, beside the standings of all members. Members of a team are kept "
            "apart at the tables."
        ),
        choices=[
            ("", gettext_lazy("no")),
            (2, gettext_lazy("pairs")),
            *((size, format_lazy(gettext_lazy("teams of {n}"), n=size)) for size in TEAM_SIZES[1:]),
        ],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.Select(attrs=SHORT),
    )
    late_until = number_field(
        gettext_lazy("Late entries up to round"),
        0,
        MOST_ROUNDS,
        initial=0,
        help_text=gettext_lazy("Late entrants join rounds that have not begun. 0: no late entries."),
    )


class TableFields(forms.Form):
    """Where tables are played, their sizes, bots, and who may watch."""

    is_duplicate = forms.BooleanField(
        label=gettext_lazy("All tables of a round play the same deals"),
        help_text=gettext_lazy(
            "What counts is the score less the mean of the same seat at the other tables. Before the last table of a "
            "round is over, nobody else sees a table, and the standings say nothing of it. A deal that all pass then "
            "counts, deals are played one at a time, and the player after the dealer bids first."
        ),
        required=False,
    )
    venue = choice_field(gettext_lazy("Where it is played"), Season.Venue.choices, initial=Season.Venue.SITE)
    takes_attendance = forms.BooleanField(
        label=gettext_lazy("Each round is drawn from those present"),
        help_text=gettext_lazy(
            "At real tables. Members say whether they are coming, guests can join by a link, and an organiser draws "
            "and opens the round on the evening."
        ),
        required=False,
    )
    other_size = forms.TypedChoiceField(
        label=gettext_lazy("Other table size"),
        help_text=gettext_lazy(
            "Used if the number of members requires it. As many tables as possible keep the size set by the rules."
        ),
        choices=[
            ("", gettext_lazy("none")),
            (ANY_SIZE, gettext_lazy("any, so that everybody plays")),
            *((size, size) for size in SIZES),
        ],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.Select(attrs=SHORT),
    )
    gap = choice_field(
        gettext_lazy("If the members do not fill the tables evenly"), Season.Gap.choices, initial=Season.Gap.BOTS
    )
    bot_level = forms.ChoiceField(
        label=gettext_lazy("The bots play as"), choices=list(BOT_LEVELS.items()), initial="captain"
    )
    is_listed = forms.TypedChoiceField(
        label=gettext_lazy("Who may watch"),
        help_text=gettext_lazy(
            "If anyone: tables are listed publicly, and anyone can watch the running deals and read the finished "
            "ones, with all names, even if the club is not public."
        ),
        choices=[
            ("yes", gettext_lazy("Anyone: the tables are listed")),
            ("no", gettext_lazy("Only those at the table")),
        ],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        initial="yes",
    )
    allows_bots = forms.BooleanField(
        label=gettext_lazy("Bots of other people may play"),
        help_text=gettext_lazy(
            "Programs with an account of their own, marked as bots wherever they are named. They are members of the "
            "club and enter like anybody."
        ),
        required=False,
    )
    allows_claims = NewTableForm.base_fields["allows_claims"]
    shows_seen_cards = NewTableForm.base_fields["shows_seen_cards"]


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
            "One line for each table size, the largest first. Missing sizes are calculated. If empty: 5 3 2 1 0 at "
            "tables of five, and similar points at others."
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
        gettext_lazy("Best rounds that count"), 1, MOST_ROUNDS, required=False, help_text=gettext_lazy("If empty: all.")
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
