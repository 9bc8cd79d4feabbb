"""The history of handicaps. Their present values stand with the entry."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.entries.models import Entry
from leagues.handicaps.words import change_in_words


class HandicapChange(models.Model):
    """An organiser has changed a member's starting points, handicap or both."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="handicap_changes")
    start_before = models.DecimalField(max_digits=7, decimal_places=2)
    start_after = models.DecimalField(max_digits=7, decimal_places=2)
    match_before = models.DecimalField(max_digits=7, decimal_places=2)
    match_after = models.DecimalField(max_digits=7, decimal_places=2)
    reason = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name = _("change of a handicap")
        verbose_name_plural = _("changes of handicaps")

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.start_after}, {self.match_after}"

    @property
    def in_words(self) -> str:
        return change_in_words(self.start_before, self.start_after, self.match_before, self.match_after)
