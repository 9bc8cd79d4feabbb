"""Which matches are analysed, for whom, and what was found deal by deal. All of it can be worked out again."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Analysis(models.Model):
    """The analysis of one match that is over: waiting, under way or finished."""

    game = models.OneToOneField(
        "games.Game", primary_key=True, on_delete=models.CASCADE, related_name="analysis"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    """For whom it is done: workers take turns between people."""
    asked_at = models.DateTimeField()
    version = models.PositiveSmallIntegerField()
    """Of the way of analysing (`napoleon.judging.judge_deal.VERSION`)."""
    deals = models.PositiveSmallIntegerField()
    """How many deals there are to analyse."""
    claimed_until = models.DateTimeField(null=True)
    """A worker is at it until then at the latest; None if none is."""
    served_at = models.DateTimeField(null=True)
    """When a worker last took a deal of it."""
    attempts = models.PositiveSmallIntegerField(default=0)
    """How often its next deal has been begun."""
    is_finished = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("analysis of a match")
        verbose_name_plural = _("analyses of matches")
        indexes = [
            models.Index(
                fields=["asked_at"],
                condition=models.Q(is_finished=False),
                name="games_analysis_waiting",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}"


class DealAnalysis(models.Model):
    """What was found in one deal."""

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="found")
    number = models.PositiveSmallIntegerField()
    """Of the deal in its match."""
    judgement_json = models.JSONField()
    """See `napoleon.judging.judgement`."""
    luck_json = models.JSONField(null=True)
    """See `napoleon.judging.luck`; None where the deal was analysed before there was such a thing."""

    class Meta:
        verbose_name = _("analysis of a deal")
        verbose_name_plural = _("analyses of deals")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["analysis", "number"], name="games_dealanalysis_once")
        ]

    def __str__(self) -> str:
        return f"{self.analysis_id}/{self.number}"
