"""The contexts of the pages of teams."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _

from games.access import Visitor
from leagues.access import SeasonAccess
from leagues.entries.services import members_who_may, why_closed
from leagues.locks import drawn_division
from leagues.models import Entry, Membership, Season, TeamInvitation
from leagues.pages import SeasonPage
from leagues.standings.core.teams import TeamPart
from leagues.standings.number_format import as_text, decimals_of
from leagues.teams.forms import TeamInvitationForm, TeamNameForm
from leagues.teams.membership import bound_among, is_fixed
from leagues.teams.services import why_fixed, why_full, why_no_more
from leagues.teams.table import TeamLine, TeamTable, team_table


class InvitationLine(NamedTuple):
    invitation: TeamInvitation
    team: str
    closed: str
    """Why the reader cannot accept it."""


@dataclass(frozen=True, kw_only=True)
class TeamsPage(SeasonPage):
    table: TeamTable
    entry: Entry | None
    """The reader's, if it is active."""
    invitations: list[InvitationLine]
    """Those to the reader."""
    without: list[Entry]
    """The members who are in no team."""
    closed: str
    """Why the reader cannot enter the season, if they are not in it."""
    fixed: str
    """Why members do not make and leave teams."""
    drawn: int
    """The number of a division whose draw is locked, before the season starts: it fixes the teams; 0: none."""
    bound: set[int]
    """The entries that stay in their teams."""
    form: TeamNameForm
    report: str

    @property
    def may_change(self) -> bool:
        """Whether members make and leave teams."""
        return self.access.is_member and not self.fixed and not self.season.is_over

    @property
    def can_organise(self) -> bool:
        return self.access.organises and not self.season.is_over

    @property
    def movable(self) -> list[tuple[TeamLine, Entry]]:
        """The members whom organisers can move to another team."""
        return [(line, one) for line in self.table.lines for one in line.active if one.pk not in self.bound]

    @property
    def mine(self) -> TeamLine | None:
        own = self.entry.team_id if self.entry else None
        return next((line for line in self.table.lines if own is not None and line.team.pk == own), None)


@dataclass(frozen=True, slots=True)
class MemberColumn:
    """A member of the team: what they brought, round by round."""

    entry: Entry
    cells: list[tuple[str, bool]]
    """By round: the points, and whether they count for the team."""
    given: str
    """Starting points and adjustments; empty if there are none."""
    total: str
    is_captain: bool
    has_figure: bool
    """Whether a page explains the points."""


@dataclass(frozen=True, kw_only=True)
class TeamPage(SeasonPage):
    line: TeamLine
    is_provisional: bool
    rounds: list[int]
    sums: list[str]
    """The team's points by round."""
    columns: list[MemberColumn]
    can_name: bool
    invites: bool
    """The reader is the captain, and the team has room."""
    open_invitations: list[TeamInvitation]
    is_mine: bool
    may_change: bool
    name_form: TeamNameForm | None
    invitation_form: TeamInvitationForm | None

    @property
    def form(self) -> TeamNameForm | TeamInvitationForm | None:
        bound = (form for form in (self.name_form, self.invitation_form) if form is not None and form.is_bound)
        return next(bound, None)

    @property
    def full(self) -> str:
        """Why the captain can invite nobody else."""
        return why_no_more(len(self.open_invitations))

    @property
    def has_given(self) -> bool:
        return any(column.given for column in self.columns)


def teams_page(access: SeasonAccess, user: Visitor, form: TeamNameForm) -> TeamsPage:
    season, table = access.season, team_table(access.season)
    active = season.entries.filter(state__in=Entry.ACTIVE).select_related("user", "division").order_by("order")
    entries = list(active)
    mine = next((entry for entry in entries if user.pk and entry.user_id == user.pk), None)
    fixed = why_fixed(season)
    may_change = access.is_member and not fixed and not season.is_over
    entered = [entry for entry in entries if entry.state == Entry.State.ENTERED]
    closed = "" if mine or not may_change else why_closed(season, len(entered))
    lines = {line.team.pk: line for line in table.lines}
    asked = TeamInvitation.objects.filter(team__season=season, user=user.pk or 0).select_related("team", "made_by")
    return TeamsPage(
        access=access,
        table=table,
        entry=mine,
        invitations=[_invitation(season, one, lines, closed) for one in asked] if may_change else [],
        without=[entry for entry in entered if entry.team_id is None],
        closed=closed,
        fixed=fixed,
        drawn=drawn_division(season) if fixed and not is_fixed(season) else 0,
        bound=bound_among(entries) if access.organises and is_fixed(season) else set(),
        form=form,
        report=_report(season, table),
    )


