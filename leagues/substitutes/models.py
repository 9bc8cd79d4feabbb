"""Volunteers who substitute for others, and the offers to them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from leagues.entries.models import Entry
from leagues.rounds.models import TableSeat
from leagues.seasons.models import Season


class Substitute(models.Model):
    """A member of the club who volunteers to substitute. The order of keys is the order of asking."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="substitutes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="substitute_for")
    since = models.DateTimeField()

    class Meta:
        verbose_name = _("substitute")
        verbose_name_plural = _("substitutes")
        constraints = [models.UniqueConstraint(fields=["season", "user"], name="leagues_substitute_once")]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.user_id}"


class Offer(models.Model):
    """An offer of a seat to a volunteer."""

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("an offer to a substitute", "asked")
        ACCEPTED = "accepted", pgettext_lazy("an offer to a substitute", "accepted")
        DECLINED = "declined", pgettext_lazy("an offer to a substitute", "declined")
        EXPIRED = "expired", pgettext_lazy("an offer to a substitute", "not answered in time")
        OVER = "over", pgettext_lazy("an offer to a substitute", "no longer needed")

    seat = models.ForeignKey(TableSeat, on_delete=models.CASCADE, related_name="offers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="season_offers"
    )
    """None after the account was deleted. The log of the game keeps the substitution."""
    entry = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="came_in")
    """The substitute's own entry in the season, to which their deals may be credited; None without one."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    asked_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("offer to a substitute")
        verbose_name_plural = _("offers to substitutes")
        constraints = [
            # A volunteer is asked once for each seat, and a seat is offered to one at a time.
            models.UniqueConstraint(fields=["seat", "user"], name="leagues_offer_once"),
            models.UniqueConstraint(fields=["seat"], condition=models.Q(state="open"), name="leagues_offer_one_open"),
        ]
        indexes = [
            models.Index(fields=["user", "state"], name="leagues_offer_of_user"),
            models.Index(fields=["answer_by"], condition=models.Q(state="open"), name="leagues_offer_due"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.user_id}"
