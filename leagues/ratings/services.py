"""Rates each match once, by the final ranks of the people who played it from beginning to end.

A worker locks the ratings concerned, in the order of their keys, before it reads anything else. So the second of two
workers sees that the match has been rated, and matches that share a player are rated one after the other.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, QuerySet, Sum
from django.utils import timezone

from games.models import Event, Game, Seat
from infrastructure.task_queue import enqueue_on_commit
from leagues.corrections.voided import GAME_IS_VOID, is_void
from leagues.models import Correction, Rating, RatingChange
from leagues.ratings.scale import START, Strength, ranks_of, update

FEWEST: Final = 2


class Player(NamedTuple):
    user_id: int
    score: int


def rate(game_id: int) -> bool:
    """Rate a finished match; returns whether it was not rated before."""
    game = Game.objects.get(pk=game_id)
    people = players(game)
    if len(people) < FEWEST:
        return False
    family = family_of(game)
    ids = [
        Rating.objects.get_or_create(
            user_id=player.user_id, family=family, defaults={"mu": START.mu, "sigma": START.sigma}
        )[0].pk
        for player in sorted(people)
    ]
    with transaction.atomic():
        locked = Rating.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk")
        by_user = {rating.user_id: rating for rating in locked}
        if len(by_user) < len(people) or RatingChange.objects.filter(game=game).exists():
            # Rated by another, or somebody has left the site just now.
            return False
        ratings = [by_user[player.user_id] for player in people]
        ranks = ranks_of([player.score for player in people])
        RatingChange.objects.bulk_create(
            _change(game, rating, rank, strength)
            for rating, rank, strength in zip(ratings, ranks, _after(ratings, ranks), strict=True)
        )
        Rating.objects.bulk_update(ratings, ["mu", "sigma", "matches", "rated_at"])
        if is_void(game.pk):
            # It was voided before it was rated. Its row is for the day when that is undone.
            enqueue_on_commit("leagues.tasks.rebuild_ratings")
        return True


def players(game: Game) -> list[Player]:
    """The people whom the match rates: no guests, no seats that another person took over, and nobody who was gone.

    A player whose seat staff gave back is rated for the whole match, like one for whom a bot made a few of the moves.
    """
    if game.status != Game.Status.FINISHED or game.is_imported:
        return []
    taken_over = game.events.filter(type="substituted").exclude(by=Event.By.SITE)
    changed = set(taken_over.values_list("payload__seat", flat=True))
    seats = Seat.objects.filter(game=game, user__isnull=False, user__is_guest=False, bot="")
    left_out = changed | set(seats.filter(user__in=_gone(game)).values_list("number", flat=True))
    return [
        Player(seat.user_id, seat.score)
        for seat in seats.order_by("number")
        if seat.number not in left_out and seat.user_id is not None and seat.score is not None
    ]


def _gone(game: Game) -> QuerySet[Any, Any]:
    """Those for whom a bot made more than half of the moves: the score says nothing about them."""
    sums = game.stints.order_by().values("user").annotate(of=Sum("turns"), by_bot=Sum("missed"))
    return sums.filter(by_bot__gt=F("of") - F("by_bot")).values("user")


def family_of(game: Game) -> str:
    is_nap = game.rules_json.get("preset") == "nap"
    return Rating.Family.NAP if is_nap else Rating.Family.NAPOLEON


def _after(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Strength]:
    return update([Strength(rating.mu, rating.sigma) for rating in ratings], ranks)


def _change(game: Game, rating: Rating, rank: int, strength: Strength) -> RatingChange:
    at = game.ended_at or timezone.now()
    change = RatingChange(
        game=game,
        rating=rating,
        rank=rank,
        mu_before=rating.mu,
        sigma_before=rating.sigma,
        mu=strength.mu,
        sigma=strength.sigma,
        at=at,
    )
    rating.mu, rating.sigma, rating.rated_at = strength.mu, strength.sigma, at
    rating.matches += 1
    return change


_COUNTS: Final = ~Exists(Correction.objects.filter(game=OuterRef("changes__game"), undone_at=None))


def are_stale() -> bool:
    """Whether some rating counts other matches than its own, as one does into which another was merged."""
    return Rating.objects.annotate(own=Count("changes", filter=_COUNTS)).exclude(matches=F("own")).exists()


@transaction.atomic
def rebuild() -> int:
    """Compute every rating again from the ranks, in the order of rating; returns how many were wrong."""
    ratings = {rating.pk: rating for rating in Rating.objects.select_for_update().order_by("pk")}
    stored = {key: (one.mu, one.sigma, one.matches) for key, one in ratings.items()}
    for rating in ratings.values():
        rating.mu, rating.sigma, rating.matches = START.mu, START.sigma, 0
    wrong: list[RatingChange] = []
    for own in _by_match(ratings):
        wrong += _redo([ratings[change.rating_id] for change in own], own)
    RatingChange.objects.bulk_update(wrong, ["mu_before", "sigma_before", "mu", "sigma"])
    others = [one for key, one in ratings.items() if (one.mu, one.sigma, one.matches) != stored[key]]
    Rating.objects.bulk_update(others, ["mu", "sigma", "matches"])
    return len(others)


def _by_match(ratings: Collection[int]) -> list[list[RatingChange]]:
    """The changes of each match, the match rated first coming first.

    Between those of one match others may lie, if the two were rated at the same time; then they share no player.
    """
    found: dict[int, list[RatingChange]] = {}
    for change in RatingChange.objects.exclude(GAME_IS_VOID).order_by("pk"):
        # Otherwise the match was rated after these ratings were locked, and all its players are new.
        if change.rating_id in ratings:
            found.setdefault(change.game_id, []).append(change)
    return list(found.values())


def _redo(ratings: Sequence[Rating], changes: Sequence[RatingChange]) -> list[RatingChange]:
    """Apply a match to the ratings again; returns the changes that were stored differently."""
    wrong = []
    after = _after(ratings, [change.rank for change in changes])
    for rating, change, strength in zip(ratings, changes, after, strict=True):
        figures = rating.mu, rating.sigma, strength.mu, strength.sigma
        if figures != (change.mu_before, change.sigma_before, change.mu, change.sigma):
            change.mu_before, change.sigma_before, change.mu, change.sigma = figures
            wrong.append(change)
        rating.mu, rating.sigma = strength
        rating.matches += 1
    return wrong
