"""Vacations as they are stored."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Vacation(models.Model):
    """Days on which the clocks of a person's games stop."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations")
    start = models.DateTimeField()
    end = models.DateTimeField()

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ["start"]
        indexes = [models.Index(fields=["user", "end"], name="players_vacation_of_user")]
        constraints = [
            models.CheckConstraint(condition=models.Q(end__gt=models.F("start")), name="players_vacation_has_days")
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.start:%F}/{self.end:%F}"

    @property
    def last_moment(self) -> datetime:
        """The end, as a time on the last day."""
        return self.end - timedelta(seconds=1)
