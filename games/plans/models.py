"""What a player has left to be played for them."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Automation(models.Model):
    """The plans of a seat's player, in their own table so that no query of seats returns them."""

    seat = models.OneToOneField("games.Seat", primary_key=True, on_delete=models.CASCADE, related_name="automation")
    plays_forced = models.BooleanField(default=False)
    """Whether the site plays where the rules leave no choice."""
    plans = models.JSONField(default=list)
    """Objects with ``deal`` and ``plan`` (`games.plans.plan.plan_to_json`), in order."""

    class Meta:
        verbose_name = _("plans of a player")
        verbose_name_plural = _("plans of players")

    def __str__(self) -> str:
        return f"plans of {self.seat_id}"
