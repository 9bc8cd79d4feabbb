"""Read models of statistics: the counts of each seat of a match, and the sums by person, rules and month."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SeatTally(models.Model):
    """The counts of one holder of a seat in a finished match. All sums derive from these."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="seat_tallies")
    number = models.PositiveSmallIntegerField()
    holder = models.PositiveSmallIntegerField(default=0)
    """0 for the first holder of the seat; each change of hands adds 1."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """The holder, if they have an account."""
    preset = models.CharField(max_length=12)
    is_imported = models.BooleanField()
    month = models.DateField()
    """The first of the month in which the match ended, in UTC."""
    counts_json = models.JSONField(default=dict)
    """See `games.statistics.counting`."""
    pairs_json = models.JSONField(default=dict)
    """The counts with and against others, under keys such as ``2.0``: a seat and a holder."""

    class Meta:
        verbose_name = _("counts of a seat")
        verbose_name_plural = _("counts of seats")
        constraints = [models.UniqueConstraint(fields=["game", "number", "holder"], name="games_seattally_once")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"


class PersonTally(models.Model):
    """The counts of a person by one preset in one month."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    preset = models.CharField(max_length=12)
    is_imported = models.BooleanField()
    month = models.DateField()
    counts_json = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("counts of a person")
        verbose_name_plural = _("counts of persons")
        constraints = [
            models.UniqueConstraint(fields=["user", "preset", "is_imported", "month"], name="games_persontally_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.preset} {self.month:%Y-%m}"


class PairTally(models.Model):
    """The counts with and against one other person; the points are those of ``user``."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    preset = models.CharField(max_length=12)
    is_imported = models.BooleanField()
    month = models.DateField()
    with_deals = models.IntegerField(default=0)
    with_points = models.IntegerField(default=0)
    against_deals = models.IntegerField(default=0)
    against_points = models.IntegerField(default=0)

    class Meta:
        verbose_name = _("counts of a pair")
        verbose_name_plural = _("counts of pairs")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "other", "preset", "is_imported", "month"], name="games_pairtally_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id}, {self.other_id}: {self.preset} {self.month:%Y-%m}"
