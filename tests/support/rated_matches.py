"""Matches with given scores, and their effect on ratings."""

from games.models import Game, Seat
from leagues.ratings import services
from players.models import User
from tests.support.play import running


def match(*people: User, scores: str, preset: str = "nap", **fields: object) -> Game:
    """A match that ended with these scores."""
    game = running(*people, preset=preset, players=max(2, len(people)), bots="recruit")
    for seat, score in zip(game.seats.order_by("number"), scores.split(), strict=False):
        Seat.objects.filter(pk=seat.pk).update(score=int(score))
    Game.objects.filter(pk=game.pk).update(status="finished", ended_at=game.started_at, **fields)
    return Game.objects.get(pk=game.pk)


def rated(*people: User, scores: str, **options: object) -> bool:
    return services.rate(match(*people, scores=scores, **options).pk)
