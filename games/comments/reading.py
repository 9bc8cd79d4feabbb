"""Which comments a reader may see: those on deals that he may look back on, as the match stands when he asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from games.access import Visitor
from games.engine import Match, is_over
from games.models import Game
from games.reviewing.position import open_deals

from .models import Comment, Note, Place


class Scope(NamedTuple):
    """What of a match a reader may talk about."""

    deals: frozenset[int]
    match: bool
    """All of it as well: nothing of it is secret any more."""

    def includes(self, place: Place | None) -> bool:
        return self.match if place is None else place.deal in self.deals


def scope_of(match: Match, seat: int | None, *, closed: bool) -> Scope:
    """For a reader in that seat, or in none; ``closed`` as for `games.engine.view`."""
    deals = open_deals(match, seat, closed=closed)
    return Scope(frozenset(end.number for end in deals), is_over(match) or closed)


def comments_in(game: Game, scope: Scope) -> QuerySet[Comment]:
    """The comments that the reader may see, the newest last; of hidden ones that they are there."""
    known = Q(deal__in=sorted(scope.deals))
    return game.comments.filter(known | Q(deal=None) if scope.match else known)


def counts_in(game: Game, scope: Scope) -> Mapping[Place | None, int]:
    """How many comments there are on each position that has any; under None those on the match."""
    rows = comments_in(game, scope).order_by()
    counted = rows.values_list("deal", "step").annotate(count=Count("pk"))
    return {
        None if deal is None or step is None else Place(deal, step): count
        for deal, step, count in counted
    }


def counts_by_deal(deals: Iterable[tuple[int, int]]) -> Mapping[tuple[int, int], int]:
    """How many comments there are on each of these deals, given as game and number, of matches that are over."""
    games = {game for game, _number in deals}
    counted = Comment.objects.filter(game__in=games).order_by().values_list("game_id", "deal")
    return {(game, deal or 0): n for game, deal, n in counted.annotate(n=Count("pk"))}


def notes_of(game: Game, user: Visitor) -> QuerySet[Note]:
    """What the reader has noted himself. Nobody's notes are read in another way."""
    if user.pk is None:
        return Note.objects.none()
    return game.notes.filter(user_id=user.pk).exclude(text="").select_related("comment")
