"""Which comments and notes a reader may see: comments on deals that they may review, and their own notes."""

from collections.abc import Iterable, Mapping

from django.db.models import Count, Q, QuerySet

from games.access import Scope, Visitor
from games.comments.models import Comment, Note, PositionKey
from games.models import Game


def comments_in(game: Game, scope: Scope) -> QuerySet[Comment]:
    """The comments that the reader may see, newest last; of hidden ones, that they exist."""
    known = Q(deal__in=sorted(scope.deals))
    return game.comments.filter(known | Q(deal=None) if scope.match else known)


def counts_in(game: Game, scope: Scope) -> Mapping[PositionKey | None, int]:
    """The number of comments on each position that has any; None stands for the match as a whole."""
    rows = comments_in(game, scope).order_by()
    counted = rows.values_list("deal", "step").annotate(count=Count("pk"))
    return {None if deal is None or step is None else PositionKey(deal, step): count for deal, step, count in counted}


def counts_by_deal(deals: Iterable[tuple[int, int]]) -> Mapping[tuple[int, int], int]:
    """The number of comments on each of these deals (game and number) of finished matches."""
    games = {game for game, _number in deals}
    counted = Comment.objects.filter(game__in=games).order_by().values_list("game_id", "deal")
    return {(game, deal or 0): n for game, deal, n in counted.annotate(n=Count("pk"))}


def notes_of(game: Game, user: Visitor) -> QuerySet[Note]:
    """The reader's own notes. No other query reads notes."""
    if user.pk is None:
        return Note.objects.none()
    return game.notes.filter(user_id=user.pk).exclude(text="").select_related("comment")
