"""Seasons as they are stored: members' entries, draws, rounds and their tables.

The games themselves are those of `games`: a table knows its game, and what has happened there only the game's log
says. `Table.deals_json` is a read model of it, which the standings are made from.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.clock import ClockRules, clock_from_json
from games.engine import Rules, rules_from_json
from games.models import Game
from leagues.seasons.scheme import from_json as scheme_from_json
from leagues.standings import Scheme

LONGEST_ADDRESS: Final = 30
MOST_ROUNDS: Final = 30
MOST_ENTRIES: Final = 200


class Season(models.Model):
    """A club's competition over some rounds, by one set of rules."""

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("a season", "in preparation")
        REGISTRATION = "registration", pgettext_lazy("a season", "open for entries")
        RUNNING = "running", pgettext_lazy("a season", "running")
        FINISHED = "finished", pgettext_lazy("a season", "finished")
        CANCELLED = "cancelled", pgettext_lazy("a season", "cancelled")

    class Pace(models.TextChoices):
        ROUNDS = "rounds", _("Round by round")
        CONCURRENT = "concurrent", _("All rounds at once, as members have room")

    class Opening(models.TextChoices):
        """When rounds open, where they come one after another."""

        DATES = "dates", _("At their dates")
        FINISHED = "finished", _("As soon as the last one is finished")

    class Gap(models.TextChoices):
        """What happens where the members cannot be cut into tables (`leagues.seating.Gap`)."""

        BOTS = "bots", _("Bots fill the seats")
        BYES = "byes", _("Some have a bye")

    class Closing(models.TextChoices):
        """What becomes of the tables that are unfinished at the closing date of their round."""

        BOTS = "bots", _("Bots play on to the end at once")
        PRO_RATA = "pro_rata", _("The finished deals count, scaled to a whole table")
        VOID = "void", _("The table is void")

    class Credit(models.TextChoices):
        """Whose the points of a seat are that a substitute has played in."""

        SEAT = "seat", _("The owner of the seat gets all of them")
        DEALS = "deals", _("Everyone gets those of the deals that he played")

    club = models.ForeignKey("leagues.Club", on_delete=models.CASCADE, related_name="seasons")
    slug = models.CharField(max_length=LONGEST_ADDRESS)
    name = models.CharField(_("name"), max_length=60)
    about = models.TextField(_("about the season"), max_length=2000, blank=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.DRAFT)
    follows = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="followers"
    )
    """The season that it was copied from."""

    # What the tables play by, as `games.tables.create` takes it.
    rules_json = models.JSONField()
    clock_json = models.JSONField(default=dict)
    release = models.CharField(
        max_length=8, choices=Game.Release.choices, default=Game.Release.MINUTES
    )
    is_listed = models.BooleanField(_("anyone may look on"), default=True)
    other_size = models.PositiveSmallIntegerField(null=True)
    """The size of the tables besides that of the rules; None: all tables have the rules' size."""
    gap = models.CharField(max_length=4, choices=Gap.choices, default=Gap.BOTS)
    bot_level = models.CharField(max_length=12, default="corporal")

    # When it is played.
    rounds_planned = models.PositiveSmallIntegerField(
        default=5, validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    pace = models.CharField(max_length=10, choices=Pace.choices, default=Pace.ROUNDS)
    opening = models.CharField(max_length=8, choices=Opening.choices, default=Opening.DATES)
    starts_at = models.DateTimeField(null=True)
    """When the first round opens; None: when an organiser opens it."""
    round_days = models.PositiveSmallIntegerField(null=True)
    """From a round's opening to its closing; None: rounds last until they are finished."""
    games_at_once = models.PositiveSmallIntegerField(default=2)
    """At the concurrent pace: in how many of the season's games a member is at a time."""
    closing = models.CharField(max_length=8, choices=Closing.choices, default=Closing.BOTS)
    credit = models.CharField(max_length=5, choices=Credit.choices, default=Credit.SEAT)
    substitute_hours = models.PositiveSmallIntegerField(default=24)
    """How long each of the substitutes has to answer."""

    # Who may be in it.
    registration_opens_at = models.DateTimeField(null=True)
    """None: when an organiser opens it."""
    registration_closes_at = models.DateTimeField(null=True)
    """None: when the season starts."""
    needs_approval = models.BooleanField(_("an organiser approves each entry"), default=False)
    cap = models.PositiveSmallIntegerField(null=True)
    """So many are in it at most."""
    has_waiting_list = models.BooleanField(_("waiting list"), default=True)
    late_until = models.PositiveSmallIntegerField(default=0)
    """The last round that one may still come in for; 0: there are no late entries."""

    scheme_json = models.JSONField(default=dict)
    """How results become places (`leagues.seasons.scheme`)."""

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="leagues_season_address")
        ]
        indexes = [
            models.Index(fields=["club", "-id"], name="leagues_season_of_club"),
            # What the sweep looks at.
            models.Index(
                fields=["state", "id"],
                condition=models.Q(state__in=["draft", "registration", "running"]),
                name="leagues_season_to_see_to",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:season", args=[self.club.slug, self.slug])

    @property
    def rules(self) -> Rules:
        """Those of its tables of the size wished."""
        return rules_from_json(self.rules_json)

    def rules_for(self, players: int) -> dict[str, object]:
        """The rules of a table of that size, as they are stored with a game."""
        if players == self.rules.players:
            return dict(self.rules_json)
        return {**self.rules_json, "players": players}

    @property
    def clock(self) -> ClockRules:
        return clock_from_json(self.clock_json)

    @property
    def scheme(self) -> Scheme:
        """For the standings; `deal_range` is left to who needs it."""
        return scheme_from_json(self.scheme_json)._replace(
            deals=self.rules.deals,
            pro_rata=self.closing == self.Closing.PRO_RATA,
            credit="deals" if self.credit == self.Credit.DEALS else "seat",
        )

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.FINISHED, self.State.CANCELLED)

    @property
    def is_concurrent(self) -> bool:
        return self.pace == self.Pace.CONCURRENT


class Division(models.Model):
    """Members of a season who play among themselves. Every season has one at least."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()
    """From 1, the highest."""
    name = models.CharField(_("name"), max_length=40, blank=True)
    size = models.PositiveSmallIntegerField(null=True)
    """So many members are in it, where members are shared out over divisions; None: all who are left."""
    promoted = models.PositiveSmallIntegerField(default=0)
    """So many go up into the division above in the next season."""
    relegated = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["season", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="leagues_division_number")
        ]

    def __str__(self) -> str:
        return self.name or str(_("Division %(number)s") % {"number": self.number})


class Entry(models.Model):
    """A member's place in a season, or his wish for one. The member of the seatings and standings is its key."""

    class State(models.TextChoices):
        APPLIED = "applied", pgettext_lazy("an entry", "waits for approval")
        WAITING = "waiting", pgettext_lazy("an entry", "on the waiting list")
        ENTERED = "entered", pgettext_lazy("an entry", "entered")
        WITHDRAWN = "withdrawn", pgettext_lazy("an entry", "withdrawn")
        REFUSED = "refused", pgettext_lazy("an entry", "refused")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    division = models.ForeignKey(
        Division, null=True, on_delete=models.SET_NULL, related_name="entries"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="entries"
    )
    state = models.CharField(max_length=9, choices=State.choices)
    order = models.PositiveIntegerField()
    """Who has registered before whom: for the waiting list, and the last of the tie-breaks."""
    applied_at = models.DateTimeField()
    entered_at = models.DateTimeField(null=True)
    left_at = models.DateTimeField(null=True)
    """When it was withdrawn or refused."""
    first_round = models.PositiveSmallIntegerField(default=1)
    """The first that the member is in: later than 1 for a late entry."""

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(
                fields=["season", "user"],
                condition=models.Q(user__isnull=False),
                name="leagues_entry_once",
            ),
            models.UniqueConstraint(fields=["season", "order"], name="leagues_entry_order"),
        ]
        indexes = [
            models.Index(fields=["season", "state", "order"], name="leagues_entry_of_season"),
            models.Index(fields=["user", "-id"], name="leagues_entry_of_user"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.user_id}"

    @property
    def name(self) -> str:
        """Who it is, or was, for all to read."""
        return str(self.user or _("former player"))


class Apart(models.Model):
    """Two who are never to meet at a table of the season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="apart")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("pair kept apart")
        verbose_name_plural = _("pairs kept apart")
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="leagues_apart_once"),
            # The smaller key first, as `leagues.seating.pair` has it.
            models.CheckConstraint(
                condition=models.Q(one__lt=models.F("other")), name="leagues_apart_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one_id}, {self.other_id}"


class Draw(models.Model):
    """Rounds that were drawn for a division: rehearsed, and locked if they are to be played.

    Whoever has the request and the seed can draw it again (docs/seating.md).
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="draws")
    first_round = models.PositiveSmallIntegerField()
    """The first of the rounds that it is for; it is for all from there on."""
    seed = models.BigIntegerField()
    request_json = models.JSONField()
    rounds_json = models.JSONField()
    """As they are now, exchanges by hand included (`leagues.seasons.stored`)."""
    certificate_json = models.JSONField()
    swaps_json = models.JSONField(default=list)
    """The exchanges by hand: objects with ``round``, ``one`` and ``other``."""
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    locked_at = models.DateTimeField(null=True)
    """From then on its tables are those of the rounds; None while it is a rehearsal."""
    locked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        constraints = [
            models.UniqueConstraint(
                fields=["division"],
                condition=models.Q(locked_at__isnull=True),
                name="leagues_draw_one_rehearsal",
            )
        ]
        indexes = [models.Index(fields=["division", "-id"], name="leagues_draw_of_division")]

    def __str__(self) -> str:
        return f"{self.division_id}: from {self.first_round}"


