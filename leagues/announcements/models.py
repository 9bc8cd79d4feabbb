"""What a club's organisers write to its members, what members write to the organisers, and to whom it went."""

from __future__ import annotations

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from leagues.clubs.models import Club
from leagues.rounds.models import Round, Table
from leagues.seasons.models import Division, Season

LONGEST_SUBJECT: Final = 100
LONGEST_TEXT: Final = 4000


class Announcement(models.Model):
    """A text to some people of a club. It is never changed."""

    class Scope(models.TextChoices):
        CLUB = "club"
        SEASON = "season"
        DIVISION = "division"
        ROUND = "round"
        TABLE = "table"
        MEMBER = "member"
        ORGANISERS = "organisers"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="announcements")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()
    scope = models.CharField(max_length=10, choices=Scope.choices)
    season = models.ForeignKey(Season, null=True, on_delete=models.CASCADE, related_name="+")
    """The season concerned, also where it goes to a part of it."""
    division = models.ForeignKey(Division, null=True, on_delete=models.SET_NULL, related_name="+")
    round = models.ForeignKey(Round, null=True, on_delete=models.SET_NULL, related_name="+")
    table = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL, related_name="+")
    texts = models.JSONField()
    """By language, its ``subject`` and its ``text``, with words to fill in (`leagues.announcements.wording`)."""
    reply_to = models.EmailField(blank=True, default="")
    """The club's address for answers at that time, if it takes any."""
    answers = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="answered_by")
    """The letter of a member that it answers."""
    key = models.UUIDField(unique=True, default=uuid.uuid4)
    """The form that it was sent from, so that it is sent once."""

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        indexes = [models.Index(fields=["club", "-id"], name="leagues_announcement_of_club")]

    def __str__(self) -> str:
        # Never the text: it may be for one member alone.
        return f"{self.club_id}: {self.scope} {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("leagues:announcement", args=[self.club.slug, self.pk])

    @property
    def is_letter(self) -> bool:
        """Whether a member wrote it to the organisers."""
        return self.scope == self.Scope.ORGANISERS


class Recipient(models.Model):
    """Somebody to whom an announcement went."""

    announcement = models.ForeignKey(Announcement, on_delete=models.CASCADE, related_name="recipients")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("reader of an announcement")
        verbose_name_plural = _("readers of announcements")
        constraints = [models.UniqueConstraint(fields=["announcement", "user"], name="leagues_recipient_once")]

    def __str__(self) -> str:
        return f"{self.announcement_id}: {self.user_id}"
