"""Uploaded records, until they are stored or discarded."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.kernel.stored_rules import StoredRules


def new_slug() -> str:
    return secrets.token_urlsafe(9)


class Upload(models.Model):
    """One upload, with one record or many."""

    class State(models.TextChoices):
        READING = "reading", _("being read")
        READY = "ready", _("waiting for you")
        STORING = "storing", _("being stored")
        DONE = "done", _("stored")

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="uploads")
    at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.READING)
    data = models.BinaryField()
    """The uploaded text, compressed; empty once everything is stored."""
    expected = models.PositiveIntegerField(default=0)
    """The estimated number of records, for the progress bar."""
    is_cut = models.BooleanField(default=False)
    """The upload had more records than the limit."""
    is_listed = models.BooleanField(default=True)
    names_json = models.JSONField(default=dict)
    """The keys of the members that the names stand for."""

    class Meta:
        verbose_name = _("upload of records")
        verbose_name_plural = _("uploads of records")
        indexes = [models.Index(fields=["user", "-at"], name="games_upload_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.at:%F %T}"


class Candidate(StoredRules):
    """A record of an upload: its content, or what is wrong with it."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="candidates")
    number = models.PositiveIntegerField()
    """Its position in the upload, from 1."""
    line = models.PositiveIntegerField()
    """The line in which it begins."""
    reason = models.CharField(max_length=40, blank=True, default="")
    """What is wrong with it (`games.imports.context`); empty if nothing is."""
    details = models.JSONField(default=dict)
    wrong_line = models.PositiveIntegerField(null=True)
    players = models.JSONField(default=list)
    rules_json = models.JSONField(default=dict)
    deals = models.PositiveIntegerField(default=0)
    """The number of finished deals."""
    is_finished = models.BooleanField(default=False)
    scores = models.JSONField(default=list)
    content = models.CharField(max_length=64, blank=True, default="")
    repeats = models.PositiveIntegerField(null=True)
    """An earlier record of this upload with the same match."""
    same = models.ForeignKey("games.Game", null=True, on_delete=models.SET_NULL, related_name="+")
    """The same match on this site."""
    game = models.ForeignKey("games.Game", null=True, on_delete=models.SET_NULL, related_name="+")
    """The game stored from it."""

    class Meta:
        verbose_name = _("record of an upload")
        verbose_name_plural = _("records of uploads")
        ordering = ["upload", "number"]
        constraints = [models.UniqueConstraint(fields=["upload", "number"], name="games_candidate_number")]

    def __str__(self) -> str:
        return f"{self.upload_id}/{self.number}"

    @property
    def is_new(self) -> bool:
        """Whether the record can be stored as a new match."""
        return not (self.reason or self.repeats or self.same_id)
