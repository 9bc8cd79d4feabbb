"""What people are notified of about teams (`players/notifications/kinds.py`)."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.entries.notifications import EntryNotification
from leagues.models import Entry, Season, Team, TeamInvitation
from leagues.seasons.notifications import SeasonNotification
from leagues.teams.names import name_of
from players.notifications.kinds import Message, SubjectRow


class InvitedToTeam(SeasonNotification):
    name = "team_invited"
    label = gettext_lazy("I am invited to a team of a season")
    page, link = "teams", pgettext_lazy("a link", "Answer")
    title = gettext_lazy("%(season)s: %(name)s invites you to a team")
    invitation = SubjectRow(TeamInvitation.objects.select_related("made_by"))

    @classmethod
    def notify(cls, season: Season, invitation: TeamInvitation) -> None:
        cls.write_of(season, [invitation.user_id], f"{invitation.pk}", invitation=invitation.pk)

    @property
    def is_current(self) -> bool:
        """An answered invitation is gone, and its notification with it."""
        return self.season.started_at is None and not self.season.is_over

    def words(self) -> dict[str, object]:
        return {**super().words(), "name": self.invitation.made_by or _("a former player")}


class JoinedTeam(EntryNotification):
    """Somebody has accepted an invitation, or organisers have moved somebody to a team."""

    name = "team_joined"
    label = gettext_lazy("Somebody is new in my team, or I am moved to another one")
    push = False
    page, link = "teams", pgettext_lazy("a link", "Go to the teams")
    team = SubjectRow(Team.objects.all())

    @classmethod
    def notify(cls, season: Season, team: Team, entry: Entry, told: Iterable[Entry]) -> None:
        key = f"{team.pk}:{entry.pk}"
        cls.write_of(season, [one.user_id for one in told], key, team=team.pk, entry=entry.pk)

    @property
    def is_current(self) -> bool:
        return self.entry.team_id == self.team.pk and not self.season.is_over

    def message(self) -> Message:
        if self.entry.user_id == self.user_id:
            text = _("%(season)s: you are now in a team")
        else:
            text = _("%(season)s: %(name)s is now in your team")
        return self.compose(text, [name_of(self.team, [self.entry])] if self.team.name else [])

    def words(self) -> dict[str, object]:
        return {**super().words(), "name": self.entry.name}
