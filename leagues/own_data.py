"""The sections of a person's data that belong to clubs and seasons (`players.own_data`)."""

from typing import Any, Final

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from leagues.models import (
    Announcement,
    Attendance,
    AuditEntry,
    Challenge,
    Entry,
    Invitation,
    JoinRequest,
    Membership,
    Offer,
    RatingChange,
    Recipient,
    Rung,
    Substitute,
    TeamInvitation,
)
from leagues.ratings.context import ratings_of
from players.models import User
from players.own_data.sections import Section

Json = dict[str, Any]


def clubs(user: User) -> Json:
    club = {"club_slug": F("club__slug")}
    return {
        "memberships": _rows(
            Membership.objects.filter(user=user),
            *("role", "joined_at", "ended_at", "ended"),
            **club,
            organisers_note=F("note__text"),
        ),
        "invitations": _rows(
            Invitation.objects.filter(user=user), *("text", "made_at", "expires_at", "revoked_at", "uses"), **club
        ),
        "requests": _rows(JoinRequest.objects.filter(user=user), *("text", "made_at", "state", "settled_at"), **club),
        **_seasons(user),
        **_ladders(user),
        "written": _rows(Announcement.objects.filter(author=user), *("at", "scope", "texts"), **club),
        "received": _rows(
            Recipient.objects.filter(user=user),
            at=F("announcement__at"),
            texts=F("announcement__texts"),
            club_slug=F("announcement__club__slug"),
        ),
        "log": _rows(AuditEntry.objects.filter(actor=user), "action", "at", "data", **club),
    }


def _seasons(user: User) -> Json:
    season = {"club_slug": F("season__club__slug"), "season_slug": F("season__slug")}
    return {
        "entries": _rows(
            Entry.objects.filter(user=user),
            *("state", "applied_at", "entered_at", "left_at", "first_round", "starting_points", "handicap"),
            **season,
            team_number=F("team__number"),
            team_name=F("team__name"),
        ),
        "team_invitations": _rows(
            TeamInvitation.objects.filter(user=user),
            "made_at",
            season_slug=F("team__season__slug"),
            team_number=F("team__number"),
        ),
        "attendances": _rows(
            Attendance.objects.filter(entry__user=user),
            *("answer", "answered_at"),
            season_slug=F("round__season__slug"),
            round_number=F("round__number"),
        ),
        "volunteered": _rows(Substitute.objects.filter(user=user), "since", **season),
        "offers": _offers(user),
    }


def _ladders(user: User) -> Json:
    return {
        "ladders": _rows(
            Rung.objects.filter(user=user),
            *("place", "sits_in", "joined_at", "left_at"),
            club_slug=F("ladder__club__slug"),
            ladder_name=F("ladder__name"),
        ),
        "challenges": _rows(
            Challenge.objects.filter(Q(challenger__user=user) | Q(challenged__user=user)),
            *("state", "made_at", "answer_by", "play_by", "settled_at"),
            club_slug=F("ladder__club__slug"),
            ladder_name=F("ladder__name"),
            table=F("game__slug"),
        ),
    }


def _offers(user: User) -> list[Json]:
    """The seats that the person was asked to take as a substitute."""
    season = "seat__table__round__season"
    return _rows(
        Offer.objects.filter(user=user),
        *("state", "asked_at", "answer_by", "settled_at"),
        club_slug=F(f"{season}__club__slug"),
        season_slug=F(f"{season}__slug"),
    )


def _rows(query: QuerySet[Any], *fields: str, **named: F) -> list[Json]:
    """These fields of the rows, in the order in which they were stored."""
    return list(query.order_by("pk").values(*fields, **named))


def ratings(user: User) -> list[Json]:
    return [
        {
            "game": rating.family,
            "points": rating.shown.points,
            "give_or_take": rating.shown.give_or_take,
            "mu": rating.mu,
            "sigma": rating.sigma,
            "matches": rating.matches,
            "rated_at": rating.rated_at,
            "changes": _rows(
                RatingChange.objects.filter(rating=rating), *("rank", "mu", "sigma", "at"), table=F("game__slug")
            ),
        }
        for rating in ratings_of(user)
    ]


SECTIONS: Final = (
    Section(
        "clubs.json",
        _(
            "Memberships, invitations, requests to join, announcements, season entries, substitutions, and your "
            "actions in club logs"
        ),
        clubs,
    ),
    Section("ratings.json", _("Your ratings, and what each match changed"), ratings),
)
