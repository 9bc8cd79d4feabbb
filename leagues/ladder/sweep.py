"""What happens on ladders by itself: results, answers that did not come, matches that took too long, idle members."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.kernel import early_end
from games.models import UNDER_WAY, Game, Seat
from games.turns.outages import Shift
from leagues.ladder.order import ranked
from leagues.ladder.places import Kind, change, rungs_of, stay_active
from leagues.ladder.services import away_now, lose
from leagues.models import Challenge, Ladder, Rung
from leagues.one_by_one import guarded

State = Challenge.State


def advance(now: datetime) -> None:
    """Everything that is due. Each step is one transaction, and may run twice; one that fails stops no other."""
    running = Challenge.objects.filter(state=State.RUNNING)
    for game_id in running.exclude(game__status__in=UNDER_WAY).values_list("game", flat=True):
        guarded(update_from_game, game_id)
    for game_id in running.filter(play_by__lte=now, game__status__in=UNDER_WAY).values_list("game", flat=True):
        guarded(_play_to_end, game_id)
    for challenge_id in Challenge.objects.filter(state=State.OPEN, answer_by__lte=now).values_list("pk", flat=True):
        guarded(_expire, challenge_id, now)
    for ladder_id in Ladder.objects.filter(ended_at=None, idle_days__isnull=False).values_list("pk", flat=True):
        guarded(_let_idle_slip, ladder_id, now)


def _play_to_end(game_id: int) -> None:
    """Let bots play a match to its end that took too long."""
    while early_end.play_out(game_id=game_id):
        pass
    update_from_game(game_id)


@transaction.atomic
def update_from_game(game_id: int) -> None:
    """Deal out the places of a table whose match is over; a game without a challenge has none."""
    ladder = _locked(Ladder.objects.filter(challenges__game=game_id, challenges__state=State.RUNNING))
    if ladder is None:
        return
    found = Challenge.objects.filter(game=game_id, state=State.RUNNING).select_related("game").first()
    if found is None or found.game is None or found.game.status in UNDER_WAY:
        return
    is_played = found.game.status == Game.Status.FINISHED
    found.state, found.settled_at = State.PLAYED if is_played else State.VOID, timezone.now()
    found.save(update_fields=["state", "settled_at"])
    if is_played:
        _deal_out(ladder, found)


def _deal_out(ladder: Ladder, found: Challenge) -> None:
    rungs = {rung.pk: rung for rung in rungs_of(ladder)}
    scores = dict(Seat.objects.filter(game=found.game_id).values_list("number", "score"))
    at_table = [
        (key, scores[number] or 0) for number, key in enumerate(found.seats_json) if key is not None and key in rungs
    ]
    ranking = [rungs[key] for key in ranked(at_table, tuple(rungs))]
    change(ladder, Kind.PLAYED, ranking, challenge=found)
    stay_active(ranking)


@transaction.atomic
def _expire(challenge_id: int, now: datetime) -> None:
    ladder = _locked(Ladder.objects.filter(challenges=challenge_id))
    related = Challenge.objects.select_related("challenger__user", "challenged__user")
    found = related.filter(pk=challenge_id, state=State.OPEN, answer_by__lte=now).first()
    if ladder is not None and found is not None:
        lose(ladder, found, State.EXPIRED)


@transaction.atomic
def _let_idle_slip(ladder_id: int, now: datetime) -> None:
    """Members who have not played for long move down by one place, and by another after as many days again.

    A vacation, a match that runs and the last place keep somebody where they are.
    """
    ladder = _locked(Ladder.objects.filter(pk=ladder_id, ended_at=None))
    if ladder is None or ladder.idle_days is None:
        return
    rungs = rungs_of(ladder)
    since = now - timedelta(days=ladder.idle_days)
    idle = [rung for rung in rungs if rung.idle_since <= since]
    if not idle:
        return
    away = away_now(idle, now)
    playing = {key for each in ladder.challenges.filter(state__in=Challenge.UNSETTLED) for key in _involved(each)}
    # The lowest first, so that nobody passes another idle member by their own idleness.
    for rung in reversed(idle):
        if rung.user_id in away or rung.pk in playing:
            continue
        Rung.objects.filter(pk=rung.pk).update(idle_since=now)
        if rung.pk != rungs[-1].pk:
            change(ladder, Kind.IDLE, [rung])
            rungs = rungs_of(ladder)


def _involved(found: Challenge) -> set[int]:
    seated = {key for key in found.seats_json if key is not None}
    return {found.challenger_id, found.challenged_id, *seated}


def _locked(ladders: QuerySet[Ladder]) -> Ladder | None:
    keys = list(ladders.values_list("pk", flat=True)[:1])
    rows = Ladder.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    return rows.filter(pk__in=keys).first()


def move_dates(shift: Shift) -> None:
    """An outage moves the dates of challenges, and nobody was idle during it."""
    Challenge.objects.filter(state=State.OPEN, answer_by__gt=shift.since).update(answer_by=F("answer_by") + shift.by)
    Challenge.objects.filter(state=State.RUNNING, play_by__gt=shift.since).update(play_by=F("play_by") + shift.by)
    Rung.objects.filter(left_at=None, ladder__ended_at=None).update(idle_since=F("idle_since") + shift.by)
