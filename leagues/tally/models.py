"""Standings as they were last computed, so that a page need not. Read models, made anew by `leagues.tally.services`."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.seasons.models import Division, Entry

LONGEST_FRACTION: Final = 60


class Tally(models.Model):
    """The standings of a division, and what they were made from."""

    division = models.OneToOneField(
        Division, primary_key=True, on_delete=models.CASCADE, related_name="tally"
    )
    basis = models.CharField(max_length=64, blank=True, default="")
    """A digest of all that they follow from; empty before they were first computed."""
    is_provisional = models.BooleanField(default=True)
    """Tables run, or rounds are to come: places may change."""
    rounds_over = models.PositiveSmallIntegerField(default=0)
    """Rounds that have been held and have no table left to play."""
    changed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")

    def __str__(self) -> str:
        return f"{self.division_id}"


class Standing(models.Model):
    """A member's line in the standings of his division. Points are fractions, as text, so that they are exact."""

    entry = models.OneToOneField(
        Entry, primary_key=True, on_delete=models.CASCADE, related_name="standing"
    )
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="standings")
    position = models.PositiveSmallIntegerField()
    """From 1, the line in the list."""
    place = models.PositiveSmallIntegerField(null=True)
    """None for who has been in too few rounds; who cannot be told apart shares one."""
    points = models.CharField(max_length=LONGEST_FRACTION)
    adjusted = models.CharField(max_length=LONGEST_FRACTION)
    """What organisers have given or taken, already in the points."""
    played = models.PositiveSmallIntegerField()
    least = models.CharField(max_length=LONGEST_FRACTION)
    """The points that he has at the least in the end."""
    most = models.CharField(max_length=LONGEST_FRACTION)
    best_place = models.PositiveSmallIntegerField()
    """The best place that he can still have."""
    worst_place = models.PositiveSmallIntegerField()
    results_json = models.JSONField(default=list)
    """By round: objects with ``round``, ``how``, ``points`` and ``counted``."""
    ties_json = models.JSONField(default=list)
    """The tie-breaks that were looked at, in order: objects with ``by`` and ``value``."""

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        indexes = [models.Index(fields=["division", "position"], name="leagues_standing_in_order")]

    def __str__(self) -> str:
        return f"{self.division_id}: {self.position}"

    @property
    def total(self) -> Fraction:
        return Fraction(self.points)

    @property
    def reach(self) -> tuple[Fraction, Fraction]:
        """The least and the most points that he can have in the end."""
        return Fraction(self.least), Fraction(self.most)
