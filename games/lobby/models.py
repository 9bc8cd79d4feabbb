"""What people want to be seated at, as it is stored."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SeatWish(models.Model):
    """A person's wish to be seated with others; it ends when the last of its tables is found, or when it expires."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="seat_wish"
    )
    presets = models.JSONField(default=list)
    """The rules that the person plays, by the keys of the presets."""
    pace = models.CharField(max_length=10)
    """A key of `games.lobby.paces.PACES`."""
    tables = models.PositiveSmallIntegerField(default=1)
    """How many tables are still to be found."""
    takes_guests = models.BooleanField(default=True)
    since = models.DateTimeField()
    """Who has waited longest is seated first."""
    bots_at = models.DateTimeField(null=True)
    """When bots may take the seats that nobody else wants; None for never."""
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name = _("wish for a seat")
        verbose_name_plural = _("wishes for a seat")
        indexes = [
            models.Index(fields=["expires_at"], name="games_wish_expiring"),
            models.Index(fields=["since"], name="games_wish_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.pace}, {self.tables}"
