"""What the pages about ratings show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, F, IntegerField, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from games.presentation.table_titles import title
from leagues.access import Visitor
from leagues.models import Club, Membership, Rating, RatingChange
from leagues.ratings.scale import ShownRating, Strength, to_shown
from players.models import User

LONGEST: Final = 100


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A member in the list of a club."""

    place: int
    user: User
    matches: int
    to_shown: ShownRating


def ratings_of(user: User) -> list[Rating]:
    return list(Rating.objects.filter(user=user, matches__gt=0).order_by("family"))


def in_words(rating: Rating) -> str:
    """The points with their uncertainty and the number of matches."""
    one = shown_of(rating)
    return _("%(points)s ± %(give)s (%(matches)s)") % {
        "points": one.points,
        "give": one.give_or_take,
        "matches": matches_in_words(rating.matches),
    }


def matches_in_words(matches: int) -> str:
    return ngettext("%(n)s match", "%(n)s matches", matches) % {"n": matches}


def shown_of(rating: Rating) -> ShownRating:
    return to_shown(Strength(rating.mu, rating.sigma))


@dataclass(frozen=True, slots=True)
class RatingStep:
    """What one match did to a rating."""

    game: Game | None
    """None if the reader may not see it."""
    title: str
    at: datetime
    family: str
    rank: int
    of: int
    before: ShownRating
    after: ShownRating

    @property
    def gain(self) -> int:
        return self.after.points - self.before.points

    @property
    def loss(self) -> int:
        return -self.gain


def changes_of(user: User) -> QuerySet[RatingChange]:
    """The changes, each with ``of``: how many people the match rated."""
    others = RatingChange.objects.filter(game=OuterRef("game")).order_by().values("game")
    of = Subquery(others.annotate(of=Count("pk")).values("of"), output_field=IntegerField())
    found = RatingChange.objects.filter(rating__user=user).annotate(of=of)
    return found.select_related("rating", "game__host")


def rating_step(change: RatingChange, reader: Visitor) -> RatingStep:
    game, rating = change.game, change.rating
    # People who look at their own ratings played the match.
    may_look = game.is_listed or rating.user_id == reader.pk
    return RatingStep(
        game=game if may_look else None,
        title=title(game) if may_look else _("a table that is not open to all"),
        at=change.at,
        family=rating.get_family_display(),
        rank=change.rank,
        of=change.of,  # type: ignore[attr-defined]
        before=to_shown(Strength(change.mu_before, change.sigma_before)),
        after=to_shown(Strength(change.mu, change.sigma)),
    )


def ranking(club: Club, family: str, reader: Visitor) -> list[RatingLine]:
    """The members with a rating, ordered by the lower end of its range.

    Members see all of them, and others those who show their figures to everybody who is signed in.
    """
    members = Membership.objects.filter(club=club, ended_at=None)
    if not reader.is_authenticated:
        members = members.none()
    elif not members.filter(user=reader).exists():
        members = members.filter(user__statistics_for=User.Audience.EVERYBODY)
    found = Rating.objects.filter(family=family, matches__gt=0, user__in=members.values("user"))
    # As in `ShownRating.least`: an uncertain rating ranks below a proven one.
    ordered = found.annotate(sure=F("mu") - 2 * F("sigma")).order_by("-sure", "pk")
    lines = []
    for place, rating in enumerate(ordered.select_related("user")[:LONGEST], start=1):
        if rating.user is not None:
            lines.append(RatingLine(place, rating.user, rating.matches, shown_of(rating)))
    return lines
