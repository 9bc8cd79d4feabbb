"""The standings as last computed. `leagues.standings.store` can rebuild them at any time."""

from fractions import Fraction
from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.entries.models import Entry
from leagues.seasons.models import Division

LONGEST_FRACTION: Final = 60


class DivisionStandings(models.Model):
    """The state of a division's standings, and a digest of what they were computed from."""

    division = models.OneToOneField(
        Division, primary_key=True, on_delete=models.CASCADE, related_name="standings_state"
    )
    basis = models.CharField(max_length=64, blank=True, default="")
    """A digest of the input; empty before the first computation."""
    is_provisional = models.BooleanField(default=True)
    """Places may still change, because tables run or rounds are to come."""
    rounds_over = models.PositiveSmallIntegerField(default=0)
    """Rounds that have been held and have no running table."""
    changed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("standings of a division")
        verbose_name_plural = _("standings of divisions")

    def __str__(self) -> str:
        return f"{self.division_id}"


class Standing(models.Model):
    """A member in the standings of their division. Points are fractions, stored as text to stay exact.

    While tables run, place and points are those so far (`leagues.standings.core.running`).
    """

    entry = models.OneToOneField(Entry, primary_key=True, on_delete=models.CASCADE, related_name="standing")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="standings")
    position = models.PositiveSmallIntegerField()
    """The line in the list, from 1."""
    place = models.PositiveSmallIntegerField(null=True)
    """None where too few rounds can be played. Members that no tie-break separates share a place."""
    points = models.CharField(max_length=LONGEST_FRACTION)
    adjusted = models.CharField(max_length=LONGEST_FRACTION)
    """The organisers' adjustments, already included in the points."""
    started = models.CharField(max_length=LONGEST_FRACTION, default="0", db_default="0")
    """The starting points, already included as well."""
    played = models.PositiveSmallIntegerField()
    """Rounds at a finished table, or with a bye."""
    least = models.CharField(max_length=LONGEST_FRACTION)
    """The fewest points that the member can have in the end."""
    most = models.CharField(max_length=LONGEST_FRACTION)
    best_place = models.PositiveSmallIntegerField()
    """The best place that the member can still reach."""
    worst_place = models.PositiveSmallIntegerField()
    next_round = models.PositiveSmallIntegerField(default=0, db_default=0)
    """In a knock-out, the round to which the member is to be drawn; 0: none."""
    results_json = models.JSONField(default=list)
    """By round: objects with ``round``, ``how``, ``points`` and ``counted``.

    In a knock-out also ``table``, the ``place`` there among ``of`` members, whether they go ``on``, and what decided it
    (``by``).

    Where a bot played for the member, ``bots`` says how many of the ``deals``; ``gone``: the round is not their own.
    """
    ties_json = models.JSONField(default=list)
    """The tie-breaks that were computed, in order: objects with ``by`` and ``value``."""

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        indexes = [models.Index(fields=["division", "position"], name="leagues_standing_in_order")]

    def __str__(self) -> str:
        return f"{self.division_id}: {self.position}"

    @property
    def computed_ties(self) -> list[dict[str, Any]]:
        """The tie-breaks; none before the member has played, when they would compare nothing."""
        return self.ties_json if self.played else []

    @property
    def total(self) -> Fraction:
        return Fraction(self.points)

    @property
    def reach(self) -> tuple[Fraction, Fraction]:
        """The fewest and the most points that the member can have in the end."""
        return Fraction(self.least), Fraction(self.most)

    @property
    def places(self) -> tuple[int, int]:
        return self.best_place, self.worst_place

    @property
    def is_open(self) -> bool:
        """Whether the member's points may still change."""
        return self.least != self.most

    @property
    def bot_deals(self) -> tuple[int, int]:
        """How many deals a bot has played for the member, of those in the rounds where it played any."""
        found = [result for result in self.results_json if "bots" in result]
        return sum(result["bots"] for result in found), sum(result["deals"] for result in found)

    @property
    def is_gone(self) -> bool:
        """Whether bots played for the member at every table, so that they have no place."""
        at_tables = [result for result in self.results_json if result["how"] in ("table", "gone", "running")]
        return self.place is None and bool(at_tables) and all(result.get("gone") for result in at_tables)

    @property
    def is_adjusted(self) -> bool:
        return Fraction(self.adjusted) != 0

    @property
    def has_start(self) -> bool:
        return Fraction(self.started) != 0
