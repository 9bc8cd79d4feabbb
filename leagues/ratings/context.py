"""What the pages about ratings show."""

from collections.abc import Iterable
from typing import Final

from django.db.models import Case, Count, F, IntegerField, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Round
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Visitor
from games.models import Game
from games.statistics.luck import AboveExpectation
from leagues.corrections.voided import GAME_IS_VOID
from leagues.models import Club, Membership, Rating, RatingChange
from leagues.ratings.models import SETTLED
from leagues.ratings.scale import PER_UNIT, START
from leagues.statistics.luck import luck_of_people
from players.models import User

LONGEST: Final = 100


def ratings_of(user: User) -> list[Rating]:
    return list(Rating.objects.filter(user=user, matches__gt=0).order_by("family"))


def in_words(rating: Rating) -> str:
    """The points with their uncertainty and the number of matches; a word while they are few."""
    matches = ngettext("%(n)s match", "%(n)s matches", rating.matches) % {"n": rating.matches}
    if rating.is_provisional:
        return _("provisional: %(matches)s of %(of)s") % {"matches": rating.matches, "of": SETTLED}
    points, give = rating.shown
    return _("%(points)s ± %(give)s (%(matches)s)") % {"points": points, "give": give, "matches": matches}


def changes_of(user: User) -> QuerySet[RatingChange]:
    """The changes, each with ``of``: how many people the match rated, and ``nth``: the number of the rating's match."""
    others = RatingChange.objects.filter(game=OuterRef("game")).order_by().values("game")
    of = Subquery(others.annotate(of=Count("pk")).values("of"), output_field=IntegerField())
    counted = RatingChange.objects.exclude(GAME_IS_VOID)
    earlier = counted.filter(rating=OuterRef("rating"), pk__lte=OuterRef("pk"))
    nth = Subquery(
        earlier.order_by().values("rating").annotate(nth=Count("pk")).values("nth"), output_field=IntegerField()
    )
    found = counted.filter(rating__user=user).annotate(of=of, nth=nth)
    return found.select_related("rating", "game__host")


def visible_game(change: RatingChange, reader: Visitor) -> Game | None:
    """The rated match; None if the reader may not see it. People who read their own ratings played it."""
    may_look = change.game.is_listed or change.rating.user_id == reader.pk
    return change.game if may_look else None


def ranking(club: Club, family: str, reader: Visitor) -> QuerySet[Rating]:
    """The ratings of the members, ordered by the lower end of their ranges; provisional ones follow, by matches.

    Members see all of them, and others those who show their figures to everybody who is signed in.
    """
    members = Membership.objects.filter(club=club, ended_at=None)
    if not reader.is_authenticated:
        members = members.none()
    elif not members.filter(user=reader).exists():
        members = members.filter(user__statistics_for=User.Audience.EVERYBODY)
    found = Rating.objects.filter(family=family, matches__gt=0, user__in=members.values("user"))
    # As in `ShownRating.least`: an uncertain rating ranks below a proven one. Rounded as it is shown, so that no line
    # stands below a lower figure.
    points, give_or_take = Round(PER_UNIT * (F("mu") - START.mu)), Round(2 * PER_UNIT * F("sigma"))
    settled = Case(When(matches__gte=SETTLED, then=points - give_or_take))
    found = found.annotate(least=settled, sure=Case(When(matches__gte=SETTLED, then=F("mu") - 2 * F("sigma"))))
    order = (F("least").desc(nulls_last=True), F("sure").desc(nulls_last=True), "-matches", "pk")
    return found.select_related("user").order_by(*order)[:LONGEST]


def luck_in(lines: Iterable[Rating], family: str, reader: Visitor) -> dict[int, AboveExpectation]:
    """What those in the list have made of their cards in all their matches, by person.

    A club's members see each other's ratings, but no other figures of those who keep these to themselves.
    """
    nobody = User.Audience.NOBODY
    people = [line.user for line in lines if line.user is not None]
    shown = [person.pk for person in people if person.statistics_for != nobody or person == reader]
    return luck_of_people(shown, family)
