"""People who become friends."""

from players.friends import services
from players.models import User


def befriend(one: User, other: User) -> None:
    services.ask_friend(asker=one, asked=other)
    services.accept_friend(user=other, asker=one)
