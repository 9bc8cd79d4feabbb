"""What people are told of clubs: written by what makes it true, inside its transaction (`games/notices.py`)."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from leagues.models import Invitation, JoinRequest, Membership
from players.notices.kinds import write


def invited(invitation: Invitation) -> None:
    """Somebody of this site is invited."""
    key, club_id = f"club_invited:{invitation.pk}", invitation.club_id
    facts = {"invitation": invitation.pk, "burst": club_id}
    _write("club_invited", [invitation.user_id], key, club_id, **facts)


def asked(request: JoinRequest, organisers: Iterable[int | None]) -> None:
    """Somebody asks to join, which is theirs to answer."""
    key = f"club_asked:{request.pk}"
    _write("club_asked", organisers, key, request.club_id, request=request.pk)


def answered(request: JoinRequest) -> None:
    """The request was approved or refused."""
    kind = f"club_{request.state}"
    _write(kind, [request.user_id], f"{kind}:{request.pk}", request.club_id)


def removed(membership: Membership, reason: str) -> None:
    key = f"club_removed:{membership.pk}"
    _write("club_removed", [membership.user_id], key, membership.club_id, reason=reason)


def role_changed(membership: Membership) -> None:
    """The person may do more in the club from now on, or less."""
    now = timezone.now()
    key = f"club_role:{membership.pk}:{now:%Y%m%dT%H%M%S%f}"
    facts = {"role": membership.role, "burst": membership.club_id}
    _write("club_role", [membership.user_id], key, membership.club_id, **facts)


def _write(
    kind: str, user_ids: Iterable[int | None], key: str, club_id: int, **data: object
) -> None:
    write(kind, user_ids, key, timezone.now(), club=club_id, **data)
