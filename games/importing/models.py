"""Records that somebody has sent, until they are stored or thrown away."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def new_slug() -> str:
    return secrets.token_urlsafe(9)


class Upload(models.Model):
    """What was sent at one time: one record or many."""

    class State(models.TextChoices):
        READING = "reading", _("being read")
        READY = "ready", _("waits for you")
        STORING = "storing", _("being stored")
        DONE = "done", _("stored")

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="uploads"
    )
    at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.READING)
    data = models.BinaryField()
    """The text as it came, compressed; empty once all is done."""
    expected = models.PositiveIntegerField(default=0)
    """How many records there seem to be, to tell how far one is."""
    is_cut = models.BooleanField(default=False)
    """There were more records than are taken at once."""
    is_listed = models.BooleanField(default=True)
    names_json = models.JSONField(default=dict)
    """The members, by their keys, that names of the records stand for."""

    class Meta:
        verbose_name = _("upload of records")
        verbose_name_plural = _("uploads of records")
        indexes = [models.Index(fields=["user", "-at"], name="games_upload_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.at:%F %T}"


class Candidate(models.Model):
    """A record of an upload: what it tells, or what is wrong with it."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="candidates")
    number = models.PositiveIntegerField()
    """Its place in the upload, from 1."""
    line = models.PositiveIntegerField()
    """Where it begins."""
    reason = models.CharField(max_length=40, blank=True, default="")
    """What is wrong with it (`games.importing.wording`); empty if nothing is."""
    details = models.JSONField(default=dict)
    wrong_line = models.PositiveIntegerField(null=True)
    players = models.JSONField(default=list)
    rules_json = models.JSONField(default=dict)
    deals = models.PositiveIntegerField(default=0)
    """How many have ended."""
    is_finished = models.BooleanField(default=False)
    scores = models.JSONField(default=list)
    content = models.CharField(max_length=64, blank=True, default="")
    repeats = models.PositiveIntegerField(null=True)
    """The record of this upload that holds the same match."""
    same = models.ForeignKey("games.Game", null=True, on_delete=models.SET_NULL, related_name="+")
    """The game of the site that is the same match."""
    game = models.ForeignKey("games.Game", null=True, on_delete=models.SET_NULL, related_name="+")
    """What it has been stored as."""

    class Meta:
        verbose_name = _("record of an upload")
        verbose_name_plural = _("records of uploads")
        ordering = ["upload", "number"]
        constraints = [
            models.UniqueConstraint(fields=["upload", "number"], name="games_candidate_number")
        ]

    def __str__(self) -> str:
        return f"{self.upload_id}/{self.number}"

    @property
    def is_new(self) -> bool:
        """Whether there is something to store."""
        return not (self.reason or self.repeats or self.same_id)
