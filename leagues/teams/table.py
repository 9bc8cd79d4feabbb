"""The standings of a season's teams, from the stored standings of their members."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _

from leagues.models import DivisionStandings, Entry, Season, Standing, Team
from leagues.standings.core.teams import TeamInput, TeamMember, TeamResult, TeamRow, team_standings
from leagues.standings.number_format import as_text, decimals_of
from leagues.teams.names import members_of_teams, name_of

LEADERS: Final = 3


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team, its members and its place."""

    team: Team
    name: str
    members: list[Entry]
    """All who are or were in it, in the order of registration."""
    row: TeamRow
    points: str
    """Aligned with those of the other teams."""
    standings: Mapping[int, Standing]
    """By entry; none before the season."""

    @property
    def active(self) -> list[Entry]:
        return [entry for entry in self.members if entry.state in Entry.ACTIVE]

    @property
    def tied(self) -> str:
        """How the team is tied with others, with the points of its members, which decide; empty if not or not yet."""
        if not (self.row.is_level and self.row.rounds):
            return ""
        points = " · ".join(as_text(points) for points in sorted((one.points for one in self.row.shares), reverse=True))
        how = _("shares this place") if self.row.is_shared else _("level on points")
        return _("%(how)s: members %(points)s") % {"how": how, "points": points}


@dataclass(frozen=True, slots=True)
class TeamTable:
    lines: list[TeamLine]
    """The best first; before the season in the order of their numbers."""
    is_provisional: bool
    rounds: list[int]

    @property
    def is_level(self) -> bool:
        return any(line.row.is_level for line in self.lines)


def team_table(season: Season) -> TeamTable:
    """Takes three queries, however many teams there are."""
    teams = {team.pk: (team, members) for team, members in members_of_teams(season).items()}
    rows = Standing.objects.filter(entry__season=season, entry__team__isnull=False)
    standings = {row.entry_id: row for row in rows}
    keys = {team.number: key for key, (team, _members) in teams.items()}
    given = [_input(team, members, standings) for team, members in teams.values()]
    found = team_standings(given, season.team_size or 1)
    decimals = decimals_of(str(row.points) for row in found)
    lines = []
    for row in found:
        team, members = teams[keys[row.number]]
        team.season = season
        points = as_text(row.points, places=decimals)
        lines.append(TeamLine(team, name_of(team, members), members, row, points, standings))
    open_divisions = DivisionStandings.objects.filter(division__season=season, is_provisional=True)
    rounds = sorted({round_.round for row in found for round_ in row.rounds})
    return TeamTable(lines, not season.is_over or open_divisions.exists(), rounds)


def leading_teams(season: Season) -> list[str]:
    """A line with the first teams, for posts; none where everybody plays for themselves."""
    lines = team_table(season).lines if season.team_size else []
    leaders = _(", ").join(
        f"{line.row.place}. {line.name} {line.points}" for line in lines if line.row.place <= LEADERS
    )
    return [_("Teams: %(leaders)s") % {"leaders": leaders}] if leaders else []


def _input(team: Team, members: Sequence[Entry], standings: Mapping[int, Standing]) -> TeamInput:
    return TeamInput(
        team.number,
        tuple(
            TeamMember(entry.pk, tuple(_result(each) for each in standing.results_json), _given(standing))
            for entry in members
            if (standing := standings.get(entry.pk)) is not None
        ),
    )


def _given(standing: Standing) -> Fraction:
    return Fraction(standing.started) + Fraction(standing.adjusted)


def _result(stored: Mapping[str, Any]) -> TeamResult:
    was_there = stored["how"] not in ("absent", "replaced")
    return TeamResult(stored["round"], Fraction(stored["points"]), stored["counted"], was_there)
