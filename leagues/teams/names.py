"""What teams are called: by their names, or by their members."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from django.utils.translation import pgettext

from leagues.models import Entry, Season, Team


def name_of(team: Team, members: Sequence[Entry]) -> str:
    """The team's name; without one, those of its members: `Ai & Bo`."""
    own = [entry for entry in members if entry.state == Entry.State.ENTERED] or members
    return team.name or pgettext("between two members of a team", " & ").join(entry.name for entry in own) or str(team)


def members_of_teams(season: Season) -> dict[Team, list[Entry]]:
    """All who are or were in the season's teams, each team's in the order of their registration. In one query."""
    entries = season.entries.filter(team__isnull=False).select_related("user", "team", "division")
    found = sorted(entries, key=lambda entry: (entry.team.number, entry.order))  # type: ignore[union-attr]
    return {team: list(those) for team, those in groupby(found, key=lambda entry: entry.team) if team is not None}


def team_names(season: Season) -> Mapping[int, str]:
    """By entry the name of its team; nothing, and no query, where the season has no teams."""
    if not season.team_size:
        return {}
    teams = members_of_teams(season).items()
    return {entry.pk: name for team, those in teams for name in [name_of(team, those)] for entry in those}
