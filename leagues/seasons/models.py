"""Seasons with all their settings, and their divisions."""

from dataclasses import replace
from typing import Final
from zoneinfo import ZoneInfo

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.boards.deals import comparable
from games.kernel.stored_rules import StoredRules
from games.models import Game
from games.turns.outages import site_time
from leagues.clubs.models import LONGEST_ADDRESS
from leagues.seasons.scheme_json import scheme_from_json
from leagues.seasons.table_sizes import ANY_SIZE, sizes_allowed
from leagues.standings.core import BotRule, Scheme
from napoleon.engine import Rules
from napoleon.time_bank import ClockRules, clock_from_json
from players.models import User
from players.preferences import time_zones

MOST_ROUNDS: Final = 30
MOST_ADVANCING: Final = 4


class Season(StoredRules):
    """A competition of a club over several rounds, by one set of rules."""

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("a season", "in preparation")
        REGISTRATION = "registration", pgettext_lazy("a season", "open for entries")
        RUNNING = "running", pgettext_lazy("a season", "running")
        FINISHED = "finished", pgettext_lazy("a season", "finished")
        CANCELLED = "cancelled", pgettext_lazy("a season", "cancelled")

    UNFINISHED = (State.DRAFT, State.REGISTRATION, State.RUNNING)

    class Venue(models.TextChoices):
        """Where the tables are played."""

        SITE = "site", _("On this site")
        REAL_TABLES = "real", _("At real tables: only the results are entered here")

    class Pace(models.TextChoices):
        ROUNDS = "rounds", _("Round by round")
        CONCURRENT = "concurrent", _("All rounds at once, as many as members have room for")

    class Pairing(models.TextChoices):
        """Who meets whom (docs/seating.md)."""

        EVEN = "even", _("Everybody meets everybody as evenly as possible")
        SWISS = "swiss", _("Neighbours in the standings, seldom the same ones twice")
        FRESH = "fresh", _("Neighbours in the standings, the same ones only where unavoidable")
        OUT = "out", _("Knock-out: the best of each table go on")

    class Opening(models.TextChoices):
        """When rounds open, if they are played one after another."""

        DATES = "dates", _("On set dates")
        FINISHED = "finished", _("As soon as the previous one is finished")

    class Gap(models.TextChoices):
        """What happens if the members cannot be divided into tables (`leagues.seating.Gap`)."""

        BOTS = "bots", _("Bots fill the seats")
        BYES = "byes", _("Some have a bye")

    class Closing(models.TextChoices):
        """What happens to tables that are unfinished at the closing date of their round."""

        BOTS = "bots", _("Bots play to the end immediately")
        PRO_RATA = "pro_rata", _("The finished deals count, scaled to a whole table")
        VOID = "void", _("The table is void")

    class Credit(models.TextChoices):
        """Who gets the points of a seat that a substitute has played in."""

        SEAT = "seat", _("The owner of the seat gets all points")
        DEALS = "deals", _("Everyone gets the points of the deals they played")

    class BotDeals(models.TextChoices):
        """What a deal counts that a bot has played for somebody."""

        LOSSES = "losses", _("Only what it loses: a bot wins nothing for anybody")
        NOTHING = "nothing", _("Nothing")
        FULL = "full", _("As much as a deal of their own")

    club = models.ForeignKey("leagues.Club", on_delete=models.CASCADE, related_name="seasons")
    slug = models.CharField(max_length=LONGEST_ADDRESS)
    name = models.CharField(_("name"), max_length=60)
    about = models.TextField(_("about the season"), max_length=2000, blank=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.DRAFT)
    announced_at = models.DateTimeField(null=True)
    """When registration first opened; None: only organisers have seen the season."""
    follows = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="followers")
    """The season that it was copied from."""
    stage_after = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="next_stages")
    """The season from whose standings its members come: this one is a later stage, such as a final."""
    stage_size = models.PositiveSmallIntegerField(null=True)
    """How many of each division of that season come to this stage."""
    places_first = models.BooleanField(
        _("its places come before those of the stage before"), default=False, db_default=False
    )

    venue = models.CharField(max_length=4, choices=Venue.choices, default=Venue.SITE, db_default=Venue.SITE.value)

    takes_attendance = models.BooleanField(_("each round is drawn from those present"), default=False, db_default=False)
    """Members say for each round whether they come (`leagues.evenings`), and an organiser opens it."""

    # Settings of the tables, as `games.lobby.services.TableTerms` has them.
    clock_json = models.JSONField(default=dict)
    release = models.CharField(max_length=8, choices=Game.Release.choices, default=Game.Release.MINUTES)
    is_listed = models.BooleanField(_("anyone may watch"), default=True)
    allows_claims = models.BooleanField(_("players may claim the rest or give up"), default=True, db_default=True)
    shows_seen_cards = models.BooleanField(_("players may look up seen cards"), default=True, db_default=True)
    allows_bots = models.BooleanField(_("bots of other people may play"), default=False, db_default=False)
    other_size = models.PositiveSmallIntegerField(null=True)
    """The second size of tables; None: all tables have the size of the rules; `ANY_SIZE`: any that the rules allow."""
    pairing = models.CharField(max_length=5, choices=Pairing.choices, default=Pairing.EVEN)
    advancing = models.PositiveSmallIntegerField(
        default=2, db_default=2, validators=[MinValueValidator(1), MaxValueValidator(MOST_ADVANCING)]
    )
    """In a knock-out, how many go on from each table; at least one stays behind."""
    is_duplicate = models.BooleanField(_("all tables of a round play the same deals"), default=False, db_default=False)
    """Points above the field count: those of the seat less the mean of the same seat at the other tables."""
    gap = models.CharField(max_length=4, choices=Gap.choices, default=Gap.BOTS)
    bot_level = models.CharField(max_length=12, default="corporal")

    # Dates.
    rounds_planned = models.PositiveSmallIntegerField(
        default=5, validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    pace = models.CharField(max_length=10, choices=Pace.choices, default=Pace.ROUNDS)
    opening = models.CharField(max_length=8, choices=Opening.choices, default=Opening.DATES)
    starts_at = models.DateTimeField(null=True)
    """When the first round opens; None: when an organiser opens it."""
    time_zone = models.CharField(max_length=64, default="UTC")
    """The time zone of the organiser who set `starts_at`, in which the days between rounds are counted."""
    round_days = models.PositiveSmallIntegerField(null=True)
    """From a round's opening to its closing; None: rounds last until they are finished."""
    games_at_once = models.PositiveSmallIntegerField(default=2)
    """At the concurrent pace: games of the season that a member plays at a time."""
    closing = models.CharField(max_length=8, choices=Closing.choices, default=Closing.BOTS)
    credit = models.CharField(max_length=5, choices=Credit.choices, default=Credit.SEAT)
    bot_deals = models.CharField(
        max_length=7, choices=BotDeals.choices, default=BotDeals.LOSSES, db_default=BotDeals.FULL.value
    )
    """Seasons from before this setting count such deals in full, as their members expected."""
    rivals_substitute = models.BooleanField(
        _("members substitute in their own division"), default=False, db_default=True
    )
    """Otherwise nobody is asked who plays for the same places. Seasons from before this setting asked everybody."""
    substitute_hours = models.PositiveSmallIntegerField(default=24)
    """Hours that each substitute has to answer."""

    # Entries.
    registration_opens_at = models.DateTimeField(null=True)
    """None: when an organiser opens it."""
    registration_closes_at = models.DateTimeField(null=True)
    """None: when the season starts."""
    needs_approval = models.BooleanField(_("an organiser approves each entry"), default=False)
    cap = models.PositiveSmallIntegerField(null=True)
    """Maximal number of members."""
    has_waiting_list = models.BooleanField(_("waiting list"), default=True)
    late_until = models.PositiveSmallIntegerField(default=0)
    """The last round that late entrants can join; 0: no late entries."""
    is_seeded = models.BooleanField(default=False, db_default=False)
    """Organisers have put the entries in the order of their seeds, by which a knock-out is drawn from its start."""
    team_size = models.PositiveSmallIntegerField(null=True)
    """Members of a team whose points add up (`leagues.teams`); None: everybody plays for themselves."""

    imported_at = models.DateTimeField(null=True)
    """When it was taken in from a file (`leagues.season_files`); None: it was played here."""

    scheme_json = models.JSONField(default=dict)
    """How results become places (`leagues.seasons.scheme_json`)."""

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="leagues_season_address")]
        indexes = [
            models.Index(fields=["club", "-id"], name="leagues_season_of_club"),
            # What the sweep looks at.
            models.Index(
                fields=["state", "id"],
                condition=models.Q(state__in=["draft", "registration", "running"]),
                name="leagues_season_open",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:season", args=[self.club.slug, self.slug])

    def rules_for(self, players: int) -> Rules:
        """The rules of a table of that size; `rules` are those of the preferred one."""
        rules = replace(self.rules, players=players)
        return comparable(rules) if self.is_duplicate else rules

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """The sizes that tables may have, the preferred one first."""
        size = self.rules.players
        others = sizes_allowed(self.rules) if self.other_size == ANY_SIZE else (self.other_size or size,)
        return (size, *(other for other in others if other != size))

    @property
    def zone(self) -> ZoneInfo:
        return time_zones.zone(self.time_zone)

    @property
    def clock(self) -> ClockRules:
        return clock_from_json(self.clock_json)

    @property
    def scheme(self) -> Scheme:
        """The scheme of the standings, without `deal_range`."""
        return scheme_from_json(self.scheme_json)._replace(
            deals=self.rules.deals,
            pro_rata=self.closing == self.Closing.PRO_RATA,
            credit="deals" if self.credit == self.Credit.DEALS else "seat",
            bots=_BOTS[self.BotDeals(self.bot_deals)],
            above_field=self.is_duplicate,
            advancing=self.advancing if self.is_knock_out else 0,
        )

    @property
    def is_drawn_by_round(self) -> bool:
        """Whether each round is drawn by itself, once the one before it has begun."""
        return self.follows_results or self.takes_attendance

    @property
    def follows_results(self) -> bool:
        """Whether each round is drawn from the results of the one before it."""
        return self.is_swiss or self.is_knock_out

    @property
    def is_at_real_tables(self) -> bool:
        return self.venue == self.Venue.REAL_TABLES

    def refuses(self, person: User) -> bool:
        """Whether the person is a bot, and the season is for people."""
        return person.is_bot and not self.allows_bots

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.FINISHED, self.State.CANCELLED)

    @property
    def is_registration_over(self) -> bool:
        """Whether the moment has passed until which members can enter."""
        closes = self.registration_closes_at
        return closes is not None and closes <= timezone.now() and closes <= site_time()

    @property
    def state_in_words(self) -> str:
        if self.state == self.State.REGISTRATION and self.is_registration_over:
            return str(pgettext_lazy("a season", "closed for entries"))
        return str(self.get_state_display())

    @property
    def is_swiss(self) -> bool:
        """Whether each round is drawn by itself, from the standings."""
        return self.pairing in (self.Pairing.SWISS, self.Pairing.FRESH)

    @property
    def is_knock_out(self) -> bool:
        return self.pairing == self.Pairing.OUT

    @property
    def is_begun_knock_out(self) -> bool:
        """Nobody can enter it any more, and who stands first plays on."""
        return self.is_knock_out and self.state == self.State.RUNNING

    @property
    def is_concurrent(self) -> bool:
        return self.pace == self.Pace.CONCURRENT


_BOTS: Final[dict[Season.BotDeals, BotRule]] = {
    Season.BotDeals.LOSSES: "losses",
    Season.BotDeals.NOTHING: "nothing",
    Season.BotDeals.FULL: "full",
}


class Division(models.Model):
    """Members of a season that play among themselves. Every season has at least one division."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()
    """From 1, the highest."""
    name = models.CharField(_("name"), max_length=40, blank=True)
    size = models.PositiveSmallIntegerField(null=True)
    """Members that are assigned to it; None: an equal share of the rest."""
    promoted = models.PositiveSmallIntegerField(default=0)
    """Members that move to the division above in the next season."""
    relegated = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["season", "number"]
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="leagues_division_number")]

    def __str__(self) -> str:
        return self.name or str(_("Division %(number)s") % {"number": self.number})

    @property
    def logged(self) -> str | int:
        """What the audit log stores of it: its name, or its number for each reader's language."""
        return self.name or self.number
