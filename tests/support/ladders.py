"""Ladders of clubs in one line."""

from typing import Any

from leagues.ladder import services
from leagues.models import Club, Ladder
from players.models import User

LIMITS = {
    "name": "The wall",
    "reach": 2,
    "open_most": 1,
    "answer_days": 3,
    "play_days": 14,
    "repeat_days": 14,
    "idle_days": 30,
}


def ladder_of(club: Club, organiser: User, **values: Any) -> Ladder:
    """A ladder at whose tables four play one deal; nobody is on it."""
    made = services.found(club_id=club.pk, user=organiser, preset="four", pace="evening", **{**LIMITS, **values})
    Ladder.objects.filter(pk=made.pk).update(rules_json={"preset": "four", "deals": 1})
    return Ladder.objects.select_related("club").get(pk=made.pk)
