"""Ratings, and the change of a rating by each match. All of them can be computed again."""

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Game
from leagues.ratings.scale import ShownRating, Strength, to_shown

SETTLED: Final = 10
"""From so many matches on a rating is shown as a number; before, luck decides more of it than strength."""


class Rating(models.Model):
    """A person's strength at one of the two games.

    A deleted account leaves an anonymous rating, because the opponents' ratings were computed with it.
    """

    class Family(models.TextChoices):
        NAPOLEON = "napoleon", pgettext_lazy("a game", "Napoleon")
        NAP = "nap", pgettext_lazy("a game", "Nap")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="ratings")
    family = models.CharField(max_length=8, choices=Family.choices)
    mu = models.FloatField()
    """The estimated strength, on the scale of the model (`leagues.ratings.scale`)."""
    sigma = models.FloatField()
    """The uncertainty of the estimate."""
    matches = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "family"], condition=models.Q(user__isnull=False), name="leagues_rating_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.family}"

    @property
    def is_provisional(self) -> bool:
        return self.matches < SETTLED

    @property
    def shown(self) -> ShownRating:
        return to_shown(Strength(self.mu, self.sigma))


class RatingChange(models.Model):
    """The change of a rating by a match. The order of keys is the order in which the matches were rated."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes")
    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="changes")
    rank = models.PositiveSmallIntegerField()
    """The rank among the rated players, from 1. Equal scores share a rank."""
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        constraints = [models.UniqueConstraint(fields=["game", "rating"], name="leagues_ratingchange_once")]
        indexes = [models.Index(fields=["rating", "-id"], name="leagues_change_of_rating")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.rating_id}"

    @property
    def after(self) -> ShownRating:
        return to_shown(Strength(self.mu, self.sigma))

    @property
    def gain(self) -> int:
        """The points that the match has brought; negative for a loss."""
        return self.after.points - to_shown(Strength(self.mu_before, self.sigma_before)).points
