"""The sections of a person's data that belong to clubs and seasons (`players.own_data`)."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from leagues.models import (
    AuditEntry,
    Entry,
    Invitation,
    JoinRequest,
    Membership,
    Offer,
    RatingChange,
    Substitute,
)
from leagues.ratings.context import ratings_of
from players.models import User
from players.own_data.sections import section

Json = dict[str, Any]


@section(
    "clubs.json",
    _(
        "Memberships, invitations, requests to join, entries for seasons, substitutions, and what you did, as the "
        "logs of clubs have it"
    ),
)
def clubs(user: User) -> Json:
    season = {"club_slug": F("season__club__slug"), "season_slug": F("season__slug")}
    offered = "seat__table__round__season"
    return {
        "memberships": list(
            Membership.objects.filter(user=user)
            .order_by("pk")
            .values(
                "role",
                "joined_at",
                "ended_at",
                "ended",
                club_slug=F("club__slug"),
                organisers_note=F("note__text"),
            )
        ),
        "invitations": list(
            Invitation.objects.filter(user=user)
            .order_by("pk")
            .values("made_at", "expires_at", "revoked_at", "uses", club_slug=F("club__slug"))
        ),
        "requests": list(
            JoinRequest.objects.filter(user=user)
            .order_by("pk")
            .values("text", "made_at", "state", "settled_at", club_slug=F("club__slug"))
        ),
        "entries": list(
            Entry.objects.filter(user=user)
            .order_by("pk")
            .values("state", "applied_at", "entered_at", "left_at", "first_round", **season)
        ),
        "volunteered": list(
            Substitute.objects.filter(user=user).order_by("pk").values("since", **season)
        ),
        "offers": list(
            Offer.objects.filter(user=user)
            .order_by("pk")
            .values(
                "state",
                "asked_at",
                "answer_by",
                "settled_at",
                club_slug=F(f"{offered}__club__slug"),
                season_slug=F(f"{offered}__slug"),
            )
        ),
        "log": list(
            AuditEntry.objects.filter(actor=user)
            .order_by("pk")
            .values("action", "at", "data", club_slug=F("club__slug"))
        ),
    }


@section("ratings.json", _("Your ratings, and what each match changed"))
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
            "changes": list(
                RatingChange.objects.filter(rating=rating)
                .order_by("pk")
                .values("rank", "mu", "sigma", "at", table=F("game__slug"))
            ),
        }
        for rating in ratings_of(user)
    ]
