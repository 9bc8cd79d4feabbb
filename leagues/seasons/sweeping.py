"""What time brings about in seasons: done by whoever finds it due, as often as wished, by any number of workers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from games import closing as game_closing
from games.models import Game
from leagues.models import Season, Table
from leagues.seasons import closing, entering, notices, rounds, substitutes
from leagues.seasons.services import end_with_club, open_for_entries
from leagues.services import note

log = logging.getLogger(__name__)

State = Season.State


def to_see_to(now: datetime) -> list[int]:
    """The seasons in which something may be due."""
    draft = Q(state=State.DRAFT, registration_opens_at__lte=now, club__closed_at=None)
    waiting = Q(state=State.REGISTRATION, starts_at__lte=now)
    void = Table.objects.filter(state=Table.State.VOID, game__status=Game.Status.RUNNING)
    to_stop = Q(pk__in=void.values("round__season"))
    found = Season.objects.filter(draft | waiting | Q(state=State.RUNNING) | to_stop)
    return list(found.order_by("pk").values_list("pk", flat=True))


def see_to(season_id: int) -> None:
    """Do all that is due in a season; a part that fails holds up no other."""
    now = timezone.now()
    _guarded(_move_on, season_id, now)
    for table_id in rounds.tables_over(season_id):
        _guarded(rounds.follow, table_id)
    for game_id in rounds.games_to_stop(season_id):
        _guarded(_stop, game_id)
    season = Season.objects.get(pk=season_id)
    if season.state != State.RUNNING:
        return
    for table_id in rounds.tables_to_open(season):
        _guarded(rounds.open_table, table_id)
    for table_id in closing.ending(season):
        closing.end_later(table_id)


def _stop(game_id: int) -> None:
    game_closing.stop(game_id=game_id)


def _guarded(do: Callable[..., object], *arguments: object) -> None:
    try:
        do(*arguments)
    except Exception:
        log.exception("A season could not be seen to: %s", arguments[0])


@transaction.atomic
def _move_on(season_id: int, now: datetime) -> None:
    """What is written to the season itself; one that somebody else writes to is left for the next time."""
    skip = connection.features.has_select_for_update_skip_locked
    seasons = Season.objects.select_related("club").filter(pk=season_id)
    season = seasons.select_for_update(of=("self",), skip_locked=skip).first()
    if season is None:
        return
    if season.club.closed_at:
        # It was closed before seasons ended with their clubs.
        if season.state in (State.REGISTRATION, State.RUNNING):
            end_with_club(season, None)
        return
    if season.state == State.DRAFT and _has_come(season.registration_opens_at, now):
        open_for_entries(season)
        note(season.club, "season_opened", is_by_site=True, season=season.name)
    elif season.state == State.REGISTRATION and _has_come(season.starts_at, now):
        if rounds.not_ready(season):
            notices.held_up(season)
        else:
            rounds.begin(season)
            note(season.club, "season_started", is_by_site=True, season=season.name)
    elif season.state == State.RUNNING:
        closing.close_due(season, now)
        rounds.open_due(season, now)
        entering.expire(season)
        substitutes.expire(season, now)
        substitutes.find_empty(season)
        substitutes.ask_due(season)


def _has_come(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and moment <= now
