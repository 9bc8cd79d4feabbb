"""Ratings as pages show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Club, Membership
from leagues.ratings.models import Rating
from leagues.ratings.scale import Shown, Strength, shown
from players.models import User

LONGEST: Final = 100


@dataclass(frozen=True, slots=True)
class Line:
    """A member in the list of his club."""

    place: int
    user: User
    matches: int
    shown: Shown


def ratings_of(user: User) -> list[Rating]:
    return list(Rating.objects.filter(user=user, matches__gt=0).order_by("family"))


def in_words(rating: Rating) -> str:
    """With how sure it is, and from how many matches."""
    one = shown_of(rating)
    return _("%(points)s ± %(give)s (%(matches)s)") % {
        "points": one.points,
        "give": one.give_or_take,
        "matches": matches_in_words(rating.matches),
    }


def matches_in_words(matches: int) -> str:
    return ngettext("%(n)s match", "%(n)s matches", matches) % {"n": matches}


def shown_of(rating: Rating) -> Shown:
    return shown(Strength(rating.mu, rating.sigma))


def ranking(club: Club, family: str) -> list[Line]:
    """The members with a rating, in the order of what they are sure to be worth."""
    members = Membership.objects.filter(club=club, ended_at=None)
    found = Rating.objects.filter(family=family, matches__gt=0, user__in=members.values("user"))
    # As `Shown.least`: whoever has played little stands behind who has shown it.
    ordered = found.annotate(sure=F("mu") - 2 * F("sigma")).order_by("-sure", "pk")
    lines = []
    for place, rating in enumerate(ordered.select_related("user")[:LONGEST], start=1):
        if rating.user is not None:
            lines.append(Line(place, rating.user, rating.matches, shown_of(rating)))
    return lines
