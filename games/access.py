"""Who may see and do what at a table. Every view gets its game here; what is not allowed is not found."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.shortcuts import get_object_or_404

from games.models import Game, Seat
from players.models import CalendarFeed, User

Visitor = User | AnonymousUser


def get_game_or_404(user: Visitor, slug: str) -> Game:
    """A game that the visitor may look at: a listed one, or one that he has to do with."""
    game = get_object_or_404(Game.objects.with_seats(), slug=slug)
    if not may_look(user.pk, game):
        raise Http404
    return game


def get_own_game_or_404(user: Visitor, slug: str) -> Game:
    """A game in which the visitor has a seat."""
    game = get_object_or_404(Game.objects.with_seats(), slug=slug)
    if seat_of(user, game) is None:
        raise Http404
    return game


def get_invited_game_or_404(invitation: str) -> Game:
    """The game that an invitation leads to: who has its address may look, whoever he is."""
    return get_object_or_404(Game.objects.with_seats(), invitation=invitation)


def get_feed_or_404(token: str) -> CalendarFeed:
    """The calendar behind a secret address, whoever asks."""
    feeds = CalendarFeed.objects.select_related("user")
    return get_object_or_404(feeds, token=token, user__is_active=True)


def may_look(user_id: int | None, game: Game) -> bool:
    """Whether that person, or a visitor (None), may look at the game."""
    return game.is_listed or _belongs(user_id, game)


def seat_of(user: Visitor, game: Game) -> Seat | None:
    """The seat of the visitor at this table."""
    if user.pk is None:
        return None
    return next((seat for seat in game.seats.all() if seat.user_id == user.pk), None)


def _belongs(user_id: int | None, game: Game) -> bool:
    if user_id is None:
        return False
    invited = any(user_id in (seat.user_id, seat.invited_id) for seat in game.seats.all())
    return invited or user_id == game.host_id
