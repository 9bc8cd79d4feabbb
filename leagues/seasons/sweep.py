"""Does what is due in seasons at its time. Idempotent, for any number of workers."""

import logging
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from games.kernel import early_end as game_closing
from games.models import Game
from infrastructure.task_queue import enqueue
from leagues.clubs.audit_log import record_in_audit_log
from leagues.draws import services as draws
from leagues.entries import services as entries_services
from leagues.locks import ClubError
from leagues.models import Round, Season, Table
from leagues.one_by_one import guarded
from leagues.rounds import closing, opening
from leagues.seasons import notifications, services
from leagues.seasons.readiness import not_ready
from leagues.substitutes import services as substitutes

log = logging.getLogger(__name__)

State = Season.State


def seasons_to_advance(now: datetime) -> list[int]:
    """The seasons in which something may be due."""
    draft = Q(state=State.DRAFT, registration_opens_at__lte=now, club__closed_at=None)
    waiting = Q(state=State.REGISTRATION, starts_at__lte=now)
    void = Table.objects.filter(state=Table.State.VOID, game__status=Game.Status.RUNNING)
    to_stop = Q(pk__in=void.values("round__season"))
    found = Season.objects.filter(draft | waiting | Q(state=State.RUNNING) | to_stop)
    return list(found.order_by("pk").values_list("pk", flat=True))


def advance_season(season_id: int) -> None:
    """Do everything that is due in a season; a part that fails does not stop the others."""
    now = timezone.now()
    guarded(_draw_if_due, season_id, now)
    guarded(_advance_state, season_id, now)
    for table_id in closing.tables_to_finish(season_id):
        guarded(closing.update_table, table_id)
    for game_id in closing.games_to_stop(season_id):
        guarded(_stop_game, game_id)
    season = Season.objects.get(pk=season_id)
    if season.state != State.RUNNING:
        return
    for table_id in opening.tables_to_open(season):
        guarded(opening.open_table, table_id)
    for table_id in closing.tables_being_ended(season):
        enqueue("leagues.tasks.end_table", table_id)


def _draw_if_due(season_id: int, now: datetime) -> None:
    """Draw the next round from the results of those before it, once it may open and unless an organiser did."""
    season = Season.objects.select_related("club").get(pk=season_id)
    if season.state != State.RUNNING or season.takes_attendance or not season.follows_results:
        return
    round_ = season.rounds.filter(state=Round.State.PLANNED).order_by("number").first()
    if round_ is None or not opening.is_due(season, round_, now):
        return
    for division in opening.divisions_to_draw(season, round_):
        try:
            draws.draw_by_site(season, division.number)
        except ClubError as error:
            log.warning("Round %s of season %s is not drawn: %s", round_.number, season_id, error)


def _stop_game(game_id: int) -> None:
    game_closing.stop(game_id=game_id)


@transaction.atomic
def _advance_state(season_id: int, now: datetime) -> None:
    """Changes to the season itself; a season that is locked by somebody else is left for the next run."""
    skip = connection.features.has_select_for_update_skip_locked
    seasons = Season.objects.select_related("club").filter(pk=season_id)
    season = seasons.select_for_update(no_key=True, of=("self",), skip_locked=skip).first()
    if season is None:
        return
    if season.club.closed_at:
        # Its club was closed by a version that did not end seasons.
        if season.state in (State.REGISTRATION, State.RUNNING):
            services.end_with_club(season, None)
        return
    if season.state == State.DRAFT and _has_come(season.registration_opens_at, now):
        services.open_for_entries(season)
        record_in_audit_log(season, "season_opened")
    elif season.state == State.REGISTRATION and _has_come(season.starts_at, now):
        if not_ready(season):
            notifications.StartHeldUp.notify(season)
        else:
            services.begin(season)
            record_in_audit_log(season, "season_started")
    elif season.state == State.RUNNING:
        closing.close_due(season, now)
        if season.is_knock_out:
            closing.finish_season_if_over(season)
        opening.open_due(season, now)
        entries_services.expire_unanswered(season)
        substitutes.expire_offers(season, now)
        substitutes.seek_for_empty_seats(season)
        substitutes.ask_next_substitutes(season)


def _has_come(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and moment <= now
