"""Draws, as they are rehearsed and locked."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.seasons.models.season import Division


class Draw(models.Model):
    """Rounds that were drawn for a division: rehearsed, and locked if they are to be played.

    Whoever has the request and the seed can draw it again (docs/seating.md).
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="draws")
    first_round = models.PositiveSmallIntegerField()
    """The first of the rounds that it is for; it is for all from there on."""
    seed = models.BigIntegerField()
    request_json = models.JSONField()
    rounds_json = models.JSONField()
    """As they are now, exchanges by hand included (`leagues.seasons.stored`)."""
    certificate_json = models.JSONField()
    swaps_json = models.JSONField(default=list)
    """The exchanges by hand: objects with ``round``, ``one`` and ``other``."""
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    locked_at = models.DateTimeField(null=True)
    """From then on its tables are those of the rounds; None while it is a rehearsal."""
    locked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        constraints = [
            models.UniqueConstraint(
                fields=["division"],
                condition=models.Q(locked_at__isnull=True),
                name="leagues_draw_one_rehearsal",
            )
        ]
        indexes = [models.Index(fields=["division", "-id"], name="leagues_draw_of_division")]

    def __str__(self) -> str:
        return f"{self.division_id}: from {self.first_round}"
