"""What is done for games away from any request. All of it may run twice, and on any number of workers."""

from __future__ import annotations

from celery import shared_task

from games import services
from games.by_hand import drafts
from games.importing import uploads
from games.statistics import services as statistics
from games.timing import sweeping


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


@shared_task  # type: ignore[untyped-decorator]
def read_upload(upload_id: int) -> None:
    """Look through records that somebody has sent."""
    uploads.read(upload_id)


@shared_task  # type: ignore[untyped-decorator]
def store_upload(upload_id: int) -> None:
    """Store the matches of an upload."""
    uploads.store(upload_id)


@shared_task  # type: ignore[untyped-decorator]
def tidy_uploads() -> None:
    """Go on with uploads that were left behind, and forget old ones, and old drafts."""
    uploads.forget_old()
    drafts.forget_old()
    uploads.resume()


@shared_task  # type: ignore[untyped-decorator]
def tally_statistics(game_id: int) -> None:
    """Count a match that is over."""
    statistics.tally(game_id)


@shared_task  # type: ignore[untyped-decorator]
def tally_left_out() -> None:
    """Count the matches that were left out, as after a message was lost."""
    for game_id in statistics.left_out():
        tally_statistics.delay(game_id)