def _invitation(season: Season, asked: TeamInvitation, lines: Mapping[int, TeamLine], closed: str) -> InvitationLine:
    line = lines.get(asked.team_id)
    full = why_full(season, len(line.active)) if line else ""
    return InvitationLine(asked, line.name if line else str(asked.team), closed or full)


def _report(season: Season, table: TeamTable) -> str:
    """The standings as plain text, to paste into a messenger."""
    lines = [_("%(season)s, standings of the teams") % {"season": season}]
    lines += [f"{line.row.place}. {line.name} {line.points}" for line in table.lines]
    return "\n".join([*lines, f"{settings.SITE_URL}{season.get_absolute_url()}teams/"])


def people_to_invite(season: Season) -> list[Membership]:
    """The members of the club who are in no team of the season."""
    taken = season.entries.filter(user__isnull=False, state__in=Entry.ACTIVE, team__isnull=False).values("user")
    here = members_who_may(season).exclude(user__in=taken)
    return list(here.select_related("user").order_by("user__name", "pk"))


def team_page(
    access: SeasonAccess,
    user: Visitor,
    number: int,
    name_form: TeamNameForm | None,
    invitation_form: TeamInvitationForm | None,
) -> TeamPage | None:
    """None: there is no such team."""
    season, table = access.season, team_table(access.season)
    line = next((line for line in table.lines if line.team.number == number), None)
    if line is None:
        return None
    mine = next((entry for entry in line.active if user.pk and entry.user_id == user.pk), None)
    is_captain = mine is not None and line.team.captain_id == mine.pk
    may_change = mine is not None and not season.is_over and not why_fixed(season)
    can_name = not season.is_over and (is_captain or access.organises)
    invites = is_captain and may_change and len(line.active) < (season.team_size or 0)
    rounds = [round_.round for round_ in line.row.rounds]
    decimals = decimals_of(str(part.points) for round_ in line.row.rounds for part in round_.parts)
    return TeamPage(
        access=access,
        line=line,
        is_provisional=table.is_provisional,
        rounds=rounds,
        sums=[as_text(round_.points, places=decimals) for round_ in line.row.rounds],
        columns=[_column(line, entry, rounds, decimals) for entry in line.members],
        can_name=can_name,
        invites=invites,
        open_invitations=list(line.team.invitations.select_related("user").order_by("pk")) if is_captain else [],
        is_mine=mine is not None,
        may_change=may_change,
        name_form=(name_form or TeamNameForm(initial={"name": line.team.name})) if can_name else None,
        invitation_form=(invitation_form or TeamInvitationForm(people=people_to_invite(season))) if invites else None,
    )


def _column(line: TeamLine, entry: Entry, rounds: list[int], decimals: int) -> MemberColumn:
    parts: Mapping[int, TeamPart] = {
        round_.round: part for round_ in line.row.rounds for part in round_.parts if part.member == entry.pk
    }
    share = next((share for share in line.row.shares if share.member == entry.pk), None)
    given = share.given if share else Fraction(0)
    return MemberColumn(
        entry=entry,
        cells=[
            (as_text(parts[number].points, places=decimals), parts[number].counts) if number in parts else ("", True)
            for number in rounds
        ],
        given=as_text(given, signed=True) if given else "",
        total=as_text(share.points if share else Fraction(0), places=decimals),
        is_captain=line.team.captain_id == entry.pk,
        has_figure=entry.pk in line.standings and entry.division_id is not None,
    )
