"""Asking to join a club, and the answer."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues import notices
from leagues.models import Club, JoinRequest, Role
from leagues.services import (
    ClubError,
    admit,
    current,
    locked,
    member,
    note,
    organiser,
    refuse_guest,
)
from players.models import User

# Whoever was refused may ask again after this time.
ASK_AGAIN: Final = timedelta(days=7)
MOST_OPEN: Final = 200


@transaction.atomic
def ask(*, club_id: int, user: User, text: str = "") -> None:
    """Ask to become a member; all who organise the club are told."""
    club = locked(club_id)
    refuse_guest(user)
    if member(club, user):
        raise ClubError(_("You are a member of this club already."))
    _refuse_request(club, user)
    made = JoinRequest.objects.create(club=club, user=user, text=text, made_at=timezone.now())
    organisers = current(club).filter(role__in=(Role.OWNER, Role.ORGANISER))
    notices.asked(made, organisers.values_list("user", flat=True))


def _refuse_request(club: Club, user: User) -> None:
    if not (club.takes_requests and club.is_public):
        raise ClubError(_("This club takes no requests."))
    lately = JoinRequest.objects.filter(
        club=club,
        user=user,
        state=JoinRequest.State.REFUSED,
        settled_at__gt=timezone.now() - ASK_AGAIN,
    )
    if lately.exists():
        raise ClubError(_("The club has refused your request. You may ask again in a week."))
    waiting = club.requests.filter(state=JoinRequest.State.OPEN)
    if waiting.filter(user=user).exists():
        raise ClubError(_("You have asked already."))
    if waiting.count() >= MOST_OPEN:
        raise ClubError(_("Too many requests wait for an answer from this club just now."))


@transaction.atomic
def withdraw(*, club_id: int, user: User) -> None:
    club = locked(club_id)
    club.requests.filter(user=user, state=JoinRequest.State.OPEN).update(
        state=JoinRequest.State.WITHDRAWN, settled_at=timezone.now()
    )


@transaction.atomic
def settle(*, club_id: int, user: User, request_id: int, approve: bool) -> None:
    """Take somebody in who has asked, or refuse him."""
    club = locked(club_id)
    organiser(club, user)
    asked = club.requests.select_related("user").filter(pk=request_id).first()
    if asked is None or asked.state != JoinRequest.State.OPEN:
        raise ClubError(_("This request has been answered or withdrawn."))
    if approve:
        admit(club, asked.user)
    asked.state = JoinRequest.State.APPROVED if approve else JoinRequest.State.REFUSED
    asked.settled_at = timezone.now()
    asked.save(update_fields=["state", "settled_at"])
    note(club, asked.state, actor=user, subject=asked.user)
    notices.answered(asked)
