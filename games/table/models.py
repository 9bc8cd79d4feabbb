"""The chat of a table."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ChatMessage(models.Model):
    """A line of the table's chat, or a thought that everyone can read once the match is over."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    text = models.CharField(max_length=500)
    is_thought = models.BooleanField(default=False)
    at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)
    """When staff hid it; None while it is visible."""
    hidden_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    key = models.UUIDField(null=True)
    """The idempotency key of the form that sent it: a repeated form adds no second line."""

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        ordering = ["at", "pk"]
        indexes = [models.Index(fields=["game", "at"], name="games_chat_of_game")]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "key"], condition=models.Q(key__isnull=False), name="games_chat_key"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.at:%F %T}"
