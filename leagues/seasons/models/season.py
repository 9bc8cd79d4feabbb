"""A season: what it is played by, when, by whom, and its divisions."""

from __future__ import annotations

from typing import Final
from zoneinfo import ZoneInfo

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine import Rules, rules_from_json
from games.models import Game
from games.timing.clock import ClockRules, clock_from_json
from leagues.seasons.scheme import from_json as scheme_from_json
from leagues.standings import Scheme
from players import zones

LONGEST_ADDRESS: Final = 30
MOST_ROUNDS: Final = 30


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

    # What the tables play by, as `games.lobby.tables.create` takes it.
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
    time_zone = models.CharField(max_length=64, default="UTC")
    """That of whoever said so: by its clock the days between rounds are counted."""
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
    def zone(self) -> ZoneInfo:
        return zones.zone(self.time_zone)

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
