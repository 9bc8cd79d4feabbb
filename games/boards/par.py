"""Par of the contracts of a board: its value when all cards are open and both sides play perfectly.

The double-dummy solver answers for the first lead of the best line with that contract: call and exchange are as they
were made there. Where it needs too many nodes it tells less, or nothing.
"""

import logging
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db.models import QuerySet

from games.boards.contracts import PASSED
from games.kernel.game_queries import game_with_seats_by_key
from games.kernel.log import state_of
from games.models import BoardField, BoardResult
from napoleon.engine.deal import PassedOut
from napoleon.solver import PlayState, Solver, par, states_of

MOST_CONTRACTS: Final = 4
"""The most frequent ones, and the captain's."""
NODES: Final = 300_000
"""For the exact value: some seconds."""
NODES_IF_MADE: Final = 1_000_000
"""For whether it is made at all, which is easier to tell."""

log = logging.getLogger(__name__)


class ContractPar(NamedTuple):
    made: bool | None
    """None: not worked out."""
    points: int | None
    """Of the person's seat."""
    low: int
    high: int
    """The least and the most that the declarer's side takes."""


def work_out_next() -> bool:
    """Work out the pars of one board; whether there was one."""
    field = _waiting().select_related("board_set").order_by("-board_set__closed_at", "board").first()
    if field is None:
        return False
    pars: dict[str, Any] = {}
    try:
        pars = pars_of(field)
    except SoftTimeLimitExceeded:
        raise  # the worker has to stop; another one begins the board again
    except Exception:
        log.exception("the pars of board %s could not be worked out", field)
    BoardField.objects.filter(pk=field.pk).update(par_json=pars)
    return True


def is_waiting() -> bool:
    return _waiting().exists()


def _waiting() -> QuerySet[BoardField]:
    """A site that analyses no match by itself works out no board either."""
    if not settings.ANALYSE_ENDED_MATCHES:
        return BoardField.objects.none()
    return BoardField.objects.filter(par_json__isnull=True, board_set__closed_at__isnull=False)


def pars_of(field: BoardField) -> dict[str, Any]:
    results = BoardResult.objects.filter(play__board_set=field.board_set, board=field.board).exclude(contract=PASSED)
    best = {row.contract: row for row in results.select_related("play").order_by("points", "-pk")}
    return {
        contract: contract_par(_first_lead(best[contract]), field.board_set.person_seat)._asdict()
        for contract in _asked(field, results)
        if contract in best
    }


def _asked(field: BoardField, results: Iterable[BoardResult]) -> set[str]:
    by_count = sorted(field.contracts_json, key=lambda contract: -field.contracts_json[contract][0])
    often = [contract for contract in by_count if contract != PASSED][:MOST_CONTRACTS]
    return {*often, *(row.contract for row in results if row.play.by_captain)}


def _first_lead(result: BoardResult) -> PlayState:
    ended = state_of(game_with_seats_by_key(result.play.game_id)).match.ended
    [end] = (end for end in ended if end.number == result.board and not isinstance(end, PassedOut))
    return states_of(end)[0]


def contract_par(first_lead: PlayState, seat: int) -> ContractPar:
    whole = par(first_lead, limit=NODES)
    low, high = whole.taken
    made = whole.made if whole.made is not None else Solver().is_made(first_lead, limit=NODES_IF_MADE)
    return ContractPar(made, whole.scores[seat] if whole.scores else None, low, high)
