"""The open turns, and the times in which the site did not run."""

from __future__ import annotations

from django.conf import settings
from django.db import connection, models
from django.utils.translation import gettext_lazy as _


class TurnQuerySet(models.QuerySet["Turn"]):
    def claimed(self) -> TurnQuerySet:
        """Lock the turns and their games, and skip those that another process has locked.

        A turn's times are written only under the lock of its game: otherwise a move could restore stale times.
        """
        turns = self.select_related("game")
        if connection.features.has_select_for_update_skip_locked:
            turns = turns.select_for_update(no_key=True, skip_locked=True, of=("self", "game"))
        return turns


class Turn(models.Model):
    """A seat that may act in an open deal. Read model."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="turns")
    deal = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="turns")
    opened_at = models.DateTimeField()
    due = models.DateTimeField(null=True)
    """When the allowance for this move is used up."""
    times_out_at = models.DateTimeField(null=True)
    """When the bank is used up as well; None without a running clock."""
    remind_at = models.DateTimeField(null=True)
    """When to send the next reminder."""
    remind_later = models.JSONField(default=list)
    """When to send the reminders after that."""
    release_at = models.DateTimeField(null=True)
    """When the player's plans are carried out, or the move that is held is made; None without either."""
    held = models.JSONField(null=True)
    """The player's move that can still be taken back (`games.turns.held_moves`)."""
    tell_at = models.DateTimeField(null=True)
    """When to notify the player if the turn is still open; None once that is done, or for a bot."""

    objects = TurnQuerySet.as_manager()

    class Meta:
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        constraints = [models.UniqueConstraint(fields=["game", "deal", "seat"], name="games_turn_once")]
        indexes = [
            models.Index(fields=["user", "opened_at"], name="games_turn_of_user"),
            models.Index(
                fields=["times_out_at"], condition=models.Q(times_out_at__isnull=False), name="games_turn_time_outs"
            ),
            models.Index(
                fields=["remind_at"], condition=models.Q(remind_at__isnull=False), name="games_turn_to_remind"
            ),
            models.Index(
                fields=["release_at"], condition=models.Q(release_at__isnull=False), name="games_turn_to_release"
            ),
            models.Index(fields=["tell_at"], condition=models.Q(tell_at__isnull=False), name="games_turn_to_tell"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.deal}/{self.seat}"


class Outage(models.Model):
    """A time in which the site did not run. Everyone who was to move gets it back."""

    start = models.DateTimeField()
    end = models.DateTimeField()
    is_given_back = models.BooleanField(default=False)
    moved_by = models.DurationField(null=True)
    """How much later it has made the dates that people wait for; None: not yet."""

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        indexes = [models.Index(fields=["end"], name="games_outage_end")]

    def __str__(self) -> str:
        return f"{self.start:%F %T}/{self.end:%F %T}"


class Heartbeat(models.Model):
    """When the site was last known to run: one row, which the sweep updates."""

    at = models.DateTimeField()
    read_only_since = models.DateTimeField(null=True, editable=False)
    """When the site became read-only by a command; None: it is not."""

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.at:%F %T}"
