"""Requests for analyses, and the analyses themselves: one deal at a time, so that nobody waits long.

Only finished matches are analysed. Each step may run twice, and on any number of workers.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from games.analysis.waiting import claim, claimed, waiting
from games.kernel.events import fold
from games.kernel.replay import moves_of, rows_of
from games.models import Analysis, DealAnalysis, Game
from games.review.game_replay import replay_of
from games.review.position import reviewable
from games.statistics.services import tally
from infrastructure.task_queue import enqueue_on_commit
from napoleon.engine import start
from napoleon.engine.match import MatchCursor
from napoleon.judging import VERSION, judge, luck, luck_of, moves_of_deal
from napoleon.judging.judgement import to_json
from players.account_locks import lock_accounts
from players.models import User

log = logging.getLogger(__name__)

MAX_WAITING: Final = 10
"""The most unfinished analyses that one person may have asked for."""
LATELY: Final = timedelta(days=1)
"""A match that ended longer ago is analysed only on request."""


class TooManyWaiting(Exception):
    """The person has too many unfinished analyses."""


def is_open(game: Game) -> bool:
    """Whether the match may be analysed: it is over or imported."""
    return game.status == Game.Status.FINISHED or game.is_imported


def follow(game_id: int) -> None:
    """A consumer of results: request the analysis of a match that has just ended if a member played in it."""
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
    """Request the analysis of a match, unless it exists. Raises `TooManyWaiting`."""
    lock_accounts(person)
    asked = waiting(timezone.now()).filter(person=person).exclude(pk=game.pk)
    if asked.count() >= MAX_WAITING:
        raise TooManyWaiting
    _enter(game, person.pk)


def _enter(game: Game, person_id: int) -> None:
    deals = len(deals_to_analyse(game))
    if not (is_open(game) and deals):
        return
    fields = {"person_id": person_id, "asked_at": timezone.now(), "version": VERSION, "deals": deals}
    _, is_new = Analysis.objects.get_or_create(game=game, defaults=fields)
    if is_new:
        enqueue_on_commit("games.tasks.analyse")


def deals_to_analyse(game: Game) -> list[int]:
    """The played deals that every reader of the match may review."""
    ended = reviewable(replay_of(game), None) if is_open(game) else []
    return [end.number for end in ended if not end.passed_out]


def again(games: Sequence[int]) -> int:
    """Discard the findings about these matches and request new ones; return the number of matches."""
    with transaction.atomic():
        DealAnalysis.objects.filter(analysis__in=games).delete()
        count = Analysis.objects.filter(pk__in=games).update(
            version=VERSION, claimed_until=None, attempts=0, is_finished=False
        )
        enqueue_on_commit("games.tasks.analyse")
    return count


def outdated() -> list[int]:
    """The matches with an analysis of an older version."""
    return list(Analysis.objects.filter(version__lt=VERSION).values_list("pk", flat=True))


# --- The work ---


def analyse_next() -> bool:
    """Analyse a deal of the match whose turn it is; return whether there was one."""
    analysis = claim(timezone.now())
    if analysis is None:
        return False
    number: int | None = None
    try:
        number = next(iter(_due(analysis)), None)
        findings = {} if number is None else {number: _analysed(analysis.game, number)}
        _store(analysis, findings)
    except SoftTimeLimitExceeded:
        # The worker has to stop (`gives_way`): another worker may start the deal again at once.
        _leave_cut_statement()
        claimed(analysis).update(claimed_until=None, attempts=F("attempts") - 1)
    except Exception:
        log.exception("Deal %s of game %s could not be analysed", number, analysis.pk)
        claimed(analysis).update(claimed_until=None)
    return True


def _due(analysis: Analysis) -> list[int]:
    """The numbers of the deals not analysed yet."""
    done = set(analysis.found.values_list("number", flat=True))
    return [number for number in deals_to_analyse(analysis.game) if number not in done]


def _analysed(game: Game, number: int) -> dict[str, object]:
    """The findings about a deal, by field of `DealAnalysis`."""
    events = moves_of(fold(MatchCursor(start(game.rules)), rows_of(game)))
    moves = moves_of_deal(game.rules, events, number)
    return {"judgement_json": to_json(judge(moves)), "luck_json": luck.to_json(luck_of(moves.result))}


def _leave_cut_statement() -> None:
    """Open a new connection: the old one is unusable after a signal interrupted its statement."""
    if not connection.in_atomic_block:
        connection.close()


@transaction.atomic
def _store(analysis: Analysis, findings: Mapping[int, dict[str, object]]) -> None:
    """Store the findings; after the last deal, count them in the statistics of the match."""
    if claimed(analysis).select_for_update().first() is None:
        return
    for number, fields in findings.items():
        DealAnalysis.objects.update_or_create(analysis=analysis, number=number, defaults=fields)
    is_finished = not _due(analysis)
    Analysis.objects.filter(pk=analysis.pk).update(claimed_until=None, attempts=0, is_finished=is_finished)
    if is_finished:
        tally(analysis.pk)
