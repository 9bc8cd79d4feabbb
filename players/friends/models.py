"""Friendships and blocks as they are stored."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Greatest, Least
from django.utils.translation import gettext_lazy as _


class Friendship(models.Model):
    """A friendship or a friend request; two people share at most one row."""

    asker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships_asked")
    asked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships_received")
    asked_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        constraints = [
            models.UniqueConstraint(
                Least("asker", "asked"), Greatest("asker", "asked"), name="players_friendship_once"
            ),
            models.CheckConstraint(condition=~models.Q(asker=models.F("asked")), name="players_friendship_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} and {self.asked_id}"


class Block(models.Model):
    """One person blocks another, who never learns of it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks_received")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [models.UniqueConstraint(fields=["user", "blocked"], name="players_block_once")]

    def __str__(self) -> str:
        return f"{self.user_id} blocks {self.blocked_id}"
