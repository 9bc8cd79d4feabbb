"""What becomes of seats and their clocks while a match runs."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class FormerSeat(models.Model):
    """A seat that a person has played in and left. They know cards that no other seat may know."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="former_seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_seats")
    until_seq = models.PositiveIntegerField()
    """The event of the log that took the seat from them."""

    class Meta:
        verbose_name = _("former seat")
        verbose_name_plural = _("former seats")
        constraints = [models.UniqueConstraint(fields=["game", "until_seq"], name="games_former_seat")]

    def __str__(self) -> str:
        return f"{self.user_id}, {self.game_id}/{self.number}"


class Stint(models.Model):
    """A person's finished time in a seat: how many turns there were, and how many they missed."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="stints")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stints")
    turns = models.PositiveIntegerField()
    missed = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("stint")
        verbose_name_plural = _("stints")

    def __str__(self) -> str:
        return f"{self.user_id} in {self.game_id}: {self.missed} of {self.turns} missed"


class Pause(models.Model):
    """A time for which the clocks of a table are stopped; players may still move."""

    class Cause(models.TextChoices):
        HOST = "host", _("the host")
        ORGANISERS = "organiser", _("the organisers")

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="pauses")
    cause = models.CharField(max_length=9, choices=Cause.choices, default=Cause.HOST)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    start = models.DateTimeField()
    end = models.DateTimeField()

    class Meta:
        verbose_name = _("pause")
        verbose_name_plural = _("pauses")
        indexes = [models.Index(fields=["game", "end"], name="games_pause_of_game")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.start:%F %T}/{self.end:%F %T}"
