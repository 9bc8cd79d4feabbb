"""The counts of all seats in a season's matches, by preset and month. The services can rebuild them at any time."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.seasons.models import Season


class SeasonStatistics(models.Model):
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="statistics")
    preset = models.CharField(max_length=12)
    month = models.DateField()
    """The first of the month in which the matches ended, in UTC."""
    counts_json = models.JSONField(default=dict)
    """`games.statistics.counting`"""

    class Meta:
        verbose_name = _("counts of a season")
        verbose_name_plural = _("counts of seasons")
        constraints = [
            models.UniqueConstraint(fields=["season", "preset", "month"], name="leagues_seasonstatistics_once")
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.preset} {self.month:%Y-%m}"
