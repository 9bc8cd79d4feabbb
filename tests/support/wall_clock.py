"""A wall clock that tests move by hand."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.models import Game, Heartbeat, Turn
from games.plans import timekeeper
from games.seats import time_outs
from players.models import User
from tests.support.play import let_bots_think, move


class Wall:
    """The site's time, which starts on Monday, 2 March 2026, at noon UTC."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime(2026, 3, 2, 12, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def go(self, *, beating: bool = True, **time: float) -> datetime:
        """Let time pass while the site runs, unless ``beating`` says otherwise."""
        self.now += timedelta(**time)
        if beating:
            Heartbeat.objects.update_or_create(pk=1, defaults={"at": self.now})
        return self.now

    def run(self, **time: float) -> datetime:
        """Let time pass while the site makes planned moves (`games.plans.timekeeper`)."""
        until = self.now + timedelta(**time)
        while self.now < until:
            pause = timekeeper.step()
            self.now = min(until, self.now + timedelta(seconds=pause))
        return self.go()


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    return Wall(monkeypatch)


def at(text: str) -> datetime:
    """A moment in March 2026, by UTC: "3 12:00"."""
    day, clock = text.split()
    return datetime.fromisoformat(f"2026-03-{int(day):02} {clock}+00:00")


def to_move(game: Game) -> User:
    turn = Turn.objects.select_related("user").filter(game=game).earliest("opened_at")
    return to_move(game) if turn.user is None and let_bots_think(game) else turn.user


def away(game: Game, user: User, wall: Wall) -> None:
    """Let the person miss turns until a bot plays for them; everyone else moves in time."""
    while not game.seats.get(user=user).autopilot:
        mover = to_move(game)
        if mover != user:
            move(game, mover)
        else:
            wall.go(days=2)
            time_outs.time_out(game_id=game.pk)
