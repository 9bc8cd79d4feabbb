"""External matches: played outside this site and counted for tables of seasons, as records or as results alone."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from leagues.rounds.models import Table


class ExternalMatch(models.Model):
    """A match that an organiser has accepted from its record, or whose results were entered.

    An accepted match is the table's game. A table with entered results has no game.
    """

    table = models.OneToOneField(Table, primary_key=True, on_delete=models.CASCADE, related_name="external_match")
    seats_json = models.JSONField()
    """For each seat of the table, the number of its seat in the record; empty without one."""
    deals_json = models.JSONField(null=True)
    """The deals as they were entered (`leagues.external_matches.entered_deals`); None where there is a record."""
    replaced = models.ForeignKey(Game, null=True, on_delete=models.PROTECT, related_name="+")
    """The table's own game, stopped for this match, if one had begun."""
    accepted_at = models.DateTimeField()
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    confirmed_at = models.DateTimeField(null=True)
    """When another player of the table, or an organiser, confirmed the results that were entered."""
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name = _("external match")
        verbose_name_plural = _("external matches")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.seats_json}"

    @property
    def is_entered(self) -> bool:
        """Whether only its results are known."""
        return self.deals_json is not None
