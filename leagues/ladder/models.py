"""Ladders of clubs: who stands where, challenges, and everything that has changed places."""

from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.kernel.stored_rules import StoredRules
from games.models import Game
from leagues.clubs.models import Club
from napoleon.time_bank import ClockRules, clock_from_json

MOST_DAYS: Final = 90


class Ladder(StoredRules):
    """A standing order of members, who challenge those above them."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ladders")
    name = models.CharField(max_length=60)
    clock_json = models.JSONField(default=dict)
    plays_forced = models.BooleanField(default=True)
    bot_level = models.CharField(max_length=12, default="captain")
    reach = models.PositiveSmallIntegerField(default=3, validators=[MinValueValidator(1)])
    """How many places above a member may challenge."""
    open_most = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    """Challenges of one member that may be open or at play at once; nobody is challenged by more at once either."""
    answer_days = models.PositiveSmallIntegerField(default=3, validators=[MaxValueValidator(MOST_DAYS)])
    play_days = models.PositiveSmallIntegerField(default=14, validators=[MaxValueValidator(MOST_DAYS)])
    """From the acceptance until bots play the match to its end."""
    repeat_days = models.PositiveSmallIntegerField(default=14, validators=[MaxValueValidator(MOST_DAYS)])
    """For so long the same two do not challenge each other again."""
    idle_days = models.PositiveSmallIntegerField(null=True)
    """After so many days without a match a member moves down by one place; None: never."""
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        indexes = [models.Index(fields=["club", "-id"], name="leagues_ladder_of_club")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:ladder", args=[self.club.slug, self.pk])

    @property
    def clock(self) -> ClockRules:
        return clock_from_json(self.clock_json)


class Rung(models.Model):
    """A member's place on a ladder."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="rungs")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="rungs")
    place = models.PositiveSmallIntegerField()
    """From 1, the top; 0 once the member has left."""
    sits_in = models.BooleanField(default=True)
    """Whether the member takes a free seat at tables of others."""
    joined_at = models.DateTimeField()
    idle_since = models.DateTimeField()
    """When the member last played, joined or moved down because of idleness."""
    left_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("place on a ladder")
        verbose_name_plural = _("places on ladders")
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "user"],
                condition=models.Q(left_at=None, user__isnull=False),
                name="leagues_rung_once",
            )
        ]
        indexes = [models.Index(fields=["ladder", "place"], name="leagues_rung_in_order")]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.place}"

    @property
    def name(self) -> str:
        """The member's name, also after their account is deleted."""
        return str(self.user or _("former player"))


class Challenge(models.Model):
    """One member challenges another one above. Its match is a game like all others."""

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("a challenge", "waits for an answer")
        RUNNING = "running", pgettext_lazy("a challenge", "is being played")
        PLAYED = "played", pgettext_lazy("a challenge", "played")
        REFUSED = "refused", pgettext_lazy("a challenge", "declined")
        EXPIRED = "expired", pgettext_lazy("a challenge", "not answered in time")
        WITHDRAWN = "withdrawn", pgettext_lazy("a challenge", "taken back")
        VOID = "void", pgettext_lazy("a challenge", "void")

    UNSETTLED = (State.OPEN, State.RUNNING)

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(Rung, on_delete=models.CASCADE, related_name="made")
    challenged = models.ForeignKey(Rung, on_delete=models.CASCADE, related_name="received")
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    made_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    play_by = models.DateTimeField(null=True)
    """When bots play a match to its end that still runs; None before it is accepted."""
    game = models.OneToOneField(Game, null=True, on_delete=models.PROTECT, related_name="challenge")
    seats_json = models.JSONField(default=list)
    """By seat of the game the key of the member's place (`Rung`), null for a bot."""
    settled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        indexes = [
            # What the sweep looks at.
            models.Index(fields=["answer_by"], condition=models.Q(state="open"), name="leagues_challenge_open"),
            models.Index(fields=["play_by"], condition=models.Q(state="running"), name="leagues_challenge_running"),
        ]

    def __str__(self) -> str:
        return f"{self.challenger_id} → {self.challenged_id}"


class LadderEvent(models.Model):
    """Something that changed places. The order follows from all events, one after another."""

    class Kind(models.TextChoices):
        JOINED = "joined", pgettext_lazy("on a ladder", "joined")
        LEFT = "left", pgettext_lazy("on a ladder", "left")
        PLAYED = "played", pgettext_lazy("on a ladder", "a match")
        REFUSED = "refused", pgettext_lazy("on a ladder", "a challenge was declined")
        EXPIRED = "expired", pgettext_lazy("on a ladder", "a challenge was not answered in time")
        IDLE = "idle", pgettext_lazy("on a ladder", "has not played for a long time")
        MOVED = "moved", pgettext_lazy("on a ladder", "moved by an organiser")

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="events")
    at = models.DateTimeField()
    kind = models.CharField(max_length=7, choices=Kind.choices)
    rungs_json = models.JSONField()
    """Keys of places: of whom it is about; of those at a table, the best first; or of challenger and challenged."""
    place = models.PositiveSmallIntegerField(null=True)
    """Where an organiser moved the member to."""
    changes_json = models.JSONField(default=list)
    """Whose place changed: ``[rung, before, after]``; 0: not on the ladder."""
    challenge = models.ForeignKey(Challenge, null=True, on_delete=models.SET_NULL, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("change of a ladder")
        verbose_name_plural = _("changes of ladders")
        indexes = [models.Index(fields=["ladder", "-id"], name="leagues_ladderevent_latest")]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.kind}"
