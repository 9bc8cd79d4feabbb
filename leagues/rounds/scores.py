"""What the seats of a table have so far: places, scores, and the points that the season's scheme gives for them."""

from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple

from leagues.models import Table
from leagues.rounds.fields import NO_FIELDS, Fields
from leagues.rounds.results import as_table
from leagues.standings.core.points import TablePoints, counts
from leagues.standings.number_format import as_text


class SeatScore(NamedTuple):
    place: int
    """The first of the places that the seats with this score share."""
    score: int
    points: Fraction | None
    """The points of the seat; None for a bot's seat."""

    @property
    def shown(self) -> str:
        """The points as people read them; empty for a bot's seat."""
        return "" if self.points is None else as_text(self.points)

    @property
    def has_own_points(self) -> bool:
        """Whether the points are more than the score itself."""
        return self.points is not None and self.points != self.score


def scores_of(table: Table, points: TablePoints, deals: int, fields: Fields = NO_FIELDS) -> list[SeatScore]:
    """By seat, as if the table ended now; empty before its first deal has ended, and if it is void."""
    seats = tuple(seat.entry_id for seat in table.seats.all())
    played = as_table(table, seats, deals, fields)._replace(to_come=0)
    if not counts(played):
        return []
    scores = [sum(of_seat) for of_seat in zip(*(deal.scores for deal in played.deals), strict=True)]
    won: dict[int, Fraction] = defaultdict(Fraction)
    for result in points.results(played):
        won[result.seat] += result.points
    return [
        SeatScore(1 + sum(other > score for other in scores), score, won.get(seat)) for seat, score in enumerate(scores)
    ]
