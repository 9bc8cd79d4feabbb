"""Analyses of matches and their findings, deal by deal. All of it can be computed again."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Analysis(models.Model):
    """The analysis of one match that is over: waiting, under way or finished."""

    game = models.OneToOneField("games.Game", primary_key=True, on_delete=models.CASCADE, related_name="analysis")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """The person who asked for it; workers take turns between people."""
    asked_at = models.DateTimeField()
    version = models.PositiveSmallIntegerField()
    """The version of the analysis (`napoleon.judging.judge_deal.VERSION`)."""
    deals = models.PositiveSmallIntegerField()
    """The number of deals to analyse."""
    claimed_until = models.DateTimeField(null=True)
    """The end of a worker's claim; None if no worker has one."""
    served_at = models.DateTimeField(null=True)
    """When a worker last took one of its deals."""
    attempts = models.PositiveSmallIntegerField(default=0)
    """How often a worker has begun its next deal."""
    is_finished = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("analysis of a match")
        verbose_name_plural = _("analyses of matches")
        indexes = [
            models.Index(fields=["asked_at"], condition=models.Q(is_finished=False), name="games_analysis_waiting")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}"


class DealAnalysis(models.Model):
    """The findings about one deal."""

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="found")
    number = models.PositiveSmallIntegerField()
    """The number of the deal in its match."""
    judgement_json = models.JSONField()
    """See `napoleon.judging.judgement`."""
    luck_json = models.JSONField(null=True)
    """See `napoleon.judging.luck`; None if the deal was analysed before the analysis measured luck."""

    class Meta:
        verbose_name = _("analysis of a deal")
        verbose_name_plural = _("analyses of deals")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["analysis", "number"], name="games_dealanalysis_once")]

    def __str__(self) -> str:
        return f"{self.analysis_id}/{self.number}"
