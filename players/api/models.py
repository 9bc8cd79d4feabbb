"""Tokens of programs, and the answers that are kept so that a repeated request finds its own."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """What a token allows."""

    GAMES_READ = "games:read", _("see my games")
    GAMES_PLAY = "games:play", _("play in my games")
    GAMES_CREATE = "games:create", _("open and join tables")
    CHAT_WRITE = "chat:write", _("write in chats")
    CLUBS_READ = "clubs:read", _("see my clubs")
    CLUBS_MANAGE = "clubs:manage", _("run the clubs that I organise")
    PROFILE_READ = "profile:read", _("see my account")
    BOT_PLAY = "bot:play", _("play as a bot (for bot accounts)")


class ApiToken(models.Model):
    """Lets a program act for a person. Only the token's hash is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=40, unique=True)
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)
    """The last use, to within a minute."""

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"token {self.pk} of {self.user_id}"

    @property
    def key(self) -> str:
        """What its requests are counted by."""
        return f"token:{self.pk}"

    @property
    def row(self) -> int:
        return self.pk

    @property
    def scope_names(self) -> list[str]:
        """What it allows, in words."""
        return [str(Scope(scope).label) for scope in self.scopes if scope in Scope.values]


class KeptAnswer(models.Model):
    """The answer to a request with an Idempotency-Key. Without a status the request is still being answered."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="kept_answers")
    key = models.CharField(max_length=200)
    request = models.CharField(max_length=64)
    """The digest of what was asked."""
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.TextField(default="")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("kept answer")
        verbose_name_plural = _("kept answers")
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="players_kept_answer_once")]
        indexes = [models.Index(fields=["at"], name="players_kept_answer_at")]

    def __str__(self) -> str:
        return f"answer {self.pk} to {self.user_id}"