class Round(models.Model):
    """A round of a season, in all its divisions."""

    class State(models.TextChoices):
        PLANNED = "planned", pgettext_lazy("a round", "planned")
        RUNNING = "running", pgettext_lazy("a round", "running")
        FINISHED = "finished", pgettext_lazy("a round", "finished")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    """From 1."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.PLANNED)
    opens_at = models.DateTimeField(null=True)
    """The date that was set; None: when the round before is finished, or an organiser opens it."""
    closes_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    """When its last table was finished or dealt with."""

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["season", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="leagues_round_number")
        ]
        indexes = [
            models.Index(
                fields=["closes_at"],
                condition=models.Q(state="running", closes_at__isnull=False),
                name="leagues_round_closing",
            )
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.number}"


class Table(models.Model):
    """A table of a round: who is to sit there, and the game that they play."""

    class State(models.TextChoices):
        DRAWN = "drawn", pgettext_lazy("a table of a season", "drawn")
        RUNNING = "running", pgettext_lazy("a table of a season", "running")
        FINISHED = "finished", pgettext_lazy("a table of a season", "finished")
        VOID = "void", pgettext_lazy("a table of a season", "void")

    class Outcome(models.TextChoices):
        """How it came to its end."""

        PLAYED = "played", pgettext_lazy("a table of a season", "played to the end")
        BOTS = "bots", pgettext_lazy("a table of a season", "played to the end by bots")
        PRO_RATA = "pro_rata", pgettext_lazy("a table of a season", "closed: finished deals count")
        VOID = "void", pgettext_lazy("a table of a season", "closed: void")
        RECORDED = "recorded", pgettext_lazy("a table of a season", "played elsewhere: recorded")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    """From 1, within the round of its division."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAWN)
    outcome = models.CharField(max_length=8, blank=True, default="", choices=Outcome.choices)
    game = models.OneToOneField(
        Game, null=True, on_delete=models.PROTECT, related_name="league_table"
    )
    deals_json = models.JSONField(default=list)
    """The finished deals that count (`leagues.seasons.results`), brought up to date when a deal ends."""
    deals_seq = models.PositiveIntegerField(default=0)
    """The state of the game's log from which they were read."""
    opened_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("table of a season")
        verbose_name_plural = _("tables of seasons")
        constraints = [
            models.UniqueConstraint(
                fields=["round", "division", "number"], name="leagues_table_number"
            )
        ]
        indexes = [
            models.Index(fields=["division", "round", "number"], name="leagues_table_of_division"),
            models.Index(
                fields=["state", "id"],
                condition=models.Q(state__in=["drawn", "running"]),
                name="leagues_table_to_see_to",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.division_id}/{self.number}"


class TableSeat(models.Model):
    """A seat at a table of a season; its number is that of the game's seat."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    """From 0, in dealing order."""
    entry = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="seats")
    """Whose seat it is by the draw; None: a bot's."""
    sought_at = models.DateTimeField(null=True)
    """Since when a substitute is sought for it; None: none is."""

    class Meta:
        verbose_name = _("seat at a table of a season")
        verbose_name_plural = _("seats at tables of seasons")
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="leagues_tableseat_number"),
            models.UniqueConstraint(
                fields=["table", "entry"],
                condition=models.Q(entry__isnull=False),
                name="leagues_tableseat_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["sought_at"],
                condition=models.Q(sought_at__isnull=False),
                name="leagues_tableseat_sought",
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class RecordedMatch(models.Model):
    """A match that was played elsewhere and counts for a table, as an organiser has decided; it is the table's game."""

    table = models.OneToOneField(
        Table, primary_key=True, on_delete=models.CASCADE, related_name="recorded"
    )
    seats_json = models.JSONField()
    """By seat of the table, the number of the seat in the record."""
    replaced = models.ForeignKey(Game, null=True, on_delete=models.PROTECT, related_name="+")
    """The game of the table that was given up for it, if one had begun."""
    counted_at = models.DateTimeField()
    counted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("recorded match")
        verbose_name_plural = _("recorded matches")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.seats_json}"


