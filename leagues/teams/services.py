"""Members make teams and invite others; organisers make teams from the entries and move members."""

from collections.abc import Sequence
from typing import Final, Literal, TypeVar

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.clubs.audit_log import record_in_audit_log
from leagues.entries import services as entries_services
from leagues.locks import ClubError, drawn_division, lock_as_member, lock_as_organiser, refuse_drawn
from leagues.models import Entry, Membership, Season, Team, TeamInvitation
from leagues.seasons.divisions import by_rating
from leagues.standings.store import update_standings_later
from leagues.teams import notifications
from leagues.teams.membership import is_bound, is_fixed, take_out, team_mates
from players.models import User

MOST_INVITATIONS: Final = 20
"""That a team has open at once."""
Order = Literal["registration", "rating"]
T = TypeVar("T")


# --- Members ---


@transaction.atomic
def found(*, club_id: int, user: User, season_id: int, name: str = "") -> Team:
    """Make a team of which one is the captain."""
    season = _locked_for_member(club_id, user, season_id)
    entry = _own_entry(season, user)
    if entry.team_id is not None:
        raise ClubError(_("You are in a team already."), "teams")
    team = _new_team(season, name)
    _join(team, entry)
    return team


@transaction.atomic
def rename(*, club_id: int, user: User, season_id: int, number: int, name: str) -> None:
    """Give the team another name, or none: its captain and organisers may, as long as the season lasts."""
    season = lock_as_member(club_id, user, season_id)
    team = _team(season, number)
    me = season.club.membership_of(user)
    if not _is_captain(team, user) and not (me and me.organises):
        raise ClubError(_("Only the captain and organisers name a team."))
    team.name = name
    team.save(update_fields=["name"])


@transaction.atomic
def invite(*, club_id: int, user: User, season_id: int, number: int, person: User) -> None:
    """Ask a member of the club to join the team of which one is the captain."""
    season = _locked_for_member(club_id, user, season_id)
    team = _team(season, number)
    if not _is_captain(team, user):
        raise ClubError(_("Only the captain invites others to a team."))
    if not Membership.objects.filter(club=season.club, user=person, ended_at=None).exists():
        raise ClubError(_("%(name)s is not a member of the club.") % {"name": person})
    if season.entries.filter(user=person, state__in=Entry.ACTIVE, team__isnull=False).exists():
        raise ClubError(_("%(name)s is in a team already.") % {"name": person})
    if season.refuses(person):
        raise ClubError(_("This season is for people: bots can’t enter."))
    _refuse_full(season, team)
    if reason := why_no_more(team.invitations.count()):
        raise ClubError(reason)
    now = timezone.now()
    made, is_new = TeamInvitation.objects.get_or_create(
        team=team, user=person, defaults={"made_by": user, "made_at": now}
    )
    if is_new:
        notifications.InvitedToTeam.notify(season, made)


def why_no_more(invitations: int) -> str:
    """Why a team with so many open invitations cannot invite anybody; empty if it can."""
    if invitations < MOST_INVITATIONS:
        return ""
    return _("This team has invited too many people. Take some invitations back.")


@transaction.atomic
def take_back(*, club_id: int, user: User, season_id: int, number: int, invitation_id: int) -> None:
    """Take an invitation back."""
    season = _locked_for_member(club_id, user, season_id)
    team = _team(season, number)
    if not _is_captain(team, user):
        raise ClubError(_("Only the captain invites others to a team."))
    team.invitations.filter(pk=invitation_id).delete()


@transaction.atomic
def answer(*, club_id: int, user: User, season_id: int, invitation_id: int, accept: bool) -> None:
    """Accept an invitation, which enters the season where need be, or decline it."""
    season = _locked_for_member(club_id, user, season_id)
    invitations = TeamInvitation.objects.select_related("team")
    invitation = invitations.filter(pk=invitation_id, user=user, team__season=season).first()
    if invitation is None:
        raise ClubError(_("You are no longer invited to this team."), "teams")
    team = invitation.team
    invitation.delete()
    if not accept:
        return
    entry = season.entries.filter(user=user, state__in=Entry.ACTIVE).first()
    if entry is None:
        entry = entries_services.enter(club_id=club_id, user=user, season_id=season_id)
    if entry.team_id is not None:
        raise ClubError(_("You are in a team already."), "teams")
    _join(team, entry)
    notifications.JoinedTeam.notify(season, team, entry, [one for one in team_mates(team) if one.pk != entry.pk])


@transaction.atomic
def leave(*, club_id: int, user: User, season_id: int) -> None:
    """Leave one's team, and stay in the season."""
    season = _locked_for_member(club_id, user, season_id)
    entry = _own_entry(season, user)
    if entry.team_id is not None:
        take_out(entry)


# --- Organisers ---


