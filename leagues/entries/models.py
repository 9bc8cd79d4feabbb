"""Entries of a season, pairs that are kept apart, and adjustments of points."""

from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from leagues.seasons.models import Division, Season

MOST_ENTRIES: Final = 200


class Entry(models.Model):
    """A member's entry for a season, in any state. Seatings and standings know a member by the key of the entry."""

    class State(models.TextChoices):
        APPLIED = "applied", pgettext_lazy("an entry", "waits for approval")
        WAITING = "waiting", pgettext_lazy("an entry", "on the waiting list")
        ENTERED = "entered", pgettext_lazy("an entry", "entered")
        WITHDRAWN = "withdrawn", pgettext_lazy("an entry", "withdrawn")
        REFUSED = "refused", pgettext_lazy("an entry", "refused")
        EXPIRED = "expired", pgettext_lazy("an entry", "not answered in time")

    ACTIVE: Final = (State.APPLIED, State.WAITING, State.ENTERED)
    """States in which an entry takes part, or may still do so."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    division = models.ForeignKey(Division, null=True, on_delete=models.SET_NULL, related_name="entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="entries")
    state = models.CharField(max_length=9, choices=State.choices)
    order = models.PositiveIntegerField()
    """The order of registration: for the waiting list, and as the last tie-break."""
    applied_at = models.DateTimeField()
    entered_at = models.DateTimeField(null=True)
    left_at = models.DateTimeField(null=True)
    """When it was withdrawn, refused or expired."""
    guest_name = models.CharField(max_length=40, blank=True, default="", db_default="")
    """The name of somebody without an account, who plays as a guest (`leagues.evenings`)."""
    file_name = models.CharField(max_length=60, blank=True, default="", db_default="")
    """The name of somebody without an account here, in a season that was taken in from a file."""
    first_round = models.PositiveSmallIntegerField(default=1)
    """The first round that the member plays: later than 1 for a late entry."""
    team = models.ForeignKey("leagues.Team", null=True, on_delete=models.SET_NULL, related_name="members")
    """Whom the member plays for, also after they have left, if they have points (`leagues.teams`)."""
    starting_points = models.DecimalField(max_digits=7, decimal_places=2, default=Decimal(0), db_default=Decimal(0))
    handicap = models.DecimalField(max_digits=7, decimal_places=2, default=Decimal(0), db_default=Decimal(0))
    """Points that every match brings on top (`leagues.handicaps`)."""

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(
                fields=["season", "user"], condition=models.Q(user__isnull=False), name="leagues_entry_once"
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
    def has_handicap(self) -> bool:
        return bool(self.starting_points or self.handicap)

    @property
    def name(self) -> str:
        """The member's name, also after their account is deleted; or the guest's."""
        if self.guest_name:
            return _("%(name)s (guest)") % {"name": self.guest_name}
        return str(self.user or self.file_name or _("former player"))


class Apart(models.Model):
    """Two members who are not to meet at a table of the season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="apart")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("pair kept apart")
        verbose_name_plural = _("pairs kept apart")
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="leagues_apart_once"),
            # The smaller key first, as `leagues.seating.pair` has it.
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="leagues_apart_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id}, {self.other_id}"


class Adjustment(models.Model):
    """Points that an organiser has added or deducted, with the reason. It is cancelled, never deleted."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    points = models.DecimalField(max_digits=7, decimal_places=2)
    reason = models.CharField(max_length=200)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    cancelled_because = models.CharField(max_length=200, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("adjustment")
        verbose_name_plural = _("adjustments")
        constraints = [
            models.CheckConstraint(condition=~models.Q(points=Decimal(0)), name="leagues_adjustment_of_something")
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.points}"

    @property
    def value(self) -> Fraction:
        """As a fraction, which the standings compute with."""
        return Fraction(self.points)
