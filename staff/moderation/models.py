"""Reports of players, and the log of what staff have done."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Report(models.Model):
    """A player asks staff to look at a person, a text, or something with a name."""

    class Reason(models.TextChoices):
        INSULT = "insult", _("insults or threatens")
        SPAM = "spam", _("advertises, or keeps posting the same thing")
        SECRETS = "secrets", _("reveals cards of a deal in progress")
        CHEATING = "cheating", _("plays in two seats, or with somebody else’s help")
        NAME = "name", _("has an offensive name, or somebody else’s")
        OTHER = "other", pgettext_lazy("a reason", "something else")

    class Outcome(models.TextChoices):
        ACTED = "acted", pgettext_lazy("a report", "acted upon")
        DISMISSED = "dismissed", pgettext_lazy("a report", "dismissed")

    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """The reported person, the author of the reported text, the host of the table, the captain of the
    team, an owner of the club, or who keeps the house rules."""
    message = models.ForeignKey("games.ChatMessage", null=True, on_delete=models.CASCADE, related_name="+")
    comment = models.ForeignKey("games.Comment", null=True, on_delete=models.CASCADE, related_name="+")
    table = models.ForeignKey("games.Game", null=True, on_delete=models.CASCADE, related_name="+")
    house_rules = models.ForeignKey("games.HouseRules", null=True, on_delete=models.CASCADE, related_name="+")
    club = models.ForeignKey("leagues.Club", null=True, on_delete=models.CASCADE, related_name="+")
    season = models.ForeignKey("leagues.Season", null=True, on_delete=models.CASCADE, related_name="+")
    team = models.ForeignKey("leagues.Team", null=True, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(_("reason"), max_length=8, choices=Reason.choices)
    words = models.CharField(_("in your own words"), max_length=500, blank=True)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    outcome = models.CharField(max_length=9, choices=Outcome.choices, blank=True)

    class Meta:
        verbose_name = _("report of a player")
        verbose_name_plural = _("reports of players")
        indexes = [models.Index(fields=["at"], condition=Q(settled_at=None), name="staff_report_open")]
        permissions = [("moderate", "Can moderate: see reports, hide texts, mute people")]

    def __str__(self) -> str:
        return f"report {self.pk}"


class StaffAction(models.Model):
    """An entry of the staff log, which is append-only."""

    class Action(models.TextChoices):
        HIDE = "hide", _("hid a text")
        SHOW = "show", _("showed a text again")
        MUTE = "mute", _("muted a person")
        UNMUTE = "unmute", _("let a person write again")
        UNNAME = "unname", _("removed a name")
        CLEAR = "clear", _("removed a description")
        DISMISS = "dismiss", _("dismissed a report")
        MERGE = "merge", _("merged two accounts")
        RETURN = "return", _("gave a match back to its people")

    at = models.DateTimeField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """None: at the command line, without a name."""
    action = models.CharField(max_length=8, choices=Action.choices)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    target = models.CharField(max_length=40)
    """Such as ``comment:12``; never the text itself."""
    reason = models.CharField(max_length=300)
    until = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("action of staff")
        verbose_name_plural = _("actions of staff")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.action} {self.target}"
