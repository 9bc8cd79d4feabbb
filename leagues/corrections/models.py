"""What organisers have said about the result of a table after it was over, as it is stored."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Game
from leagues.rounds.models import Table


class Correction(models.Model):
    """A result that organisers corrected, voided or had replayed. The log of the match stays as it is."""

    class Kind(models.TextChoices):
        CORRECTED = "corrected", pgettext_lazy("a result", "corrected")
        VOIDED = "voided", pgettext_lazy("a match", "voided")
        REPLAYED = "replayed", pgettext_lazy("a match", "to be replayed")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="corrections")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=200)
    game = models.ForeignKey(Game, null=True, on_delete=models.PROTECT, related_name="corrections")
    """The match that no longer counts, until the correction is undone."""
    before_json = models.JSONField()
    """The columns of the table before (`leagues.corrections.services.BEFORE`)."""
    after_json = models.JSONField(default=list)
    """The deals of a corrected result."""
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        indexes = [
            models.Index(
                fields=["game"],
                condition=models.Q(game__isnull=False, undone_at=None),
                name="leagues_correction_of_game",
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.kind}"
