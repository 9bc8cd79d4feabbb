"""The texts that a club's organisers send to late players."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.clubs.models import Club

LONGEST_TEXT: Final = 500


class ReminderText(models.Model):
    """A club's own wording of a text in one language. Without a row the site's wording is used."""

    class Name(models.TextChoices):
        FRIENDLY = "friendly", _("A friendly reminder")
        URGENT = "urgent", _("Time is running out")
        STAYING = "staying", _("Will you play on?")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=8, choices=Name.choices)
    language = models.CharField(max_length=7)
    text = models.CharField(max_length=LONGEST_TEXT)

    class Meta:
        verbose_name = _("text for late players")
        verbose_name_plural = _("texts for late players")
        constraints = [models.UniqueConstraint(fields=["club", "name", "language"], name="leagues_remindertext_once")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.name} {self.language}"
