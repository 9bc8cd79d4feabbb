"""Matches played elsewhere that count for tables of seasons."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from leagues.rounds.models import Table


class ExternalMatch(models.Model):
    """An organiser has accepted a match played elsewhere for a table. The match is the table's game."""

    table = models.OneToOneField(
        Table, primary_key=True, on_delete=models.CASCADE, related_name="external_match"
    )
    seats_json = models.JSONField()
    """For each seat of the table, the number of its seat in the record."""
    replaced = models.ForeignKey(Game, null=True, on_delete=models.PROTECT, related_name="+")
    """The table's own game, stopped for this match, if one had begun."""
    accepted_at = models.DateTimeField()
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("external match")
        verbose_name_plural = _("external matches")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.seats_json}"
