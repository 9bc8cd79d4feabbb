"""Unfinished transcriptions; a draft goes when its match is stored or discarded."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.imports.models import new_slug
from games.kernel.stored_rules import StoredRules


class Draft(StoredRules):
    """A match from a real table, transcribed so far."""

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts")
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=0)
    """Grows with every change, so that two windows cannot overwrite each other."""
    name = models.CharField(max_length=60, blank=True, default="")
    played_on = models.DateField()
    players = models.JSONField()
    """The names at the table, clockwise."""
    dealer = models.PositiveSmallIntegerField(default=0)
    """The seat that dealt first."""
    sheet_json = models.JSONField(default=list)
    """The lines of every deal (`games.transcription.sheet`)."""

    class Meta:
        verbose_name = _("match typed in by hand")
        verbose_name_plural = _("matches typed in by hand")
        indexes = [models.Index(fields=["user", "-changed_at"], name="games_draft_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.played_on}"
