"""Standings that explain themselves. Pure, and exact: points are fractions.

>>> from fractions import Fraction
>>> from leagues.standings import Deal, Scheme, Season, Table, standings
>>> table = Table(1, 1, seats=(7, 8, 9), deals=(Deal((2, -1, -1)), Deal((0, 2, -1))))
>>> season = Season(Scheme(deals=2), members=(7, 8, 9), rounds=1, tables=(table,))
>>> [(row.place, row.member, str(row.points)) for row in standings(season)]
[(1, 7, '2'), (2, 8, '1'), (3, 9, '-2')]

How every figure is computed, with a worked example: docs/standings.md.
"""

from .explain import Node, explain, explain_ties
from .ranking import Row, standings
from .reach import Reach
from .rounds import Result
from .ties import Broken
from .values import Adjustment, Bye, Deal, Scheme, Season, Table, TieBreak

__all__ = [
    "Adjustment",
    "Broken",
    "Bye",
    "Deal",
    "Node",
    "Reach",
    "Result",
    "Row",
    "Scheme",
    "Season",
    "Table",
    "TieBreak",
    "explain",
    "explain_ties",
    "standings",
]