class Bye(models.Model):
    """A round in which a member has no table, as the draw has it."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="byes")

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="leagues_bye_once")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.entry_id}"


class Substitute(models.Model):
    """A member of the club who plays on for others, if asked; in the order of their keys."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="substitutes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="substitute_for"
    )
    since = models.DateTimeField()

    class Meta:
        verbose_name = _("substitute")
        verbose_name_plural = _("substitutes")
        constraints = [
            models.UniqueConstraint(fields=["season", "user"], name="leagues_substitute_once")
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.user_id}"


class Offer(models.Model):
    """A substitute was asked to play on in a seat."""

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("an offer to a substitute", "asked")
        ACCEPTED = "accepted", pgettext_lazy("an offer to a substitute", "accepted")
        DECLINED = "declined", pgettext_lazy("an offer to a substitute", "declined")
        EXPIRED = "expired", pgettext_lazy("an offer to a substitute", "not answered in time")
        OVER = "over", pgettext_lazy("an offer to a substitute", "no longer needed")

    seat = models.ForeignKey(TableSeat, on_delete=models.CASCADE, related_name="offers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="season_offers"
    )
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    asked_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("offer to a substitute")
        verbose_name_plural = _("offers to substitutes")
        constraints = [
            # Asked once for each seat, in order; one at a time.
            models.UniqueConstraint(fields=["seat", "user"], name="leagues_offer_once"),
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(state="open"), name="leagues_offer_one_open"
            ),
        ]
        indexes = [
            models.Index(fields=["user", "state"], name="leagues_offer_of_user"),
            models.Index(
                fields=["answer_by"],
                condition=models.Q(state="open"),
                name="leagues_offer_due",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.user_id}"


class Adjustment(models.Model):
    """Points that an organiser has given or taken, with the reason. It is cancelled, never deleted."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    points = models.DecimalField(max_digits=7, decimal_places=2)
    reason = models.CharField(max_length=200)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("adjustment")
        verbose_name_plural = _("adjustments")
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(points=Decimal(0)), name="leagues_adjustment_of_something"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.points}"

    @property
    def value(self) -> Fraction:
        """For the standings, which know no decimals."""
        return Fraction(self.points)
