"""Draws: rehearsed, then locked."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.seasons.models import Division


class Draw(models.Model):
    """The rounds drawn for a division: a rehearsal until it is locked to be played.

    The request, the seed and what was planned give the same draw again (docs/seating.md).
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="draws")
    first_round = models.PositiveSmallIntegerField()
    """The first round of the draw, which covers all rounds from there on."""
    seed = models.BigIntegerField()
    request_json = models.JSONField()
    planned_json = models.JSONField(null=True)
    """The rounds that a redraw began from; None: a first draw, or one of a version that did not keep them."""
    rounds_json = models.JSONField()
    """The rounds with all manual swaps made (`leagues.draws.draw_json`)."""
    certificate_json = models.JSONField()
    swaps_json = models.JSONField(default=list)
    """The manual swaps: objects with `round`, `one` and `other`."""
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    locked_at = models.DateTimeField(null=True)
    """When its tables became those of the rounds; None for a rehearsal."""
    locked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        constraints = [
            models.UniqueConstraint(
                fields=["division"], condition=models.Q(locked_at__isnull=True), name="leagues_draw_one_rehearsal"
            )
        ]
        indexes = [models.Index(fields=["division", "-id"], name="leagues_draw_of_division")]

    def __str__(self) -> str:
        return f"{self.division_id}: from {self.first_round}"
