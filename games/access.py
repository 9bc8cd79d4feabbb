"""Who may see and do what at a table, and look back on which of its deals.

Every view gets its game here; a game that is off limits is answered with 404.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404

from games.comments.models import PositionKey
from games.kernel import board_circles
from games.kernel.game_queries import game_not_hidden
from games.models import BoardSet, Game, Seat
from napoleon.engine import EndedView, Match, is_over, view
from players.models import CalendarFeed, User

Visitor = User | AnonymousUser


def get_game_or_404(user: Visitor, slug: str) -> Game:
    """Return a game that the visitor may see: a listed one, or one they play in, host or are invited to."""
    game = _game_or_404(user, slug)
    if not may_look(user.pk, game):
        raise Http404
    return game


def get_game_to_review_or_404(user: Visitor, slug: str) -> Game:
    """A game that the visitor may look at, or has once had a seat in: which deals, `games.review` says."""
    game = _game_or_404(user, slug)
    if not (may_look(user.pk, game) or (user.pk is not None and game.former_seats.filter(user=user.pk).exists())):
        raise Http404
    return game


def get_own_game_or_404(user: Visitor, slug: str) -> Game:
    game = _game_or_404(user, slug)
    if seat_of(user, game) is None:
        raise Http404
    return game


def get_hosted_game(user: Visitor, slug: str) -> Game:
    """Return a game that the visitor hosts. To others who may see it, it is no secret: they are refused (403)."""
    game = get_game_or_404(user, slug)
    if user.pk is None or game.host_id != user.pk:
        raise PermissionDenied
    return game


def _game_or_404(user: Visitor, slug: str) -> Game:
    try:
        return game_not_hidden(slug, user.pk)
    except Game.DoesNotExist as error:
        raise Http404 from error


def get_invited_game_or_404(user: Visitor, invitation: str) -> Game:
    """Return the game of an invitation link. Anyone with the link may see it as long as a seat is free."""
    game = get_object_or_404(Game.objects.with_seats(), invitation=invitation)
    if not (_takes_anybody(game) or may_look(user.pk, game)):
        raise Http404
    return game


def _takes_anybody(game: Game) -> bool:
    """Whether the table waits for players, and has a seat that is kept for nobody."""
    free = any(seat.is_open and seat.invited_id is None for seat in game.seats.all())
    return game.status == Game.Status.LOBBY and free


def get_feed_or_404(token: str) -> CalendarFeed:
    """Return the calendar feed with this secret token; it needs no sign-in."""
    feeds = CalendarFeed.objects.select_related("user")
    return get_object_or_404(feeds, token=token, user__is_active=True)


def get_board_set_or_404(user: Visitor, slug: str) -> BoardSet:
    """Return a set of boards that the visitor may see: what it tells follows from whether it has closed."""
    board_set = get_object_or_404(BoardSet.objects.select_related("host", "source"), slug=slug)
    if not board_circles.sees(board_set, user.pk):
        raise Http404
    return board_set


def get_hosted_board_set(user: Visitor, slug: str) -> BoardSet:
    """Return a challenge that the visitor has made; others are refused (403)."""
    board_set = get_board_set_or_404(user, slug)
    if not board_set.is_challenge_of(user.pk):
        raise PermissionDenied
    return board_set


def may_look(user_id: int | None, game: Game) -> bool:
    """Whether that person, or a signed-out visitor (None), may see the game."""
    return game.is_listed or _is_of_closed_set_for(user_id, game) or _belongs(user_id, game)


def _is_of_closed_set_for(user_id: int | None, game: Game) -> bool:
    return game.board_set is not None and game.is_open_to_all and board_circles.sees(game.board_set, user_id)


def seat_of(user: Visitor, game: Game) -> Seat | None:
    if user.pk is None:
        return None
    return next((seat for seat in game.seats.all() if seat.user_id == user.pk), None)


def offered_seat(user: Visitor, seats: Iterable[Seat]) -> Seat | None:
    """The seat of a running match that a bot plays and that is offered to the visitor, if there is one."""
    if user.pk is None:
        return None
    return next((seat for seat in seats if seat.invited_id == user.pk and seat.played_by), None)


def _belongs(user_id: int | None, game: Game) -> bool:
    if user_id is None:
        return False
    invited = any(user_id in (seat.user_id, seat.invited_id) for seat in game.seats.all())
    return invited or user_id == game.host_id


def open_deals(match: Match, seat: int | None, *, opens: bool | None) -> list[EndedView]:
    """The ended deals whose hands the seat may see; ``opens`` as for `napoleon.engine.view`."""
    return [end for end in view(match, seat, opens=opens).ended if end.hands is not None]


class Scope(NamedTuple):
    """The part of a match that a reader may discuss."""

    deals: frozenset[int]
    match: bool
    """The match as a whole too: nothing in it is secret any more."""

    def includes(self, place: PositionKey | None) -> bool:
        return self.match if place is None else place.deal in self.deals


def scope_of(match: Match, seat: int | None, *, opens: bool | None) -> Scope:
    """The scope of a reader in that seat, or in none; ``opens`` as for `napoleon.engine.view`."""
    deals = open_deals(match, seat, opens=opens)
    return Scope(frozenset(end.number for end in deals), is_over(match) if opens is None else opens)
