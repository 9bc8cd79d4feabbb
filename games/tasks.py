"""What is done for games away from any request. All of it may run twice, and on any number of workers."""

from __future__ import annotations

from celery import shared_task

from games import services, sweeping


@shared_task  # type: ignore[untyped-decorator]
def go_on(game_id: int) -> None:
    """Let the bots of a game move on."""
    services.go_on(game_id=game_id)


@shared_task  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Do what time has brought about, and see that no game waits for the site, as after a message was lost."""
    sweeping.sweep()
    for game_id in services.owing():
        go_on.delay(game_id)


@shared_task  # type: ignore[untyped-decorator]
def look_for_stuck() -> None:
    """Set right what cannot be, were all as it should; it looks at every running game."""
    for game_id in services.stuck():
        go_on.delay(game_id)
