"""Whose match is analysed next, and the analysis itself: one deal at a time, so that nobody waits for long.

Only matches that are over are ever looked at. Each step may run twice, and on any number of workers.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, TypeGuard

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Max, Min, Q, QuerySet
from django.utils import timezone

from games.analysis import luck
from games.analysis.inputs import BeforePlay, CardPlayed
from games.analysis.judgement import to_json
from games.analysis.judging import VERSION, judge
from games.analysis.playouts import PlayedOut
from games.analysis.proposals import Proposed
from games.engine import Bid, BidNap, Call, Claim, Concede, Exchange, Pass, Play
from games.engine.deal import PassedOut
from games.engine.events import Proposal
from games.engine.match import open_deal
from games.engine.nap import NapPlaying
from games.engine.napoleon_play import Playing
from games.engine.variants import End
from games.kernel.replay import rows_of, transitions
from games.models import Analysis, DealAnalysis, Game
from games.review.position import reviewable
from games.review.replay import replay_of
from games.statistics.services import tally
from players.locks import lock_accounts
from players.models import User
from players.task_queue import enqueue_on_commit

log = logging.getLogger(__name__)

LEASE: Final = timedelta(minutes=10)
"""A worker that has not finished a deal by then is taken for dead."""
MAX_ATTEMPTS: Final = 3
MAX_WAITING: Final = 10
"""The most unfinished analyses that one person may have asked for."""
LATELY: Final = timedelta(days=1)
"""A match that ended longer ago is analysed only when somebody asks for it."""


class TooManyWaiting(Exception):
    """The person has asked for enough analyses that are not finished."""


def is_open(game: Game) -> bool:
    """Whether the match may be analysed: it is over, or was brought here as a record and will not go on."""
    return game.status == Game.Status.FINISHED or game.is_imported


def follow(game_id: int) -> None:
    """A consumer of results: have a match that has just ended analysed if a member of the site played in it."""
    game = Game.objects.get(pk=game_id)
    just_ended = game.ended_at is not None and timezone.now() - game.ended_at < LATELY
    if not (settings.ANALYSE_ENDED_MATCHES and just_ended and is_open(game)) or game.is_imported:
        return
    members = game.seats.filter(user__is_guest=False).order_by("number")
    first = members.values_list("user", flat=True).first()
    if first is not None:
        _enter(game, first)


@transaction.atomic
def ask(game: Game, person: User) -> None:
    """Have a match analysed, unless it is already. Raises `TooManyWaiting`."""
    lock_accounts(person)
    waiting = _waiting(timezone.now()).filter(person=person).exclude(pk=game.pk)
    if waiting.count() >= MAX_WAITING:
        raise TooManyWaiting
    _enter(game, person.pk)


def _enter(game: Game, person_id: int) -> None:
    deals = len(deals_to_analyse(game))
    if not (is_open(game) and deals):
        return
    fields = {
        "person_id": person_id,
        "asked_at": timezone.now(),
        "version": VERSION,
        "deals": deals,
    }
    _, is_new = Analysis.objects.get_or_create(game=game, defaults=fields)
    if is_new:
        enqueue_on_commit("games.tasks.analyse")


def deals_to_analyse(game: Game) -> list[int]:
    """The deals that were played, as far as everybody may review them who may see the match."""
    ended = reviewable(replay_of(game), None) if is_open(game) else []
    return [end.number for end in ended if not end.passed_out]


def again(games: Sequence[int]) -> int:
    """Have these matches analysed anew that were before; return their number."""
    with transaction.atomic():
        DealAnalysis.objects.filter(analysis__in=games).delete()
        found = Analysis.objects.filter(pk__in=games).update(
            version=VERSION, claimed_until=None, attempts=0, is_finished=False
        )
        enqueue_on_commit("games.tasks.analyse")
    return found


def outdated() -> list[int]:
    """The matches that were analysed in an older way."""
    return list(Analysis.objects.filter(version__lt=VERSION).values_list("pk", flat=True))


# --- The work ---


def analyse_next() -> bool:
    """Analyse a deal of the match whose turn it is; whether there was one."""
    analysis = claim(timezone.now())
    if analysis is None:
        return False
    number: int | None = None
    try:
        number = next(iter(_due(analysis)), None)
        found = {} if number is None else {number: _analysed(analysis.game, number)}
        _store(analysis, found)
    except SoftTimeLimitExceeded:
        # The worker is to stop (`gives_way`): another one may begin the deal anew at once.
        _leave_cut_statement()
        _claimed(analysis).update(claimed_until=None, attempts=F("attempts") - 1)
    except Exception:
        log.exception("Deal %s of game %s could not be analysed", number, analysis.pk)
        _claimed(analysis).update(claimed_until=None)
    return True


def _claimed(analysis: Analysis) -> QuerySet[Analysis]:
    """The row of the analysis, unless it was taken from this worker: by another one, or to be begun anew."""
    return Analysis.objects.filter(pk=analysis.pk, claimed_until=analysis.claimed_until)


def _due(analysis: Analysis) -> list[int]:
    """The numbers of the deals that are still to be analysed."""
    done = set(analysis.found.values_list("number", flat=True))
    return [number for number in deals_to_analyse(analysis.game) if number not in done]


def _analysed(game: Game, number: int) -> dict[str, object]:
    """What the analysis of a deal finds, by field of `DealAnalysis`."""
    cards, settled, proposed, result = _moves(game, number)
    judgement = judge(cards, result, settled=settled, proposed=proposed)
    return {
        "judgement_json": to_json(judgement),
        "luck_json": luck.to_json(luck.luck_of(result)),
    }


def _leave_cut_statement() -> None:
    """Take a new connection: one whose statement a signal has cut short answers nothing any more."""
    if not connection.in_atomic_block:
        connection.close()


@transaction.atomic
def _store(analysis: Analysis, found: Mapping[int, dict[str, object]]) -> None:
    """Keep what was found; after the last deal the statistics of the match count it."""
    if _claimed(analysis).select_for_update().first() is None:
        return
    for number, fields in found.items():
        DealAnalysis.objects.update_or_create(analysis=analysis, number=number, defaults=fields)
    is_finished = not _due(analysis)
    Analysis.objects.filter(pk=analysis.pk).update(
        claimed_until=None, attempts=0, is_finished=is_finished
    )
    if is_finished:
        tally(analysis.pk)


def claim(now: datetime) -> Analysis | None:
    """The analysis to go on with: of the people who wait, one at a time each, whoever was served longest ago."""
    with transaction.atomic():
        # One worker chooses at a time: all of them lock the first row that there is.
        Analysis.objects.select_for_update().order_by("pk").values_list("pk").first()
        key = _next(now)
        if key is None:
            return None
        chosen = Analysis.objects.get(pk=key)
        chosen.claimed_until, chosen.served_at = now + LEASE, now
        chosen.attempts += 1
        chosen.save(update_fields=["claimed_until", "served_at", "attempts"])
        return chosen


def _next(now: datetime) -> int | None:
    """The key of the analysis that is next."""
    waiting = _waiting(now)
    busy = set(waiting.exclude(_unclaimed(now)).values_list("person", flat=True))
    free = waiting.filter(_unclaimed(now))
    asked = dict(free.order_by().values_list("person").annotate(Min("asked_at")))
    people = asked.keys() - busy
    if not people:
        return None
    served = _served(people)
    person = min(people, key=lambda one: (served.get(one, NEVER), asked[one]))
    own = free.filter(person=person).order_by("asked_at", "pk")
    return own.values_list("pk", flat=True).first()


NEVER: Final = datetime.min.replace(tzinfo=timezone.get_default_timezone())


def _unclaimed(now: datetime) -> Q:
    return Q(claimed_until=None) | Q(claimed_until__lte=now)


def _waiting(now: datetime) -> QuerySet[Analysis]:
    """Those that are not finished, nor given up."""
    still = Q(attempts__lt=MAX_ATTEMPTS) | Q(claimed_until__gt=now)
    return Analysis.objects.filter(still, is_finished=False)


def _served(people: Iterable[int | None]) -> dict[int | None, datetime]:
    """When a worker last took a deal for each of them."""
    theirs = Q(person__in=[key for key in people if key is not None]) | Q(person=None)
    rows = Analysis.objects.filter(theirs, served_at__isnull=False)
    return dict(rows.values_list("person").annotate(Max("served_at")).order_by())


def _moves(
    game: Game, number: int
) -> tuple[list[CardPlayed], list[BeforePlay], list[Proposed], PlayedOut]:
    """The cards of the deal, what came before them and what was put to the seats, each with the deal before it; and its
    result."""
    cards: list[CardPlayed] = []
    settled: list[BeforePlay] = []
    proposed: list[Proposed] = []
    step, ended = -1, tuple[End, ...]()
    for logged, before, after in transitions(game.rules, rows_of(game)):
        event, ended = logged.event, after.ended
        if getattr(event, "deal", None) != number:
            continue
        step += 1
        state = open_deal(before, number)
        if isinstance(event, Play) and isinstance(state, Playing | NapPlaying):
            cards.append(CardPlayed(step, state, event))
        elif isinstance(event, Bid | BidNap | Pass | Call | Exchange) and state is not None:
            settled.append(BeforePlay(step, state, event))
        elif _is_put_to_seats(event) and isinstance(state, Playing | NapPlaying):
            proposed.append(Proposed(step, state, event))
    results = [end for end in ended if end.number == number]
    result = next(end for end in results if not isinstance(end, PassedOut))
    return cards, settled, proposed, result


def _is_put_to_seats(event: object) -> TypeGuard[Proposal]:
    return isinstance(event, Concede) or (isinstance(event, Claim) and not event.certain)


def is_left_out() -> bool:
    """Whether analyses wait and no worker is at any, as after a message was lost."""
    waiting = Analysis.objects.filter(is_finished=False, attempts__lt=MAX_ATTEMPTS)
    return waiting.exists() and not waiting.filter(claimed_until__gt=timezone.now()).exists()
