"""Standings that explain every figure. The package is pure, and exact: points are fractions.

>>> from fractions import Fraction
>>> from . import DealInput, Scheme, SeasonInput, TableInput, standings
>>> deals = DealInput((2, -1, -1)), DealInput((0, 2, -1))
>>> table = TableInput(1, 1, seats=(7, 8, 9), deals=deals)
>>> season = SeasonInput(Scheme(deals=2), members=(7, 8, 9), rounds=1, tables=(table,))
>>> [(row.place, row.member, str(row.points)) for row in standings(season)]
[(1, 7, '2'), (2, 8, '1'), (3, 9, '-2')]

docs/standings.md says how every figure is computed, with a worked example.
"""

from .explain import Node, What, explain, explain_ties
from .history import places_after
from .inputs import (
    AdjustmentInput,
    BotRule,
    ByeInput,
    DealInput,
    FieldInput,
    HandicapInput,
    Member,
    Scheme,
    SeasonInput,
    TableInput,
    TieBreak,
)
from .knock_out import DecidedBy, KnockOut, Step
from .points import RoundResult, SeasonIndex, how_many_count, is_gone, scale_for
from .ranking import StandingsRow, standings
from .reachable import PointsRange
from .running import running_standings, so_far
from .tie_breaks import TieBreakValue
