"""Merges the memberships, entries and ratings of two accounts of one person."""

from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from infrastructure.task_queue import enqueue_on_commit
from leagues.clubs.audit_log import record_in_audit_log
from leagues.ladder.services import merge_rungs
from leagues.models import (
    Club,
    Entry,
    Invitation,
    JoinRequest,
    MemberNote,
    Membership,
    Offer,
    Rating,
    RatingChange,
    Recipient,
    Role,
    Season,
    Substitute,
    TeamInvitation,
)
from leagues.ratings.accounts import rate_matches_of_guest
from players.models import User


def reasons_by_seasons(sender: type[User], source: User, target: User, **kwargs: Any) -> list[str]:
    """A season counts each of its people once."""
    shared = _seasons_of(source).intersection(_seasons_of(target))
    seasons = Season.objects.filter(pk__in=shared).select_related("club").order_by("-pk")
    text = _("Both were in the same season: %(season)s (%(club)s).")
    return [text % {"season": season.name, "club": season.club.name} for season in seasons[:5]]


def _seasons_of(user: User) -> Any:
    """The keys of the seasons that the person entered or substituted in."""
    entered = Entry.objects.filter(user=user).order_by().values("season")
    came_in = Offer.objects.filter(user=user, state=Offer.State.ACCEPTED).order_by()
    return entered.union(came_in.values("seat__table__round__season"))


def merge_clubs(sender: type[User], source: User, target: User, **kwargs: Any) -> None:
    """Where both accounts had a membership, a request or a place on a list, the target keeps one."""
    clubs = Club.objects.filter(memberships__user=source, memberships__ended_at=None)
    for club in Club.objects.select_for_update(no_key=True).filter(pk__in=clubs.values("pk")).order_by("pk"):
        _merge_memberships(club, source, target)
        record_in_audit_log(club, "merged", subject=target)
    _merge_requests(source, target)
    lists, seats = Substitute.objects.filter(user=target), Offer.objects.filter(user=target)
    Substitute.objects.filter(user=source, season__in=lists.values("season")).delete()
    Offer.objects.filter(user=source, seat__in=seats.values("seat")).delete()
    merge_rungs(source, target)
    asked = TeamInvitation.objects.filter(user=target).values("team")
    TeamInvitation.objects.filter(user=source, team__in=asked).delete()
    read = Recipient.objects.filter(user=target).values("announcement")
    Recipient.objects.filter(user=source, announcement__in=read).delete()


def _merge_requests(source: User, target: User) -> None:
    """A person asks a club only once, and a member neither asks nor is invited."""
    open_ones = JoinRequest.objects.filter(state=JoinRequest.State.OPEN)
    asked = open_ones.filter(user=target).values("club")
    joined = Membership.objects.filter(user__in=(source, target), ended_at=None).values("club")
    twice = Q(user=source, club__in=asked) | Q(user__in=(source, target), club__in=joined)
    keys = list(open_ones.filter(twice).values_list("pk", flat=True))
    settled = {"state": JoinRequest.State.WITHDRAWN, "settled_at": timezone.now()}
    JoinRequest.objects.filter(pk__in=keys).update(**settled)
    Invitation.objects.filter(user__in=(source, target), club__in=joined, uses=0).delete()


def _merge_memberships(club: Club, source: User, target: User) -> None:
    """The target keeps one membership with the more powerful role, so that no club loses its owner."""
    theirs, kept = club.membership_of(source), club.membership_of(target)
    if theirs is None or kept is None:
        return
    roles = list(Role)
    kept.role = min((theirs.role, kept.role), key=lambda role: roles.index(Role(role)))
    kept.joined_at = min(theirs.joined_at, kept.joined_at)
    kept.save(update_fields=["role", "joined_at"])
    MemberNote.objects.filter(membership=theirs).delete()
    theirs.delete()


def merge_ratings(sender: type[User], source: User, target: User, **kwargs: Any) -> None:
    """All matches count for one rating, recomputed as if one account had played them."""
    families = dict(Rating.objects.filter(user=target).values_list("family", "pk"))
    for rating in Rating.objects.select_for_update().filter(user=source).order_by("pk"):
        if rating.family in families:
            RatingChange.objects.filter(rating=rating).update(rating=families[rating.family])
            rating.delete()
            enqueue_on_commit("leagues.tasks.update_ratings")
    if source.is_guest:
        rate_matches_of_guest(User, target)
