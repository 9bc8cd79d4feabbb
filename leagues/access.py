"""Who may see and do what in a club. Every view gets its club here.

A club that is not for the visitor is not found; what he may see and not do is refused with 403.
"""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404

from leagues.models import Club, Invitation, Membership
from players.models import User

Visitor = User | AnonymousUser


class Place(NamedTuple):
    """A club, and what the visitor is in it."""

    club: Club
    me: Membership | None

    @property
    def is_member(self) -> bool:
        return self.me is not None

    @property
    def organises(self) -> bool:
        return self.me is not None and self.me.organises

    @property
    def owns(self) -> bool:
        return self.me is not None and self.me.owns


def get_club_or_404(user: Visitor, slug: str) -> Place:
    """A club that the visitor may look at: a public one, or one of his own."""
    club = get_object_or_404(Club.objects.all(), slug=slug)
    me = membership_of(user, club)
    if not (club.is_public or me):
        raise Http404
    return Place(club, me)


def get_own_club(user: Visitor, slug: str) -> Place:
    """A club of which the visitor is a member."""
    place = get_club_or_404(user, slug)
    if not place.is_member:
        raise PermissionDenied
    return place


def get_organised_club(user: Visitor, slug: str) -> Place:
    """A club that is the visitor's to organise."""
    place = get_own_club(user, slug)
    if not place.organises:
        raise PermissionDenied
    return place


def get_owned_club(user: Visitor, slug: str) -> Place:
    place = get_own_club(user, slug)
    if not place.owns:
        raise PermissionDenied
    return place


def get_invitation_or_404(token: str) -> Invitation:
    """Where an invitation's address leads: who has it may look, whoever he is."""
    found = Invitation.objects.select_related("club", "made_by")
    return get_object_or_404(found, token=token)


def membership_of(user: Visitor, club: Club) -> Membership | None:
    """What the visitor is in the club now."""
    if user.pk is None:
        return None
    return Membership.objects.filter(club=club, user=user, ended_at=None).first()
