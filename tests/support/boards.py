"""Sets of boards, and people who play them."""

from datetime import timedelta
from random import Random

from django.utils import timezone

from games.boards.daily import today
from games.boards.services import begin, board_rules, bots_for, open_set
from games.kernel.game_queries import game_with_seats
from games.models import BoardPlay, BoardSet
from players.models import User
from tests.support.play import play_out


def open_boards(preset: str = "gurunapo", boards: int = 2) -> BoardSet:
    """A set that has just opened."""
    rules, now = board_rules(preset, boards), timezone.now()
    day = today(now)
    return open_set(
        BoardSet.Kind.DAILY,
        rules,
        bots=bots_for(rules),
        opens_at=now,
        closes_at=now + timedelta(days=1),
        day=day,
        slug=day.isoformat(),
    )


def play_boards(board_set: BoardSet, user: User, seed: int = 5) -> BoardPlay:
    """The person plays all boards, somehow; the same seed plays alike."""
    play = begin(board_set, user)
    play_out(game_with_seats(play.game.slug), user, rng=Random(seed))
    play.refresh_from_db()
    play.game.refresh_from_db()
    return play
