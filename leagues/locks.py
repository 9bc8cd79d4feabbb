"""Locks that every write to a club or a season takes first, so that rights checked at the start still hold at the end.

A person's write locks the club's row, then the season's. The sweep locks the season's row alone. So the last owner,
the last use of a link and the last free entry are each handled once.

Locks leave the keys free (`no_key`). Otherwise two transactions could deadlock: one holds a season and commits a row
that refers to its club, the other holds the club and waits for the season.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Q
from django.utils.translation import gettext as _

from leagues.models import Club, Membership, Role, Season
from players.models import User

ORGANISERS: Final = (Role.OWNER, Role.ORGANISER)


class ClubError(Exception):
    """The club refuses a change. The text gives the reason in the reader's language.

    ``remedy`` names the page on which the reader can do something about it (`leagues.responses.REMEDIES`), with the
    rest of its route.
    """

    def __init__(self, reason: object, remedy: str = "", *arguments: object) -> None:
        super().__init__(str(reason))
        self.remedy, self.arguments = remedy, arguments


def lock_club(club_id: int, *, even_closed: bool = False) -> Club:
    """The club's row, locked; a closed club is refused."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    if club.closed_at and not even_closed:
        raise ClubError(_("This club is closed."), "club")
    return club


def lock_club_as_organiser(club_id: int, user: User) -> Club:
    club = lock_club(club_id)
    acting_member(club, user, ORGANISERS)
    return club


def acting_member(club: Club, user: User, roles: tuple[str, ...] = tuple(Role.values)) -> Membership:
    """The membership of the person who acts. Raises `ClubError` if it no longer has one of the roles."""
    me = club.membership_of(user)
    if me is None or me.role not in roles:
        raise ClubError(_("You are no longer allowed to do this in the club."), "club")
    return me


def refuse_guest(user: User) -> None:
    """Guests may be gone tomorrow, and nobody can reach them."""
    if user.is_guest:
        raise ClubError(_("You need an account to use clubs. Keep your games first."), "players:keep_guest")


def lock_as_organiser(club_id: int, user: User, season_id: int) -> Season:
    """The season and its club, locked, for one of its organisers; a season that is over is refused."""
    season = _locked_season(lock_club_as_organiser(club_id, user), season_id)
    refuse_over(season)
    return season


def lock_in_any_state(club_id: int, user: User, season_id: int) -> Season:
    """The same for a season that may be over."""
    return _locked_season(lock_club_as_organiser(club_id, user), season_id)


def lock_as_member(club_id: int, user: User, season_id: int) -> Season:
    """The same for a member who acts for themselves."""
    club = lock_club(club_id)
    refuse_guest(user)
    if club.membership_of(user) is None:
        raise ClubError(_("Seasons are for members of the club. Join it first."), "club")
    season = _locked_season(club, season_id)
    refuse_over(season)
    return season


def lock_for_results(club_id: int, user: User, season_id: int) -> tuple[Season, Membership]:
    """The same for a member who enters results. Organisers can also correct those of a finished season."""
    club = lock_club(club_id)
    refuse_guest(user)
    me = acting_member(club, user)
    season = _locked_season(club, season_id)
    if not me.organises:
        refuse_over(season)
    refuse_cancelled(season)
    return season, me


def lock_for_correction(club_id: int, user: User, season_id: int) -> Season:
    """The same for an organiser who corrects a result, even in a finished season."""
    season = _locked_season(lock_club_as_organiser(club_id, user), season_id)
    refuse_cancelled(season)
    return season


def _locked_season(club: Club, season_id: int) -> Season:
    season = Season.objects.select_for_update(no_key=True).get(pk=season_id, club=club)
    season.club = club
    return season


def refuse_over(season: Season) -> None:
    if season.is_over:
        raise ClubError(_("This season is over."), "season")


def refuse_cancelled(season: Season) -> None:
    if season.state == Season.State.CANCELLED:
        raise ClubError(_("This season was cancelled."), "season")


def refuse_drawn(season: Season) -> None:
    """What a locked draw depends on cannot change."""
    drawn = drawn_division(season)
    if not drawn:
        return
    if season.started_at is not None:
        raise ClubError(_("The season has started, so members stay in their divisions."), "entries")
    raise ClubError(_("The tables have already been drawn. Unlock the draw first."), "draw", drawn)


def drawn_division(season: Season) -> int:
    """The number of the first division whose draw is locked; 0 if none is."""
    locked = season.divisions.filter(draws__locked_at__isnull=False)
    return locked.order_by("number").values_list("number", flat=True).first() or 0


def lock_clubs_and_seasons_of(sender: type[User], users: Sequence[User], **kwargs: Any) -> None:
    """Lock the clubs and seasons that these people are in: every write to a season's game locks them first."""
    member = Q(memberships__user__in=users, memberships__ended_at=None)
    player = Q(entries__user__in=users) | Q(rounds__tables__game__seats__user__in=users)
    # A row that several others lead to can only be locked by its key.
    clubs = Club.objects.filter(pk__in=Club.objects.filter(member).values("pk"))
    seasons = Season.objects.filter(pk__in=Season.objects.filter(player).values("pk"))
    list(clubs.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    list(seasons.select_for_update(no_key=True).order_by("pk").values_list("pk"))
