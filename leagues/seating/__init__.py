"""Seating: who plays with whom in each round of a season. Pure: no clock, no I/O, randomness from a seed.

>>> from leagues.seating import SeatingRequest, draw
>>> drawn = draw(SeatingRequest(members=tuple(range(1, 17)), rounds=5, size=4, other=5), seed=1)
>>> len(drawn.rounds), drawn.certificate.repeats, drawn.certificate.met
(5, 0, (0, 120))

How draws are made, and what the certificate says: docs/seating.md.
"""

from .bounds import Bound
from .certificate import Certificate, Exposure, certify
from .drawing import SeatingDraw, Swapped, draw, swap
from .knock_out import field_sizes, going_on, is_final
from .table_sizes import Cut, TableShape, cut
from .values import Gap, Pair, PlaceKind, SeatingError, SeatingRequest, SeatingRound, SeatingTable, pair
