"""Proven backups."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class BackupProof(models.Model):
    """A backup that was restored into a scratch database, with every game's log verified and every row counted."""

    name = models.CharField(max_length=64)
    """Its name in the store."""
    made_at = models.DateTimeField()
    proven_at = models.DateTimeField()
    rows = models.PositiveBigIntegerField()
    seconds = models.FloatField()
    """How long restoring and verifying took."""

    class Meta:
        verbose_name = _("proof of a backup")
        verbose_name_plural = _("proofs of backups")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return self.name