@transaction.atomic
def place(*, club_id: int, user: User, season_id: int, entry_id: int, number: int | None) -> None:
    """Move a member to a team; 0 makes a new one, None takes them out of theirs.

    In a running season that is how somebody comes in for a member who has left.
    """
    season = _locked_for_organiser(club_id, user, season_id)
    entry = season.entries.select_related("user").filter(pk=entry_id, state__in=Entry.ACTIVE).first()
    if entry is None:
        raise ClubError(_("This entry was withdrawn or refused."))
    team = None if number is None else _new_team(season) if number == 0 else _team(season, number)
    if team is not None and entry.team_id == team.pk:
        return
    if entry.team_id is not None:
        if is_bound(entry):
            raise ClubError(_("%(name)s has played for their team, so they stay in it.") % {"name": entry.name})
        take_out(entry)
    if team is not None:
        _join(team, entry)
        notifications.JoinedTeam.notify(season, team, entry, team_mates(team))
    record_in_audit_log(season, "team_changed", actor=user, subject=entry.user, team=_logged(team))
    if entry.division_id is not None and season.state == Season.State.RUNNING:
        update_standings_later(entry.division_id)


@transaction.atomic
def make_teams(*, club_id: int, user: User, season_id: int, order: Order) -> None:
    """Make teams of the members who are in none.

    By registration, neighbours get together; by rating, the strongest with the weakest, so that teams are even.
    """
    season = _locked_for_organiser(club_id, user, season_id)
    entries = list(season.entries.filter(state=Entry.State.ENTERED, team=None).select_related("user").order_by("order"))
    groups = even_groups(by_rating(season, entries), season.team_size or 1) if order == "rating" else None
    for group in groups or neighbours(entries, season.team_size or 1):
        team = _new_team(season)
        for entry in group:
            _join(team, entry)
            notifications.JoinedTeam.notify(season, team, entry, [entry])
    if entries:
        record_in_audit_log(season, "teams_made", actor=user, members=len(entries))


def neighbours(entries: Sequence[T], size: int) -> list[list[T]]:
    """
    >>> neighbours("abcde", 2)
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    return [list(entries[at : at + size]) for at in range(0, len(entries), size)]


def even_groups(entries: Sequence[T], size: int) -> list[list[T]]:
    """The best first: one to each team in turn, and back again.

    >>> even_groups("abcdef", 2), even_groups("abcde", 2)
    ([['a', 'f'], ['b', 'e'], ['c', 'd']], [['a'], ['b', 'e'], ['c', 'd']])
    """
    teams: list[list[T]] = [[] for _ in range(-(-len(entries) // size))]
    for turn, at in enumerate(range(0, len(entries), len(teams) or 1)):
        row = entries[at : at + len(teams)]
        for team, entry in zip(reversed(teams) if turn % 2 else teams, row, strict=False):
            team.append(entry)
    return teams


# --- Steps of the above ---


def _locked_for_member(club_id: int, user: User, season_id: int) -> Season:
    season = lock_as_member(club_id, user, season_id)
    _refuse_without_teams(season)
    if reason := why_fixed(season):
        raise ClubError(reason, "teams")
    return season


def _locked_for_organiser(club_id: int, user: User, season_id: int) -> Season:
    season = lock_as_organiser(club_id, user, season_id)
    _refuse_without_teams(season)
    if not is_fixed(season):
        refuse_drawn(season)
    return season


def why_fixed(season: Season) -> str:
    """Why members cannot change teams; empty if they can."""
    if is_fixed(season):
        return _("The season has started: only organisers change teams now.")
    return _("The tables have been drawn, so teams stay as they are.") if drawn_division(season) else ""


def _refuse_without_teams(season: Season) -> None:
    if not season.team_size:
        raise ClubError(_("This season has no teams."))


def _own_entry(season: Season, user: User) -> Entry:
    entry = season.entries.filter(user=user, state__in=Entry.ACTIVE).first()
    if entry is None:
        raise ClubError(_("You are not in this season."), "season")
    return entry


def _team(season: Season, number: int) -> Team:
    team = season.teams.filter(number=number).select_related("captain").first()
    if team is None:
        raise ClubError(_("There is no such team any more."), "teams")
    return team


def _is_captain(team: Team, user: User) -> bool:
    return team.captain is not None and team.captain.user_id == user.pk


def _new_team(season: Season, name: str = "") -> Team:
    last: int = season.teams.aggregate(last=Max("number"))["last"] or 0
    return Team.objects.create(season=season, number=last + 1, name=name, made_at=timezone.now())


def _refuse_full(season: Season, team: Team) -> None:
    if reason := why_full(season, len(team_mates(team))):
        raise ClubError(reason)


def why_full(season: Season, members: int) -> str:
    return _("This team is full.") if members >= (season.team_size or 0) else ""


def _join(team: Team, entry: Entry) -> None:
    _refuse_full(team.season, team)
    entry.team = team
    entry.save(update_fields=["team"])
    if team.captain_id is None:
        team.captain = entry
        team.save(update_fields=["captain"])
    TeamInvitation.objects.filter(team__season=team.season, user=entry.user_id).delete()


def _logged(team: Team | None) -> int:
    return team.number if team else 0
