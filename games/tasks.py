"""What is done for games away from any request. All of it may run twice, and on any number of workers."""

from datetime import datetime
from threading import Lock
from typing import Any, Final

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.utils import timezone

from games.analysis import analyst, attempt_bots
from games.analysis import services as analysis_services
from games.analysis import waiting as analyses_waiting
from games.boards import closing, daily, par
from games.imports import services as imports_services
from games.kernel import followers
from games.lobby import seat_wishes
from games.lobby import services as lobby_services
from games.transcription import services as transcription_services
from games.turns import services
from games.turns import sweep as turns_sweep
from infrastructure.task_queue import enqueue_in

THINKING_OF_ATTEMPT: Final = Lock()


@shared_task
def go_on(game_id: int) -> None:
    """Let the bots of a game move on."""
    services.go_on(game_id=game_id)


@shared_task
def sweep() -> None:
    """Do what is due by the clock, and resume games whose message was lost."""
    turns_sweep.sweep()
    for game_id in services.games_awaiting_bots():
        # The next sweep sends it again: a queue that workers can't keep up with would grow with each.
        go_on.apply_async((game_id,), expires=settings.SWEEP_EVERY)


@shared_task(expires=settings.SWEEP_EVERY)
def help_time_out(until: str) -> None:
    """Share the work of a sweep that has found many time-outs."""
    turns_sweep.help_time_out(datetime.fromisoformat(until))


@shared_task
def close_left_tables() -> None:
    """Cancel the tables of guests who have left before anybody sat down."""
    lobby_services.close_left_tables(timezone.now())


@shared_task
def seat_people() -> None:
    """Seat those who want to play with others."""
    seat_wishes.seat_people()


@shared_task
def turn_daily_boards() -> None:
    """Open the boards of the day, and close those of days that are over, however many the site has missed."""
    now = timezone.now()
    daily.open_daily_boards(now)
    closing.close_due(now)


@shared_task
def close_board_sets() -> None:
    """Close the sets whose time is up."""
    closing.close_due(timezone.now())


@shared_task
def resume_games_without_turn() -> None:
    """Repair running games that have no open turn, which should never happen."""
    for game_id in services.games_without_turn():
        go_on.delay(game_id)


@shared_task
def read_upload(upload_id: int) -> None:
    """Look through records that somebody has sent."""
    imports_services.read(upload_id)


@shared_task
def store_upload(upload_id: int) -> None:
    imports_services.store(upload_id)


@shared_task
def tidy_uploads() -> None:
    """Go on with uploads that were left behind, and forget old ones, and old drafts."""
    imports_services.forget_old()
    transcription_services.forget_old()
    imports_services.resume()


@shared_task
def game_changed(game_id: int) -> None:
    """Let every consumer count the results of a game again."""
    followers.catch_up(game_id)


@shared_task
def catch_up() -> None:
    """Count results that were missed, as after a lost message."""
    for game_id in followers.behind():
        game_changed.delay(game_id)


# Interruption while choosing a deal is harmless.
@shared_task(gives_way=True, throws=(SoftTimeLimitExceeded,))
def analyse() -> None:
    """Analyse a deal of a match that is over, else a board, and go on: each is a task of its own, none of them long."""
    if settings.ANALYSE_IN_PROCESS_OF_ITS_OWN:
        analyst.start()
        return
    if analysis_services.analyse_next() or par.work_out_next():
        analyse.delay()


# A person who still waits then has asked again.
@shared_task(expires=attempt_bots.PATIENCE)
def think_of_attempt(*asked: Any) -> None:
    """Let bots answer in a deal that somebody tries differently.

    Where a process reads all queues, only one of its threads may: the others are for captains at running tables.
    """
    if not THINKING_OF_ATTEMPT.acquire(blocking=False):
        enqueue_in(1, "games.tasks.think_of_attempt", *asked)
        return
    try:
        attempt_bots.think(attempt_bots.AttemptKey.of(*asked))
    finally:
        THINKING_OF_ATTEMPT.release()


@shared_task
def analyse_what_was_left_out() -> None:
    """Resume analyses after a lost message."""
    if analyses_waiting.is_left_out() or par.is_waiting():
        analyse.delay()
