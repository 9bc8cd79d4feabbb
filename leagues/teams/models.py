"""Teams of a season, and invitations to them. A member's entry names the team."""

from typing import Final

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from leagues.entries.models import Entry
from leagues.seasons.models import Season

LONGEST_NAME: Final = 40


class Team(models.Model):
    """Members whose points add up. A team without a name is called by its members (`leagues.teams.names`)."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    """From 1, as in its address."""
    name = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True)
    captain = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="+")
    """The member who invites others; None: everybody has left, or organisers made the team."""
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="leagues_team_number")]

    def __str__(self) -> str:
        return self.name or _("Team %(number)s") % {"number": self.number}

    def get_absolute_url(self) -> str:
        return reverse("leagues:team", args=[self.season.club.slug, self.season.slug, self.number])


class TeamInvitation(models.Model):
    """A captain asks a member of the club to join the team. It is open until it is answered or taken back."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("invitation to a team")
        verbose_name_plural = _("invitations to teams")
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="leagues_team_invitation_once")]

    def __str__(self) -> str:
        return f"{self.team_id}: {self.user_id}"
