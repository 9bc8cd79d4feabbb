"""Series of weeks in which the members of a club play the same boards."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.kernel.stored_rules import StoredRules
from games.models import BoardSet
from leagues.clubs.models import Club

MOST_WEEKS: Final = 26


class BoardSeries(StoredRules):
    """Weeks of boards with standings over all of them."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="board_series")
    name = models.CharField(max_length=60)
    order = models.CharField(max_length=10, choices=BoardSet.Order.choices)
    best = models.PositiveSmallIntegerField()
    """How many weeks of each member count: their best."""
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("series of weeks of boards")
        verbose_name_plural = _("series of weeks of boards")
        indexes = [models.Index(fields=["club", "-id"], name="leagues_boardseries_of_club")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:board_series", args=[self.club.slug, self.pk])


class BoardWeek(models.Model):
    """One week. Its boards are drawn when it opens."""

    series = models.ForeignKey(BoardSeries, on_delete=models.CASCADE, related_name="weeks")
    number = models.PositiveSmallIntegerField()
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    board_set = models.OneToOneField(BoardSet, null=True, on_delete=models.PROTECT, related_name="board_week")
    told_at = models.DateTimeField(null=True)
    """When members learned that it was over."""

    class Meta:
        verbose_name = _("week of boards")
        verbose_name_plural = _("weeks of boards")
        constraints = [models.UniqueConstraint(fields=["series", "number"], name="leagues_boardweek_number")]
        indexes = [
            models.Index(fields=["opens_at"], condition=models.Q(board_set=None), name="leagues_boardweek_opening"),
            models.Index(fields=["closes_at"], condition=models.Q(told_at=None), name="leagues_boardweek_untold"),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.number}"

    @property
    def name(self) -> str:
        return f"{self.series.name} {self.number}"

    def is_open(self, now: datetime) -> bool:
        return self.board_set is not None and self.board_set.takes_plays(now)
