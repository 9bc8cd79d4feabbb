"""Late players at a season's table, in one line."""

from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Turn
from leagues.models import Season
from players.models import User
from tests.support.stored_seasons import table_at


def lag(season: Season, at: str, hours: int, *, left: int = 10, due: int = 1) -> User:
    """The player to act has waited so many hours, has used up the allowance, and has so many hours of bank left."""
    now = timezone.now()
    turns = Turn.objects.filter(game=table_at(season, at).game_id)
    turns.update(
        opened_at=now - timedelta(hours=hours), due=now - timedelta(hours=due), times_out_at=now + timedelta(hours=left)
    )
    user = turns.get().user
    assert user is not None
    return user


def play_on(user: User) -> None:
    """Close the person's turns, as if they had acted."""
    Turn.objects.filter(user=user).delete()


def later(hours: float) -> datetime:
    return timezone.now() + timedelta(hours=hours)
