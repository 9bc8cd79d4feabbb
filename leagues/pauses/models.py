"""Pauses of seasons, rounds and tables, as they are stored."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.rounds.models import Round, Table
from leagues.seasons.models import Season


class SeasonPause(models.Model):
    """A time for which the clocks of a season, of one round or of one table are stopped by its organisers.

    The dates that come later have moved by its length. The pauses of single matches (`games.models.Pause`) follow it.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="pauses")
    round = models.ForeignKey(Round, null=True, on_delete=models.CASCADE, related_name="pauses")
    """The only round that pauses; None for all of the season."""
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="pauses")
    """The only table of that round that gets more time."""
    start = models.DateTimeField()
    end = models.DateTimeField()
    reason = models.CharField(max_length=200)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """When organisers ended or cancelled it early."""

    class Meta:
        verbose_name = _("pause of a season")
        verbose_name_plural = _("pauses of seasons")
        indexes = [models.Index(fields=["season", "end"], name="leagues_pause_of_season")]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.start:%F %T}/{self.end:%F %T}"

    @property
    def length(self) -> timedelta:
        return self.end - self.start

    @property
    def was_cancelled(self) -> bool:
        """Whether it ended before it began."""
        return self.ended_at is not None and self.ended_at <= self.start
